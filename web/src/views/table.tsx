// web/src/views/table.tsx - a table: what is dealt, the felt, chips and the one big button, and the rail.

import { useEffect, useMemo } from "preact/hooks";
import { signal } from "@preact/signals";
import { ask, Refusal, type Me, type ShoeCards, type Wager } from "../api.ts";
import { revealing, type Live } from "../live.ts";
import { money } from "../money.ts";
import { bare, tableOf, type Table } from "../table.ts";
import { OnTheFelt } from "./bets.tsx";
import { Craps, isCraps } from "./craps.tsx";
import { Fair } from "./fair.tsx";
import { Cards, Dice } from "./hands.tsx";
import { AtTheTable } from "./others.tsx";
import { Ledger } from "./rail.tsx";
import { Roads } from "./roads.tsx";
import { Chip, reading, Rules, sections, Sections, Spot } from "./spots.tsx";
import { deskOf } from "./workshop/draft.ts";
import "./table.css";

const CHIPS = [100, 500, 2500, 10000, 50000];
const clock = signal(Date.now());

/** Where the cut card is. */
function cutText(cards: ShoeCards): string {
  if (!cards.cut_out) return `${cards.left} cards left, ${cards.behind_cut} of them behind the cut card`;
  return cards.rounds_left === 0 ? "the cut card is out: the shoe is over" : "the cut card is out: one more round";
}

/** How far the shoe is, with the mark of the cut card. */
function ShoeBar(props: { table: Table }) {
  const cards = props.table.now.value?.cards;
  if (cards === undefined) return null;
  const used = Math.round((100 * (cards.all - cards.left)) / cards.all);
  const cut = (100 * (cards.all - cards.behind_cut)) / cards.all;
  const text = cutText(cards);
  return (
    <span class="pill" title={`${text}. By the rule ${cards.cut_rule}, ${cards.cut_words}.`}>
      Shoe {used} %
      <svg class="shoe-bar" viewBox="0 0 100 7" preserveAspectRatio="none" role="img" aria-label={`Shoe ${used} percent dealt, ${text}`}>
        <rect class="all" width="100" height="7" />
        <rect class="used" width={used} height="7" />
        <rect class="cut" x={cut - 0.8} width="1.6" height="7" />
      </svg>
    </span>
  );
}

function Strip(props: { table: Table }) {
  const { table } = props;
  const state = table.now.value!;
  const shooter = table.rolls && state.shooter >= 0 && state.shooter === table.seat;
  return (
    <div class="strip">
      <h1>{state.name}</h1>
      <ShoeBar table={table} />
      {shooter && <span class="pill">Your dice</span>}
      {state.private === true ? (
        <a class="pill" href={deskOf(state.table)}>
          <span>
            <span class="wide-only">Private: back to the </span>Workshop
          </span>
        </a>
      ) : (
        <span class="pill seated">{state.seated} seated</span>
      )}
      <a class="pill" href={`#/history/${state.table}`}>
        History
      </a>
      {table.seat >= 0 && (
        <button class="pill" onClick={() => void table.leave()}>
          <span>
            Leave<span class="wide-only"> the seat</span>
          </span>
        </button>
      )}
    </div>
  );
}

/** What is told of a clock arrives a moment later: there is never more time than there was. */
function secondsLeft(closes: number, betting_s: number): number {
  return Math.min(betting_s, Math.max(0, Math.ceil((closes - Date.now()) / 1000)));
}

function Countdown(props: { table: Table }) {
  const state = props.table.now.value!;
  void clock.value; // it is drawn again as that goes on
  const left = state.closes === undefined ? 0 : secondsLeft(state.closes - props.table.ahead.value, state.betting_s);
  let text = `${left} s`;
  if (state.closes === undefined) text = state.stage === "betting" ? "Place a bet" : "No more bets";
  else if (left === 0) text = "No more bets";
  return (
    <p class={`countdown ${left > 0 && left <= 5 ? "soon" : ""}`} role="timer">
      {text}
    </p>
  );
}

/** The chips of this table, the smallest and the largest stakes of its wagers known. */
function chipsOf(table: Table): number[] {
  const max = Math.max(table.now.value?.max ?? 0, ...table.wagers.value.map((wager) => wager.max));
  return CHIPS.filter((chip) => chip <= max);
}

function Controls(props: { table: Table }) {
  const { table } = props;
  const state = table.now.value!;
  const waits = revealing.value || table.busy.value || state.status !== "open";
  const mayRoll = table.othersDice === "";
  const up = table.bets.value.length > 0;
  return (
    <div class="controls">
      <div class="chips" role="group" aria-label="Chip">
        {chipsOf(table).map((chip, i) => (
          <button
            key={chip}
            aria-pressed={table.chip.value === chip}
            aria-label={`${chip / 100} credits`}
            title={`Key ${i + 1}`}
            class="chip-button"
            onClick={() => (table.chip.value = chip)}
          >
            <Chip amount={chip} />
          </button>
        ))}
      </div>
      <div class="acts">
        <button class="button" onClick={() => void table.undo()} disabled={waits || table.steps.value.length === 0}>
          Undo
        </button>
        <button class="button" onClick={() => void table.clear()} disabled={waits || !up}>
          {table.rolls ? "Take down" : "Clear"}
        </button>
        <button class="button" onClick={() => void table.repeat()} disabled={waits || table.before.value.length === 0}>
          Repeat
        </button>
        <button class="button" onClick={() => void table.double()} disabled={waits || !up}>
          {table.rolls ? "Press" : "Double"}
        </button>
        {state.pace === "timed" ? (
          <Countdown table={table} />
        ) : (
          <button class="button gold big" onClick={() => void table.deal_()} disabled={waits || !up || !mayRoll}>
            {table.rolls ? "Roll" : "Deal"}
          </button>
        )}
      </div>
    </div>
  );
}

