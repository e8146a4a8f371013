// web/src/views/history.tsx - what has happened at a table: its rounds, any of them again card by card, and Verify.

import { useEffect, useState } from "preact/hooks";
import { ask, asRefusal, type Refusal, type TableEvent, type Wager } from "../api.ts";
import { explain, order } from "../baccarat.ts";
import { gain, money } from "../money.ts";
import { fullName } from "../table.ts";
import type { ShownRound } from "../verify/claims.ts";
import { Die, Hand } from "./hands.tsx";
import { many } from "../words.ts";
import { Verifier } from "./verifier.tsx";
import "./history.css";

interface Round {
  round: number;
  record: number;
  hash: string;
  time?: number;
  result?: string;
  dice?: number[];
  dealt?: Record<string, string[]>;
  events: TableEvent[];
  all: { bets: number; staked: number; paid: number };
  voided: boolean;
}

/** Records that are looked at for a page of rounds. */
const PAGE = 160;

function dealtIn(round: Round): TableEvent | undefined {
  return round.events.find((event) => event.event === "dealt");
}

function ownNet(round: Round): number | null {
  const paid = round.events.filter((event) => event.event === "paid");
  if (paid.length === 0 || round.voided) return null;
  return paid.reduce((sum, event) => sum + event.winnings! - event.commission! - event.lost!, 0);
}

function when(time: number | undefined): string {
  return time === undefined ? "" : new Date(time).toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "medium" });
}

function Verify(props: { table: string; player: number }) {
  return (
    <section class="verify" aria-label="Verify">
      <p>
        Verify checks the chain of records, deals every shoe again from its seed, and steps and pays every bet again by the compiled wagers of the
        record, here in your browser.
      </p>
      <Verifier table={props.table} player={props.player} label="Verify" kind="ink" />
      <a href={`/api/tables/${props.table}/history`} download={`${props.table}.jsonl`}>
        The record as a file
      </a>
    </section>
  );
}

// ---- one round ----

/** A wager as the felt names it; one that is not offered any more keeps its short name. */
function useNames(table: string): (wager: string) => string {
  const [names, setNames] = useState(new Map<string, string>());
  useEffect(() => {
    ask<{ wagers: Wager[] }>("GET", `/api/tables/${table}/wagers`)
      .then(({ wagers }) => setNames(new Map(wagers.map((wager) => [wager.wager, fullName(wager)]))))
      .catch(() => undefined); // short names do
  }, [table]);
  return (wager) => names.get(wager) ?? wager;
}

