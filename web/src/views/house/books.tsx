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

function Held(props: { table: string; holds: Hold[] }) {
  const { table, holds } = props;
  const sum = holds.reduce((all, hold) => all + hold.amount, 0);
  return (
    <li data-held={table}>
      <details>
        <summary>
          <b>{table}</b>
          <span class="sum">{money(sum)}</span>
          <small>
            {many(holds.length, "bet")}
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

function Games(props: { turn: number }) {
  const polled = usePoll<{ holds: Hold[] }>("/api/house/holds", 4000, props.turn);
  return (
    <Card title="Games that are not over">
      <Loaded polled={polled} waiting="Looking at what is held …">
        {({ holds }) =>
          holds.length === 0 ? (
            <p class="house-note">Nothing is held: every game is over.</p>
          ) : (
            <>
              <Figures
                all={[
                  {
                    name: "held-sum",
                    figure: money(holds.reduce((all, hold) => all + hold.amount, 0)),
                    words: `held for ${many(holds.length, "bet")}`,
                  },
                ]}
              />
              <p class="house-note">
                Players get it back, or what it wins, when the game is dealt to its end. A round that cannot be dealt is voided at its table.
              </p>
              <ul class="held">
                {byTable(holds).map(([table, list]) => (
                  <Held key={table} table={table} holds={list} />
                ))}
              </ul>
            </>
          )
        }
      </Loaded>
    </Card>
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
