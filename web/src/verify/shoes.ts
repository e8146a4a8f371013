// web/src/verify/shoes.ts - the making of a shoe, and what its seed deals: docs/fairness.md.

import { chacha20orig } from "@noble/ciphers/chacha.js";
import { blake, hex, join, need, number, text, unhex, type Json } from "./bytes.ts";
import { RANKS, SUITS } from "./events.ts";

export function fairHash(domain: string, table: string, shoe: number, ...parts: Uint8Array[]): Uint8Array {
  const name = text.encode(table);
  return blake(join(text.encode(domain), Uint8Array.of(0), number(name.length, 1), name, number(shoe), ...parts));
}

/** The words of ChaCha20, 64 bits each. */
function* words(key: Uint8Array, nonce: number): Generator<bigint> {
  const BLOCKS = 16;
  for (let counter = 0; ; counter += BLOCKS) {
    const stream = chacha20orig(key, number(nonce), new Uint8Array(64 * BLOCKS), undefined, counter);
    const view = new DataView(stream.buffer, stream.byteOffset, stream.byteLength);
    for (let at = 0; at < stream.length; at += 8) yield view.getBigUint64(at, true);
  }
}

function below(source: Generator<bigint>, bound: number): number {
  const limit = BigInt(bound);
  for (;;) {
    const product = (source.next().value as bigint) * limit;
    if (BigInt.asUintN(64, product) >= 2n ** 64n % limit) return Number(product >> 64n);
  }
}

function shuffled(source: Generator<bigint>, decks: number): string[] {
  const cards = Array.from({ length: 52 * decks }, (_, i) => RANKS[(i % 13) + 1]! + SUITS[Math.floor(i / 13) % 4]!);
  for (let i = cards.length - 1; i > 0; i--) {
    const j = below(source, i + 1);
    [cards[i], cards[j]] = [cards[j]!, cards[i]!];
  }
  return cards;
}

function value(card: string): number {
  const rank = RANKS.indexOf(card[0]!);
  return rank < 10 ? rank : 0;
}

export function total(hand: string[]): number {
  return hand.reduce((sum, card) => sum + value(card), 0) % 10;
}

/** Does the banker draw on this total against a third card that counts so much? */
function bankerDraws(banker: number, third: number): boolean {
  if (banker <= 2) return true;
  if (banker === 3) return third !== 8;
  const low: Record<number, number> = { 4: 2, 5: 4, 6: 6 };
  return low[banker] !== undefined && third >= low[banker]! && third <= 7;
}

/** What happens when the cut card comes out, and what is burnt. */
export interface Rules {
  cut: string;
  burn: string;
}

/** Of a shoe whose records name none. */
const UNNAMED: Rules = { cut: "always-one-more", burn: "value" };

/** Those that a setup, or the opening of a making, names, be they rules or not. */
export function namedRules(record: { cut_rule?: string; burn?: string }): Rules {
  if (record.cut_rule === undefined && record.burn === undefined) return UNNAMED;
  return { cut: record.cut_rule ?? "", burn: record.burn ?? "" };
}

function rulesOf(record: Json): Rules {
  const rules = namedRules(record);
  need(["one-more", "always-one-more", "last-round"].includes(rules.cut) && ["value", "one", "none"].includes(rules.burn), "there are no such rules of a shoe");
  return rules;
}

function sameRules(a: Rules, b: Rules): boolean {
  return a.cut === b.cut && a.burn === b.burn;
}

function burnt(cards: string[], burn: string): number {
  if (burn === "none") return 0;
  return burn === "one" ? 1 : 1 + Math.min(RANKS.indexOf(cards[0]![0]!), 10);
}

/** Rounds that follow the one in which the cut card comes out. */
function roundsAfter(rule: string, inPlaceOfFirst: boolean): number {
  if (rule === "last-round") return 0;
  return rule === "one-more" && inPlaceOfFirst ? 0 : 1;
}

/** The rounds of baccarat that a shoe gives. */
function* rounds(cards: string[], cut: number, rules: Rules): Generator<Json> {
  const out = cards.length - cut;
  let at = burnt(cards, rules.burn);
  let left = -1;
  while (left !== 0) {
    const player = [cards[at]!, cards[at + 2]!];
    const banker = [cards[at + 1]!, cards[at + 3]!];
    let used = 4;
    if (total(player) < 8 && total(banker) < 8) {
      const before = total(banker);
      let draws = before <= 5;
      if (total(player) <= 5) {
        player.push(cards[at + used++]!);
        draws = bankerDraws(before, value(player[2]!));
      }
      if (draws) banker.push(cards[at + used++]!);
    }
    if (left > 0) left--;
    else if (at <= out && out < at + used) left = roundsAfter(rules.cut, at === out);
    at += used;
    yield [player, banker];
  }
}

function* rolls(source: Generator<bigint>, ways: number): Generator<Json> {
  for (;;) yield below(source, ways) + 1;
}

