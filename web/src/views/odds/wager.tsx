// web/src/views/odds/wager.tsx - one wager under one combination of choices: figures, rows, pictures of them, findings, its clause.

import { useEffect, useState } from "preact/hooks";
import type { Refusal } from "../../api.ts";
import { decimal, fraction, net, percent, written } from "../../fraction.ts";
import { compute, keyOf, nameOf, type Finding, type Odds, type Sheet, type Spread } from "./calls.ts";
import { PayChart, SpreadChart } from "./charts.tsx";
import { sameBut, settings } from "./choices.ts";
import { Counting } from "./counting.tsx";
import { FindingList } from "./findings.tsx";

const ROUNDS = [10, 100, 1000, 10000];
const MOST = 10000;
const STEPS = 8;

// ---- figures ----

function oneIn(text: string): string {
  const { above, below } = fraction(text);
  return above === 0n ? "never" : `one in ${decimal({ above: below, below: above }, 2)}`;
}

function Big(props: { odds: Odds }) {
  const { odds } = props;
  if (odds.edge === null)
    return (
      <p class="odds-note">
        {odds.hit === null ? "Its document does not say whether some outcome wins" : "Its document leaves out what it pays"}: it has no
        edge.
      </p>
    );
  return (
    <dl class="big-figures">
      <div>
        <dt>{odds.edge.startsWith("-") ? "house edge: the player has it" : "house edge"}</dt>
        <dd data-big="edge" class={odds.edge.startsWith("-") ? "players" : ""}>
          {percent(fraction(odds.edge))}
        </dd>
      </div>
      {odds.hit !== null && (
        <div>
          <dt>hit, {oneIn(odds.hit)}</dt>
          <dd data-big="hit">{percent(fraction(odds.hit), 3)}</dd>
        </div>
      )}
      <div>
        <dt>deviation</dt>
        <dd data-big="sd">{odds.sd!.toFixed(2)}</dd>
      </div>
    </dl>
  );
}

function Exact(props: { odds: Odds }) {
  const { odds } = props;
  const lines: [string, string | null | undefined, (text: string) => string][] = [
    ["House edge", odds.edge, (text) => percent(fraction(text), 6)],
    ["Return to player", odds.return, (text) => percent(fraction(text), 6)],
    ["Hit frequency", odds.hit, (text) => percent(fraction(text), 6)],
    ["Push frequency", odds.push, (text) => percent(fraction(text), 6)],
    ["Variance", odds.variance, (text) => decimal(fraction(text), 6)],
    ["Rolls until decided", odds.rolls, (text) => decimal(fraction(text), 4)],
    ["House edge for each roll", odds.edge_per_roll, (text) => percent(fraction(text), 6)],
  ];
  return (
    <details class="exact-figures">
      <summary>Exact figures</summary>
      <dl>
        {lines.map(([name, text, write]) =>
          text == null ? null : (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                {write(text)} <span class="exact">{written(text)}</span>
              </dd>
            </div>
          ),
        )}
        {odds.sd !== null && odds.skewness !== null && (
          <div>
            <dt>Standard deviation, skewness</dt>
            <dd>
              {odds.sd.toFixed(6)}, {odds.skewness.toFixed(6).replace("-", "\u2212")}
            </dd>
          </div>
        )}
      </dl>
    </details>
  );
}

