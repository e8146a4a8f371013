// web/src/views/house/deed.tsx - a change that an operator makes: what will happen in a sentence, a reason, and a second look before it is done.

import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { Said, useSend } from "../../form.tsx";
import { useModal } from "../../modal.ts";

export interface Wish {
  title: string;
  /** What it does, and to whom. */
  text: string;
  button: string;
  grave?: boolean;
  fields?: ComponentChildren;
  /** What is said when it is done; a text that is returned is said instead. */
  done: string;
  send: (reason: string, data: FormData) => Promise<string | void>;
}

const wish = signal<Wish | null>(null);
/** What was done last, for everybody to read and hear. */
export const said = signal("");

export function wishFor(next: Wish): void {
  wish.value = next;
}

function Form(props: { wish: Wish; changed: () => void }) {
  const { wish: w } = props;
  const { said: answer, busy, submit } = useSend(async (data) => {
    said.value = (await w.send(String(data.get("reason")).trim(), data)) ?? w.done;
    wish.value = null;
    props.changed();
    return "";
  });
  return (
    <form class="paper-form deed" onSubmit={submit}>
      <h2 id="deed-title">{w.title}</h2>
      <p>{w.text}</p>
      {w.fields}
      <label>
        Reason, for the log
        <input name="reason" required maxLength={200} autocomplete="off" pattern=".*\S.*" />
      </label>
      <Said said={answer} />
      <div class="deed-buttons">
        <button type="button" class="button plain" onClick={() => (wish.value = null)}>
          Leave it
        </button>
        <button class={w.grave ? "button grave" : "button ink"} disabled={busy}>
          {w.button}
        </button>
      </div>
    </form>
  );
}

/** Stands once in the house's view. */
export function Deed(props: { changed: () => void }) {
  const { dialog, closed } = useModal(wish);
  const next = wish.value;
  return (
    <dialog ref={dialog} class="rules house-dialog" aria-labelledby="deed-title" onClose={closed}>
      {next !== null && <Form wish={next} changed={props.changed} />}
    </dialog>
  );
}
