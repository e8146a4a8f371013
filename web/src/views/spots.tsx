// web/src/views/spots.tsx - the felt: a spot for each wager of the sheets, in sections, whatever the sheet is.

import { useState } from "preact/hooks";
import type { Wager } from "../api.ts";
import { chipText, gain, money, percent } from "../money.ts";
import type { Table } from "../table.ts";
import { revealing } from "../live.ts";

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
  const wins = wager.rows.map((row) => row.pays).filter((pay) => /\d/.test(pay)).map((pay) => pay.replace(/^pays /, ""));
  const different = [...new Set(wins)];
  if (different.length <= 1) return different[0] ?? "";
  return different.map((pay) => pay.replace(/ (to|for) 1$/, "")).slice(0, 5).join(" · ") + (different.length > 5 ? " …" : "");
}

function Rules(props: { wager: Wager; close: () => void }) {
  const { wager } = props;
  return (
    <div class="sheet-back" onClick={props.close}>
      <dialog class="rules" open aria-label={`Rules of ${wager.name}`} onClick={(event) => event.stopPropagation()}>
        <h2>{wager.name}</h2>
        <dl>
          <dt>Stakes</dt>
          <dd>
            {money(wager.min)} to {money(wager.max)}, in steps of {money(wager.chip)}
          </dd>
          <dt>House edge</dt>
          <dd>
            {wager.edge_percent === "" ? "not known" : percent(wager.edge_percent, 4)} {wager.edge !== "" && <code>{wager.edge}</code>}
          </dd>
        </dl>
        <ol>
          {wager.rows.map((row, i) => (
            <li key={i}>
              <span>{row.when}</span>
              <b>{row.pays}</b>
              {row.cites !== undefined && <small>{row.cites}</small>}
            </li>
          ))}
        </ol>
        {wager.reason !== undefined && wager.reason !== "" && <p class="warn">{wager.reason}</p>}
        <button class="button ink" onClick={props.close} autofocus>
          Close
        </button>
      </dialog>
    </div>
  );
}

export function Spot(props: { table: Table; wager: Wager; base?: boolean }) {
  const { table, wager } = props;
  const [open, setOpen] = useState(false);
  const stake = table.bets.value.filter((bet) => bet.wager === wager.wager).reduce((sum, bet) => sum + bet.stake, 0);
  const progress = table.bets.value.find((bet) => bet.wager === wager.wager)?.progress;
  const paid = revealing.value ? [] : table.ledger.value.filter((each) => each.wager === wager.wager);
  const net = paid.reduce((sum, each) => sum + each.net, 0);
  const won = paid.length > 0 && net > 0;
  const state = table.now.value;
  const closed = !wager.open;
  const waits = state?.stage !== "betting" || state.status !== "open" || revealing.value;
  const says = closed ? `closed: ${wager.reason ?? ""}` : `${paysOf(wager)}, edge ${percent(wager.edge_percent)}`;
  return (
    <div class={`spot ${props.base === true ? `base ${wager.wager}` : ""} ${closed ? "closed" : ""} ${won ? "won" : ""}`}>
      <button
        class="spot-bet"
        disabled={closed}
        aria-disabled={waits}
        aria-label={`${wager.name}, ${says}${stake > 0 ? `, your stake ${money(stake)}` : ""}`}
        onClick={() => !waits && void table.bet(wager.wager)}
        onContextMenu={(event) => {
          event.preventDefault();
          setOpen(true);
        }}
        onKeyDown={(event) => {
          if (event.key === "?" || event.key === "i") setOpen(true);
        }}
      >
        <span class="spot-name">{wager.name}</span>
        <span class="spot-pay">
          <b>{closed ? "closed" : paysOf(wager)}</b>
          <small>{closed ? wager.reason : percent(wager.edge_percent)}</small>
        </span>
        {progress !== undefined && <small class="spot-progress">{progress}</small>}
      </button>
      {won && <span class="spot-won">{gain(net)}</span>}
      {stake > 0 && <Chip amount={stake} small />}
      <button class="spot-rules" aria-label={`Rules of ${wager.name}`} onClick={() => setOpen(true)}>
        ?
      </button>
      {open && <Rules wager={wager} close={() => setOpen(false)} />}
    </div>
  );
}

/** Sections of spots: by the sheet, and by the groups that it makes. */
export function sections(wagers: readonly Wager[]): { title: string; wagers: Wager[] }[] {
  const found = new Map<string, Wager[]>();
  for (const wager of wagers) {
    const title = wager.group !== undefined && wager.group !== "" ? wager.group : wager.sheet.replace(/-/g, " ");
    found.set(title, [...(found.get(title) ?? []), wager]);
  }
  return [...found].map(([title, list]) => ({ title, wagers: list }));
}

export function Sections(props: { table: Table; wagers: readonly Wager[] }) {
  const all = sections(props.wagers);
  const [chosen, choose] = useState(0);
  return (
    <>
      {all.length > 1 && (
        <div class="tabs" role="tablist" aria-label="Groups of wagers">
          {all.map((section, i) => (
            <button key={section.title} role="tab" aria-selected={i === chosen} onClick={() => choose(i)}>
              {section.title}
            </button>
          ))}
        </div>
      )}
      {all.map((section, i) => (
        <section key={section.title} class={`spots-section ${i === chosen ? "chosen" : ""}`} aria-label={section.title}>
          <h2>{section.title}</h2>
          <div class="spots">
            {section.wagers.map((wager) => (
              <Spot key={wager.wager} table={props.table} wager={wager} />
            ))}
          </div>
        </section>
      ))}
    </>
  );
}
