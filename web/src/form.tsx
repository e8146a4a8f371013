// web/src/form.tsx - a form that is sent to the server, and says what became of it.

import { useState } from "preact/hooks";
import { asRefusal } from "./api.ts";

export type Saying = { good: boolean; text: string } | null;

export interface Sending {
  said: Saying;
  busy: boolean;
  submit: (event: SubmitEvent) => void;
}

/** `send` returns what is said when it is done; what it throws is said as a sentence. */
export function useSend(send: (data: FormData) => Promise<string>): Sending {
  const [said, say] = useState<Saying>(null);
  const [busy, setBusy] = useState(false);
  const go = async (data: FormData) => {
    setBusy(true);
    try {
      say({ good: true, text: await send(data) });
    } catch (problem) {
      say({ good: false, text: asRefusal(problem).words });
    }
    setBusy(false);
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void go(new FormData(event.currentTarget as HTMLFormElement));
  };
  return { said, busy, submit };
}

export function Said(props: { said: Saying }) {
  if (props.said === null || props.said.text === "") return null;
  return (
    <p class={props.said.good ? "said" : "said bad"} role={props.said.good ? "status" : "alert"}>
      {props.said.text}
    </p>
  );
}
