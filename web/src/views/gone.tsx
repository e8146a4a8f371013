// web/src/views/gone.tsx - a session that is over: what that means, and how to go on.

import { ask } from "../api.ts";
import { forget, type Gone } from "../session.ts";
import { Form } from "./account.tsx";

export function GoneView(props: { who: Gone; again: () => void }) {
  const { name, why } = props.who;
  return (
    <section class="paper" role="alert" aria-label={why}>
      <h1>{why}</h1>
      <p>
        {name === ""
          ? "Bets that are up play out. Sign in, or go on as a new guest."
          : `Bets of ${name} that are up play out, and the credits are kept. Sign in again, or go on as a guest.`}
      </p>
      <Form
        title="Sign in"
        text="With a name that you have registered."
        button="Sign in"
        name={name}
        send={async (who, passphrase) => {
          await ask("POST", "/api/sign-in", { name: who, passphrase });
          props.again();
        }}
      />
      <p class="paper-form">
        <button
          class="button"
          onClick={() => {
            forget();
            props.again();
          }}
        >
          Go on as a guest
        </button>
      </p>
    </section>
  );
}
