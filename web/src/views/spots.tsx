// web/src/views/spots.tsx - the felt: a spot for each wager of the sheets, in sections, whatever the sheet is.

import { signal } from "@preact/signals";
import { useState } from "preact/hooks";
import type { Bet, Memory, Wager } from "../api.ts";
import { rowsOf } from "../decided.ts";
import { revealing } from "../live.ts";
import { useModal } from "../modal.ts";
import { chipText, gain, money, percent, share } from "../money.ts";
import { bare, fullName, type Table } from "../table.ts";
import { BetList, wouldPay } from "./bets.tsx";
import { OthersOn } from "./others.tsx";
import "./spots.css";

/** The wager whose rules are read. */
export const reading = signal<{ wager: string } | null>(null);

export function Chip(props: { amount: number; small?: boolean }) {
  const credits = props.amount / 100;
  const kind = credits >= 500 ? "red" : credits >= 100 ? "black" : credits >= 25 ? "blue" : "green";
  return (
    <span class={`chip ${kind} ${props.small === true ? "small" : ""}`} aria-hidden="true">
      <span>{chipText(props.amount)}</span>
    </span>
  );
}

/** The pays of a wager for a spot: "40 to 1", or "40 · 10 · 5" where there are several. */
export function paysOf(wager: Wager): string {
  const wins = wager.rows.filter((row) => row.kind === "wins").map((row) => row.short ?? row.pays.replace(/^pays /, ""));
  const different = [...new Set(wins)];
  if (different.length <= 1) return different[0] ?? "";
  return different.map((pay) => pay.replace(/ (to|for) 1$/, "")).slice(0, 5).join(" · ") + (different.length > 5 ? " …" : "");
}

/** The exact fraction, on demand: numbers too long for a line break where they must. */
function Fraction(props: { text: string }) {
  return (
    <details class="fraction">
      <summary>as a fraction</summary>
      <code>{props.text}</code>
    </details>
  );
}

