// web/src/views/lobby.tsx - the tables that are dealt: game, limits, pace, who sits there, and the last results.

import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { ask, asRefusal, type Refusal, type TableHead } from "../api.ts";
import { winner } from "../baccarat.ts";
import { money } from "../money.ts";
import { SmallRoad } from "./roads.tsx";
import "./lobby.css";

const tables = signal<TableHead[] | null>(null);
const problem = signal<Refusal | null>(null);

async function load(): Promise<void> {
  try {
    tables.value = (await ask<{ tables: TableHead[] }>("GET", "/api/tables")).tables;
    problem.value = null;
  } catch (error) {
    problem.value = asRefusal(error);
  }
}

function LastResults(props: { table: TableHead }) {
  const { table } = props;
  const results = table.recent.flatMap((result) => (result.dealt === undefined ? [] : [winner(result.dealt)]));
  if (results.length > 0) return <SmallRoad results={results} />;
  const rolls = table.recent.slice(-12).filter((result) => result.dice !== undefined);
  if (rolls.length === 0) return <p class="quiet">Nothing has been dealt yet.</p>;
  return (
    <ol class="small-rolls" aria-label="The last rolls">
      {rolls.map((result) => (
        <li key={result.round}>{result.dice!.reduce((sum, face) => sum + face, 0)}</li>
      ))}
    </ol>
  );
}

function Card(props: { table: TableHead }) {
  const { table } = props;
  const pace = table.pace === "timed" ? `${table.betting_s} seconds to bet` : "dealt on demand";
  return (
    <li class={`lobby-card ${table.status}`}>
      <a href={`#/table/${table.table}`}>
        <h2>{table.name}</h2>
        <p class="lobby-facts">
          <span>{table.game}</span>
          <span>
            {money(table.min)} to {money(table.max)}
          </span>
          <span>{pace}</span>
          <span>
            {table.private === true ? "private, yours alone" : `${table.seated} of ${table.seats} seated`}
          </span>
        </p>
        <LastResults table={table} />
        {!table.here && <p class="quiet">This table is dealt by another server.</p>}
        {table.status !== "open" && <p class="warn">{table.status === "paused" ? "Paused" : "Closed"}</p>}
      </a>
    </li>
  );
}

export function Lobby() {
  useEffect(() => {
    void load();
    const timer = setInterval(() => void load(), 4000);
    return () => clearInterval(timer);
  }, []);
  if (problem.value !== null)
    return (
      <section class="sorry" role="alert">
        <h1>{problem.value.message}</h1>
        <p>{problem.value.advice} The page asks again by itself every few seconds.</p>
        <button class="button gold" onClick={() => void load()}>
          Ask again now
        </button>
      </section>
    );
  if (tables.value === null) return <p class="loading">Looking for tables …</p>;
  if (tables.value.length === 0)
    return (
      <section class="sorry">
        <h1>No table is dealt here.</h1>
        <p>Play a sheet at a table of your own, or wait: a table that opens is shown here.</p>
        <a class="button gold" href="#/workshop">
          To the workshop
        </a>{" "}
        <a class="button" href="#/odds">
          To the odds
        </a>
      </section>
    );
  return (
    <section class="lobby" aria-label="Tables">
      <h1>Tables</h1>
      <ul>
        {tables.value.map((table) => (
          <Card key={table.table} table={table} />
        ))}
      </ul>
    </section>
  );
}
