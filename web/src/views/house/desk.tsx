// web/src/views/house/desk.tsx - one table from the house's side: its wagers closed, opened and limited, its rounds voided.

import { useState } from "preact/hooks";
import { ask, type TableEvent, type TableHead, type TableState, type Wager } from "../../api.ts";
import { CREDIT, money, percent } from "../../money.ts";
import { many } from "../../words.ts";
import { changeTable, type Risk, voidResult } from "./calls.ts";
import { wishFor } from "./deed.tsx";
import { Exposure, Status, TableButtons } from "./floor.tsx";
import { usePoll } from "./poll.ts";
import { Card, Figures, Loaded, when } from "./states.tsx";

const POLL_MS = 2000;

interface PastRound {
  round: number;
  record: number;
  events: TableEvent[];
  all: { bets: number; staked: number; paid: number };
}

interface PastRounds {
  rounds: PastRound[];
  voided: number[];
}

function resultOf(round: PastRound): { result: string; time: number } {
  const dealt = round.events.find((event) => event.event === "dealt");
  return { result: dealt?.result ?? "", time: dealt?.time ?? 0 };
}

/** Credits that were typed, as minor units; NaN: they are none. */
export function minor(text: FormDataEntryValue | null): number {
  const typed = String(text ?? "").trim();
  return /^\d+(\.\d{1,2})?$/.test(typed) ? Math.round(Number(typed) * CREDIT) : Number.NaN;
}

function stakeOn(state: TableState | null, wager: string): number {
  const all = state?.felt ?? state?.stakes ?? [];
  return all.filter((bet) => bet.wager === wager).reduce((sum, bet) => sum + bet.stake, 0);
}

function wishToLimit(table: TableHead, wager: Wager): void {
  wishFor({
    title: `Limits of ${wager.name}${wager.side === undefined ? "" : ` on ${wager.side}`}`,
    text: `The smallest and the largest stake, in credits, for every bet from now on. Chips are ${money(wager.chip)}.`,
    button: "Set the limits",
    done: "The limits are set.",
    fields: (
      <div class="two-fields">
        <label>
          Smallest
          <input name="min" inputMode="decimal" required defaultValue={(wager.min / CREDIT).toString()} />
        </label>
        <label>
          Largest
          <input name="max" inputMode="decimal" required defaultValue={(wager.max / CREDIT).toString()} />
        </label>
      </div>
    ),
    send: async (reason, data) => {
      const [min, max] = [minor(data.get("min")), minor(data.get("max"))];
      if (Number.isNaN(min) || Number.isNaN(max)) throw new Error("Write limits as credits, such as 5 or 2.50.");
      await changeTable(table.table, "wager-limit", reason, { wager: wager.wager, min, max });
    },
  });
}

function wishToOpenOrClose(table: TableHead, wager: Wager): void {
  wishFor({
    title: `${wager.open ? "Close" : "Open"} ${wager.name}${wager.side === undefined ? "" : ` on ${wager.side}`}`,
    text: wager.open ? "Nobody can bet on it any more. Bets that are up stay up, and are paid." : "Players may bet on it again.",
    button: wager.open ? "Close it" : "Open it",
    grave: wager.open,
    done: `${wager.name} is ${wager.open ? "closed" : "open"}.`,
    send: async (reason) =>
      void (await changeTable(table.table, wager.open ? "wager-close" : "wager-open", reason, { wager: wager.wager })),
  });
}

/** What an operator closed, an operator opens; for the rest the tables file would have to be changed. */
function mayOpen(wager: Wager): boolean {
  return !wager.open && ["operator", "configuration"].includes(wager.closed ?? "");
}

