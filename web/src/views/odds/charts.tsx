// web/src/views/odds/charts.tsx - pictures of a wager: what it pays how often, and where many bets end. Marks of SVG; the figures stand
// beside them as text.

import { decimal, fraction, net, percent, roughly } from "../../fraction.ts";
import type { Odds, Spread } from "./calls.ts";

const BAR = 30;
const LEFT = 74;
const WIDE = 560;
const RIGHT = 118;

/** The power of ten at or below the least probability: where the scale begins. */
function floorOf(chances: readonly number[]): number {
  return Math.min(-1, ...chances.filter((chance) => chance > 0).map((chance) => Math.floor(Math.log10(chance))));
}

/** Each net win with its probability, on a scale of powers of ten. */
export function PayChart(props: { nets: NonNullable<Odds["nets"]> }) {
  const nets = props.nets.map((each) => ({ net: fraction(each.net), chance: fraction(each.probability) }));
  const from = floorOf(nets.map((each) => roughly(each.chance)));
  const across = (chance: number) => (Math.max(0, Math.log10(Math.max(chance, 1e-12)) - from) / -from) * (WIDE - LEFT - RIGHT);
  const height = nets.length * BAR + 26;
  const words = nets.map((each) => `${net(each.net)} with ${percent(each.chance)}`).join(", ");
  const tens = Array.from({ length: -from + 1 }, (_, i) => from + i).filter((power) => -from <= 6 || power % 2 === 0);
  return (
    <svg class="pay-chart" viewBox={`0 0 ${WIDE} ${height}`} role="img" aria-label={`Net win of a unit: ${words}`}>
      {tens.map((power) => {
        const x = LEFT + across(10 ** power);
        return (
          <g key={power}>
            <line x1={x} x2={x} y1={0} y2={nets.length * BAR} class="rule" />
            <text x={x} y={height - 8} class="scale" text-anchor="middle">
              {power === 0 ? "1" : `1 in ${decimal({ above: 10n ** BigInt(-power), below: 1n }, 0)}`}
            </text>
          </g>
        );
      })}
      {nets.map((each, i) => {
        const width = Math.max(2, across(roughly(each.chance)));
        const kind = each.net.above < 0n ? "loss" : each.net.above === 0n ? "push" : "win";
        return (
          <g key={i}>
            <text x={LEFT - 10} y={i * BAR + 20} class="name" text-anchor="end">
              {net(each.net)}
            </text>
            <rect x={LEFT} y={i * BAR + 5} width={width} height={BAR - 10} rx={3} class={kind} />
            <text x={LEFT + width + 8} y={i * BAR + 20} class="value">
              {percent(each.chance)}
            </text>
          </g>
        );
      })}
    </svg>
  );
}

const FAN = { wide: 560, high: 230, left: 64, right: 14, top: 12, bottom: 30 };

/** Numbers for a scale: some round ones from `low` to `high`. */
export function ticks(low: number, high: number): number[] {
  const rough = (high - low) / 4;
  const ten = 10 ** Math.floor(Math.log10(Math.max(rough, 1e-9)));
  const step = [1, 2, 5, 10].map((each) => each * ten).find((each) => each >= rough) ?? 10 * ten;
  const found: number[] = [];
  for (let at = Math.ceil(low / step) * step; at <= high + step / 1e6; at += step) found.push(Math.abs(at) < step / 1e6 ? 0 : at);
  return found;
}

export function short(value: number): string {
  return value.toLocaleString("en", { maximumFractionDigits: 2 }).replace("-", "\u2212");
}

function anchor(at: number, end: number): "start" | "middle" | "end" {
  if (at === 0) return "start";
  return at === end ? "end" : "middle";
}

const BANDS: [number, number, string][] = [
  [1, 99, "band-3"],
  [5, 95, "band-2"],
  [25, 75, "band-1"],
];

/** Where bets end after ever more of them: half of all cases are in the darkest band, 98 of 100 in the lightest. */
export function SpreadChart(props: { spreads: readonly Spread[] }) {
  const all = [...props.spreads];
  const last = all[all.length - 1]!;
  const at = (spread: Spread, wanted: number) => roughly(fraction(spread.quantiles.find((each) => each.percent === wanted)!.net));
  const ends = all.flatMap((spread) => [at(spread, 1), at(spread, 99)]);
  const [low, high] = [Math.min(0, ...ends), Math.max(0, ...ends)];
  const x = (rounds: number) => FAN.left + (rounds / last.rounds) * (FAN.wide - FAN.left - FAN.right);
  const y = (value: number) => FAN.top + ((high - value) / (high - low || 1)) * (FAN.high - FAN.top - FAN.bottom);
  const line = (wanted: number) => [`${x(0)},${y(0)}`, ...all.map((spread) => `${x(spread.rounds)},${y(at(spread, wanted))}`)];
  const label =
    `After ${last.rounds} bets of a unit, 98 of 100 end between ${short(at(last, 1))} and ${short(at(last, 99))}, ` +
    `half between ${short(at(last, 25))} and ${short(at(last, 75))}`;
  return (
    <svg class="spread-chart" viewBox={`0 0 ${FAN.wide} ${FAN.high}`} role="img" aria-label={label}>
      {ticks(low, high).map((value) => (
        <g key={value}>
          <line x1={FAN.left} x2={FAN.wide - FAN.right} y1={y(value)} y2={y(value)} class={value === 0 ? "zero" : "rule"} />
          <text x={FAN.left - 8} y={y(value) + 4} class="scale" text-anchor="end">
            {short(value)}
          </text>
        </g>
      ))}
      {BANDS.map(([from, to, name]) => (
        <polygon key={name} class={name} points={[...line(from), ...line(to).reverse()].join(" ")} />
      ))}
      <polyline class="median" points={line(50).join(" ")} />
      {[0, last.rounds / 2, last.rounds].map((rounds) => (
        <text key={rounds} x={x(rounds)} y={FAN.high - 8} class="scale" text-anchor={anchor(rounds, last.rounds)}>
          {short(Math.round(rounds))} {rounds === last.rounds ? "bets" : ""}
        </text>
      ))}
    </svg>
  );
}
