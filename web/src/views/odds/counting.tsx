// web/src/views/odds/counting.tsx - what a card counter can know and win of a wager, drawn: a bar for the removal of each rank, and units a
// shoe by cut card. The figures stand beside the marks as text.

import "./counting.css";
import { useEffect, useState } from "preact/hooks";
import type { Refusal } from "../../api.ts";
import { keyOf, type Odds, type Sheet } from "./calls.ts";
import { ticks } from "./charts.tsx";
import { settings } from "./choices.ts";
import { count, curve, question, type Count, type Cut } from "./count.ts";
import { RANKS } from "./shoe.tsx";

const MINUS = "\u2212";

// ---- effects of removal ----

/** In thousandths of a unit, with a sign. */
function thousandths(effect: number): string {
  const shown = (1000 * Math.abs(effect)).toFixed(3);
  if (!/[1-9]/.test(shown)) return "0.000";
  return (effect < 0 ? MINUS : "+") + shown;
}

const article = (rank: string) => (rank === "A" || rank === "8" ? "an" : "a");
const named = (rank: string) => `${article(rank)} ${{ A: "ace", J: "jack", Q: "queen", K: "king" }[rank] ?? rank}`;

function effectWords(effects: readonly (number | null)[]): string {
  const ranked = RANKS.map((rank, i) => ({ rank, effect: effects[i] ?? 0 })).sort((a, b) => b.effect - a.effect);
  const [best, worst] = [ranked[0]!, ranked[ranked.length - 1]!];
  return (
    `The removal of ${named(best.rank)} changes what a unit is expected to win by ${thousandths(best.effect)} thousandths, ` +
    `that of ${named(worst.rank)} by ${thousandths(worst.effect)}. These are exact, not sampled.`
  );
}

/** A bar to the right of the middle where the player gains, to the left where he loses. */
function EffectBar(props: { effect: number; most: number }) {
  const wide = props.most === 0 ? 0 : (Math.abs(props.effect) / props.most) * 98;
  return (
    <svg viewBox="0 0 200 10" preserveAspectRatio="none" aria-hidden="true">
      <rect x={props.effect < 0 ? 100 - wide : 100} y={0} width={wide} height={10} class={props.effect < 0 ? "less" : "more"} />
      <line x1={100} x2={100} y1={-5} y2={15} class="zero" />
    </svg>
  );
}

