// web/src/views/account.tsx - who is playing: guest or account, limits, and a way out.

import { useState } from "preact/hooks";
import { ask, Refusal, type Me } from "../api.ts";
import { CREDIT, money } from "../money.ts";
import { motionOff } from "../motion.ts";

type Saying = { good: boolean; text: string } | null;

function Form(props: { title: string; text: string; button: string; send: (name: string, passphrase: string) => Promise<void> }) {
  const [said, say] = useState<Saying>(null);
  const [busy, setBusy] = useState(false);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget as HTMLFormElement);
    setBusy(true);
    try {
      await props.send(String(data.get("name")), String(data.get("passphrase")));
      say({ good: true, text: "Done." });
    } catch (problem) {
      const no = problem as Refusal;
      say({ good: false, text: `${no.message} ${no.advice ?? ""}` });
    }
    setBusy(false);
  };
  return (
    <form class="paper-form" onSubmit={(event) => void submit(event)}>
      <h2>{props.title}</h2>
      <p>{props.text}</p>
      <label>
        Name
        <input name="name" autocomplete="username" required maxLength={64} />
      </label>
      <label>
        Passphrase
        <input name="passphrase" type="password" autocomplete="current-password" required minLength={8} maxLength={128} />
      </label>
      <button class="button ink" disabled={busy}>
        {props.button}
      </button>
      {said !== null && (
        <p class={said.good ? "said" : "said bad"} role="status">
          {said.text}
        </p>
      )}
    </form>
  );
}

function Limits() {
  const [said, say] = useState<Saying>(null);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget as HTMLFormElement);
    const limit = String(data.get("limit"));
    const credits = String(data.get("value"));
    const value = credits === "" ? null : limit === "day-time" ? Number(credits) * 60000 : Math.round(Number(credits) * CREDIT);
    try {
      await ask("POST", "/api/me/limits", { limit, value });
      say({ good: true, text: "A lower limit holds at once, a higher one after a day." });
    } catch (problem) {
      say({ good: false, text: (problem as Refusal).message });
    }
  };
  return (
    <form class="paper-form" onSubmit={(event) => void submit(event)}>
      <h2>Limits of your own</h2>
      <p>The most you want to stake or lose, in credits, or to play, in minutes a day. Empty takes the limit away.</p>
      <label>
        Limit
        <select name="limit">
          <option value="stake">of one bet</option>
          <option value="day-loss">of loss in a day</option>
          <option value="week-loss">of loss in a week</option>
          <option value="day-time">of minutes in a day</option>
        </select>
      </label>
      <label>
        Value
        <input name="value" inputMode="decimal" />
      </label>
      <button class="button ink">Set it</button>
      {said !== null && (
        <p class={said.good ? "said" : "said bad"} role="status">
          {said.text}
        </p>
      )}
    </form>
  );
}

export function Account(props: { me: Me; changed: () => void }) {
  const { me } = props;
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
      {me.guest && (
        <Form
          title="Keep this account"
          text="A name and a passphrase keep your credits when this browser forgets you."
          button="Register"
          send={(name, passphrase) => sign("/api/register", name, passphrase)}
        />
      )}
      <Form
        title="Sign in"
        text="With a name that you have registered."
        button="Sign in"
        send={(name, passphrase) => sign("/api/sign-in", name, passphrase)}
      />
      <Limits />
      <section class="paper-form" aria-label="Motion">
        <h2>Motion</h2>
        <label class="check">
          <input type="checkbox" checked={!motionOff.value} onChange={(event) => (motionOff.value = !event.currentTarget.checked)} />
          Cards and dice move, unless your system asks for less motion
        </label>
      </section>
    </section>
  );
}
