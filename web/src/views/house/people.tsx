// web/src/views/house/people.tsx - what the house does for players: credits, reset codes, exclusion, rights; and a copy of the store.

import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { ask } from "../../api.ts";
import { money } from "../../money.ts";
import { said, wishFor } from "./deed.tsx";
import { minor } from "./desk.tsx";
import { Card } from "./states.tsx";

/** A code that was made: it is shown once, and nowhere again. */
const code = signal<{ who: string; code: string } | null>(null);

function named(who: string): Record<string, unknown> {
  const text = who.trim();
  return /^\d+$/.test(text) ? { player: Number(text) } : { name: text };
}

function Who() {
  return (
    <label>
      Player, by name or number
      <input name="who" required maxLength={64} autocomplete="off" />
    </label>
  );
}

function wishToGrant(): void {
  wishFor({
    title: "Grant credits",
    text: "They come from outside the bank, and are in the books as granted.",
    button: "Grant them",
    done: "",
    fields: (
      <>
        <Who />
        <label>
          Credits
          <input name="amount" required inputMode="decimal" autocomplete="off" />
        </label>
      </>
    ),
    send: async (reason, data) => {
      const amount = minor(data.get("amount"));
      if (Number.isNaN(amount) || amount === 0) throw new Error("Write credits such as 100 or 2.50.");
      await ask("POST", "/api/house/grant", { ...named(String(data.get("who"))), amount, reason });
      return `${money(amount)} granted to ${String(data.get("who"))}.`;
    },
  });
}

function wishToReset(): void {
  wishFor({
    title: "Reset a passphrase",
    text: "Makes a code with which the player sets another passphrase, once. His sessions end now.",
    button: "Make a code",
    grave: true,
    done: "",
    fields: <Who />,
    send: async (reason, data) => {
      const who = String(data.get("who")).trim();
      code.value = { who, code: (await ask<{ code: string }>("POST", "/api/house/reset", { ...named(who), reason })).code };
      return `A code for ${who} is made. Tell it to nobody else.`;
    },
  });
}

function wishToExclude(): void {
  wishFor({
    title: "Exclude a player",
    text: "The player cannot bet until the time is over. Nobody can undo it before. Bets that are up are dealt and paid.",
    button: "Exclude",
    grave: true,
    done: "",
    fields: (
      <>
        <Who />
        <label>
          Days; empty: for good
          <input name="days" inputMode="numeric" pattern="\d*" autocomplete="off" />
        </label>
      </>
    ),
    send: async (reason, data) => {
      const days = String(data.get("days")).trim();
      const length = days === "" ? { for_good: true } : { days: Number(days) };
      await ask("POST", "/api/house/exclude", { ...named(String(data.get("who"))), ...length, reason });
      return `${String(data.get("who"))} is excluded ${days === "" ? "for good" : `for ${days} days`}.`;
    },
  });
}

function wishForRights(operator: boolean): void {
  wishFor({
    title: operator ? "Make an operator" : "Take an operator's rights",
    text: operator
      ? "An operator can do all that stands here. His sessions end: he signs in again."
      : "He stays a player. His sessions end: he signs in again. The last operator stays one.",
    button: operator ? "Make an operator" : "Take the rights",
    grave: true,
    done: "The rights are changed.",
    fields: <Who />,
    send: async (reason, data) => void (await ask("POST", "/api/house/operator", { ...named(String(data.get("who"))), operator, reason })),
  });
}

function Entry(props: { title: string; text: string; button: string; act: () => void; more?: ComponentChildren }) {
  return (
    <li>
      <span>
        <b>{props.title}</b>
        <small>{props.text}</small>
      </span>
      <span class="house-buttons">
        {props.more}
        <button class="button plain" onClick={props.act}>
          {props.button}
        </button>
      </span>
    </li>
  );
}

export function PeopleView() {
  return (
    <Card title="Players">
      {code.value !== null && (
        <p class="house-note code-note" role="status">
          Code for {code.value.who}: <code>{code.value.code}</code>. It is shown here once.{" "}
          <button
            class="link"
            onClick={() => {
              code.value = null;
              said.value = "";
            }}
          >
            I have told it
          </button>
        </p>
      )}
      <ul class="house-lines entries">
        <Entry title="Credits" text="To a player, from outside the bank." button="Grant credits" act={wishToGrant} />
        <Entry title="A lost passphrase" text="A code for another one, to be used once." button="Make a reset code" act={wishToReset} />
        <Entry title="Exclusion" text="For some days, or for good." button="Exclude a player" act={wishToExclude} />
        <Entry
          title="Operators"
          text="Who may look in here, and change things."
          button="Make an operator"
          act={() => wishForRights(true)}
          more={
            <button class="button plain" onClick={() => wishForRights(false)}>
              Take the rights
            </button>
          }
        />
      </ul>
    </Card>
  );
}
