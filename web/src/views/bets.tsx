// web/src/views/bets.tsx - bets that are up: what each has, would pay and is worth now, and what may be done with it.

import { type Bet, type Wager } from "../api.ts";
import { revealing } from "../live.ts";
import { money, share } from "../money.ts";
import { fullName, type Table } from "../table.ts";
import "./bets.css";

/** What a stake wins by the best of some rows, its commission taken off. */
function bestOf(wager: Wager, stake: number, rows: readonly number[] | undefined): number {
  const wins = wager.rows.flatMap((row) => {
    if (row.win === undefined || (rows !== undefined && !rows.includes(row.row))) return [];
    const [num, den] = row.commission ?? [0, 1];
    return [Math.floor((stake * row.win[0]) / row.win[1]) - Math.ceil((stake * num) / den)];
  });
  return Math.max(0, ...wins);
}

/** What a bet on a wager that remembers would be paid by the next roll; where that cannot pay, what it may come to. */
export function wouldPay(wager: Wager, bet: Bet): string {
  const now = bet.next === undefined ? 0 : bestOf(wager, bet.stake, bet.next);
  if (now > 0) return `would pay ${money(now)} now`;
  return `may come to ${money(bestOf(wager, bet.stake, undefined))}`;
}

/** "Come" that has gone to 6 is "Come on 6". */
function nameOf(wager: Wager | undefined, bet: Bet): string {
  if (wager === undefined) return bet.wager;
  const point = bet.has?.find((memory) => memory.kind === "point")?.value ?? 0;
  const gone = point > 0 && wager.side === undefined && /come$/.test(bet.wager);
  return fullName(wager) + (gone ? ` on ${point}` : "");
}

function Acts(props: { table: Table; bet: Bet; name: string }) {
  const { table, bet, name } = props;
  const may = table.may(bet);
  const waits = revealing.value || table.now.value?.stage !== "betting" || table.now.value.status !== "open";
  const chip = money(table.chip.value);
  const button = (word: string, text: string, title: string, go: () => Promise<void>) =>
    may.includes(word) && (
      <button key={word} class="small-button" data-act={word} aria-label={`${title}: ${name}`} title={title} disabled={waits} onClick={() => void go()}>
        {text}
      </button>
    );
  return (
    <span class="bet-acts">
      {button("lower", "\u2212", `Lower by ${chip}`, () => table.resize(bet, "lower"))}
      {button("raise", "+", `Raise by ${chip}`, () => table.resize(bet, "raise"))}
      {button("off", "Off", "Turn off", () => table.act(bet, "off"))}
      {button("on", "On", "Turn on", () => table.act(bet, "on"))}
      {button("take-down", "Down", "Take down", () => table.act(bet, "take-down"))}
      {may.length === 0 && <small>stands until it is decided</small>}
    </span>
  );
}

function OneBet(props: { table: Table; bet: Bet }) {
  const { table, bet } = props;
  const wager = table.wager(bet.wager);
  const name = nameOf(wager, bet);
  const worth = table.worth(bet);
  const remembers = bet.has?.some((memory) => memory.kind !== "point") === true;
  return (
    <li data-own={bet.bet} class={bet.off ? "off" : ""}>
      <p class="bet-head">
        <span>{name}</span>
        <b>{money(bet.stake)}</b>
      </p>
      <small>
        {bet.off && <b class="mark">off</b>}
        {bet.stays && <b class="mark">stays up</b>}
        {[remembers && wager !== undefined ? wouldPay(wager, bet) : "", worth === undefined ? "" : `worth ${money(share(bet.stake, worth.worth))}`]
          .filter((text) => text !== "")
          .join(", ")}
      </small>
      <Acts table={table} bet={bet} name={name} />
    </li>
  );
}

export function BetList(props: { table: Table; bets: readonly Bet[] }) {
  return (
    <ul class="bet-list">
      {props.bets.map((bet) => (
        <OneBet key={bet.bet} table={props.table} bet={bet} />
      ))}
    </ul>
  );
}

/** What all bets are worth together; null where it is not told of each. */
function worthOfAll(table: Table): number | null {
  const each = table.bets.value.map((bet) => ({ bet, worth: table.worth(bet) }));
  if (each.length < 2 || each.some(({ worth }) => worth === undefined)) return null;
  return each.reduce((sum, { bet, worth }) => sum + share(bet.stake, worth!.worth), 0);
}

/** The player's bets, and what everybody has up. */
export function OnTheFelt(props: { table: Table }) {
  const { table } = props;
  const state = table.now.value;
  const own = table.staked.value;
  const all = (state?.felt ?? state?.stakes ?? []).reduce((sum, each) => sum + each.stake, 0);
  const worth = worthOfAll(table);
  return (
    <section class="panel" aria-label="Your bets">
      <h2>Your bets</h2>
      {table.bets.value.length === 0 ? (
        <p class="quiet">A chip on a spot is a bet. What may be done with it stands here.</p>
      ) : (
        <BetList table={table} bets={table.bets.value} />
      )}
      <dl class="ledger">
        {own > 0 && (
          <div>
            <dt>Your stakes</dt>
            <dd>{money(own)}</dd>
          </div>
        )}
        {worth !== null && (
          <div>
            <dt>Worth now</dt>
            <dd>{money(worth)}</dd>
          </div>
        )}
        {all > own && (
          <div>
            <dt>Everybody's</dt>
            <dd>{money(all)}</dd>
          </div>
        )}
      </dl>
      <label class="check">
        <input type="checkbox" name="keeps" checked={table.keeps.value} onChange={(event) => (table.keeps.value = event.currentTarget.checked)} />
        Bets that win stay up
      </label>
    </section>
  );
}