function WagerRow(props: { table: TableHead; wager: Wager; stake: number }) {
  const { table, wager, stake } = props;
  return (
    <tr data-wager={wager.wager} class={wager.open ? "" : "shut-row"}>
      <th scope="row">
        {wager.name}
        {wager.side !== undefined && ` on ${wager.side}`}
        {!wager.open && <small>closed: {wager.reason ?? wager.closed}</small>}
      </th>
      <td data-label="Exact edge" class="num">
        {wager.edge_percent === undefined ? "" : percent(wager.edge_percent, 4)}
      </td>
      <td data-label="Stakes" class="num limits">
        {money(wager.min)} to {money(wager.max)}
      </td>
      <td data-label="On the felt" class="num">
        {stake > 0 ? money(stake) : ""}
      </td>
      <td>
        <div class="house-buttons">
          <button class="button plain" onClick={() => wishToLimit(table, wager)}>
            Limits
          </button>
          {(wager.open || mayOpen(wager)) && (
            <button class={wager.open ? "button plain" : "button ink"} onClick={() => wishToOpenOrClose(table, wager)}>
              {wager.open ? "Close" : "Open"}
            </button>
          )}
        </div>
      </td>
    </tr>
  );
}

function Wagers(props: { table: TableHead; state: TableState | null; turn: number }) {
  const polled = usePoll<{ wagers: Wager[] }>(`/api/tables/${props.table.table}/wagers`, 5000, props.turn);
  const [filter, setFilter] = useState("");
  const fits = (wager: Wager) => `${wager.name} ${wager.wager} ${wager.group ?? ""}`.toLowerCase().includes(filter.toLowerCase());
  const find = (
    <label class="find">
      <span class="hear">Find a wager</span>
      <input type="search" placeholder="Find a wager" value={filter} onInput={(event) => setFilter(event.currentTarget.value)} />
    </label>
  );
  return (
    <Card title="Wagers" side={find}>
      <Loaded polled={polled} waiting="Looking at the wagers …">
        {({ wagers }) => {
          const shown = wagers.filter(fits);
          if (shown.length === 0) return <p class="house-note">No wager of this table is called so. Take fewer letters.</p>;
          return (
            <table class="house-rows">
              <thead>
                <tr>
                  <th scope="col">Wager</th>
                  <th scope="col" class="num">
                    Exact edge
                  </th>
                  <th scope="col" class="num">
                    Stakes
                  </th>
                  <th scope="col" class="num">
                    On the felt
                  </th>
                  <td />
                </tr>
              </thead>
              <tbody>
                {shown.map((wager) => (
                  <WagerRow key={wager.number} table={props.table} wager={wager} stake={stakeOn(props.state, wager.wager)} />
                ))}
              </tbody>
            </table>
          );
        }}
      </Loaded>
    </Card>
  );
}

function wishToVoid(table: TableHead, round: PastRound): void {
  wishFor({
    title: `Void the result of round ${round.round}`,
    text: `${resultOf(round).result}. What it paid is taken back and what it took is given back, by postings the other way round. This cannot be undone.`,
    button: "Void the result",
    grave: true,
    done: `The result of round ${round.round} is taken back.`,
    send: async (reason) => void (await voidResult(table.table, round.record, reason)),
  });
}

function Rounds(props: { table: TableHead; turn: number }) {
  const { table } = props;
  const polled = usePoll<PastRounds>(`/api/tables/${table.table}/rounds?from=-60`, 4000, props.turn);
  return (
    <Card title="Last rounds">
      <Loaded polled={polled} waiting="Looking at the rounds …">
        {({ rounds, voided }) =>
          rounds.length === 0 ? (
            <p class="house-note">Nothing was dealt here lately.</p>
          ) : (
            <ol class="house-rounds">
              {[...rounds].reverse().slice(0, 12).map((round) => (
                <li key={round.record} data-round={round.round}>
                  <a href={`#/history/${table.table}/${round.round}`}>Round {round.round}</a>
                  <span>
                    {resultOf(round).result}
                    <small>
                      {when(resultOf(round).time)}; {many(round.all.bets, "bet")}, staked {money(round.all.staked)}, paid {money(round.all.paid)}
                    </small>
                  </span>
                  {voided.includes(round.record) ? (
                    <span class="house-status paused">Voided</span>
                  ) : (
                    <button class="button plain" aria-label={`Void the result of round ${round.round}`} onClick={() => wishToVoid(table, round)}>
                      Void
                    </button>
                  )}
                </li>
              ))}
            </ol>
          )
        }
      </Loaded>
    </Card>
  );
}

