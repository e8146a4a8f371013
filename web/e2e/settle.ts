// web/e2e/settle.ts - what felt settle pays on the rounds and bets of a table: written out as its two files, settled, and read again.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { gain } from "../src/money.ts";
import type { Server } from "./server.ts";

interface Event {
  kind: string;
  player: number;
  bet: number;
  wager: number;
  amount: number;
  action: string;
  taken_down: boolean;
  way: number;
  round: number;
  shoe: number;
  dealt: string[][];
}

interface Bet {
  bet: number;
  wager: string; // "place on 6"
  stake: number; // when it was placed
  after: number; // so many rolls of the hand
  changes: Change[];
  off: boolean;
  over: boolean; // it was paid
}

/** What was done with a bet at a later moment, all in all. */
interface Change {
  after: number;
  by: number; // raised or, below zero, lowered
  down: boolean;
  turned: string; // off or on
}

/** A line of the file of bets, and the bet it is of. */
interface Line {
  bet: number;
  row: Record<string, unknown>;
}

/** The choices of a table, as `felt settle` takes them, from the lines of the tables file. */
function choices(text: string, table: string): string[] {
  const from = text.indexOf(` as ${table}\n`);
  const block = text.slice(from, text.indexOf("\ntable ", from) < 0 ? undefined : text.indexOf("\ntable ", from));
  const sheets = /sheets (.*)/.exec(block)![1]!.split(/, */);
  const said = [...block.matchAll(/^ +with (\S+) is (\S+)/gm)];
  const set = said.flatMap(([, option, choice]) => (option === "decks" ? ["--decks", choice!] : ["--set", `${option}=${choice}`]));
  const vig = /vig at least (\d+) in units of (\d+)/.exec(block);
  return [...sheets, ...set, ...(vig === null ? [] : ["--vig-min", vig[1]!, "--vig-unit", vig[2]!])];
}

function faces(way: number): string {
  return `${Math.floor((way - 1) / 6) + 1}-${((way - 1) % 6) + 1}`;
}

function cents(amount: number): string {
  return (amount / 100).toFixed(2);
}

/** The lines of a bet: it, and what was done with it later. Two bets that stand on one wager could not be told apart in them. */
function linesOf(round: number, bet: Bet, rolls: boolean): Line[] {
  const [, wager, side] = /^(.*?)(?: on (.*))?$/.exec(bet.wager)!;
  const line = (after: number, rest: Record<string, unknown>): Line => {
    const row = { round, wager, ...(side === undefined ? {} : { side }), ...rest, ...(rolls ? { after } : {}) };
    return { bet: bet.bet, row };
  };
  const later = bet.changes.flatMap(({ after, by, down, turned }) => [
    ...(by === 0 || down ? [] : [line(after, { action: by > 0 ? "raise" : "lower", stake: cents(Math.abs(by)) })]),
    ...(turned === "" || down ? [] : [line(after, { action: turned })]),
    ...(down ? [line(after, { action: "take-down" })] : []),
  ]);
  return [line(bet.after, { stake: cents(bet.stake) }), ...later];
}

/** A bet that was off when the shooter sevened out stands in the next hand as if it were placed there: it remembers nothing. */
function anew(bet: Bet): Bet {
  const stake = bet.changes.reduce((sum, change) => sum + change.by, bet.stake);
  const changes = bet.off ? [{ after: 0, by: 0, down: false, turned: "off" }] : [];
  return { ...bet, stake, after: 0, changes };
}

/** Rounds and a player's bets as they follow from the events of the chain: in craps a round is a shooter's hand. */
class Writer {
  readonly rounds: string[] = [];
  readonly lines: Line[] = [];
  readonly never = new Set<number>(); // bets that came down before anything was dealt for them
  private up: Bet[] = []; // of the hand, or for the next round
  private hand = 0;
  private thrown: string[] = [];

  constructor(
    private readonly player: number,
    private readonly names: readonly string[],
    private readonly rolls: boolean,
  ) {}

  take(event: Event): void {
    if (event.kind === "shoe-begun" && this.rolls) {
      const standing = this.up.filter((bet) => !bet.over);
      this.up = this.up.filter((bet) => bet.over);
      this.end();
      this.hand = event.shoe;
      this.up = standing.map(anew);
    } else if (event.kind === "dealt") this.deal(event);
    else if (event.player !== this.player) return;
    else if (event.kind === "placed") this.place(event);
    else if (event.kind === "changed") this.change(event);
    else if (event.kind === "paid") this.pay(event);
  }

