// web/src/views/house/books.tsx - what is held in games that are not over, and the log of operators' changes.

import { money } from "../../money.ts";
import { many } from "../../words.ts";
import type { Bank, Change, Hold } from "./calls.ts";
import { usePoll } from "./poll.ts";
import { Card, Figures, Loaded, when } from "./states.tsx";

function byTable(holds: Hold[]): [string, Hold[]][] {
  const found = new Map<string, Hold[]>();
  for (const hold of holds) {
    const name = hold.table ?? `chain ${hold.chain}, which no table of this server has`;
    found.set(name, [...(found.get(name) ?? []), hold]);
  }
  return [...found];
}

/** Why a game waits, and what ends it. */
const WAITS: Record<NonNullable<Hold["interrupted"]>, string> = {
  paused: "its table is paused: open it, or void the round there",
  shut: "its table is closed: open it, or void the round there",
  away: "its player is away: it waits until he is back, or until somebody deals",
  "no-table": "no table of this server deals it: put the table back into the tables file",
};

function sumOf(holds: readonly Hold[]): number {
  return holds.reduce((all, hold) => all + hold.amount, 0);
}

function Held(props: { table: string; holds: Hold[] }) {
  const { table, holds } = props;
  const why = [...new Set(holds.flatMap((hold) => (hold.interrupted === undefined ? [] : [WAITS[hold.interrupted]])))];
  return (
    <li data-held={table}>
      <details>
        <summary>
          <b>{table}</b>
          <span class="sum">{money(sumOf(holds))}</span>
          <small>
            {[many(holds.length, "bet"), ...why].join("; ")}
          </small>
        </summary>
        <ul>
          {holds[0]!.table !== undefined && (
            <li>
              <a href={`#/house/table/${table}`}>To the table</a>
            </li>
          )}
          {holds.map((hold) => (
            <li key={hold.bet}>
              Bet {hold.bet} of player {hold.player}: {money(hold.amount)}
            </li>
          ))}
        </ul>
      </details>
    </li>
  );
}

/** What the bank comes to: the four sums are zero together. */
function BankCard(props: { turn: number }) {
  const polled = usePoll<{ bank?: Bank }>("/api/house/risk", 10000, props.turn);
  return (
    <Card title="The bank">
      <Loaded polled={polled} waiting="Adding the bank up …">
        {({ bank }) =>
          bank === undefined ? (
            <p class="house-note bad">The store does not answer. The last audit says what the bank came to.</p>
          ) : (
            <Figures
              all={[
                { name: "players", figure: money(bank.available), words: "that players have" },
                { name: "held", figure: money(bank.held), words: `held for ${many(bank.standing, "bet")}` },
                { name: "house", figure: money(bank.house), words: "of the house" },
                { name: "granted", figure: money(-bank.grants), words: "granted in all" },
              ]}
            />
          )
        }
      </Loaded>
    </Card>
  );
}

export function HeldView(props: { turn: number }) {
  return (
    <>
      <BankCard turn={props.turn} />
      <Games turn={props.turn} />
    </>
  );
}

function List(props: { holds: Hold[] }) {
  return (
    <ul class="held">
      {byTable(props.holds).map(([table, list]) => (
        <Held key={table} table={table} holds={list} />
      ))}
    </ul>
  );
}

