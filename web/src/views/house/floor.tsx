// web/src/views/house/floor.tsx - every table with its state and what is on it now: opened, paused and closed from here.

import type { TableHead } from "../../api.ts";
import { money } from "../../money.ts";
import { many } from "../../words.ts";
import { changeTable, type Risk, type TableDeed } from "./calls.ts";
import { wishFor } from "./deed.tsx";
import type { Polled } from "./poll.ts";
import { Card, Figures, Loaded } from "./states.tsx";

const DEEDS: Record<"open" | "pause" | "shut", { title: string; text: string; button: string; done: string }> = {
  open: { title: "Open", text: "Players may sit down and bet again.", button: "Open it", done: "is open." },
  pause: {
    title: "Pause",
    text: "Nobody can bet until it is opened again. Bets that are up stay up, and are dealt.",
    button: "Pause it",
    done: "is paused.",
  },
  shut: {
    title: "Close",
    text: "Nobody can sit down or bet. Bets that are up stay up, and are dealt.",
    button: "Close it",
    done: "is closed.",
  },
};

export function wishForTable(table: { table: string; name: string }, deed: "open" | "pause" | "shut"): void {
  const words = DEEDS[deed];
  wishFor({
    title: `${words.title} ${table.name}`,
    text: words.text,
    button: words.button,
    grave: deed !== "open",
    done: `${table.name} ${words.done}`,
    send: async (reason) => void (await changeTable(table.table, deed as TableDeed, reason)),
  });
}

export function Status(props: { table: Pick<TableHead, "here" | "status" | "elsewhere"> }) {
  const { here, status } = props.table;
  const word = here ? { open: "Open", paused: "Paused", shut: "Closed" }[status] : "Elsewhere";
  return <span class={`house-status ${here ? status : "away"}`}>{word}</span>;
}

export function TableButtons(props: { table: TableHead }) {
  const { table } = props;
  if (!table.here) return null;
  return (
    <div class="house-buttons">
      {table.status !== "open" && (
        <button class="button ink" onClick={() => wishForTable(table, "open")}>
          Open
        </button>
      )}
      {table.status === "open" && (
        <button class="button plain" onClick={() => wishForTable(table, "pause")}>
          Pause
        </button>
      )}
      {table.status !== "shut" && (
        <button class="button plain" onClick={() => wishForTable(table, "shut")}>
          Close
        </button>
      )}
    </div>
  );
}

/** How much of what one event may cost is on the felt. */
export function Exposure(props: { risk: Risk }) {
  const { next_event_may_cost: cost, limit } = props.risk;
  if (cost === undefined) return <span class="quiet-ink">not known</span>;
  const part = limit > 0 ? Math.min(1, cost / limit) : 0;
  return (
    <span class="exposure">
      <b>{money(cost)}</b>
      <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
        <rect class="all" width="100" height="6" rx="3" />
        <rect class={part > 0.8 ? "used high" : "used"} width={100 * part} height="6" rx="3" />
      </svg>
      <small>of {money(limit)}</small>
    </span>
  );
}

function Row(props: { table: TableHead; risk: Risk | undefined }) {
  const { table, risk } = props;
  return (
    <tr data-table={table.table}>
      <th scope="row">
        <a href={`#/house/table/${table.table}`}>{table.name}</a>
        <small>
          {table.game}, {money(table.min)} to {money(table.max)}
        </small>
      </th>
      <td data-label="State">
        <Status table={table} />
      </td>
      <td data-label="Seated" class="num">
        {table.here ? `${table.seated} of ${table.seats}` : table.elsewhere}
      </td>
      <td data-label="Bets up" class="num bets">
        {risk?.bets ?? ""}
      </td>
      <td data-label="On the felt" class="num up">
        {risk === undefined ? "" : money(risk.up)}
      </td>
      <td data-label="Next event may cost">{risk !== undefined && <Exposure risk={risk} />}</td>
      <td>
        <TableButtons table={table} />
      </td>
    </tr>
  );
}

function Sums(props: { tables: TableHead[]; risk: Risk[] }) {
  const { tables, risk } = props;
  const sum = (of: (each: Risk) => number) => risk.reduce((all, each) => all + of(each), 0);
  return (
    <Figures
      all={[
        { name: "open", figure: tables.filter((table) => table.here && table.status === "open").length, words: `of ${many(tables.length, "table")} open` },
        { name: "seated", figure: tables.reduce((all, table) => all + (table.seated ?? 0), 0), words: "seated" },
        { name: "up", figure: money(sum((each) => each.up)), words: `on the felt, ${many(sum((each) => each.bets), "bet")}` },
        { name: "cost", figure: money(sum((each) => each.next_event_may_cost ?? 0)), words: "the next events may cost" },
      ]}
    />
  );
}

export function Floor(props: { tables: Polled<{ tables: TableHead[] }>; risk: Polled<{ tables: Risk[] }> }) {
  const risk = props.risk.data?.tables ?? [];
  return (
    <Card title="Tables">
      {props.risk.problem !== null && props.tables.problem === null && (
        <p class="house-note bad">What is at risk is not known now. {props.risk.problem.words}</p>
      )}
      <Loaded polled={props.tables} waiting="Looking at the tables …">
        {({ tables }) =>
          tables.length === 0 ? (
            <p class="house-note">No table is dealt here. Open one from a sheet.</p>
          ) : (
            <>
              <Sums tables={tables} risk={risk} />
              <table class="house-rows floor">
                <thead>
                  <tr>
                    <th scope="col">Table</th>
                    <th scope="col">State</th>
                    <th scope="col" class="num">
                      Seated
                    </th>
                    <th scope="col" class="num">
                      Bets up
                    </th>
                    <th scope="col" class="num">
                      On the felt
                    </th>
                    <th scope="col">Next event may cost</th>
                    <td />
                  </tr>
                </thead>
                <tbody>
                  {tables.map((table) => (
                    <Row key={table.table} table={table} risk={risk.find((each) => each.table === table.table)} />
                  ))}
                </tbody>
              </table>
            </>
          )
        }
      </Loaded>
    </Card>
  );
}
