// web/src/fair.ts - the player's part in the making of shoes: chance drawn here, committed to, and revealed when the closed list has it.
//
// What is kept in the browser is what Verify needs to say that the player's own chance is in a shoe, and what a page that is loaded again
// needs to go on with a making. Entropy is used once, for one shoe.

import { signal } from "@preact/signals";
import { ask, type TableState } from "./api.ts";
import type { Part } from "./verify/claims.ts";

/** Parts that are kept; of older ones Verify says nothing. */
const PARTS_MAX = 200;

type Send = (word: string, fields: Record<string, unknown>) => Promise<{ ok: boolean }>;
type Fair = NonNullable<TableState["fair"]>;

interface Kept {
  on: boolean;
  parts: Part[];
}

/** A record of the making, as the table tells it. */
export interface Made {
  felt: string;
  shoe: number;
  decks?: number;
  cut?: number;
  cut_rule?: string;
  burn?: string;
  commitment?: string;
  clients?: { player: number; commitment: string }[];
  list?: string;
  reveals?: { player: number; entropy: string }[];
  seed?: string;
}

function keyOf(player: number, table: string): string {
  return `felt-fair ${player} ${table}`;
}

function kept(player: number, table: string): Kept {
  try {
    return JSON.parse(localStorage.getItem(keyOf(player, table)) ?? "") as Kept;
  } catch {
    return { on: false, parts: [] };
  }
}

/** What this browser has kept of a player's parts at a table. */
export function keptParts(player: number, table: string): Part[] {
  return kept(player, table).parts;
}

/** Records from before a page was there: a making has at most a few, among bets of others. */
const RECORDS_BACK = 200;

/** What was published last of the making of shoes, from the public chain of the table. */
async function published(table: string): Promise<Made[]> {
  const { records } = await ask<{ records: number }>("GET", `/api/tables/${table}/rounds?from=-1`);
  const answer = await fetch(`/api/tables/${table}/history?from=${Math.max(1, records - RECORDS_BACK)}`, { credentials: "same-origin" });
  const lines = answer.ok ? (await answer.text()).split("\n").filter((line) => line.includes('"felt":"shoe-')) : [];
  return lines.flatMap((line) => (JSON.parse(line) as { json?: Made }).json ?? []);
}

/** The hashes come with the verifier, which the first view does without. */
const hashes = () => Promise.all([import("./verify/shoes.ts"), import("./verify/bytes.ts")]);

export class FairPart {
  readonly on = signal(false);
  readonly part = signal<Part | null>(null); // in the shoe that is made or in play
  readonly seed = signal<{ shoe: number; seed: string; good: boolean } | null>(null); // that was shown last
  readonly said = signal("");
  private opened: Made | null = null;
  private commitment = ""; // of the server, to the shoe that is made or in play
  private turn: Promise<void> = Promise.resolve(); // records are answered in their order
  private seen = ""; // the last of them

  constructor(
    private readonly table: string,
    private readonly player: number,
    private readonly send: Send,
    private readonly before: () => Promise<Made[]> = () => published(table),
  ) {
    this.on.value = kept(player, table).on;
  }

  /** Who takes part is waited for from now on, or is no more. */
  async set(on: boolean): Promise<void> {
    this.on.value = on;
    this.said.value = "";
    this.keep(kept(this.player, this.table).parts);
    await this.enrol();
  }

  /** After every new connection: nobody waits for who was away. */
  watched(fair: Fair | undefined): void {
    if (fair !== undefined) {
      this.commitment = fair.commitment;
      this.part.value = kept(this.player, this.table).parts.find((part) => part.shoe === fair.shoe && part.server === fair.commitment) ?? null;
    }
    if (!this.on.value) return;
    void this.enrol();
    if (this.opened === null && fair !== undefined && /^shoe-(open|closed)$/.test(fair.stage)) this.turn = this.turn.then(() => this.goOn(fair.shoe));
  }

  record(record: Made): Promise<void> {
    this.turn = this.turn.then(() => this.take(record));
    return this.turn;
  }

