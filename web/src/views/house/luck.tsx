// web/src/views/house/luck.tsx - what each wager has kept for the house against its exact edge, and how improbable that is.

import { useState } from "preact/hooks";
import { gain, money, percent, thousands } from "../../money.ts";
import type { Edge, Edges, Luck } from "./calls.ts";
import { usePoll } from "./poll.ts";
import { Card, Figures, Loaded } from "./states.tsx";

const VERDICTS: Record<Luck["verdict"], [string, string]> = {
  unknown: ["No exact edge", ""],
  early: ["Too early to tell", "early"],
  within: ["Luck", "good"],
  unusual: ["Unusual", "early"],
  hardly: ["Hardly luck", "bad"],
  not: ["Not luck", "bad"],
};

/** 0.0123456 is "1.2346 %". */
export function share(value: number | undefined): string {
  return value === undefined ? "" : percent((100 * value).toString(), 4);
}

/** "once in 370", for people who read no decimals. */
export function once(chance: number | undefined): string {
  if (chance === undefined) return "";
  if (chance <= 0) return "next to never";
  const times = 1 / chance;
  if (times < 1.005) return "nearly always";
  return `once in ${times < 10 ? times.toFixed(1) : thousands(Math.round(times))}`;
}

/** Where the realised share lies among those that luck makes: four deviations on either side of what is exact. */
function Scale(props: { z: number; verdict: Luck["verdict"] }) {
  const at = 60 + 15 * Math.max(-3.8, Math.min(3.8, props.z));
  return (
    <svg class="luck-scale" viewBox="0 0 120 16" role="img" aria-label={`${props.z.toFixed(2)} standard deviations`}>
      <rect class="far" x="0" y="6" width="120" height="4" rx="2" />
      <rect class="near" x="30" y="6" width="60" height="4" />
      <line x1="60" y1="2" x2="60" y2="14" />
      <circle class={props.verdict} cx={at} cy="8" r="5" />
    </svg>
  );
}

export function Verdict(props: { luck: Luck }) {
  const [words, kind] = VERDICTS[props.luck.verdict];
  return <span class={`house-status ${kind}`}>{words}</span>;
}

function Row(props: { table: string; edge: Edge }) {
  const { table, edge } = props;
  return (
    <tr data-edge={`${table} ${edge.wager}`}>
      <th scope="row">
        {edge.wager}
        <small>
          <a href={`#/house/table/${table}`}>{table}</a>
        </small>
      </th>
      <td data-label="Bets" class="num">
        {edge.bets}
      </td>
      <td data-label="Staked" class="num">
        {money(edge.staked)}
      </td>
      <td data-label="House" class="num kept">
        {gain(edge.staked - edge.paid)}
      </td>
      <td data-label="Realised" class="num">
        {share(edge.realised)}
      </td>
      <td data-label="Exact" class="num">
        {share(edge.exact)}
      </td>
      <td data-label="Luck">
        {edge.z !== undefined && edge.verdict !== "unknown" && <Scale z={edge.z} verdict={edge.verdict} />}
        <small>{edge.verdict === "unknown" ? "" : `so far from exact ${once(edge.chance)}`}</small>
      </td>
      <td>
        <Verdict luck={edge} />
      </td>
    </tr>
  );
}

type Line = { table: string; edge: Edge };
const ORDERS: Record<string, (a: Line, b: Line) => number> = {
  rare: (a, b) => (a.edge.chance ?? 2) - (b.edge.chance ?? 2),
  staked: (a, b) => b.edge.staked - a.edge.staked,
  kept: (a, b) => b.edge.staked - b.edge.paid - (a.edge.staked - a.edge.paid),
  table: (a, b) => a.table.localeCompare(b.table) || a.edge.number - b.edge.number,
};

function Table(props: { lines: Line[] }) {
  return (
    <table class="house-rows">
      <thead>
        <tr>
          <th scope="col">Wager</th>
          <th scope="col" class="num">
            Bets
          </th>
          <th scope="col" class="num">
            Staked
          </th>
          <th scope="col" class="num">
            House
          </th>
          <th scope="col" class="num">
            Realised
          </th>
          <th scope="col" class="num">
            Exact
          </th>
          <th scope="col">Luck</th>
          <td />
        </tr>
      </thead>
      <tbody>
        {props.lines.map(({ table, edge }) => (
          <Row key={`${table} ${edge.number}`} table={table} edge={edge} />
        ))}
      </tbody>
    </table>
  );
}

function Sums(props: { lines: Line[] }) {
  const staked = props.lines.reduce((sum, { edge }) => sum + edge.staked, 0);
  const kept = props.lines.reduce((sum, { edge }) => sum + edge.staked - edge.paid, 0);
  const due = props.lines.reduce((sum, { edge }) => sum + (edge.exact ?? 0) * edge.staked, 0);
  return (
    <Figures
      all={[
        { name: "staked", figure: money(staked), words: "staked and decided" },
        { name: "kept", figure: gain(kept), words: "kept by the house" },
        { name: "due", figure: gain(Math.round(due)), words: "to be expected by the exact edges" },
      ]}
    />
  );
}

export function LuckView() {
  const polled = usePoll<Edges>("/api/house/edges", 5000);
  const [order, setOrder] = useState("rare");
  const side = (
    <label class="order">
      Order by{" "}
      <select value={order} onChange={(event) => setOrder(event.currentTarget.value)}>
        <option value="rare">how rare</option>
        <option value="staked">staked</option>
        <option value="kept">kept</option>
        <option value="table">table</option>
      </select>
    </label>
  );
  return (
    <Card title="Realised against exact edge" side={side}>
      <Loaded polled={polled} waiting="Adding up what was decided …">
        {({ tables }) => {
          const lines = tables.flatMap(({ table, wagers }) => wagers.map((edge) => ({ table, edge }))).sort(ORDERS[order]!);
          if (lines.length === 0) return <p class="house-note">No bet was decided yet under the setups that are in force.</p>;
          return (
            <>
              <Sums lines={lines} />
              <p class="house-note">
                Since each table has its setup. The green part of a scale is two standard deviations on either side of the exact edge.
                {tables.some(({ complete }) => !complete) && " Some chains are still being read; the sums will grow."}
              </p>
              <Table lines={lines} />
            </>
          );
        }}
      </Loaded>
    </Card>
  );
}
