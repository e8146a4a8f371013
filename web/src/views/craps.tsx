// web/src/views/craps.tsx - a layout that people know, over the same spots: numbers with the puck, bars for the line, hardways and propositions.
//
// It holds the wagers of the sheet "craps" by their short names. Whatever it does not know stands in the sections below, as on any felt.

import type { Wager } from "../api.ts";
import { goneTo, rowsOf } from "../decided.ts";
import { revealing } from "../live.ts";
import { gain } from "../money.ts";
import { bare, type Table } from "../table.ts";
import { Chip, sections, Sections, Spot, type Section } from "./spots.tsx";
import "./craps.css";

const NUMBERS = [4, 5, 6, 8, 9, 10];
const BARS = ["come", "dont-come", "field", "pass", "dont-pass"];
const ODDS: Record<string, string> = { pass: "pass-odds", "dont-pass": "dont-pass-odds" };
const ON_NUMBER: [string, string][] = [
  ["place", "Place"],
  ["buy", "Buy"],
  ["lay", "Lay"],
  ["come-odds", "Come odds"],
  ["dont-come-odds", "Don't odds"],
];

/** Does the table have what the layout is of? */
export function isCraps(wagers: readonly Wager[]): boolean {
  const names = new Set(wagers.map((wager) => bare(wager.wager)));
  return ["pass", "come", "field"].every((name) => names.has(name)) && NUMBERS.every((number) => names.has(`place on ${number}`));
}

/** Line bets that have gone to a number stand on it, and are paid there. */
function Travelled(props: { table: Table; number: number }) {
  const { table, number } = props;
  const there = table.bets.value.filter((bet) => goneTo(bet) === number);
  const here = revealing.value ? [] : table.ledger.value.filter((paid) => goneTo(paid.stood) === number && !paid.returned);
  const won = here.filter((paid) => paid.net > 0);
  if (there.length === 0 && won.length === 0) return null;
  return (
    <span class="travelled">
      {won.map((paid) => (
        <span key={paid.bet} class="travelled-won" data-won={paid.bet}>
          <b>
            {shortOf(paid)} {gain(paid.net)}
          </b>
          {rowsOf([paid]).map((row) => (
            <small key={row} class="spot-why row">
              {row}
            </small>
          ))}
        </span>
      ))}
      {there.map((bet) => (
        <span key={bet.bet} title={bare(bet.wager) === "come" ? "Come" : "Don't come"}>
          <small>{shortOf(bet)}</small>
          <Chip amount={bet.stake} small />
        </span>
      ))}
    </span>
  );
}

function shortOf(bet: { wager: string }): string {
  return bare(bet.wager) === "come" ? "Come" : "Don't";
}

/** The spot of odds is there for as long as what they were paid is shown. */
function wasDecided(table: Table, wager: Wager | undefined): boolean {
  return wager !== undefined && !revealing.value && table.decided(wager.wager).length > 0;
}

function NumberBox(props: { table: Table; number: number; find: (name: string) => Wager | undefined }) {
  const { table, number, find } = props;
  const on = table.now.value?.point === number;
  const spots = ON_NUMBER.flatMap(([name, label]) => {
    const wager = find(`${name} on ${number}`);
    if (wager === undefined) return [];
    // Odds on a come bet are shown where there is such a bet, or was one until now.
    const shown = !name.endsWith("odds") || table.closed(wager) === "" || table.stakeOn(wager.wager) > 0 || wasDecided(table, wager);
    return shown ? [{ wager, label }] : [];
  });
  return (
    <section class={`number ${on ? "on" : ""}`} aria-label={`Number ${number}${on ? ", the point" : ""}`}>
      <h3>
        {number}
        {on && <span class="on-puck">ON</span>}
      </h3>
      <Travelled table={table} number={number} />
      {spots.map(({ wager, label }) => (
        <Spot key={wager.wager} table={table} wager={wager} kind="mini" label={label} />
      ))}
    </section>
  );
}

export function Craps(props: { table: Table; wagers: readonly Wager[] }) {
  const { table, wagers } = props;
  const used = new Set<Wager>();
  const find = (name: string): Wager | undefined => {
    const found = wagers.find((wager) => bare(wager.wager) === name);
    if (found !== undefined) used.add(found);
    return found;
  };
  const bars = BARS.flatMap((name) => {
    const wager = find(name);
    const point = table.now.value?.point ?? 0;
    const each = ODDS[name] === undefined ? [] : NUMBERS.map((number) => ({ number, odds: find(`${ODDS[name]} on ${number}`) }));
    const odds = each.find(({ number }) => number === point) ?? each.find(({ odds: of }) => wasDecided(table, of));
    return wager === undefined ? [] : [{ wager, odds: odds?.odds }];
  });
  NUMBERS.forEach((number) => ON_NUMBER.forEach(([name]) => find(`${name} on ${number}`)));
  const hard = wagers.filter((wager) => /^(hard|big) on /.test(bare(wager.wager)));
  const once = wagers.filter((wager) => /^(any-seven|any-craps|horn|next on .*)$/.test(bare(wager.wager)));
  [...hard, ...once].forEach((wager) => used.add(wager));
  const layout: Section = {
    title: "Layout",
    plain: true,
    body: (
      <>
        <div class="numbers">
          {NUMBERS.map((number) => (
            <NumberBox key={number} table={table} number={number} find={find} />
          ))}
        </div>
        <div class="line-bars">
          {bars.map(({ wager, odds }) => (
            <div key={wager.wager} class="line-bar">
              <Spot table={table} wager={wager} kind="bar" here={(bet) => goneTo(bet) === 0} />
              {odds !== undefined && <Spot table={table} wager={odds} kind="bar" label="Odds" />}
            </div>
          ))}
        </div>
      </>
    ),
  };
  const grid = (list: readonly Wager[]) => (
    <div class="spots four">
      {list.map((wager) => (
        <Spot key={wager.wager} table={table} wager={wager} />
      ))}
    </div>
  );
  const rest = wagers.filter((wager) => !used.has(wager));
  return (
    <Sections
      sections={[layout, ...sections(table, rest), { title: "Hardways", body: grid(hard) }, { title: "Propositions", body: grid(once) }]}
    />
  );
}