function Rows(props: { odds: Odds; sheet: Sheet }) {
  const { odds, sheet } = props;
  const wager = sheet.wagers.find((each) => keyOf(each) === keyOf(odds));
  const clause = (line: number) => wager?.rows.find((row) => row.line === line)?.cites ?? "";
  return (
    <table class="wager-rows" aria-label="Rows">
      <thead>
        <tr>
          <th scope="col">Row</th>
          <th scope="col">Pays</th>
          <th scope="col" class="figure">
            Probability
          </th>
          <th scope="col" class="figure">
            Return
          </th>
        </tr>
      </thead>
      <tbody>
        {odds.rows.map((row) => (
          <tr key={row.line}>
            <td>
              {row.words === "" ? row.text : row.words}
              {clause(row.line) !== "" && <span class="cites"> {clause(row.line)}</span>}
            </td>
            <td>{row.pay.replace(/^pays /, "")}</td>
            <td class="figure" title={written(row.probability)}>
              {decimal(fraction(row.probability), 6)}
            </td>
            <td class="figure" title={row.return === undefined ? "" : written(row.return)}>
              {row.return === undefined ? "unknown" : decimal(fraction(row.return), 4)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

// ---- many bets ----

function stepsTo(rounds: number): number[] {
  const count = Math.min(STEPS, rounds);
  return Array.from({ length: count }, (_, i) => Math.ceil((rounds * (i + 1)) / count));
}

/** Of this wager; while a shoe or a number of bets changes, `stale` says that it is still of the one before. */
function useMany(sheet: Sheet, odds: Odds, shoe: string | undefined, rounds: number) {
  const [turn, setTurn] = useState(0);
  const what = JSON.stringify([keyOf(odds), settings(odds, ["decks"])]);
  const now = JSON.stringify([odds.options["decks"], shoe, rounds]);
  const [found, setFound] = useState<{ what: string; now: string; many: Odds | null } | null>(null);
  const [problem, setProblem] = useState<Refusal | null>(null);
  useEffect(() => {
    let current = true;
    const set = settings(odds, shoe === undefined ? [] : ["decks"]);
    const question = { text: sheet.text, wager: odds.wager, set, rounds: stepsTo(rounds).join(), ...(shoe === undefined ? {} : { shoe }) };
    const own = (all: Odds[]) => all.find((each) => sameBut(each, odds, shoe === undefined ? [] : ["decks"])) ?? null;
    const timer = setTimeout(() => {
      compute(question, () => current).then(
        (all) => current && (setFound({ what, now, many: own(all) }), setProblem(null)),
        (refusal: Refusal) => current && setProblem(refusal),
      );
    }, 60);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [sheet, odds, shoe, rounds, turn]);
  const again = () => (setProblem(null), setTurn((before) => before + 1));
  return { many: found?.what === what ? found.many : null, stale: found?.now !== now, problem, again };
}

function share(value: number): string {
  return `${(100 * value).toFixed(2)} %`;
}

function SpreadText(props: { spread: Spread }) {
  const { spread } = props;
  return (
    <>
      <p class="spread-words">
        After <b>{spread.rounds.toLocaleString("en")}</b> bets of a unit: behind in {share(spread.behind)} of all cases, even in{" "}
        {share(spread.even)}, ahead in {share(spread.ahead)}.
      </p>
      <table class="quantiles" aria-label={`Where ${spread.rounds} bets end`}>
        <thead>
          <tr>
            {spread.quantiles.map((each) => (
              <th key={each.percent} scope="col" class="figure">
                {each.percent} %
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            {spread.quantiles.map((each) => (
              <td key={each.percent} class="figure" data-quantile={each.percent} title={written(each.net)}>
                {net(fraction(each.net))}
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </>
  );
}

function RoundsField(props: { rounds: number; set: (rounds: number) => void }) {
  const type = (text: string) => {
    const typed = Number(text);
    if (text !== "" && Number.isInteger(typed) && typed >= 1 && typed <= MOST) props.set(typed);
  };
  return (
    <div class="rounds-field">
      {ROUNDS.map((rounds) => (
        <button key={rounds} class="chip-button" aria-pressed={props.rounds === rounds} onClick={() => props.set(rounds)}>
          {rounds.toLocaleString("en")}
        </button>
      ))}
      <label class="odds-filter">
        <span>or any, to 10,000</span>
        <input type="number" min={1} max={MOST} value={props.rounds} data-rounds onInput={(event) => type(event.currentTarget.value)} />
      </label>
    </div>
  );
}

function Many(props: { sheet: Sheet; odds: Odds; shoe: string | undefined }) {
  const [rounds, setRounds] = useState(1000);
  const { many, stale, problem, again } = useMany(props.sheet, props.odds, props.shoe, rounds);
  if (problem !== null)
    return (
      <p class="odds-note bad" role="alert">
        {problem.words}{" "}
        <button class="button plain" onClick={again}>
          Try again
        </button>
      </p>
    );
  if (many === null) return <p class="odds-note">Counting …</p>;
  const spreads = (many.spread ?? []).filter((each): each is Spread => each !== null);
  const last = spreads[spreads.length - 1];
  return (
    <div class={`many ${stale ? "stale" : ""}`} aria-busy={stale}>
      <h3>What one bet wins</h3>
      <PayChart nets={many.nets ?? []} />
      <h3>Where many bets end</h3>
      <RoundsField rounds={rounds} set={setRounds} />
      {last === undefined ? (
        <p class="odds-note">So many bets have too many different results to be told apart. Choose fewer.</p>
      ) : (
        <>
          <SpreadChart spreads={spreads} />
          <SpreadText spread={last} />
        </>
      )}
    </div>
  );
}

// ---- all of it ----

export function WagerDetail(props: { sheet: Sheet; odds: Odds; findings: readonly Finding[]; shoe?: string | undefined; back: string }) {
  const { sheet, odds } = props;
  const wager = sheet.wagers.find((each) => keyOf(each) === keyOf(odds));
  const choices = settings(odds, props.shoe === undefined ? [] : ["decks"]).map((each) => each.replace("=", " "));
  const start = odds.start === undefined ? [] : [`placed at ${odds.start}`];
  const where = [...choices, ...start, ...(props.shoe === undefined ? [] : ["from this shoe"])];
  const clause = wager === undefined || wager.cites === "" ? "The sheet cites no clause for it" : wager.cites;
  return (
    <section class="odds-card wager-detail" aria-label={nameOf(odds)} data-detail={keyOf(odds)}>
      <header>
        <h2 tabIndex={-1}>
          {nameOf(odds)}
          <span class="where"> {where.join(", ")}</span>
        </h2>
        <a class="back-link" href={props.back}>
          All wagers
        </a>
      </header>
      <div class="wager-body">
        <Big odds={odds} />
        <Rows odds={odds} sheet={sheet} />
        <Exact odds={odds} />
        {odds.edge !== null && <Many sheet={sheet} odds={odds} shoe={props.shoe} />}
        {sheet.shoe && odds.edge !== null && <Counting sheet={sheet} odds={odds} shoe={props.shoe} />}
        <h3>What the checker says</h3>
        <FindingList findings={props.findings.filter((each) => each.wager === odds.wager)} nothing="Nothing about this wager." />
        <h3>Where it comes from</h3>
        <p class="odds-note">
          {clause}; {sheet.sources.map((each) => each.title).join("; ")}.
        </p>
      </div>
    </section>
  );
}
