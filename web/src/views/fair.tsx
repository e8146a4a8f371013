// web/src/views/fair.tsx - fair dealing: what was committed to, the player's part in it, the seed that was shown last, and Verify.

import type { FairPart } from "../fair.ts";
import type { Table } from "../table.ts";
import { Verifier } from "./verifier.tsx";
import "./fair.css";

/** A long number by its ends; all of it on demand. */
function Long(props: { name: string; text: string }) {
  return (
    <details class="long">
      <summary>
        {props.name} <code>{`${props.text.slice(0, 6)}…${props.text.slice(-4)}`}</code>
      </summary>
      <code>{props.text}</code>
    </details>
  );
}

function ownWords(fair: FairPart): string {
  if (fair.said.value !== "") return fair.said.value;
  if (!fair.on.value) return "";
  const part = fair.part.value;
  if (part?.sealed === true) return "Your own chance is in this one: nobody else could have chosen it.";
  return part === null ? "You take part from the next one on." : "Your part is given; the others are waited for.";
}

function Seed(props: { fair: FairPart }) {
  const seed = props.fair.seed.value;
  if (seed === null) return null;
  return (
    <div class="seed-shown" data-seed={seed.shoe}>
      <Long name={`Seed of number ${seed.shoe}`} text={seed.seed} />
      <p class={seed.good ? "quiet" : "loss"}>
        {seed.good
          ? "It is what the server was bound to before anybody bet."
          : "It is not what the server was bound to. Keep the record, and ask the house."}
      </p>
    </div>
  );
}

export function Fair(props: { table: Table }) {
  const { table } = props;
  const now = table.now.value?.fair;
  if (now === undefined) return null;
  const what = table.rolls ? "shooter's hand" : "shoe";
  const who = now.clients === 0 ? "Nobody but the server" : `${now.clients} ${now.clients === 1 ? "player" : "players"}`;
  const part = table.fair.part.value;
  return (
    <section class="panel" aria-label="Fair dealing">
      <h2>Fair dealing</h2>
      {now.commitment !== "" && <Long name={`Number ${now.shoe}, committed to`} text={now.commitment} />}
      <p class="quiet">{who} added chance to it.</p>
      {part !== null && <Long name="Your commitment" text={part.commitment} />}
      <label class="check">
        <input
          type="checkbox"
          name="take-part"
          checked={table.fair.on.value}
          onChange={(event) => void table.fair.set(event.currentTarget.checked)}
        />
        Take part in the shuffle
      </label>
      <p class="quiet" role="status" data-part={part?.sealed === true ? "sealed" : undefined}>
        {ownWords(table.fair) || `Your browser adds chance of its own to every ${what}, so that nobody can have chosen it.`}
      </p>
      <Seed fair={table.fair} />
      <Verifier table={table.name} player={table.player} label="Verify" />
      <p>
        <a href={`#/history/${table.name}`}>History, round by round</a>
      </p>
    </section>
  );
}
