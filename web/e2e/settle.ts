// web/e2e/settle.ts - what felt settle pays on the rounds and bets of a table: written out as its two files, settled, and read again.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Server } from "./server.ts";

interface Event {
  kind: string;
  player: number;
  bet: number;
  wager: number;
  amount: number;
  way: number;
  round: number;
  shoe: number;
  dealt: string[][];
}

interface Placed {
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

/** Rounds and a player's bets as they follow from the events of the chain: in craps a round is a shooter's hand. */
function written(events: readonly Event[], player: number, names: readonly string[], rolls: boolean): { rounds: string[]; bets: Placed[] } {
  const rounds: string[] = [];
  const bets: Placed[] = [];
  let hand = 0;
  let thrown: string[] = [];
  let waiting: Placed[] = []; // on the next round of cards
  const end = () => {
    if (thrown.length > 0) rounds.push(JSON.stringify({ shooter: hand, rolls: thrown }));
    else while (bets.at(-1)?.row["round"] === hand) bets.pop(); // nobody has rolled for them yet
    thrown = [];
  };
  for (const event of events) {
    if (event.kind === "shoe-begun" && rolls) {
      end();
      hand = event.shoe;
    }
    if (event.kind === "placed" && event.player === player) {
      const [, name, side] = /^(.*?)(?: on (.*))?$/.exec(names[event.wager]!)!;
      const row = { round: hand, wager: name, ...(side === undefined ? {} : { side }), stake: (event.amount / 100).toFixed(2) };
      (rolls ? bets : waiting).push({ bet: event.bet, row: rolls ? { ...row, after: thrown.length } : row });
    }
    if (event.kind !== "dealt") continue;
    if (rolls) thrown.push(faces(event.way));
    else {
      rounds.push(JSON.stringify({ round: event.round, player: event.dealt[0], banker: event.dealt[1] }));
      bets.push(...waiting.map(({ bet, row }) => ({ bet, row: { ...row, round: event.round } })));
      waiting = [];
    }
  }
  if (rolls) end();
  return { rounds, bets };
}

/** What each decided bet of a player wins or loses by felt settle, in minor units. Every bet is placed once and left alone. */
export async function settled(server: Server, table: string, player: number): Promise<Map<number, number>> {
  const lines = await server.audited(table);
  const offered = (await (await fetch(`${server.address}/api/tables/${table}/wagers`)).json()) as { wagers: { wager: string }[] };
  const events = lines.flatMap((line) => (line["events"] ?? []) as Event[]);
  assert.ok(!events.some((event) => event.kind === "changed" && event.player === player), "a bet was changed");
  const rolls = events.some((event) => event.kind === "dealt" && event.dealt.length === 0);
  const names = offered.wagers.map((wager) => wager.wager);
  const { rounds, bets } = written(events, player, names, rolls);
  const files = ["rounds", "bets"].map((name) => join(server.folder, `${table}-${name}.ndjson`));
  writeFileSync(files[0]!, rounds.join("\n") + "\n");
  writeFileSync(files[1]!, bets.map(({ row }) => JSON.stringify(row)).join("\n") + "\n");
  const words = ["settle", ...choices(server.tables, table), "--rounds", files[0]!, "--bets", files[1]!, "--format", "ndjson"];
  const out = execFileSync(server.felt, words, { stdio: ["ignore", "pipe", "pipe"], env: server.environment }).toString().trimEnd().split("\n");
  assert.equal(out.length, bets.length, "felt settle left bets out");
  const nets = new Map<number, number>();
  out.forEach((line, i) => {
    const row = JSON.parse(line) as { wager: string; stake: string | number; outcome: string; paid: string | number };
    assert.equal(row.wager, bets[i]!.row["wager"], "felt settle has another order");
    if (row.outcome !== "stays") nets.set(bets[i]!.bet, Math.round(100 * Number(row.paid)) - Math.round(100 * Number(row.stake)));
  });
  return nets;
}
