// web/src/views/workshop/target.tsx - a target edge: the server proposes paytables, and one of them goes into the sheet.

import { useState } from "preact/hooks";
import { ask, Refusal } from "../../api.ts";
import {
  applied,
  edgeText,
  exposureText,
  FIRST_TARGET,
  paysOf,
  proposalsOf,
  questionOf,
  sumText,
  wrongTarget,
  type Design,
  type Proposal,
  type Target,
} from "./design.ts";
import type { Desk } from "./desk.ts";
import { keyOf } from "./look.ts";
import { wagerAt } from "./pays.tsx";
import "./target.css";

/** What was asked and what came: proposals are put into the text that they were made for. */
interface Answer {
  wager: string;
  text: string;
  design: Design;
}

function Choice<T extends string>(props: { label: string; value: T; of: readonly (readonly [T, string])[]; choose: (value: T) => void }) {
  return (
    <label class="target-choice">
      {props.label}
      <select value={props.value} onChange={(event) => props.choose(event.currentTarget.value as T)}>
        {props.of.map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
}

const PAYS = [
  ["casino", "that casinos print"],
  ["whole", "any whole number"],
] as const;
const PREFERENCES = [
  ["edge", "edge in the middle"],
  ["near-printed", "nearest to what is written"],
  ["low-sd", "smallest deviation"],
  ["high-top", "highest top pay"],
] as const;
const SCOPES = [
  ["all", "every choice, deck and side"],
  ["shown", "the choices shown above"],
] as const;

function Fields(props: { target: Target; dealt: boolean; change: (target: Target) => void }) {
  const { target, change } = props;
  const number = (name: "least" | "most" | "exposure", label: string) => (
    <input
      inputMode="decimal"
      size={5}
      aria-label={label}
      value={target[name]}
      onInput={(event) => change({ ...target, [name]: event.currentTarget.value })}
    />
  );
  return (
    <div class="target-fields">
      <span class="target-edge">
        House edge from {number("least", "Lowest edge, per cent")} to {number("most", "Highest edge, per cent")} %
      </span>
      {props.dealt && (
        <span class="target-edge">
          a counter wins at most {number("exposure", "What a card counter wins at most, units a shoe")} units a shoe
        </span>
      )}
      <Choice label="for" value={target.shown ? "shown" : "all"} of={SCOPES} choose={(value) => change({ ...target, shown: value === "shown" })} />
      <Choice label="with pays" value={target.pays} of={PAYS} choose={(pays) => change({ ...target, pays })} />
      <Choice label="best by" value={target.prefer} of={PREFERENCES} choose={(prefer) => change({ ...target, prefer })} />
    </div>
  );
}

function Line(props: { design: Design; proposal: Proposal; best: boolean; used: boolean; use: (() => void) | null }) {
  const { design, proposal } = props;
  const pays = paysOf(design, proposal).join(", ");
  const wins = exposureText(proposal);
  return (
    <tr class={props.used ? "used" : ""}>
      <th scope="row">
        {pays}
        {props.best && <span class="target-best">best</span>}
      </th>
      <td class="num">{edgeText(proposal)}</td>
      <td class="num">{Math.max(...proposal.sd).toFixed(2)}</td>
      {wins !== null && (
        <td class="num">
          {wins.units} <span class="target-error">{wins.error}</span>
        </td>
      )}
      <td>
        <button class="button" disabled={props.use === null} onClick={() => props.use?.()} aria-label={`Use ${pays}`}>
          {props.used ? "Used" : "Use"}
        </button>
      </td>
    </tr>
  );
}

function Proposals(props: { desk: Desk; answer: Answer }) {
  const { desk, answer } = props;
  const { design } = answer;
  const fits = (text: string) => text === answer.text || proposalsOf(design).some((each) => textWith(each) === text);
  const textWith = (each: Proposal) => applied(answer.text, design.row_lines, each.rows);
  const open = fits(desk.text.value!);
  return (
    <>
      <p class="work-note" role="status">
        {design.reason === null ? sumText(design) : `No paytable meets it: ${design.reason}.`}
        {!open && " The sheet has changed since; ask again."}
      </p>
      {design.best !== null && (
        <div class="target-list" role="region" aria-label="Proposed pays" tabIndex={0}>
          <table class="target-rows">
            <thead>
              <tr>
                <th scope="col">pays, row by row</th>
                <th scope="col">edge</th>
                <th scope="col">deviation</th>
                {design.best.exposure !== undefined && <th scope="col">a counter wins</th>}
                <th scope="col" aria-label="put into the sheet" />
              </tr>
            </thead>
            <tbody>
              {proposalsOf(design).map((each, i) => (
                <Line
                  key={each.pays.join()}
                  design={design}
                  proposal={each}
                  best={i === 0}
                  used={textWith(each) === desk.text.value}
                  use={open ? () => desk.editor?.setLines(design.row_lines, each.rows) : null}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}

function sentence(problem: unknown): string {
  return problem instanceof Refusal ? problem.words : "The server could not be asked.";
}

/** Pays for the wager in which the cursor stands. */
export function TargetPanel(props: { desk: Desk }) {
  const { desk } = props;
  const [target, setTarget] = useState(FIRST_TARGET);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [said, setSaid] = useState("");
  const [busy, setBusy] = useState(false);
  void desk.answered.value;
  const look = desk.whole.value;
  const wager = look?.card == null ? undefined : wagerAt(look.card, desk.line.value);
  if (look === null || wager === undefined) return null;
  const entries = (look.odds ?? []).filter((odds) => odds.wager === wager.wager);
  const odds = entries.find((each) => keyOf(each) === desk.chosen.value) ?? entries[0];
  const dealt = odds !== undefined && odds.rolls === undefined;
  const find = async () => {
    const text = desk.text.value!;
    const wrong = wrongTarget(target);
    setSaid(wrong);
    setAnswer(null);
    if (wrong !== "") return;
    setBusy(true);
    try {
      const asked = dealt ? target : { ...target, exposure: "" };
      const design = await ask<Design>("POST", "/api/sheets/design", questionOf(text, wager.wager, odds, asked));
      setAnswer({ wager: wager.wager, text, design });
    } catch (problem) {
      setSaid(sentence(problem));
    }
    setBusy(false);
  };
  return (
    <section class="work-card target" aria-label="Target">
      <header>
        <h2>Find pays</h2>
        <span class="quiet-ink">{wager.name}</span>
      </header>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void find();
        }}
      >
        <Fields target={target} dealt={dealt} change={setTarget} />
        <button class="button gold" disabled={busy || desk.look.value?.compiles !== true}>
          Find pays
        </button>
      </form>
      {said !== "" && (
        <p class="work-note work-problem" role="alert">
          {said}
        </p>
      )}
      {answer !== null && answer.wager === wager.wager && <Proposals desk={desk} answer={answer} />}
    </section>
  );
}