function wishToVoidRound(table: TableHead, risk: Risk): void {
  wishFor({
    title: `Void the round at ${table.name}`,
    text: `What is up goes back to the players: ${many(risk.bets, "bet")}, ${money(risk.up)} in all. Nothing is dealt for it.`,
    button: "Give all bets back",
    grave: true,
    done: "The round is void, and all bets went back.",
    send: async (reason) => void (await changeTable(table.table, "void", reason)),
  });
}

const LIMITS: [string, "seat_max" | "round_max" | "event_max"][] = [
  ["One seat may have up", "seat_max"],
  ["All seats may have up", "round_max"],
  ["One round or roll may cost", "event_max"],
];

function wishForLimits(table: TableState): void {
  wishFor({
    title: `Limits of ${table.name}`,
    text: "In credits; they hold at once. Empty: no limit, but for the last, which there is always. What is up stays up.",
    button: "Set the limits",
    done: "The limits of the table are set.",
    fields: LIMITS.map(([label, name]) => (
      <label key={name}>
        {label}
        <input name={name} inputMode="decimal" required={name === "event_max"} defaultValue={table[name] ? (table[name] / CREDIT).toString() : ""} />
      </label>
    )),
    send: async (reason, data) => {
      const limits = Object.fromEntries(LIMITS.map(([, name]) => [name, data.get(name) === "" ? 0 : minor(data.get(name))]));
      if (Object.values(limits).some((limit) => Number.isNaN(limit))) throw new Error("Write limits as credits, such as 500 or 2.50.");
      await changeTable(table.table, "limit", reason, limits);
    },
  });
}

function wishToCloseForGood(table: TableHead): void {
  wishFor({
    title: `Close ${table.name} for good`,
    text: "The table goes, when nothing is up at it. What has happened at it is kept. A table of the same name may be opened again.",
    button: "Close it for good",
    grave: true,
    done: `${table.name} is gone.`,
    send: async (reason) => {
      await ask("POST", `/api/house/tables/${table.table}/close-for-good`, { reason });
      location.hash = "#/house";
    },
  });
}

export function Desk(props: { table: TableHead; risk: Risk | undefined; turn: number }) {
  const { table, risk } = props;
  const state = usePoll<TableState>(`/api/tables/${table.table}`, POLL_MS, props.turn);
  return (
    <>
      <Card title={table.name} side={<Status table={table} />}>
        <p class="house-note">
          {table.game}, sheets {table.sheets.join(", ")}; {table.seated ?? 0} of {table.seats} seated;{" "}
          {table.pace === "timed" ? `${table.betting_s} seconds to bet` : "dealt on demand"}. <a href={`#/table/${table.table}`}>Look at the table</a>
        </p>
        {!table.here && <p class="house-note bad">Another process deals this table{table.elsewhere ? `: ${table.elsewhere}` : ""}. Change it there.</p>}
        {risk !== undefined && (
          <Figures
            all={[
              { name: "up", figure: money(risk.up), words: `on the felt, ${many(risk.bets, "bet")}` },
              { name: "cost", figure: <Exposure risk={risk} />, words: "the next event may cost" },
              ...(risk.all_may_cost === undefined ? [] : [{ name: "all", figure: money(risk.all_may_cost), words: "all that is up may cost" }]),
            ]}
          />
        )}
        <div class="house-bar">
          <TableButtons table={table} />
          {state.data?.event_max !== undefined && (
            <button class="button plain table-limits" onClick={() => wishForLimits(state.data!)}>
              Limits of the table
            </button>
          )}
          {table.opened === true && (
            <button class="button plain" onClick={() => wishToCloseForGood(table)}>
              Close for good
            </button>
          )}
          {risk !== undefined && risk.bets > 0 && (
            <button class="button grave" onClick={() => wishToVoidRound(table, risk)}>
              Void the round
            </button>
          )}
        </div>
      </Card>
      <Wagers table={table} state={state.data} turn={props.turn} />
      <Rounds table={table} turn={props.turn} />
    </>
  );
}