function Recall(props: { round: Round; table: string; player: number }) {
  const nameOf = useNames(props.table);
  const { round } = props;
  const dealt = dealtIn(round);
  const cards = dealt?.dealt === undefined ? 0 : order(dealt.dealt).length;
  const [shown, show] = useState(cards);
  if (dealt === undefined) return <p>This round has no result.</p>;
  const paid = round.events.filter((event) => event.event === "paid");
  return (
    <section class="recall" aria-label={`Round ${round.round}`}>
      <h2>Round {round.round}</h2>
      <p class="quiet-ink">
        {when(dealt.time)} · record {round.record} · <code title={round.hash}>{round.hash.slice(0, 12)}…</code>
      </p>
      {round.voided && <p class="said bad">An operator took this result back: what it paid was paid back, and all stakes were returned.</p>}
      <div class="replay">
        {dealt.dealt !== undefined ? (
          <>
            <div class="hands">
              <Hand name="player" dealt={dealt.dealt} shown={shown} />
              <span />
              <Hand name="banker" dealt={dealt.dealt} shown={shown} />
            </div>
            <p class="why" role="status">
              {explain(dealt.dealt, shown) || "\u00a0"}
            </p>
            <p class="replay-buttons">
              <button class="button" onClick={() => show(0)}>
                From the first card
              </button>
              <button class="button gold" onClick={() => show(Math.min(cards, shown + 1))} disabled={shown >= cards}>
                Next card
              </button>
            </p>
          </>
        ) : (
          <div class="dice">
            {dealt.dice?.map((face, i) => <Die key={i} face={face} rolling={false} />)}
            <p class="sum">
              <b>{dealt.dice?.reduce((sum, face) => sum + face, 0)}</b>
            </p>
          </div>
        )}
      </div>
      <p>
        {round.all.bets === 0
          ? "No bet was decided."
          : `${many(round.all.bets, "bet of everybody was", "bets of everybody were")} decided: ${money(round.all.staked)} staked, ${money(round.all.paid)} paid back.`}
      </p>
      {paid.length > 0 && (
        <table class="rows">
          <thead>
            <tr>
              <th scope="col">Your bet</th>
              <th scope="col">Result</th>
            </tr>
          </thead>
          <tbody>
            {paid.map((event) => (
              <tr key={event.bet}>
                <td>
                  {nameOf(event.wager!)} · {money(event.stake!)}
                  <small>
                    {event.when} {event.pays}
                    {event.cites !== undefined && `, ${event.cites}`}
                  </small>
                </td>
                <td>{gain(event.winnings! - event.commission! - event.lost!)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <Verifier key={round.round} table={props.table} player={props.player} round={shownOf(round.round, dealt, paid)} label="Verify this round" kind="ink" />
    </section>
  );
}

/** The round as it is shown here, for the verifier to hold against the record. */
function shownOf(round: number, dealt: TableEvent, paid: readonly TableEvent[]): ShownRound {
  const nets = paid.map((event) => ({ bet: event.bet!, net: event.winnings! - event.commission! - event.lost! }));
  return { round, dealt: dealt.dealt, dice: dealt.dice, paid: nets };
}

// ---- the list ----

interface RoundsPage {
  rounds: Round[];
  voided: number[]; // records of results that were taken back
  next: number;
  records: number;
}

interface Page {
  rounds: Round[];
  from: number; // the first record that was looked at
}

async function load(table: string, before: number): Promise<Page> {
  const from = before === 0 ? -PAGE : Math.max(1, before - PAGE);
  let at = from;
  const rounds: Round[] = [];
  let records = 0;
  do {
    const page = await ask<RoundsPage>("GET", `/api/tables/${table}/rounds?from=${at}`);
    records = page.records;
    const found = page.rounds.filter((round) => before === 0 || round.record < before);
    rounds.push(...found.map((round) => ({ ...round, voided: page.voided.includes(round.record) })));
    if (page.next === at || page.rounds.length === 0) break;
    at = page.next;
  } while (at > 0 && at < (before === 0 ? records : before));
  return { rounds, from: before === 0 ? Math.max(1, records - PAGE) : from };
}

function List(props: { table: string; rounds: Round[]; chosen: number }) {
  return (
    <ol class="rounds" reversed>
      {[...props.rounds].reverse().map((round) => {
        const net = ownNet(round);
        const dealt = dealtIn(round);
        return (
          <li key={round.record}>
            <a href={`#/history/${props.table}/${round.round}`} aria-current={round.round === props.chosen ? "true" : undefined}>
              <b>{round.round}</b>
              <span>
                {dealt?.result ?? ""}
                {round.voided && " (taken back)"}
              </span>
              <span class={net !== null && net < 0 ? "loss-ink" : ""}>{net === null ? "" : gain(net)}</span>
            </a>
          </li>
        );
      })}
    </ol>
  );
}

/** What stands where a round would. */
function placeholder(round: number, page: Page | null, problem: Refusal | null): string {
  if (problem === null) return round > 0 ? "Reading the round …" : "Choose a round to see it again, card by card.";
  return page === null || page.rounds.length === 0 ? "" : "Choose a round to see it again, card by card.";
}

export function History(props: { name: string; round: number; player: number }) {
  const [page, setPage] = useState<Page | null>(null);
  const [round, setRound] = useState<Round | null>(null);
  const [problem, setProblem] = useState<Refusal | null>(null);
  const older = (before: number) =>
    load(props.name, before)
      .then((found) => setPage((now) => ({ rounds: [...found.rounds, ...(now?.rounds ?? [])], from: found.from })))
      .catch((error: unknown) => setProblem(asRefusal(error)));
  useEffect(() => void older(0), [props.name]);
  useEffect(() => {
    let here = true; // an answer that comes when another round is looked at is of no use
    setRound(null);
    setProblem(null);
    if (props.round > 0)
      ask<Round>("GET", `/api/tables/${props.name}/rounds/${props.round}`).then(
        (found) => here && setRound(found),
        (error: unknown) => here && setProblem(asRefusal(error)),
      );
    return () => void (here = false);
  }, [props.name, props.round]);
  const nowhere = problem?.code === "no-table";
  return (
    <article class="paper wide">
      <p>
        {nowhere ? <a href="#/">To the tables</a> : <a href={`#/table/${props.name}`}>Back to the table</a>} ·{" "}
        <a href="#/history">Your bets at all tables</a>
      </p>
      <h1>History</h1>
      {!nowhere && <Verify table={props.name} player={props.player} />}
      {problem !== null && (
        <p class="said bad" role="alert">
          {problem.words}
        </p>
      )}
      <div class="history">
        <div>
          {page === null && problem === null && <p>Reading the rounds …</p>}
          {page !== null && page.rounds.length === 0 && <p>Nothing has been dealt here yet. Place a bet, and deal.</p>}
          {page !== null && <List table={props.name} rounds={page.rounds} chosen={props.round} />}
          {page !== null && page.from > 1 && (
            <button class="button ink" onClick={() => void older(page.from)}>
              Older rounds
            </button>
          )}
        </div>
        {round?.round === props.round ? (
          <Recall key={round.round} round={round} table={props.name} player={props.player} />
        ) : (
          <p class="quiet-ink">{placeholder(props.round, page, problem)}</p>
        )}
      </div>
    </article>
  );
}