  /** A page that comes into the middle of a making, which may have committed to it before it was loaded again: who does not reveal would
   *  void it for everybody. */
  private async goOn(shoe: number): Promise<void> {
    const made = await this.before().catch(() => []);
    for (const record of made) if (record.shoe === shoe) await this.take(record);
  }

  private async take(record: Made): Promise<void> {
    const name = `${record.felt} ${record.shoe}`;
    if (name === this.seen) return;
    this.seen = name;
    if (record.felt === "shoe-open") {
      this.opened = record;
      this.commitment = record.commitment ?? "";
      this.part.value = null;
      if (this.on.value) await this.commit(record.shoe, this.commitment);
    }
    if (record.felt === "shoe-closed") await this.closed(record);
    if (record.felt === "shoe-sealed") this.sealed(record);
    if (record.felt === "shoe-void") this.said.value = "Somebody withheld his part: another one is made.";
    if (record.felt === "shoe-seed") await this.shown(record);
  }

  private async enrol(): Promise<void> {
    const answer = await this.send("contribute", { in: this.on.value });
    if (this.on.value && !answer.ok) this.said.value = "No more players can take part here now.";
  }

  private async commit(shoe: number, server: string): Promise<void> {
    const [{ clientCommitment }, { hex }] = await hashes();
    const bytes = crypto.getRandomValues(new Uint8Array(32));
    const known = kept(this.player, this.table).parts.find((part) => part.shoe === shoe && part.server === server); // of another tab
    const entropy = known?.entropy ?? hex(bytes);
    const commitment = known?.commitment ?? clientCommitment(this.table, shoe, this.player, bytes);
    const part = { shoe, entropy, commitment, server, sealed: false };
    this.part.value = part;
    this.keepPart(part);
    await this.send("commit", { shoe, commitment });
  }

  /** Nothing is revealed unless the list has what was committed to, and its hash is that of the list. */
  private async closed(record: Made): Promise<void> {
    const part = this.part.value;
    const clients = record.clients ?? [];
    const mine = clients.find((client) => client.player === this.player);
    if (part === null || part.shoe !== record.shoe || mine?.commitment !== part.commitment) {
      this.part.value = null;
      if (this.on.value && mine === undefined) await this.enrol();
      return;
    }
    const [{ listHash, namedRules }, { hex }] = await hashes();
    const opened = this.opened;
    const rules = namedRules(opened ?? {});
    const closing = { shoe: record.shoe, decks: opened?.decks ?? 0, cut: opened?.cut ?? 0, rules, commitment: part.server, clients };
    if (opened?.shoe !== record.shoe || hex(listHash(this.table, closing)) !== record.list) {
      this.said.value = "The list that was published does not have its hash: nothing was revealed. Keep the record, and ask the house.";
      return;
    }
    await this.send("reveal", { shoe: part.shoe, entropy: part.entropy });
  }

  private sealed(record: Made): void {
    const part = this.part.value;
    if (part === null || part.shoe !== record.shoe) return;
    const mine = record.reveals?.find((each) => each.player === this.player);
    if (mine?.entropy !== part.entropy) {
      this.part.value = null;
      return;
    }
    this.said.value = "";
    this.part.value = { ...part, sealed: true };
    this.keepPart(this.part.value);
  }

  private async shown(record: Made): Promise<void> {
    const server = this.commitment;
    const [{ serverCommitment }, { unhex }] = await hashes();
    const seed = record.seed ?? "";
    this.seed.value = { shoe: record.shoe, seed, good: serverCommitment(this.table, record.shoe, unhex(seed)) === server };
  }

  private keepPart(part: Part): void {
    this.keep([...kept(this.player, this.table).parts.filter((each) => each.shoe !== part.shoe), part]);
  }

  private keep(parts: Part[]): void {
    try {
      const text = JSON.stringify({ on: this.on.value, parts: parts.slice(-PARTS_MAX) });
      localStorage.setItem(keyOf(this.player, this.table), text);
    } catch {
      // a browser that keeps nothing: the chance is in the shoe all the same
    }
  }
}