/** A shoe, or a shooter's hand where there are no decks. */
export interface Shoe {
  shoe: number;
  decks: number;
  cut: number;
  rules: Rules;
}

export function isShoeOf(shoe: Shoe, setup: Json): boolean {
  return shoe.decks === setup.decks && shoe.cut === setup.cut && sameRules(shoe.rules, rulesOf(setup));
}

export function dealing(game: Json, made: Shoe, seed: Uint8Array): Generator<Json> {
  const source = words(seed, made.shoe);
  return made.decks === 0 ? rolls(source, game.all_ways) : rounds(shuffled(source, made.decks), made.cut, made.rules);
}

// ---- the making of a shoe ----

export function serverCommitment(table: string, shoe: number, seed: Uint8Array): string {
  return hex(fairHash("felt fair server 1", table, shoe, seed));
}

export function clientCommitment(table: string, shoe: number, player: number, entropy: Uint8Array): string {
  return hex(fairHash("felt fair client 1", table, shoe, number(player), entropy));
}

/** What is published when the list of a making is closed. */
export interface Closing extends Shoe {
  commitment: string;
  clients: { player: number; commitment: string }[];
}

export function listHash(table: string, closing: Closing): Uint8Array {
  const { shoe, decks, cut, rules, commitment, clients } = closing;
  const each = clients.map((client) => join(number(client.player), unhex(client.commitment)));
  const rest = [unhex(commitment), number(clients.length), ...each];
  if (decks === 0 || sameRules(rules, UNNAMED)) return fairHash("felt fair list 1", table, shoe, number(decks), number(cut), ...rest);
  const names = [rules.cut, rules.burn].map((name) => join(number(name.length, 1), text.encode(name)));
  return fairHash("felt fair list 2", table, shoe, number(decks), number(cut), ...names, ...rest);
}

const FOLLOWS: Record<string, string[]> = {
  "shoe-open": ["shoe-closed", "shoe-void"],
  "shoe-closed": ["shoe-sealed", "shoe-void"],
  "shoe-sealed": ["shoe-seed"],
};

export class Making {
  readonly shoe: number;
  readonly decks: number;
  readonly cut: number;
  readonly rules: Rules;
  stage = "shoe-open";
  clients: { player: number; commitment: string }[] = [];
  seed = new Uint8Array(0);
  serverSeed = ""; // as it was shown
  readonly commitment: string;
  private list = new Uint8Array(0);
  private entropies: Uint8Array[] = [];

  constructor(
    private readonly table: string,
    record: Json,
    last: number,
  ) {
    need(record.shoe > last, `shoe ${record.shoe} is not above ${last}`);
    this.shoe = record.shoe;
    this.decks = record.decks ?? 0;
    this.cut = record.cut ?? 0;
    this.rules = rulesOf(record);
    this.commitment = record.commitment;
  }

  follow(record: Json): void {
    need((FOLLOWS[this.stage] ?? []).includes(record.felt) && record.shoe === this.shoe, `${record.felt} cannot follow ${this.stage}`);
    if (record.felt === "shoe-closed") this.close(record);
    if (record.felt === "shoe-sealed") this.seal(record);
    if (record.felt === "shoe-void")
      need(
        record.missing.every((player: number) => this.clients.some((client) => client.player === player)),
        "somebody is missing who was not in the list",
      );
    if (record.felt === "shoe-seed") this.reveal(record);
    this.stage = record.felt;
  }

  private close(record: Json): void {
    this.clients = record.clients;
    need(new Set(this.clients.map((client) => client.player)).size === this.clients.length && this.clients.length <= 64, "the list has a player twice");
    this.list = new Uint8Array(listHash(this.table, this));
    need(hex(this.list) === record.list, "the closed list does not have its hash");
  }

  private seal(record: Json): void {
    this.entropies = record.reveals.map((each: Json) => unhex(each.entropy));
    const same =
      record.reveals.length === this.clients.length &&
      this.clients.every(
        (client, i) =>
          record.reveals[i].player === client.player &&
          clientCommitment(this.table, this.shoe, client.player, this.entropies[i]!) === client.commitment,
      );
    need(same, "what was revealed is not what was committed to");
  }

  /** What a player of the list has revealed; "" where he is not in it, or has not yet. */
  entropyOf(player: number): string {
    const at = this.clients.findIndex((client) => client.player === player);
    const entropy = this.entropies[at];
    return entropy === undefined ? "" : hex(entropy);
  }

  private reveal(record: Json): void {
    const server = unhex(record.seed);
    need(serverCommitment(this.table, this.shoe, server) === this.commitment, "the seed is not what was committed to");
    this.serverSeed = record.seed;
    this.seed = new Uint8Array(fairHash("felt fair seed 1", this.table, this.shoe, this.list, server, ...this.entropies));
  }
}
