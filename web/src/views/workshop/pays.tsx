// web/src/views/workshop/pays.tsx - one wager: what it is worth, and its rows, whose pays can be turned.

import { useRef } from "preact/hooks";
import type { Desk } from "./desk.ts";
import type { Pay } from "./editor.ts";
import { decimal, keyOf, optionsText, share, type Card, type CardWager, type Odds } from "./look.ts";

const PAY_MAX = 1000000;

/** Twice the pay and some more, in whole tens: so far a slider goes. */
function reach(number: number): number {
  return Math.min(PAY_MAX, Math.max(10, Math.ceil((2 * number + 10) / 10) * 10));
}

function least(pay: Pay): number {
  return pay.unit === "for" ? pay.denominator : 0;
}

function Turn(props: { desk: Desk; pay: Pay }) {
  const { desk, pay } = props;
  const text = desk.editor?.payText(pay) ?? null;
  const number = text === null || text === "unset" ? null : Number(text);
  const most = useRef(reach(number ?? 0));
  if (number !== null && number > most.current) most.current = reach(number);
  const what = `${pay.name}, ${pay.when}${pay.column_name === undefined ? "" : `, ${pay.column_name}`}${pay.dealer ? ", dealer" : ""}`;
  if (text === null) return <span class="quiet-ink">changed</span>;
  const set = (wanted: number) => desk.editor?.setPay(pay, Math.max(least(pay), Math.min(PAY_MAX, wanted)));
  if (number === null) {
    return (
      <button class="turn-set" onClick={() => set(1)} aria-label={`Set the pay of ${what}`}>
        unset: set it
      </button>
    );
  }
  return (
    <span class="turn" data-line={pay.line} data-column={pay.column_name}>
      <input
        type="range"
        min={least(pay)}
        max={most.current}
        value={number}
        aria-label={`Pay of ${what}`}
        aria-valuetext={`${number}${pay.unit === "to" || pay.unit === "for" ? ` ${pay.unit} ${pay.denominator}` : ""}`}
        onInput={(event) => set(Number(event.currentTarget.value))}
      />
      <button class="step" onClick={() => set(number - 1)} disabled={number <= least(pay)} aria-label={`Less: ${what}`}>
        −
      </button>
      <output class="turn-number">{number}</output>
      <button class="step" onClick={() => set(number + 1)} disabled={number >= PAY_MAX} aria-label={`More: ${what}`}>
        +
      </button>
      <span class="turn-unit">{pay.unit === "to" || pay.unit === "for" ? `${pay.unit} ${pay.denominator}` : ""}</span>
    </span>
  );
}

interface Line {
  line: number;
  words: string;
  pay: string;
  probability?: number;
  gives?: number;
}

function linesOf(odds: Odds | undefined, wager: CardWager): Line[] {
  if (odds === undefined) return wager.rows.map((row) => ({ line: row.line, words: row.when, pay: row.pays[0] ?? "" }));
  return odds.rows.map((row) => ({
    line: row.line,
    words: row.words || row.text,
    pay: row.pay,
    probability: row.probability_decimal,
    gives: row.contribution === undefined ? undefined : decimal(row.contribution),
  }));
}