/** Games that wait for somebody, and those that are just being played: what is held for the latter is nothing to look after. */
function Games(props: { turn: number }) {
  const polled = usePoll<{ holds: Hold[] }>("/api/house/holds", 4000, props.turn);
  const figures = (name: string, holds: Hold[]) => (
    <Figures all={[{ name, figure: money(sumOf(holds)), words: `held for ${many(holds.length, "bet")}` }]} />
  );
  const waiting = (all: Hold[]) => all.filter((hold) => hold.interrupted !== undefined);
  const inPlay = (all: Hold[]) => all.filter((hold) => hold.interrupted === undefined);
  return (
    <>
      <Card title="Interrupted games">
        <Loaded polled={polled} waiting="Looking at what is held …">
          {({ holds }) =>
            waiting(holds).length === 0 ? (
              <p class="house-note">No game is interrupted.</p>
            ) : (
              <>
                {figures("interrupted-sum", waiting(holds))}
                <p class="house-note">
                  They do not go on by themselves. No stake is lost: what is held is paid when the game is dealt to its end, or given back.
                </p>
                <List holds={waiting(holds)} />
              </>
            )
          }
        </Loaded>
      </Card>
      <Card title="Games in play">
        <Loaded polled={polled} waiting="Looking at what is held …">
          {({ holds }) =>
            inPlay(holds).length === 0 ? (
              <p class="house-note">No bet is up.</p>
            ) : (
              <>
                {figures("held-sum", inPlay(holds))}
                <p class="house-note">Players are there and their tables are open: it is held until the game is dealt to its end.</p>
                <List holds={inPlay(holds)} />
              </>
            )
          }
        </Loaded>
      </Card>
    </>
  );
}

// ---- the log ----

const DEEDS: Record<string, string> = {
  "table-open": "opened",
  "table-pause": "paused",
  "table-shut": "closed",
  "table-limit": "limited",
  "table-opened": "opened from a sheet",
  "table-closed": "closed for good",
  "round-void": "voided the round at",
  "result-void": "voided a result at",
  "wager-open": "opened",
  "wager-close": "closed",
  "wager-limit": "limited",
  grant: "granted credits to",
  reset: "gave a reset code to",
  exclude: "excluded",
  backup: "copied the store to",
  audit: "asked for an audit",
  "large-win": "won at",
};

function part(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "number") return money(value);
  if (typeof value !== "object") return String(value);
  return Object.entries(value as Record<string, unknown>)
    .map(([name, inner]) => `${name.replace(/_/g, " ")} ${typeof inner === "number" && name !== "bets" ? money(inner) : String(inner)}`)
    .join(", ");
}

function deed(change: Change): string {
  if (change.what === "operator") return change.after === true ? "gave an operator's rights to" : "took an operator's rights from";
  return DEEDS[change.what] ?? change.what;
}

/** "open → paused", where there is anything to say. */
function difference(change: Change): string {
  if (change.what === "operator") return "";
  const [before, after] = [part(change.before), part(change.after)];
  return before === "" || after === "" ? before + after : `${before} → ${after}`;
}

function ChangeLine(props: { change: Change }) {
  const { change } = props;
  const who = change.what === "large-win" ? `Player ${change.player}` : (change.name ?? (change.by === 0 ? "The terminal" : `Player ${change.by}`));
  const whom = change.about ?? (change.player === null || change.what === "large-win" ? "" : `player ${change.player}`);
  return (
    <li data-change={change.what}>
      <time dateTime={new Date(change.when).toISOString()}>{when(change.when)}</time>
      <span>
        <b>{who}</b> {deed(change)} {whom}
        <small>{[difference(change), change.reason === null ? "" : `“${change.reason}”`].filter((text) => text !== "").join("; ")}</small>
      </span>
    </li>
  );
}

export function LogView(props: { turn: number }) {
  const polled = usePoll<{ changes: Change[] }>("/api/house/log?from=-200", 5000, props.turn);
  return (
    <Card title="Log of changes">
      <Loaded polled={polled} waiting="Reading the log …">
        {({ changes }) =>
          changes.length === 0 ? (
            <p class="house-note">Nobody has changed anything yet.</p>
          ) : (
            <>
              <ol class="house-lines log">
                {[...changes].reverse().map((change, at) => (
                  <ChangeLine key={changes.length - at} change={change} />
                ))}
              </ol>
              <p class="house-note quiet-ink">The last changes, the last first. The log is a chain that nobody can change; all of it is at /api/house/log.</p>
            </>
          )
        }
      </Loaded>
    </Card>
  );
}
