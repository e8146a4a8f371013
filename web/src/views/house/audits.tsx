// web/src/views/house/audits.tsx - the last audits of the store, and the way to another.

import { ask } from "../../api.ts";
import { money, thousands } from "../../money.ts";
import { asSentence, many } from "../../words.ts";
import type { Audit, Audits } from "./calls.ts";
import { wishFor } from "./deed.tsx";
import { usePoll } from "./poll.ts";
import { Card, Loaded, when } from "./states.tsx";

const VERDICTS: Record<Audit["verdict"], [string, string]> = {
  clean: ["Clean", "good"],
  wrong: ["Wrong", "bad"],
  failed: ["Not done", "early"],
};

function wishForAudit(): void {
  wishFor({
    title: "Audit the store",
    text: "All postings are added up, every chain is hashed, every shoe dealt and every bet settled again. Tables go on meanwhile.",
    button: "Begin",
    done: "The audit has begun.",
    send: async (reason) => void (await ask("POST", "/api/house/audits", { reason })),
  });
}

function took(ms: number): string {
  return ms < 10000 ? `${(ms / 1000).toFixed(1)} s` : ms < 600000 ? `${Math.round(ms / 1000)} s` : `${Math.round(ms / 60000)} min`;
}

function some(count: number, one: string, more?: string): string {
  return many(count, one, more, thousands(count));
}

function found(audit: Audit): string {
  const { books, history } = audit;
  const added = books === null ? "" : `${some(books.postings, "posting")} and ${some(books.records, "record")}; the house has ${money(books.house)}.`;
  const again =
    history === null ? "" : ` ${some(history.rounds, "round")} and ${some(history.bets, "bet")} settled again, ${some(history.shoes, "shoe")} dealt again.`;
  const kept = history !== null && history.unrevealed > 0 ? ` ${some(history.unrevealed, "shoe is", "shoes are")} not revealed yet.` : "";
  return added + again + kept;
}

function Line(props: { audit: Audit }) {
  const { audit } = props;
  const [words, kind] = VERDICTS[audit.verdict];
  return (
    <li data-audit={audit.verdict}>
      <span class={`house-status ${kind}`}>{words}</span>
      <span>
        {audit.message !== "" && <b>{asSentence(audit.message)} </b>}
        {found(audit)}
        {audit.verdict === "wrong" && " Keep the store as it is, make a copy, and find out who could write to it."}
        {audit.verdict === "failed" && " Look at the disk and at the server's log, and begin another."}
        <small>
          {when(audit.began)}, {took(audit.took_ms)}, {audit.by === null ? "by the clock" : `asked for by ${audit.by}`}
        </small>
      </span>
    </li>
  );
}

export function AuditsView(props: { turn: number }) {
  const polled = usePoll<Audits>("/api/house/audits", 2000, props.turn);
  const running = polled.data?.running === true;
  const begin = (
    <button class="button ink" disabled={running} onClick={wishForAudit}>
      {running ? "Running …" : "Audit now"}
    </button>
  );
  return (
    <Card title="Audits" side={begin}>
      <Loaded polled={polled} waiting="Looking for audits …">
        {({ audits, due, since }) => (
          <>
            {running && (
              <p class="house-note" role="status">
                One is running since {when(since ?? 0)}. Its result will stand here.
              </p>
            )}
            {audits.length === 0 && !running && <p class="house-note">There was none yet. Begin one, or wait for the clock.</p>}
            <ol class="house-lines">
              {[...audits].reverse().map((audit) => (
                <Line key={audit.began} audit={audit} />
              ))}
            </ol>
            <p class="house-note quiet-ink">
              {due === undefined ? "None begins by itself." : `The next begins by itself at ${when(due)}.`} Times are UTC.
            </p>
          </>
        )}
      </Loaded>
    </Card>
  );
}
