// web/src/views/table.tsx - a table: what is dealt, the felt, chips and the one big button, and the rail.

import { useEffect, useMemo } from "preact/hooks";
import { signal } from "@preact/signals";
import { ask, Refusal, type Me, type Wager } from "../api.ts";
import { revealing, type Live } from "../live.ts";
import { Table } from "../table.ts";
import { Cards, Dice } from "./hands.tsx";
import { Fair, Ledger, Roads } from "./rail.tsx";
import { Chip, Sections, Spot } from "./spots.tsx";

const CHIPS = [100, 500, 2500, 10000, 50000];
const clock = signal(Date.now());

function Strip(props: { table: Table }) {
  const state = props.table.now.value!;
  const cards = state.cards;
  const used = cards === undefined ? 0 : Math.round((100 * (cards.all - cards.left)) / cards.all);
  return (
    <div class="strip">
      <h1>{state.name}</h1>
      {cards !== undefined && (
        <span class="pill">
          Shoe {used} %
          <progress max={100} value={used} aria-label="Cards dealt of the shoe" />
        </span>
      )}
      <span class="pill">{state.seated} seated</span>
      {props.table.seat >= 0 && (
        <button class="pill" onClick={() => void props.table.leave()}>
          Leave the seat
        </button>
      )}
    </div>
  );
}

function Controls(props: { table: Table }) {
  const { table } = props;
  const state = table.now.value!;
  const dice = state.point !== undefined;
  const waits = revealing.value || table.busy.value;
  const left = state.closes === undefined ? 0 : Math.max(0, Math.ceil((state.closes - clock.value) / 1000));
  return (
    <div class="controls">
      <div class="chips" role="radiogroup" aria-label="Chip">
        {CHIPS.filter((chip) => chip <= state.max).map((chip) => (
          <button
            key={chip}
            role="radio"
            aria-checked={table.chip.value === chip}
            aria-label={`${chip / 100} credits`}
            class="chip-button"
            onClick={() => (table.chip.value = chip)}
          >
            <Chip amount={chip} />
          </button>
        ))}
      </div>
      <div class="acts">
        <button class="button" onClick={() => void table.undo()} disabled={waits}>
          Undo
        </button>
        <button class="button" onClick={() => void table.clear()} disabled={waits}>
          {dice ? "Take down" : "Clear"}
        </button>
        <button class="button" onClick={() => void table.repeat()} disabled={waits}>
          Repeat
        </button>
        <button class="button" onClick={() => void table.double()} disabled={waits}>
          Double
        </button>
        {state.pace === "timed" ? (
          <output class="countdown">{state.closes === undefined ? "Place a bet" : left > 0 ? `${left} s` : "No more bets"}</output>
        ) : (
          <button class="button gold big" onClick={() => void table.deal_()} disabled={waits || table.bets.value.length === 0}>
            {dice ? "Roll" : "Deal"}
          </button>
        )}
      </div>
    </div>
  );
}

function Felt(props: { table: Table }) {
  const { table } = props;
  const wagers = table.wagers.value;
  const cards = table.now.value!.cards !== undefined || table.last.value?.dealt !== undefined;
  const bases = cards ? ["player", "tie", "banker"].map((name) => wagers.find((wager) => wager.wager.replace(/^.*\//, "") === name)) : [];
  const base = bases.filter((wager): wager is Wager => wager !== undefined);
  const rest = wagers.filter((wager) => !base.includes(wager));
  return (
    <>
      {base.length > 0 && (
        <div class="bases">
          {base.map((wager) => (
            <Spot key={wager.wager} table={table} wager={wager} base />
          ))}
        </div>
      )}
      <Sections table={table} wagers={rest} />
    </>
  );
}

export function TableView(props: { name: string; live: Live; me: Me }) {
  const table = useMemo(() => new Table(props.name, props.live, props.me.player), [props.name, props.live]);
  const problem = useMemo(() => signal<Refusal | null>(null), [props.name]);
  useEffect(() => {
    table.open();
    ask<{ wagers: Wager[] }>("GET", `/api/tables/${props.name}/wagers`)
      .then((answer) => (table.wagers.value = answer.wagers))
      .catch((error: unknown) => (problem.value = error as Refusal));
    const timer = setInterval(() => (clock.value = Date.now()), 250);
    return () => {
      clearInterval(timer);
      table.close();
    };
  }, [table]);
  if (problem.value !== null)
    return (
      <section class="sorry" role="alert">
        <h1>{problem.value.message}</h1>
        <p>
          <a href="#/">Back to the tables</a>
        </p>
      </section>
    );
  const state = table.now.value;
  if (state === null) return <p class="loading">Walking to the table …</p>;
  if (!state.here)
    return (
      <section class="sorry">
        <h1>This table is not dealt here now.</h1>
        <p>{state.elsewhere ? <a href={state.elsewhere}>It is dealt at {state.elsewhere}.</a> : "It will be back in a moment."}</p>
      </section>
    );
  const dice = state.point !== undefined;
  return (
    <div class="table">
      <div class="table-main">
        <Strip table={table} />
        {dice ? <Dice table={table} /> : <Cards table={table} />}
        <p class="said-line" role="status">
          {state.status === "open" ? table.said.value : `The table is ${state.status}.`}
        </p>
        <Felt table={table} />
        <Controls table={table} />
      </div>
      <aside class="rail">
        {!dice && <Roads table={table} />}
        <Ledger table={table} />
        <Fair table={table} />
      </aside>
    </div>
  );
}
