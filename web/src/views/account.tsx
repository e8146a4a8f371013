// web/src/views/account.tsx - who is playing: guest or account, limits, and a way out.

import { useEffect, useState } from "preact/hooks";
import { ask, asRefusal, type Me } from "../api.ts";
import { Said, type Saying, useSend } from "../form.tsx";
import { CREDIT, money } from "../money.ts";
import { motionOff } from "../motion.ts";
import { forget, gone, SIGNED_OUT } from "../session.ts";

interface FormProps {
  title: string;
  text: string;
  button: string;
  name?: string;
  send: (name: string, passphrase: string) => Promise<void>;
}

export function Form(props: FormProps) {
  const { said, busy, submit } = useSend(async (data) => {
    await props.send(String(data.get("name")), String(data.get("passphrase")));
    return "Done.";
  });
  return (
    <form class="paper-form" onSubmit={submit}>
      <h2>{props.title}</h2>
      <p>{props.text}</p>
      <label>
        Name
        <input name="name" autocomplete="username" required maxLength={64} defaultValue={props.name} />
      </label>
      <label>
        Passphrase
        <input name="passphrase" type="password" autocomplete="current-password" required minLength={8} maxLength={128} />
      </label>
      <button class="button ink" disabled={busy}>
        {props.button}
      </button>
      <Said said={said} />
    </form>
  );
}

/** The limits that a player sets for himself, and what they are called. */
const LIMITS: [string, string][] = [
  ["stake", "of one bet"],
  ["day-loss", "of loss in a day"],
  ["week-loss", "of loss in a week"],
  ["day-time", "of minutes in a day"],
];

function limitText(limit: string, value: number | null): string {
  if (value === null) return "none";
  return limit === "day-time" ? `${Math.floor(value / 60000)} minutes` : money(value);
}

function day(time: number): string {
  return new Date(time).toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short" });
}

/** What holds now, what comes, and what today has come to. */
function Standing(props: { me: Me }) {
  const { limits, today } = props.me;
  return (
    <table class="rows" aria-label="Your limits">
      <tbody>
        {LIMITS.map(([limit, words]) => {
          const held = limits?.[limit];
          return (
            <tr key={limit} data-limit={limit}>
              <td>
                Limit {words}
                {held?.from !== undefined && <small>{`${limitText(limit, held.next ?? null)} from ${day(held.from)}`}</small>}
              </td>
              <td>{limitText(limit, held?.now ?? null)}</td>
            </tr>
          );
        })}
        {today !== undefined && (
          <tr>
            <td>Today: staked, and come back</td>
            <td>
              {money(today.staked)}, {money(today.returned)}
            </td>
          </tr>
        )}
      </tbody>
    </table>
  );
}

/** Credits, or minutes, that were typed, in minor units or milliseconds; null: no limit. */
function valueOf(limit: string, typed: string): number | null {
  if (typed === "") return null;
  const value = Math.round(Number(typed) * (limit === "day-time" ? 60000 : CREDIT));
  if (!Number.isSafeInteger(value)) throw new Error("Give a number of credits, or of minutes.");
  return value;
}

function Limits(props: { changed: () => void }) {
  const { said, busy, submit } = useSend(async (data) => {
    const limit = String(data.get("limit"));
    await ask("POST", "/api/me/limits", { limit, value: valueOf(limit, String(data.get("value")).trim()) });
    props.changed();
    return "A lower limit holds at once, a higher one after a day.";
  });
  return (
    <form class="paper-form" onSubmit={submit}>
      <h2>Limits of your own</h2>
      <p>The most you want to stake or lose, in credits, or to play, in minutes a day. Empty takes the limit away.</p>
      <label>
        Limit
        <select name="limit">
          {LIMITS.map(([limit, words]) => (
            <option key={limit} value={limit}>
              {words}
            </option>
          ))}
        </select>
      </label>
      <label>
        Value
        <input name="value" inputMode="decimal" />
      </label>
      <button class="button ink" disabled={busy}>
        Set it
      </button>
      <Said said={said} />
    </form>
  );
}

function Exclude(props: { me: Me; changed: () => void }) {
  const { said, busy, submit } = useSend(async (data) => {
    const days = String(data.get("days"));
    await ask("POST", "/api/me/exclude", days === "good" ? { for_good: true } : { days: Number(days) });
    props.changed();
    return "No bet of yours is taken until then.";
  });
  const until = props.me.excluded_until;
  return (
    <form class="paper-form" onSubmit={submit}>
      <h2>A pause</h2>
      <p>
        {until !== undefined ? `You have excluded yourself ${until > 8.64e15 ? "for good" : `until ${day(until)}`}. ` : ""}
        Until it is over no bet of yours is taken, and nobody can undo it or make it shorter. Bets that are up play out.
      </p>
      <label>
        For
        <select name="days">
          <option value="1">a day</option>
          <option value="7">a week</option>
          <option value="30">30 days</option>
          <option value="180">180 days</option>
          <option value="good">good</option>
        </select>
      </label>
      <button class="button ink" disabled={busy}>
        Exclude me
      </button>
      <Said said={said} />
    </form>
  );
}

/** Signing out is only for who can sign in again: a guest would be lost. */
function SignOut(props: { me: Me }) {
  const [said, say] = useState<Saying>(null);
  const leave = async (path: string) => {
    try {
      await ask("POST", path);
      forget();
      gone.value = { name: props.me.name, why: SIGNED_OUT };
    } catch (problem) {
      say({ good: false, text: asRefusal(problem).words });
    }
  };
  return (
    <section class="paper-form" aria-label="Sign out">
      <h2>Sign out</h2>
      <p class="buttons">
        <button class="button ink" onClick={() => void leave("/api/sign-out")}>
          Sign out
        </button>
        <button class="button" onClick={() => void leave("/api/sign-out-all")}>
          Sign out everywhere
        </button>
      </p>
      <Said said={said} />
    </section>
  );
}

function Motion() {
  return (
    <section class="paper-form" aria-label="Motion">
      <h2>Motion</h2>
      <label class="check">
        <input type="checkbox" checked={!motionOff.value} onChange={(event) => (motionOff.value = !event.currentTarget.checked)} />
        Cards and dice move, unless your system asks for less motion
      </label>
    </section>
  );
}

export function Account(props: { me: Me; changed: () => void }) {
  const [me, setMe] = useState(props.me);
  const load = () => void ask<Me>("GET", "/api/me").then(setMe, () => undefined);
  useEffect(load, [props.me]);
  const sign = async (path: string, name: string, passphrase: string) => {
    await ask("POST", path, { name, passphrase });
    props.changed();
  };
  return (
    <section class="paper">
      <h1>{me.name}</h1>
      <p>
        {me.guest ? "You play as a guest." : "You are signed in."} Balance {money(me.balance.available)}, held {money(me.balance.held)}.
      </p>
      <p>
        <a href="#/history">Your bets at all tables</a>
      </p>
      <Standing me={me} />
      {me.guest && (
        <Form
          title="Keep this account"
          text="A name and a passphrase keep your credits when this browser forgets you."
          button="Register"
          send={(name, passphrase) => sign("/api/register", name, passphrase)}
        />
      )}
      {me.guest && (
        <Form
          title="Sign in"
          text="With a name that you have registered."
          button="Sign in"
          send={(name, passphrase) => sign("/api/sign-in", name, passphrase)}
        />
      )}
      <Limits changed={load} />
      <Exclude me={me} changed={load} />
      {!me.guest && <SignOut me={me} />}
      <Motion />
    </section>
  );
}