function Effects(props: { effects: readonly (number | null)[] }) {
  const most = Math.max(...props.effects.map((each) => Math.abs(each ?? 0)));
  if (most === 0)
    return (
      <>
        <h3>One card less</h3>
        <p class="spread-words" data-effect-words>
          No single card makes a difference: whatever the first one is that leaves the shoe, the wager is worth what it was.
        </p>
      </>
    );
  return (
    <>
      <h3>One card less, in thousandths of a unit</h3>
      <table class="effects" aria-label="Effects of removal, in thousandths of a unit">
        <tbody>
          {RANKS.map((rank, i) => {
            const effect = props.effects[i] ?? null;
            return (
              <tr key={rank} data-effect={rank}>
                <th scope="row">{rank}</th>
                <td class="bar">{effect !== null && <EffectBar effect={effect} most={most} />}</td>
                <td class="figure">{effect === null ? "none left" : thousandths(effect)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <p class="spread-words" data-effect-words>
        {effectWords(props.effects)}
      </p>
    </>
  );
}

// ---- exposure ----

const PLOT = { wide: 560, high: 260, left: 86, right: 18, top: 14, bottom: 58 };

const units = (value: number) => value.toFixed(value < 0.01 ? 4 : 3);
const plusMinus = ({ perfect }: Cut) =>
  perfect.per_shoe < 0.00005 ? "less than 0.0001" : `${units(perfect.per_shoe)} \u00b1 ${units(2 * perfect.se)}`;

/** On the scale, where all numbers may be very small. */
const scaled = (value: number) => String(Number(value.toPrecision(3)));

function exposureWords(cuts: readonly Cut[]): string {
  const [deepest, shallowest] = [cuts[0]!, cuts[cuts.length - 1]!];
  const { frequency, edge } = deepest.perfect;
  if (deepest.perfect.per_shoe === 0)
    return `With ${deepest.cut} cards behind the cut card there was no round before which the wager was worth a bet.`;
  const most =
    `Somebody who knows every card that was seen, and bets a unit whenever the rest of the shoe is good for it, wins ` +
    `${plusMinus(deepest)} units a shoe with ${deepest.cut} cards behind the cut card: in ${(100 * frequency).toFixed(2)}\u00a0% of the ` +
    `rounds, with an edge of ${(100 * edge).toFixed(2)}\u00a0%.`;
  return cuts.length === 1 ? most : `${most} With ${shallowest.cut} cards behind it, ${plusMinus(shallowest)}.`;
}

function scales(cuts: readonly Cut[]) {
  const high = Math.max(...cuts.map(({ perfect }) => perfect.per_shoe + 2 * perfect.se)) || 1;
  const [from, to] = [cuts[0]!.cut, cuts[cuts.length - 1]!.cut];
  const x = (cut: number) => PLOT.left + ((cut - from) / (to - from)) * (PLOT.wide - PLOT.left - PLOT.right);
  const y = (value: number) => PLOT.top + ((high - Math.max(0, value)) / high) * (PLOT.high - PLOT.top - PLOT.bottom);
  return { high, x, y };
}

/** Cut cards that are named below: the ends and some between. */
function namedCuts(cuts: readonly Cut[]): number[] {
  const last = cuts.length - 1;
  return [...new Set([0, Math.round(last / 3), Math.round((2 * last) / 3), last])].map((i) => cuts[i]!.cut);
}

function ExposureChart(props: { cuts: readonly Cut[] }) {
  const { cuts } = props;
  const { high, x, y } = scales(cuts);
  const edge = (errors: number) => cuts.map(({ cut, perfect }) => `${x(cut)},${y(perfect.per_shoe + errors * perfect.se)}`);
  return (
    <svg class="exposure-chart" viewBox={`0 0 ${PLOT.wide} ${PLOT.high}`} role="img" aria-label={exposureWords(cuts)}>
      {ticks(0, high).map((value) => (
        <g key={value}>
          <line x1={PLOT.left} x2={PLOT.wide - PLOT.right} y1={y(value)} y2={y(value)} class={value === 0 ? "zero" : "rule"} />
          <text x={PLOT.left - 8} y={y(value) + 5} class="scale" text-anchor="end">
            {scaled(value)}
          </text>
        </g>
      ))}
      <polygon class="band" points={[...edge(2), ...edge(-2).reverse()].join(" ")} />
      <polyline class="curve" points={edge(0).join(" ")} />
      {cuts.map(({ cut, perfect }) => (
        <circle key={cut} cx={x(cut)} cy={y(perfect.per_shoe)} r={3.5} data-cut={cut} data-units={perfect.per_shoe} data-se={perfect.se}>
          <title>{`${cut} cards behind the cut card: ${units(perfect.per_shoe)} units a shoe`}</title>
        </circle>
      ))}
      {namedCuts(cuts).map((cut) => (
        <text key={cut} x={x(cut)} y={PLOT.high - PLOT.bottom + 25} class="scale" text-anchor="middle">
          {cut}
        </text>
      ))}
      <text x={(PLOT.left + PLOT.wide - PLOT.right) / 2} y={PLOT.high - 8} class="scale" text-anchor="middle">
        cards behind the cut card
      </text>
    </svg>
  );
}

function Exposure(props: { found: Count }) {
  const cuts = curve(props.found);
  if (cuts.length === 0) return null;
  return (
    <>
      <h3>What a card counter wins, in units a shoe</h3>
      {cuts.length > 1 && cuts[0]!.perfect.per_shoe > 0 && <ExposureChart cuts={cuts} />}
      <p class="spread-words" data-exposure-words>
        {exposureWords(cuts)} In the mean of {(props.found.shoes ?? 0).toLocaleString("en")} dealt shoes, seed {props.found.seed}; the
        band, and what stands behind {"\u00b1"}, is two standard errors. No counting system wins more.
      </p>
    </>
  );
}

// ---- both ----

/** Of this wager; while a shoe changes, `stale` says that it is still of the one before. */
function useCount(sheet: Sheet, odds: Odds, shoe: string | undefined) {
  const [turn, setTurn] = useState(0);
  const what = JSON.stringify([sheet.hash, keyOf(odds), settings(odds, ["decks"])]);
  const now = JSON.stringify([odds.options["decks"], shoe]);
  const [found, setFound] = useState<{ what: string; now: string; count: Count | null } | null>(null);
  const [problem, setProblem] = useState<Refusal | null>(null);
  useEffect(() => {
    let current = true;
    const timer = setTimeout(() => {
      count(question(sheet, odds, shoe), odds, () => current).then(
        (answer) => current && (setFound({ what, now, count: answer }), setProblem(null)),
        (refusal: Refusal) => current && setProblem(refusal),
      );
    }, 60);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [what, now, turn]);
  const again = () => (setProblem(null), setTurn((before) => before + 1));
  return { counted: found?.what === what ? found.count : null, stale: found?.now !== now, problem, again };
}

/** Of a wager that is dealt from a shoe and has all its pays. */
export function Counting(props: { sheet: Sheet; odds: Odds; shoe: string | undefined }) {
  const { counted, stale, problem, again } = useCount(props.sheet, props.odds, props.shoe);
  if (problem !== null)
    return (
      <p class="odds-note bad" role="alert">
        {problem.words}{" "}
        <button class="button plain" onClick={again}>
          Try again
        </button>
      </p>
    );
  if (counted === null || counted.eor === null)
    return <p class="odds-note">{stale ? "Dealing shoes …" : "No card of it can be counted."}</p>;
  return (
    <div class={`many counting ${stale ? "stale" : ""}`} aria-busy={stale} data-counting={keyOf(props.odds)}>
      <Effects effects={counted.eor} />
      {props.shoe === undefined ? (
        <Exposure found={counted} />
      ) : (
        <p class="spread-words">From this shoe. Put all cards back to see what a counter wins from fresh ones.</p>
      )}
    </div>
  );
}