/** The rules of a wager in words, with its clauses and its exact edge. */
function RulesOf(props: { table: Table; wager: Wager; close: () => void }) {
  const { wager } = props;
  const closed = props.table.closed(wager);
  const now = props.table.edgeNow(wager);
  const stands = props.table.bets.value.flatMap((bet) => {
    const worth = bet.wager === wager.wager ? props.table.worth(bet) : undefined;
    return worth === undefined ? [] : [{ bet, worth }];
  });
  const own = props.table.bets.value.filter((bet) => bet.wager === wager.wager);
  const terms = [wager.needs_words, wager.most_words, wager.vig_words, wager.may_words].filter((text) => text !== undefined && text !== "");
  return (
    <>
      <h2 id="rules-title">{fullName(wager)}</h2>
      <dl>
        <dt>Stakes</dt>
        <dd>
          {money(wager.min)} to {money(wager.max)}, in steps of {money(wager.chip)}
        </dd>
        <dt>{props.table.rolls ? "House edge" : "House edge, fresh shoe"}</dt>
        <dd>
          {wager.edge_percent === undefined ? "not known" : percent(wager.edge_percent, 4)}
          {wager.edge !== undefined && <Fraction text={wager.edge} />}
        </dd>
        {now !== undefined && (
          <>
            <dt>{props.table.rolls ? "As the puck stands" : "This shoe as it stands"}</dt>
            <dd>
              {percent(String(100 * now.edge_decimal), 4)}
              <Fraction text={now.edge} />
            </dd>
          </>
        )}
        {stands.map(({ bet, worth }) => (
          <>
            <dt key={bet.bet}>Your {money(bet.stake)} is worth</dt>
            <dd>
              {money(share(bet.stake, worth.worth))} now
              <Fraction text={`${worth.worth} for each unit`} />
            </dd>
          </>
        ))}
        {wager.placed !== undefined && (
          <>
            <dt>Placed</dt>
            <dd>{wager.placed}</dd>
          </>
        )}
        {terms.length > 0 && (
          <>
            <dt>Terms</dt>
            <dd>{terms.join("; ")}</dd>
          </>
        )}
      </dl>
      <table class="rows">
        <thead>
          <tr>
            <th scope="col">When</th>
            <th scope="col">Pays</th>
          </tr>
        </thead>
        <tbody>
          {wager.rows.map((row, i) => (
            <tr key={i} class={row.kind}>
              <td>
                {row.when}
                {row.cites !== undefined && <small>{row.cites}</small>}
              </td>
              <td>{row.pays.replace(/^pays /, "")}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="source">
        The first row that fits decides. Sheet {wager.sheet}
        {wager.cites !== undefined && `, ${wager.cites}`}.
      </p>
      {own.length > 0 && (
        <section class="own" aria-label="Your bets on it">
          <h3>Your bets on it</h3>
          <BetList table={props.table} bets={own} />
        </section>
      )}
      {closed !== "" && <p class="warn">Closed now: {closed}.</p>}
      <button class="button ink" onClick={props.close}>
        Close
      </button>
    </>
  );
}

export function Rules(props: { table: Table }) {
  const { dialog, closed } = useModal(reading);
  const wager = reading.value === null ? undefined : props.table.wager(reading.value.wager);
  const close = () => dialog.current?.close();
  return (
    <dialog class="rules" ref={dialog} aria-labelledby="rules-title" onClose={closed} onClick={(event) => event.target === dialog.current && close()}>
      {wager !== undefined && <RulesOf table={props.table} wager={wager} close={close} />}
    </dialog>
  );
}

/** Totals that have come, lit; counts as bars. */
export function Progress(props: { has: readonly Memory[]; up: boolean }) {
  const totals = props.has.filter((memory) => memory.kind === "come");
  const counts = props.has.filter((memory) => memory.kind === "count");
  if (totals.length === 0 && counts.length === 0) return null;
  const lit = totals.filter((memory) => (memory.value ?? 0) > 0).map((memory) => memory.name);
  return (
    <span class="progress">
      {totals.length > 0 && (
        <span class="lights" role="img" aria-label={`${lit.length} of ${totals.length} have come${lit.length > 0 ? `: ${lit.join(", ")}` : ""}`}>
          {totals.map((memory) => (
            <i key={memory.name} class={(memory.value ?? 0) > 0 ? "lit" : ""}>
              {memory.name}
            </i>
          ))}
        </span>
      )}
      {counts.map((memory) => (
        <span key={memory.name} class="count">
          <small>
            {memory.name}: {memory.value ?? 0} of {memory.most}
          </small>
          <span class="bars" aria-hidden="true">
            {Array.from({ length: Math.min(12, memory.most ?? 0) }, (_, i) => (
              <i key={i} class={i < (memory.value ?? 0) ? "lit" : ""} />
            ))}
          </span>
        </span>
      ))}
    </span>
  );
}

interface SpotProps {
  table: Table;
  wager: Wager;
  kind?: "base" | "bar" | "mini";
  label?: string;
  /** Which of the bets on the wager lie on this spot, or lay there when they were decided; where nothing is said, all. */
  here?: (bet: Bet) => boolean;
}

/** "1–500", in credits; not "1 to 500", which would read like a pay. */
function limitsOf(wager: Wager): string {
  return `stakes ${chipText(wager.min)}\u2013${chipText(wager.max)}`;
}

/** Player is blue, banker red, tie green, everywhere. */
function toneOf(wager: Wager): string {
  const word = wager.side ?? bare(wager.wager);
  return ["player", "banker", "tie", "pass"].includes(word) ? word : "";
}

/** Classes by name, and those that hold now. */
function classesOf(name: string, kind: string | undefined, tone: string, now: Record<string, boolean>): string {
  const holds = Object.keys(now).filter((word) => now[word] === true);
  return [name, kind ?? "", tone, ...holds].filter((word) => word !== "").join(" ");
}

export function Spot(props: SpotProps) {
  const { table, wager } = props;
  const name = fullName(wager);
  const own = table.bets.value.filter((bet) => bet.wager === wager.wager && props.here?.(bet) !== false);
  const stake = own.reduce((sum, bet) => sum + bet.stake, 0);
  const paid = revealing.value ? [] : table.decided(wager.wager, props.here);
  const net = paid.reduce((sum, each) => sum + each.net, 0);
  const won = paid.length > 0 && net > 0;
  const lost = paid.length > 0 && net < 0;
  const rows = rowsOf(paid);
  const pushed = rows.length === 1 && net === 0;
  const state = table.now.value;
  const closed = table.closed(wager);
  const shut = !wager.open;
  const waits = state?.stage !== "betting" || state.status !== "open" || revealing.value || closed !== "";
  const live = table.rolls ? undefined : table.edgeNow(wager);
  const edge = live === undefined ? percent(wager.edge_percent ?? "") : `${percent(String(100 * live.edge_decimal))} now`;
  const worth = own.map((bet) => table.worth(bet)).find((each) => each !== undefined);
  const has = own.find((bet) => bet.has !== undefined)?.has ?? wager.remembers ?? [];
  const follows = props.kind === undefined && has.some((memory) => memory.kind !== "point");
  return (
    <div
      class={classesOf("spot", props.kind, toneOf(wager), {
        closed: closed !== "" && stake === 0,
        shut,
        waits,
        won,
        lost,
        follows,
      })}
      data-wager={wager.wager}
    >
      <button
        class="spot-bet"
        aria-disabled={waits}
        onClick={() => (waits ? closed !== "" && (table.said.value = `${name} is closed: ${closed}.`) : void table.bet(wager.wager))}
        onContextMenu={(event) => {
          event.preventDefault();
          reading.value = { wager: wager.wager };
        }}
        onKeyDown={(event) => {
          if (event.key === "?" || event.key === "i") reading.value = { wager: wager.wager };
        }}
      >
        <span class="spot-name">
          {props.label ?? name}
          {props.label !== undefined && wager.side !== undefined && <span class="hear"> {wager.side}</span>}
        </span>
        <span class="spot-pay">
          <b>{shut ? "closed" : paysOf(wager).replace(props.kind === "mini" ? / less.*$/ : "", "")}</b>
          <small>
            {!shut && <span class="hear">edge </span>}
            {shut ? closed : edge}
          </small>
          {won && props.kind === "mini" && (
            <span class="mini-won" aria-hidden="true">
              {gain(net)}
            </span>
          )}
          {!shut && (
            <small class={props.kind === "mini" ? "hear" : "spot-limits"}>
              {limitsOf(wager)}
            </small>
          )}
        </span>
        {stake > 0 && <span class="hear">your stake {money(stake)}</span>}
        {won && <span class="hear">won {money(net)}</span>}
        {pushed && <small class="spot-why">pushes</small>}
        {!shut && closed !== "" && stake === 0 && props.kind !== "mini" && <small class="spot-why">{closed}</small>}
        {(won || rows.length > 1) &&
          rows.map((row) => (
            <small key={row} class="spot-why row">
              {row}
            </small>
          ))}
        {follows && <Progress has={has} up={stake > 0} />}
        {follows && stake > 0 && (
          <small class="spot-worth">
            {wouldPay(wager, own[0]!)}
            {worth !== undefined && `, worth ${worth.worth_decimal.toFixed(2)} a unit`}
          </small>
        )}
      </button>
      {won && props.kind !== "mini" && <span class="spot-won" aria-hidden="true">{gain(net)}</span>}
      {stake > 0 && (
        <span class={own.every((bet) => bet.off) ? "stack off" : "stack"}>
          <Chip amount={stake} small />
        </span>
      )}
      <OthersOn table={table} wager={wager.wager} />
      <button class="spot-rules" aria-label={`Rules of ${name}`} onClick={() => (reading.value = { wager: wager.wager })}>
        ?
      </button>
    </div>
  );
}

export interface Section {
  title: string;
  body: preact.ComponentChildren;
  spots?: number; // where there are few, sections stand side by side
  plain?: boolean; // it needs no title where all are seen
}

/** A sheet that was posted has no file's name: the private table is called as it is. */
function sheetTitle(table: Table, sheet: string): string {
  const state = table.now.value;
  return state?.private === true && sheet === "posted" ? state.name : sheet.replace(/-/g, " ");
}

/** Sections of spots: by the sheet, and by the groups that it makes. */
export function sections(table: Table, wagers: readonly Wager[]): Section[] {
  const found = new Map<string, Wager[]>();
  for (const wager of wagers) {
    const title = wager.group !== undefined && wager.group !== "" ? wager.group : sheetTitle(table, wager.sheet);
    found.set(title, [...(found.get(title) ?? []), wager]);
  }
  return [...found].map(([title, list]) => ({
    title,
    spots: list.length,
    body: (
      <div class="spots">
        {list.map((wager) => (
          <Spot key={wager.wager} table={table} wager={wager} />
        ))}
      </div>
    ),
  }));
}

/** One below the other where there is room; on a phone one at a time, behind tabs. */
export function Sections(props: { sections: readonly Section[] }) {
  const all = props.sections;
  const [chosen, choose] = useState(0);
  return (
    <>
      {all.length > 1 && (
        <div class="tabs" role="group" aria-label="Groups of wagers">
          {all.map((section, i) => (
            <button key={section.title} aria-pressed={i === chosen} onClick={() => choose(i)}>
              {section.title}
            </button>
          ))}
        </div>
      )}
      <div class="sections">
        {all.map((section, i) => (
          <section
            key={section.title}
            class={classesOf("spots-section", `of-${Math.min(4, section.spots ?? 4)}`, "", { plain: section.plain === true, chosen: i === chosen })}
            aria-label={section.title}
          >
            <h2>{section.title}</h2>
            {section.body}
          </section>
        ))}
      </div>
    </>
  );
}