function Rows(props: { desk: Desk; wager: CardWager; odds: Odds | undefined }) {
  const { desk, wager, odds } = props;
  const pays = (desk.editor?.pays ?? []).filter((pay) => pay.wager === wager.wager);
  const column = odds?.options["paytable"];
  return (
    <table class="work-rows">
      <thead>
        <tr>
          <th scope="col">row</th>
          <th scope="col">pays</th>
          <th scope="col">probability</th>
          <th scope="col">return</th>
        </tr>
      </thead>
      <tbody>
        {linesOf(odds, wager).map((row) => {
          const own = pays.filter(
            (pay) => pay.row_line === row.line && (pay.column_name === undefined || column === undefined || pay.column_name === column),
          );
          return (
            <tr key={row.line}>
              <th scope="row">{row.words}</th>
              <td>
                {own.length === 0
                  ? row.pay
                  : own.map((pay) => <Turn key={`${pay.line}:${pay.column_name ?? ""}:${pay.dealer ? "d" : ""}`} desk={desk} pay={pay} />)}
              </td>
              <td class="num" data-what="probability">
                {row.probability?.toFixed(6) ?? ""}
              </td>
              <td class="num" data-what="return">
                {row.gives === undefined ? "" : (row.gives > 0 ? "+" : "") + row.gives.toFixed(4).replace("-", "\u2212")}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function Figure(props: { text: string; under: string; fraction?: string }) {
  return (
    <div class="figure">
      <strong title={props.fraction}>{props.text}</strong>
      <span>{props.under}</span>
    </div>
  );
}

/** Below the edge: whose it is, and what it was. */
function edgeWords(edge: number, was: number | null): string {
  return `house edge${edge < 0 ? ", the player has it" : ""}${was === null ? "" : ` (was ${share(was)})`}`;
}

function Figures(props: { odds: Odds; before: Odds | undefined }) {
  const { odds, before } = props;
  if (odds.edge === null || odds.edge_decimal === null)
    return <p class="work-note">A pay is not set, so there is no edge yet. Set it to see one.</p>;
  const was = before?.edge_decimal ?? null;
  const hit = odds.hit === null ? 0 : decimal(odds.hit);
  return (
    <>
      <div class="figures" data-edge={odds.edge}>
        <Figure
          text={share(odds.edge_decimal)}
          under={edgeWords(odds.edge_decimal, was === null || before!.edge === odds.edge ? null : was)}
          fraction={odds.edge}
        />
        <Figure text={share(hit, 3)} under={hit > 0 ? `hit, one in ${(1 / hit).toFixed(1)}` : "never hit"} fraction={odds.hit ?? ""} />
        <Figure text={(odds.sd ?? 0).toFixed(2)} under="deviation" />
      </div>
      <details class="exact">
        <summary>Exactly</summary>
        <dl>
          <dt>House edge</dt>
          <dd>{odds.edge}</dd>
          <dt>Hit</dt>
          <dd>{odds.hit}</dd>
        </dl>
      </details>
    </>
  );
}

/** The wager in which the cursor stands. */
export function wagerAt(card: Card, line: number): CardWager | undefined {
  return card.wagers.filter((wager) => wager.line <= line).at(-1) ?? card.wagers[0];
}

export function WagerPanel(props: { desk: Desk }) {
  const { desk } = props;
  void desk.answered.value;
  void desk.text.value;
  const look = desk.whole.value;
  if (look?.card == null) return null;
  const wager = wagerAt(look.card, desk.line.value);
  if (wager === undefined) return null;
  const entries = (look.odds ?? []).filter((odds) => odds.wager === wager.wager);
  const odds = entries.find((each) => keyOf(each) === desk.chosen.value) ?? entries[0];
  const before = odds === undefined ? undefined : desk.before.value?.odds?.find((each) => keyOf(each) === keyOf(odds));
  return (
    <section class="work-card" aria-label={wager.name} data-wager={wager.wager}>
      <header>
        <h2>{wager.name}</h2>
        {entries.length > 1 && (
          <select
            aria-label="Choices"
            value={odds === undefined ? "" : keyOf(odds)}
            onChange={(event) => (desk.chosen.value = event.currentTarget.value)}
          >
            {entries.map((each) => (
              <option key={keyOf(each)} value={keyOf(each)}>
                {[each.side === "" ? "" : `on ${each.side}`, optionsText(each)].filter((part) => part !== "").join(", ") || "as it stands"}
              </option>
            ))}
          </select>
        )}
        {entries.length === 1 && <span class="quiet-ink">{optionsText(odds!)}</span>}
      </header>
      {odds === undefined ? (
        <p class="work-note">This wager does not decide every round, so there is no edge yet. The findings say which.</p>
      ) : (
        <Figures odds={odds} before={before} />
      )}
      <Rows desk={desk} wager={wager} odds={odds} />
    </section>
  );
}
