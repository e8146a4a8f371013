// web/src/main.tsx - the page: which view the address asks for, and who is playing.

import "@fontsource-variable/inter/wght.css";
import "./style.css";
import { effect, signal } from "@preact/signals";
import { render } from "preact";
import { useEffect } from "preact/hooks";
import { ask, asRefusal, Refusal, type Me } from "./api.ts";
import { later } from "./later.tsx";
import { away, balance, ended, Live, purse, shownBalance, whoIsThere } from "./live.ts";
import { money } from "./money.ts";
import { ENDED, gone, lastName, remember } from "./session.ts";
import { Account } from "./views/account.tsx";
import { GoneView } from "./views/gone.tsx";
import { History } from "./views/history.tsx";
import { Lobby } from "./views/lobby.tsx";
import { isReadable, Nowhere } from "./views/nowhere.tsx";
import { OwnBets } from "./views/own.tsx";
import { TableView } from "./views/table.tsx";

/** Most who come want to play: the other views are loaded when somebody opens them. */
const Odds = later(() => import("./views/odds/odds.tsx").then((view) => view.OddsView), "the odds");
const House = later(() => import("./views/house/house.tsx").then((view) => view.House), "the house's view");
const Workshop = later(() => import("./views/workshop/workshop.tsx").then((view) => view.Workshop), "the workshop");

const place = signal(location.hash.slice(1) || "/");
const me = signal<Me | null>(null);
const failure = signal<Refusal | null>(null);
const LIVE = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/live`;
let live: Live | null = null;

/** The connection of whoever is signed in. */
function connect(): Live {
  live?.close();
  live = new Live(LIVE);
  return live;
}

async function begin(): Promise<void> {
  failure.value = null;
  try {
    const known = await whoIsThere(LIVE).catch(() => {
      throw new Refusal(0, "away", "The server does not answer.", "Look whether it runs, and try again.");
    });
    if (known === 0) me.value = null;
    if (known === 0 && lastName() !== "") {
      gone.value = { name: lastName(), why: ENDED };
      return;
    }
    if (known === 0) await ask("POST", "/api/guest");
    const who = await ask<Me>("GET", "/api/me");
    remember(who);
    gone.value = null;
    balance.value = who.balance;
    connect();
    me.value = who;
  } catch (problem) {
    failure.value = asRefusal(problem);
  }
}

function Head() {
  return (
    <header class="head">
      <a class="brand" href="#/">
        <span class="brand-f">f</span>
        <span class="brand-elt">elt</span>
      </a>
      <nav class="head-links" aria-label="Views">
        <a href="#/" aria-current={place.value === "/" ? "page" : undefined}>
          Tables
        </a>
        <a href="#/odds" aria-current={place.value.startsWith("/odds") ? "page" : undefined}>
          Odds
        </a>
        <a href="#/workshop" aria-current={place.value.startsWith("/workshop") ? "page" : undefined}>
          Workshop
        </a>
        {me.value?.operator === true && (
          <a href="#/house" aria-current={place.value.startsWith("/house") ? "page" : undefined}>
            House
          </a>
        )}
        <a href="#/account" aria-current={place.value === "/account" ? "page" : undefined}>
          <span class="head-me">Me</span>
          <span class="head-name">{me.value?.name ?? "Account"}</span>
        </a>
      </nav>
      <output class="balance" aria-label={purse.value === null ? "Your balance" : "Credits of this private table"}>
        {shownBalance.value === null ? "" : money(shownBalance.value.available)}
      </output>
    </header>
  );
}

function Sorry(props: { problem: Refusal }) {
  return (
    <section class="sorry" role="alert">
      <h1>{props.problem.message}</h1>
      <p>{props.problem.advice}</p>
      <button class="button gold" onClick={() => void begin()}>
        Try again
      </button>
      {props.problem.code !== "away" && (
        <button class="button" onClick={() => ((failure.value = null), (gone.value = { name: lastName(), why: "Sign in to play." }))}>
          Sign in
        </button>
      )}
    </section>
  );
}

function View() {
  if (failure.value !== null) return <Sorry problem={failure.value} />;
  if (gone.value !== null) return <GoneView who={gone.value} again={() => void begin()} />;
  if (me.value === null || live === null) return <p class="loading">Opening the tables …</p>;
  if (!isReadable(place.value)) return <Nowhere place={place.value} />;
  const [, first, name, third] = place.value.split("/");
  if (first === "table" && name !== undefined) return <TableView key={name} name={name} live={live} me={me.value} />;
  if (first === "history" && name !== undefined) return <History key={name} name={name} round={Number(third ?? 0)} player={me.value.player} />;
  if (first === "odds") return <Odds sheet={name ?? ""} wager={third ?? ""} />;
  if (first === "history") return <OwnBets />;
  if (first === "house") return <House me={me.value} part={name ?? ""} name={third} />;
  if (first === "workshop") return <Workshop what={name ?? ""} rest={third ?? ""} />;
  if (first === "account") return <Account me={me.value} changed={() => void begin()} />;
  return place.value === "/" ? <Lobby /> : <Nowhere place={place.value} />;
}

/** Past the head, for who goes by keys; the address stays. */
function skip(event: MouseEvent): void {
  event.preventDefault();
  document.getElementById("view")?.focus();
}

function Page() {
  useEffect(() => {
    const moved = () => {
      const before = place.value;
      place.value = location.hash.slice(1) || "/";
      const stays = /^\/odds\/[^/]+/.exec(before)?.[0];
      // Another wager of the same sheet is shown beside the list, where there is room for both.
      if (stays === undefined || !place.value.startsWith(stays) || !matchMedia("(min-width: 1000px)").matches) window.scrollTo(0, 0);
    };
    addEventListener("hashchange", moved);
    void begin();
    effect(() => {
      if (!ended.value) return;
      ended.value = false;
      live?.close();
      away.value = "";
      balance.value = null;
      const guest = me.value?.guest !== false;
      gone.value ??= { name: guest ? "" : (me.value?.name ?? ""), why: ENDED };
    });
    return () => removeEventListener("hashchange", moved);
  }, []);
  return (
    <>
      <a class="skip" href="#view" onClick={skip}>
        Skip to the view
      </a>
      <Head />
      {away.value !== "" && (
        <p class="notice" role="status">
          {away.value}
        </p>
      )}
      <main id="view" tabIndex={-1} data-place={place.value}>
        <View />
      </main>
    </>
  );
}

render(<Page />, document.getElementById("page")!);
