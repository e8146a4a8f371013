// web/src/views/others.tsx - who else is at the table, and whose chips lie where.

import { money, chipText } from "../money.ts";
import { fullName, type Table } from "../table.ts";
import "./others.css";

interface Other {
  seat: number;
  name: string;
  stake: number;
  bets: { wager: string; stake: number }[];
}

/** Everybody else who sits here, with what he has up; the server tells it where not too many do. */
function others(table: Table): Other[] {
  const state = table.now.value;
  if (state === null) return [];
  const up = state.felt ?? [];
  return state.players
    .filter((who) => who.player !== table.player)
    .map(({ seat, name }) => {
      const bets = up.filter((bet) => bet.seat === seat);
      return { seat, name: name ?? `Seat ${seat + 1}`, stake: bets.reduce((sum, bet) => sum + bet.stake, 0), bets };
    });
}

/** The chips of others on a spot: whose, where it is one, and how many people's. */
export function OthersOn(props: { table: Table; wager: string }) {
  const here = others(props.table)
    .map(({ name, bets }) => ({ name, stake: bets.filter((bet) => bet.wager === props.wager).reduce((sum, bet) => sum + bet.stake, 0) }))
    .filter(({ stake }) => stake > 0);
  if (here.length === 0) return null;
  const sum = here.reduce((all, { stake }) => all + stake, 0);
  const who = here.length === 1 ? here[0]!.name : `${here.length} others`;
  return (
    <span class="others" title={here.map(({ name, stake }) => `${name} ${money(stake)}`).join(", ")}>
      <span class="others-who">{who}</span> <b>{chipText(sum)}</b>
    </span>
  );
}

function betsOf(table: Table, other: Other): string {
  const sums = new Map<string, number>();
  for (const bet of other.bets) sums.set(bet.wager, (sums.get(bet.wager) ?? 0) + bet.stake);
  return [...sums].map(([wager, stake]) => `${fullName(table.wager(wager) ?? { name: wager })} ${money(stake)}`).join(", ");
}

/** Everybody else at the table, seat by seat. */
export function AtTheTable(props: { table: Table }) {
  const { table } = props;
  const all = others(table);
  const state = table.now.value;
  if (state === null || all.length === 0) return null;
  return (
    <section class="panel" aria-label="At the table">
      <h2>At the table</h2>
      <ul class="at-table">
        {all.map((other) => (
          <li key={other.seat} data-seat={other.seat}>
            <p>
              <span>
                {other.name} <small>seat {other.seat + 1}</small>
                {table.rolls && state.shooter === other.seat && <b class="mark">dice</b>}
              </span>
              {state.felt !== undefined && <b>{other.stake > 0 ? money(other.stake) : "no bets"}</b>}
            </p>
            {other.bets.length > 0 && <small>{betsOf(table, other)}</small>}
          </li>
        ))}
      </ul>
    </section>
  );
}