  /** A hand that goes on is settled as far as it went. */
  end(): void {
    if (!this.rolls || this.thrown.length === 0) return void (this.up = []);
    this.rounds.push(JSON.stringify({ shooter: this.hand, rolls: this.thrown }));
    this.lines.push(...this.up.flatMap((bet) => linesOf(this.hand, bet, true)));
    this.up = [];
    this.thrown = [];
  }

  private deal(event: Event): void {
    if (this.rolls) return void this.thrown.push(faces(event.way));
    this.rounds.push(JSON.stringify({ round: event.round, player: event.dealt[0], banker: event.dealt[1] }));
    this.lines.push(...this.up.flatMap((bet) => linesOf(event.round, bet, false)));
    this.up = [];
  }

  /** What is done before the next roll is part of the bet as it is placed. */
  private change(event: Event): void {
    const bet = this.up.find((each) => each.bet === event.bet)!;
    const by = event.action === "raise" ? event.amount : event.action === "lower" ? -event.amount : 0;
    if (bet.after === this.thrown.length && by !== 0) return void (bet.stake += by);
    let change = bet.changes.at(-1);
    if (change?.after !== this.thrown.length) {
      change = { after: this.thrown.length, by: 0, down: false, turned: "" };
      bet.changes.push(change);
    }
    change.by += by;
    if (event.action === "take-down") change.down = true;
    if (event.action !== "off" && event.action !== "on") return;
    bet.off = event.action === "off";
    change.turned = change.turned === "" ? event.action : "";
  }

  private place({ bet, wager, amount }: Event): void {
    this.up.push({ bet, wager: this.names[wager]!, stake: amount, after: this.thrown.length, changes: [], off: false, over: false });
  }

  private pay(event: Event): void {
    const bet = this.up.find((each) => each.bet === event.bet);
    if (bet === undefined) return; // of cards that were dealt
    bet.over = true;
    if (!event.taken_down || bet.after !== this.thrown.length) return;
    this.up = this.up.filter((each) => each !== bet);
    this.never.add(bet.bet);
  }
}

interface Paid {
  wager: string;
  action?: string | null;
  stake: string | number;
  outcome: string;
  paid: string | number;
}

/** What felt settle pays on the files, line by line. */
function pays(server: Server, table: string, { rounds, lines }: Writer): Paid[] {
  const files = ["rounds", "bets"].map((name) => join(server.folder, `${table}-${name}.ndjson`));
  writeFileSync(files[0]!, rounds.join("\n") + "\n");
  writeFileSync(files[1]!, lines.map(({ row }) => JSON.stringify(row)).join("\n") + "\n");
  const words = ["settle", ...choices(server.tables, table), "--rounds", files[0]!, "--bets", files[1]!, "--format", "ndjson"];
  const out = execFileSync(server.felt, words, { stdio: ["ignore", "pipe", "pipe"], env: server.environment }).toString().trimEnd().split("\n");
  assert.equal(out.length, lines.length, "felt settle left bets out");
  return out.map((line) => JSON.parse(line) as Paid);
}

/** What is to be shown of each bet of a player that is over, by felt settle: what it won or lost, or that it came back. */
export async function settled(server: Server, table: string, player: number): Promise<Map<number, string>> {
  const chain = await server.audited(table);
  const offered = (await (await fetch(`${server.address}/api/tables/${table}/wagers`)).json()) as { wagers: { wager: string }[] };
  const events = chain.flatMap((line) => (line["events"] ?? []) as Event[]);
  const rolls = events.some((event) => event.kind === "dealt" && event.dealt.length === 0);
  const writer = new Writer(
    player,
    offered.wagers.map((wager) => wager.wager),
    rolls,
  );
  for (const event of events) writer.take(event);
  writer.end();
  const nets = new Map<number, number>();
  const shown = new Map<number, string>([...writer.never].map((bet) => [bet, "back"]));
  pays(server, table, writer).forEach((paid, i) => {
    const { bet, row } = writer.lines[i]!;
    assert.equal(paid.wager, row["wager"], "felt settle has another order");
    const staked = paid.outcome === "part" && row["action"] !== "raise" ? 0 : Math.round(100 * Number(paid.stake));
    nets.set(bet, (nets.get(bet) ?? 0) + Math.round(100 * Number(paid.paid)) - staked);
    if (paid.outcome !== "part") shown.set(bet, paid.outcome);
  });
  for (const [bet, outcome] of shown)
    if (outcome === "stays") shown.delete(bet);
    else if (outcome === "taken-down") shown.set(bet, "back");
    else if (outcome !== "back") shown.set(bet, gain(nets.get(bet)!));
  return shown;
}
