// web/src/main.tsx - the page: which view the address asks for, and who is playing.

import "@fontsource-variable/inter/wght.css";
import "./style.css";
import { signal } from "@preact/signals";
import { render } from "preact";
import { useEffect } from "preact/hooks";
import { ask, Refusal, type Me } from "./api.ts";
import { away, balance, Live, shownBalance } from "./live.ts";
import { money } from "./money.ts";
import { Account } from "./views/account.tsx";
import { Lobby } from "./views/lobby.tsx";
import { TableView } from "./views/table.tsx";

const place = signal(location.hash.slice(1) || "/");
const me = signal<Me | null>(null);
const failure = signal<Refusal | null>(null);
let live: Live | null = null;

/** The connection of whoever is signed in. */
function connect(): Live {
  live?.close();
  live = new Live(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/live`);
  return live;
}

async function begin(): Promise<void> {
  failure.value = null;
  try {
    me.value = await ask<Me>("GET", "/api/me").catch((problem: unknown) => {
      if (problem instanceof Refusal && problem.status === 401) return ask<Me>("POST", "/api/guest");
      throw problem;
    });
    balance.value = me.value.balance;
    connect();
  } catch (problem) {
    failure.value = problem instanceof Refusal ? problem : new Refusal(0, "error", String(problem), "Load the page again.");
  }
}

function Head() {
  return (
    <header class="head">
      <a class="brand" href="#/">
        <span class="brand-f">f</span>elt
      </a>
      <nav class="head-links" aria-label="Views">
        <a href="#/" aria-current={place.value === "/" ? "page" : undefined}>
          Tables
        </a>
        <a href="#/account" aria-current={place.value === "/account" ? "page" : undefined}>
          {me.value?.name ?? "Account"}
        </a>
      </nav>
      <output class="balance" aria-label="Your balance">
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
    </section>
  );
}

function View() {
  if (failure.value !== null) return <Sorry problem={failure.value} />;
  if (me.value === null || live === null) return <p class="loading">Opening the tables …</p>;
  const [, first, name] = place.value.split("/");
  if (first === "table" && name !== undefined) return <TableView key={name} name={name} live={live} me={me.value} />;
  if (first === "account") return <Account me={me.value} changed={() => void begin()} />;
  return <Lobby />;
}

function Page() {
  useEffect(() => {
    const moved = () => {
      place.value = location.hash.slice(1) || "/";
      window.scrollTo(0, 0);
    };
    addEventListener("hashchange", moved);
    void begin();
    return () => removeEventListener("hashchange", moved);
  }, []);
  return (
    <>
      <Head />
      {away.value !== "" && (
        <p class="notice" role="status">
          {away.value}
        </p>
      )}
      <main>
        <View />
      </main>
    </>
  );
}

render(<Page />, document.getElementById("page")!);