/** Where to go on after a refusal that another try would not help. */
const WAYS_ON: Record<string, [string, string]> = {
  "seat-taken": ["#/", "Look at the other tables"],
  "table-shut": ["#/", "Look at the other tables"],
  player: ["#/account", "Look at your limits"],
  "not-signed-in": ["#/account", "Sign in"],
};

function SaidLine(props: { table: Table }) {
  const { table } = props;
  const paused = table.now.value?.status !== "open";
  const way = table.said.value === "" ? undefined : WAYS_ON[table.refused.value];
  const text = table.said.value || table.notice.value || table.othersDice;
  return (
    <p class="said-line" role="status">
      {paused ? "The table is paused. Bets that are up stay; wait until it goes on, or look at the other tables." : text}{" "}
      {way !== undefined && <a href={way[0]}>{way[1]}</a>}
      {paused && <a href="#/">Tables</a>}
    </p>
  );
}

function Felt(props: { table: Table }) {
  const { table } = props;
  const wagers = table.wagers.value;
  if (wagers.length === 0) return <p class="loading">The felt is being laid out …</p>;
  if (isCraps(wagers)) return <Craps table={table} wagers={wagers} />;
  const bases = table.rolls ? [] : ["player", "tie", "banker"].map((name) => wagers.find((wager) => bare(wager.wager) === name));
  const base = bases.filter((wager): wager is Wager => wager !== undefined);
  const rest = wagers.filter((wager) => !base.includes(wager));
  return (
    <>
      {base.length > 0 && (
        <div class="bases">
          {base.map((wager) => (
            <Spot key={wager.wager} table={table} wager={wager} kind="base" />
          ))}
        </div>
      )}
      <Sections sections={sections(table, rest)} />
    </>
  );
}

/** 1 to 5 choose a chip, the space bar and enter deal, U takes the last chip back, ? reads the rules of the spot in focus. */
function pressed(table: Table, event: KeyboardEvent): void {
  const target = event.target as HTMLElement;
  if (event.ctrlKey || event.metaKey || event.altKey || reading.value !== null || target.closest("input, select, textarea, dialog") !== null) return;
  const chip = /^[1-5]$/.test(event.key) ? chipsOf(table)[Number(event.key) - 1] : undefined;
  if (chip !== undefined) table.chip.value = chip;
  if (event.key === "u") void table.undo();
  if (event.key === "r") void table.repeat();
  const onControl = target.closest("button, a, summary") !== null;
  if ((event.key === " " || event.key === "Enter") && !onControl) {
    event.preventDefault();
    if (table.now.value?.pace === "on-demand" && table.bets.value.length > 0) void table.deal_();
  }
  if (event.key === "d" && table.now.value?.pace === "on-demand" && table.bets.value.length > 0) void table.deal_();
}

function Sorry(props: { title: string; children?: preact.ComponentChildren }) {
  return (
    <section class="sorry" role="alert">
      <h1>{props.title}</h1>
      <p>{props.children}</p>
      <p>
        <a href="#/">Back to the tables</a>
      </p>
    </section>
  );
}

export function TableView(props: { name: string; live: Live; me: Me }) {
  const table = useMemo(() => tableOf(props.name, props.live, props.me.player), [props.name, props.live]);
  const problem = useMemo(() => signal<Refusal | null>(null), [props.name]);
  useEffect(() => {
    table.open();
    ask<{ wagers: Wager[] }>("GET", `/api/tables/${props.name}/wagers`)
      .then((answer) => (table.wagers.value = answer.wagers))
      .catch((error: unknown) => (problem.value = error as Refusal));
    const timer = setInterval(() => (clock.value = Date.now()), 250);
    const key = (event: KeyboardEvent) => pressed(table, event);
    addEventListener("keydown", key);
    return () => {
      clearInterval(timer);
      removeEventListener("keydown", key);
      reading.value = null;
      table.close();
    };
  }, [table]);
  useEffect(() => {
    document.title = table.now.value === null ? "Felt" : `${table.now.value.name} · Felt`;
    return () => (document.title = "Felt");
  }, [table.now.value?.name]);
  if (problem.value !== null) return <Sorry title={problem.value.message}>{problem.value.advice}</Sorry>;
  const state = table.now.value;
  if (state === null) return <p class="loading">Walking to the table …</p>;
  if (!state.here)
    return (
      <Sorry title="This table is not dealt here now.">
        {state.elsewhere ? <a href={state.elsewhere}>It is dealt at {state.elsewhere}.</a> : "It will be back in a moment."}
      </Sorry>
    );
  if (state.status === "shut" && state.private === true)
    return (
      <Sorry title="This private table has closed.">
        Its credits were its own and are gone with it. <a href={deskOf(state.table)}>Open it again from the workshop.</a>
      </Sorry>
    );
  if (state.status === "shut")
    return <Sorry title="This table has closed.">What you had on it has come back: your balance is {money(props.live.available())}.</Sorry>;
  return (
    <div class={`table ${table.rolls ? "rolls-table" : ""}`}>
      <div class="table-main">
        <Strip table={table} />
        {table.rolls ? <Dice table={table} /> : <Cards table={table} />}
        <SaidLine table={table} />
        <Felt table={table} />
        <Controls table={table} />
      </div>
      <aside class="rail" aria-label="Beside the table">
        <Ledger table={table} />
        {!table.rolls && <Roads table={table} />}
        <OnTheFelt table={table} />
        <AtTheTable table={table} />
        <Fair table={table} />
      </aside>
      <Rules table={table} />
    </div>
  );
}
