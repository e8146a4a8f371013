// web/src/views/own.tsx - a player's bets at all tables, the latest first, each with the way to its round.

import { useEffect, useState } from "preact/hooks";
import { ask, asRefusal, type Refusal, type TableEvent, type TableHead, type Wager } from "../api.ts";
import { gain, money } from "../money.ts";
import { fullName } from "../table.ts";
import "./history.css";

type OwnEvent = TableEvent & { table: string };

interface Answer {
  events: OwnEvent[];
  before: number;
  more: boolean;
}

interface Found {
  bets: OwnEvent[];
  before: number;
  more: boolean;
}

function netOf(event: TableEvent): number {
  return event.winnings! - event.commission! - event.lost!;
}

function when(time: number): string {
  return new Date(time).toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short" });
}

/** Goes on until there are bets to show, or no more. */
async function load(from: number): Promise<Found> {
  const bets: OwnEvent[] = [];
  let before = from;
  for (;;) {
    const answer: Answer = await ask("GET", before === 0 ? "/api/me/bets" : `/api/me/bets?before=${before}`);
    bets.push(...answer.events.filter((event) => event.event === "paid"));
    before = answer.before;
    if (!answer.more || bets.length > 0) return { bets, before, more: answer.more };
  }
}

function wordsOf(bet: OwnEvent): string {
  if (bet.voided === true) return `the house took this result back, and the stake was returned; it was ${gain(netOf(bet))}`;
  return bet.returned === true || bet.taken_down === true ? "came back undecided" : `${bet.when}: ${bet.pays}`;
}

/** Wagers as the felt names them, by table and short name; those that are not offered any more keep the short one. */
function useWagerNames(tables: readonly string[]): Map<string, string> {
  const [names, setNames] = useState(new Map<string, string>());
  useEffect(() => {
    for (const table of tables)
      ask<{ wagers: Wager[] }>("GET", `/api/tables/${table}/wagers`)
        .then(({ wagers }) => setNames((now) => new Map([...now, ...wagers.map((wager) => [`${table} ${wager.wager}`, fullName(wager)] as const)])))
        .catch(() => undefined);
  }, [tables.join()]);
  return names;
}

function Row(props: { bet: OwnEvent; names: Map<string, string>; wagers: Map<string, string> }) {
  const { bet } = props;
  const back = bet.returned === true || bet.taken_down === true || bet.voided === true;
  const table = props.names.get(bet.table) ?? bet.table;
  return (
    <tr data-bet={`${bet.table} ${bet.bet}`} class={bet.voided === true ? "voided" : ""}>
      <td>
        {props.wagers.get(`${bet.table} ${bet.wager}`) ?? bet.wager} · {money(bet.stake!)}
        <small>{wordsOf(bet)}</small>
        <small>
          {when(bet.time)} ·{" "}
          {bet.round === undefined ? (
            <a href={`#/history/${bet.table}`}>{table}</a>
          ) : (
            <a href={`#/history/${bet.table}/${bet.round}`}>
              {table}, round {bet.round}
            </a>
          )}
        </small>
      </td>
      <td class={netOf(bet) < 0 && !back ? "loss-ink" : ""}>{back ? "back" : gain(netOf(bet))}</td>
    </tr>
  );
}

export function OwnBets() {
  const [found, setFound] = useState<Found | null>(null);
  const [names, setNames] = useState(new Map<string, string>());
  const [problem, setProblem] = useState<Refusal | null>(null);
  const wagers = useWagerNames([...new Set(found?.bets.map((bet) => bet.table))].sort());
  const older = (before: number) =>
    load(before)
      .then((more) => setFound((now) => ({ ...more, bets: [...(now?.bets ?? []), ...more.bets] })))
      .catch((error: unknown) => setProblem(asRefusal(error)));
  useEffect(() => {
    void older(0);
    ask<{ tables: TableHead[] }>("GET", "/api/tables")
      .then(({ tables }) => setNames(new Map(tables.map((table) => [table.table, table.name]))))
      .catch(() => undefined); // their short names do
  }, []);
  return (
    <article class="paper">
      <h1>Your bets</h1>
      {problem !== null && (
        <p class="said bad" role="alert">
          {problem.words}
        </p>
      )}
      {found === null && problem === null && <p>Reading your bets …</p>}
      {found !== null && found.bets.length === 0 && (
        <p>
          No bet of yours has been decided yet. <a href="#/">Look at the tables</a>
        </p>
      )}
      {found !== null && found.bets.length > 0 && (
        <table class="rows own-bets">
          <thead>
            <tr>
              <th scope="col">Bet</th>
              <th scope="col">Result</th>
            </tr>
          </thead>
          <tbody>
            {found.bets.map((bet) => (
              <Row key={`${bet.table} ${bet.seq}`} bet={bet} names={names} wagers={wagers} />
            ))}
          </tbody>
        </table>
      )}
      {found?.more === true && (
        <button class="button ink" onClick={() => void older(found.before)}>
          Older bets
        </button>
      )}
    </article>
  );
}
