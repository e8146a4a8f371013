// web/src/views/verifier.tsx - the button that checks the record of a table here in the browser, and what it found.

import { useState } from "preact/hooks";
import { Refusal } from "../api.ts";
import { keptParts } from "../fair.ts";
import type { ShownRound } from "../verify/claims.ts";
import { many } from "../words.ts";
import "./verifier.css";

type Verdict = { state: "idle" | "busy" | "good" | "bad"; text: string; seed: string };

/** What is to be verified: a table, for a player, and perhaps a round as it is shown. */
interface Wish {
  table: string;
  player: number;
  round?: ShownRound;
}

/** The pages of the table's public chain, line by line. */
async function* chain(table: string): AsyncGenerator<string> {
  let next: string | undefined = `/api/tables/${table}/history`;
  while (next !== undefined) {
    const answer: Response = await fetch(next, { credentials: "same-origin" });
    if (!answer.ok) throw new Refusal(answer.status, "history", "The history cannot be had now.", "Try again in a moment.");
    for (const line of (await answer.text()).split("\n")) if (line !== "") yield line;
    next = /<([^>]+)>; rel="next"/.exec(answer.headers.get("Link") ?? "")?.[1];
  }
}

async function found(wish: Wish, say: (text: string) => void): Promise<Verdict> {
  const [{ HistoryCheck }, { needAsShown, ownParts }] = await Promise.all([import("../verify.ts"), import("../verify/claims.ts")]);
  const check = new HistoryCheck(wish.round?.round);
  let lines = 0;
  for await (const line of chain(wish.table)) {
    check.line(line);
    if (++lines % 100 !== 0) continue;
    say(`${many(check.found.records, "record")} checked …`);
    await new Promise((go) => setTimeout(go, 0));
  }
  const { records, rounds, covered, shoes, bets, before } = check.finish();
  const own = ownParts(check, wish.player, keptParts(wish.player, wish.table));
  const mine = own > 0 ? ` Your own chance is in ${own} of the shoes.` : "";
  if (wish.round !== undefined) {
    needAsShown(check, wish.round);
    const making = check.makings.get(check.told!.shoe)!;
    const pays = wish.round.paid.length > 0 ? `, and what you bet on it is paid as the sheets say` : "";
    const dealt = making.serverSeed !== "" ? "is what the seed deals" : "is as the record has it; its seed is shown after the last round";
    return { state: "good", text: `Verified: round ${wish.round.round} ${dealt}${pays}.`, seed: making.serverSeed };
  }
  const old = before > 0 ? ` What was before record ${before + 1} is in an archive of the house.` : "";
  const open = rounds - covered;
  const dealt = shoes > 0 ? ` ${many(covered, "round is", "rounds are")} what ${many(shoes, "revealed seed deals", "revealed seeds deal")}.` : "";
  const waits = open > 0 ? ` ${many(open, "round is", "rounds are")} of a seed that is not shown yet: verify again when it is.` : "";
  const paid = `Verified: ${many(records, "record is", "records are")} unchanged, ${many(bets, "bet is", "bets are")} paid as the sheets say.`;
  return { state: "good", text: paid + dealt + mine + waits + old, seed: "" };
}

async function verify(wish: Wish, say: (verdict: Verdict) => void): Promise<void> {
  try {
    say(await found(wish, (text) => say({ state: "busy", text, seed: "" })));
  } catch (problem) {
    const what = problem instanceof Error ? problem.message : String(problem);
    const differs = `This does not verify: ${what}. Keep the record, and ask the house.`;
    const text = problem instanceof Refusal ? problem.words : differs;
    say({ state: "bad", text, seed: "" });
  }
}

export function Verifier(props: Wish & { label: string; kind?: string }) {
  const [verdict, say] = useState<Verdict>({ state: "idle", text: "", seed: "" });
  const start = () => {
    say({ state: "busy", text: "Reading the record …", seed: "" });
    void verify(props, say);
  };
  return (
    <div class="verifier">
      <button class={`button ${props.kind ?? ""}`} onClick={start} disabled={verdict.state === "busy"}>
        {props.label}
      </button>
      <p class={`verdict ${verdict.state}`} role="status">
        {verdict.text}
      </p>
      {verdict.seed !== "" && (
        <p class="seed">
          Seed of the server <code>{verdict.seed}</code>
        </p>
      )}
    </div>
  );
}
