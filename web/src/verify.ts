// web/src/verify.ts - checks the history of a table in the browser: its chain, every shoe dealt again from its seed, every bet stepped and
// paid again by the compiled wagers of the record.
//
// It follows docs/history.md, docs/fairness.md and docs/compiled.md and shares nothing with the server. Hash and cipher are @noble's.

import { chacha20orig } from "@noble/ciphers/chacha.js";
import { blake2b } from "@noble/hashes/blake2.js";

/** Something in the record is not what it should be. */
export class Differs extends Error {}

// What was read is checked where it is used; a member that is missing makes a difference or an exception, and both fail.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Json = any;

function need(truth: boolean, what: string): asserts truth {
  if (!truth) throw new Differs(what);
}

// ---- bytes ----

const text = new TextEncoder();

function blake(data: Uint8Array): Uint8Array {
  return blake2b(data, { dkLen: 32 });
}

export function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function unhex(digits: string): Uint8Array {
  need(/^([0-9a-f]{2})*$/.test(digits), "what should be hexadecimal digits is not");
  return Uint8Array.from({ length: digits.length / 2 }, (_, i) => parseInt(digits.slice(2 * i, 2 * i + 2), 16));
}

function join(...parts: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** A number with its lowest byte first. */
function number(value: number | bigint, size = 8): Uint8Array {
  need(typeof value === "bigint" || Number.isSafeInteger(value), "a number is not whole, or too large");
  let left = BigInt.asUintN(8 * size, BigInt(value));
  return Uint8Array.from({ length: size }, () => {
    const byte = Number(left & 255n);
    left >>= 8n;
    return byte;
  });
}

function compact(value: Json): Uint8Array {
  return text.encode(JSON.stringify(value));
}

function sorted(value: Json): Json {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, sorted(value[key])]),
  );
}

// ---- events as bytes: docs/history.md ----

type Kind = number | "text" | "decimal" | "hex" | "dealt" | "pay" | "action" | "table status" | "refusal" | "truth";

const BET: [string, Kind][] = [
  ["player", 8],
  ["seat", 4],
  ["bet", 8],
  ["wager", 2],
];
const WHO = BET.slice(0, 2);
const KINDS: Record<string, [string, Kind][]> = {
  answered: [...BET.slice(0, 3), ["command", "decimal"], ["digest", "hex"], ["refusal", "refusal"], ["status", 1], ["text", "text"]],
  seated: WHO,
  left: WHO,
  freed: WHO,
  shooter: [["seat", 4]],
  placed: [...BET, ["amount", 8], ["held", 8], ["stays", "truth"], ["again", 8]],
  changed: [...BET, ["action", "action"], ["amount", 8], ["held", 8], ["back", 8]],
  closed: [["round", 8]],
  dealt: [["round", 8], ["code", 2], ["way", 1], ["dealt", "dealt"]],
  paid: [
    ...BET,
    ["amount", 8],
    ["back", 8],
    ["lost", 8],
    ["winnings", 8],
    ["commission", 8],
    ["dealer", 8],
    ["pay", "pay"],
    ["dealer_pay", "pay"],
    ["row", 1],
    ["taken_down", "truth"],
  ],
  voided: [["round", 8], ["text", "text"]],
  status: [["status", "table status"]],
  "wager-opened": [["wager", 2]],
  "wager-closed": [["wager", 2], ["text", "text"]],
  "wager-limited": [["wager", 2], ["min", 8], ["max", 8]],
  "shoe-begun": [["shoe", 8]],
  "shoe-ended": [["shoe", 8]],
  limited: [["seat_max", 8], ["round_max", 8], ["event_max", 8]],
};
const KIND_NAMES = Object.keys(KINDS);
const WORDS: Record<string, string[]> = {
  pay: ["loses", "pushes", "wins", "unset", "stays", "undefined"],
  action: ["bet", "raise", "lower", "take-down", "off", "on"],
  "table status": ["open", "paused", "shut"],
  refusal: (
    "none id-missing id-reused id-old who malformed not-seated seated seat-taken table-paused table-shut betting-closed " +
    "wager-closed no-bet rules limit cost too-soon not-shooter pace betting-open shoe result funds player"
  ).split(" "),
};
const RANKS = ".A23456789TJQK";
const SUITS = "SHDC";

function dealtBytes(hands: string[][]): Uint8Array {
  const counts = [0, 1, 2, 3].map((i) => hands[i]?.length ?? 0);
  const cards = hands.flat().flatMap((card) => [RANKS.indexOf(card[0]!), SUITS.indexOf(card[1]!)]);
  need(hands.length <= 4 && !cards.includes(-1), "a card is none");
  return Uint8Array.from([...counts, ...cards]);
}

function fieldBytes(kind: Kind, value: Json): Uint8Array {
  switch (kind) {
    case "text": {
      const bytes = text.encode(value);
      return join(number(bytes.length, 1), bytes);
    }
    case "decimal":
      return number(BigInt(value));
    case "hex":
      return number(BigInt("0x" + value));
    case "dealt":
      return dealtBytes(value);
    case "truth":
      need(typeof value === "boolean", "what is true or false is neither");
      return number(value ? 1 : 0, 1);
    default: {
      if (typeof kind === "number") return number(value, kind);
      const at = WORDS[kind]!.indexOf(value);
      need(at >= 0, `"${value}" is no word for ${kind}`);
      return number(at, 1);
    }
  }
}

function eventBytes(event: Json): Uint8Array {
  const fields = KINDS[event.kind];
  need(fields !== undefined, "an event is of no known kind");
  const names = ["kind", "sequence", "time", ...fields.map(([name]) => name)];
  need(Object.keys(event).join() === names.join(), "an event has other fields than its kind has");
  const body = join(...fields.map(([name, kind]) => fieldBytes(kind, event[name])));
  const head = [Uint8Array.of(1, KIND_NAMES.indexOf(event.kind)), number(24 + body.length, 2), number(event.sequence), number(event.time)];
  const whole = join(...head, body);
  let sum = 0x811c9dc5;
  for (const byte of whole) sum = Math.imul(sum ^ byte, 0x01000193) >>> 0;
  return join(whole, number(sum, 4));
}

// ---- what a seed deals: docs/fairness.md ----

function fairHash(domain: string, table: string, shoe: number, ...parts: Uint8Array[]): Uint8Array {
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

function total(hand: string[]): number {
  return hand.reduce((sum, card) => sum + value(card), 0) % 10;
}

/** Does the banker draw on this total against a third card that counts so much? */
function bankerDraws(banker: number, third: number): boolean {
  if (banker <= 2) return true;
  if (banker === 3) return third !== 8;
  const low: Record<number, number> = { 4: 2, 5: 4, 6: 6 };
  return low[banker] !== undefined && third >= low[banker]! && third <= 7;
}

/** The rounds of baccarat that a shoe gives. */
function* rounds(cards: string[], cut: number): Generator<Json> {
  let at = 1 + Math.min(RANKS.indexOf(cards[0]![0]!), 10);
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
    else if (at <= cards.length - cut && cards.length - cut < at + used) left = 1;
    at += used;
    yield [player, banker];
  }
}

function* rolls(source: Generator<bigint>, ways: number): Generator<Json> {
  for (;;) yield below(source, ways) + 1;
}

function dealing(game: Json, decks: number, cut: number, seed: Uint8Array, shoe: number): Generator<Json> {
  const source = words(seed, shoe);
  return decks === 0 ? rolls(source, game.all_ways) : rounds(shuffled(source, decks), cut);
}

// ---- the making of a shoe ----

const FOLLOWS: Record<string, string[]> = {
  "shoe-open": ["shoe-closed", "shoe-void"],
  "shoe-closed": ["shoe-sealed", "shoe-void"],
  "shoe-sealed": ["shoe-seed"],
};

class Making {
  readonly shoe: number;
  readonly decks: number;
  readonly cut: number;
  stage = "shoe-open";
  clients: { player: number; commitment: string }[] = [];
  seed = new Uint8Array(0);
  private readonly commitment: string;
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
    this.list = new Uint8Array(
      fairHash(
        "felt fair list 1",
        this.table,
        this.shoe,
        number(this.decks),
        number(this.cut),
        unhex(this.commitment),
        number(this.clients.length),
        ...this.clients.map((client) => join(number(client.player), unhex(client.commitment))),
      ),
    );
    need(hex(this.list) === record.list, "the closed list does not have its hash");
  }

  private seal(record: Json): void {
    this.entropies = record.reveals.map((each: Json) => unhex(each.entropy));
    const same =
      record.reveals.length === this.clients.length &&
      this.clients.every(
        (client, i) =>
          record.reveals[i].player === client.player &&
          hex(fairHash("felt fair client 1", this.table, this.shoe, number(client.player), this.entropies[i]!)) === client.commitment,
      );
    need(same, "what was revealed is not what was committed to");
  }

  private reveal(record: Json): void {
    const server = unhex(record.seed);
    need(hex(fairHash("felt fair server 1", this.table, this.shoe, server)) === this.commitment, "the seed is not what was committed to");
    this.seed = new Uint8Array(fairHash("felt fair seed 1", this.table, this.shoe, this.list, server, ...this.entropies));
  }
}

// ---- bets: docs/compiled.md ----

/** amount · num / den, rounded by a rule; nothing here is less than zero. */
function rounded(amount: number, [num, den]: [number, number], rule: string): number {
  const top = BigInt(amount) * BigInt(num);
  const bottom = BigInt(den);
  const whole = top / bottom;
  const rest = top % bottom;
  const up = rule === "up" ? rest > 0n : rule === "nearest-half-up" && 2n * rest >= bottom;
  return Number(whole + (up ? 1n : 0n));
}

const OPPOSITE: Record<string, string> = { floor: "up", up: "floor" };

class Bet {
  readonly form: Json;
  readonly wager: Json;
  stake: number;
  held: number;
  private off = false;
  private state: number;

  constructor(
    private readonly table: TableCheck,
    readonly event: Json,
  ) {
    this.wager = table.setup.wagers[event.wager];
    this.form = table.history.forms.get(this.wager.form);
    this.stake = event.amount;
    this.state = this.form.start[table.phase];
    need(this.state !== null && !(this.form.new_hand && table.handEvents > 0), `bet ${event.bet} may not be placed now`);
    this.held = this.handedOver();
    need(this.held === event.held, `what is held for bet ${event.bet} is not its stake and vig`);
  }

  private vig([num, den]: [number, number]): number {
    const unit = this.table.setup.vig_unit || 1;
    return Math.max(rounded(this.stake, [num, den * unit], this.table.setup.vig_rounding) * unit, this.table.setup.vig_min);
  }

  private handedOver(): number {
    return this.stake + (this.form.vig[0] !== 0 ? this.vig(this.form.vig) : 0);
  }

  /** False: it came down. */
  change(event: Json): boolean {
    const before = this.held;
    if (event.action === "take-down" || (event.action === "lower" && event.amount === this.stake)) {
      need(event.held === 0 && event.back === this.held, `not all of bet ${event.bet} comes back`);
      return false;
    }
    if (event.action === "raise" || event.action === "lower") {
      this.stake += event.action === "raise" ? event.amount : -event.amount;
      this.held = this.handedOver();
    } else this.off = event.action === "off";
    need(this.stake > 0 && event.held - event.back === this.held - before, `bet ${event.bet} is changed by another amount`);
    return true;
  }

  /** Goes on by an event; what it is paid, or null while it stays up. */
  step(position: number, phaseAfter: number): Json {
    let after: number | null = this.form.next[this.state][this.form.class_of[position]];
    need(after !== null, `nothing decides bet ${this.event.bet}`);
    if (after < 0 && this.off) {
      after = this.form.start[phaseAfter] as number | null;
      if (this.form.needs.length > 0 || after === null) return this.givenBack();
    }
    if (after < 0) return this.paid(this.form.rows[-1 - after]);
    this.state = after;
    return null;
  }

  givenBack(): Json {
    return { ...this.says("pushes", this.held), taken_down: true };
  }

  private says(pay: string, back: number, winnings = 0, commission = 0): Json {
    const { player, seat, bet, wager } = this.event;
    const lost = this.held - back;
    return { player, seat, bet, wager, amount: this.stake, back, lost, winnings, commission, dealer: 0, pay, dealer_pay: "loses", taken_down: false };
  }

  private paid(row: Json): Json {
    const rule = this.table.setup.rounding;
    let says: Json;
    if (row.pay.kind === "wins") {
      const winnings = rounded(this.stake, row.pay.win, rule);
      says = this.says("wins", this.stake, winnings, this.commission(row.pay.commission, winnings, rule));
    } else {
      need(["loses", "pushes"].includes(row.pay.kind), `bet ${this.event.bet} is decided by a row whose pay is ${row.pay.kind}`);
      says = this.says(row.pay.kind, row.pay.kind === "pushes" ? this.held : 0);
    }
    if (row.dealer !== null) {
      says.dealer_pay = row.dealer.kind;
      if (row.dealer.kind === "wins") says.dealer = rounded(this.stake, row.dealer.win, rule);
    }
    return says;
  }

  private commission(fraction: [number, number], winnings: number, rule: string): number {
    const setup = this.table.setup;
    if (fraction[0] === 0) return 0;
    if (this.wager.vig_of_wins && (setup.vig_unit || setup.vig_min)) return Math.min(this.vig(fraction), winnings);
    return rounded(this.stake, fraction, OPPOSITE[rule] ?? rule);
  }
}

// ---- a table ----

/** What the event of a finished round of baccarat is called. */
function roundText(hands: string[][]): string {
  const texts = ["player", "banker"].map((name, i) => `${name} ${total(hands[i]!)} with ${hands[i]!.length} cards`);
  const pairs = hands.map((hand) => hand[0]![0] === hand[1]![0]);
  if (pairs[0] && pairs[1]) texts.push(hands[0]![0]![0] === hands[1]![0]![0] ? "the same pair twice" : "both pairs");
  else if (pairs[0] || pairs[1]) texts.push(pairs[0] ? "player pair" : "banker pair");
  return texts.join(", ");
}

class TableCheck {
  setup: Json = null;
  phase = 0;
  handEvents = 0;
  private game: Json = null;
  private positions = new Map<string, number>();
  private making: Making | null = null;
  private shoe = 0;
  private lastShoe = 0;
  private withheld: number[] = [];
  private drawn: Json[] = [];
  private bets = new Map<number, Bet>();
  private owed: Json[] = [];
  private lastBet = 0;
  private returned = false;
  private round = 0;
  private sequence = 0;

  constructor(
    private readonly name: string,
    readonly history: HistoryCheck,
  ) {}

  take(record: Json): void {
    if (record.felt === "setup") this.change(record);
    else if (record.felt === "shoe-open") this.open(record);
    else if (/^shoe-(closed|sealed|void|seed)$/.test(record.felt)) this.follow(record);
  }

  private change(record: Json): void {
    need(this.bets.size === 0 && this.shoe === 0, "the setup is changed while bets are up or a shoe is in play");
    this.setup = record;
    this.game = this.history.games.get(record.game);
    this.positions = new Map(this.game.events.map((event: Json, i: number) => [event.text, i]));
    this.phase = this.handEvents = 0;
    for (const wager of record.wagers)
      need(
        wager.form === null || this.history.forms.get(wager.form)?.events === this.game.events_hash,
        "a wager is missing, or is of another game",
      );
  }

  private open(record: Json): void {
    need(this.making === null || ["shoe-void", "shoe-seed"].includes(this.making.stage), "a shoe is opened while another is made or in play");
    this.making = new Making(this.name, record, this.lastShoe);
    this.lastShoe = this.making.shoe;
    need(this.making.decks === this.setup.decks && this.making.cut === this.setup.cut, "the shoe is not that of the setup");
  }

  private follow(record: Json): void {
    const making = this.making;
    need(making !== null, "no shoe is open");
    making.follow(record);
    if (record.felt === "shoe-closed") {
      need(!making.clients.some((client) => this.withheld.includes(client.player)), "who withheld before takes part again");
      this.withheld = [];
    }
    if (record.felt === "shoe-sealed") this.drawn = [];
    if (record.felt === "shoe-void") this.withheld = record.missing;
    if (record.felt === "shoe-seed") this.dealAgain(making);
  }

  private dealAgain(making: Making): void {
    need(this.shoe === 0, "the seed is shown while the shoe is in play");
    const source = dealing(this.game, making.decks, making.cut, making.seed, making.shoe);
    for (const drawn of this.drawn) {
      const next = source.next();
      need(next.done !== true && JSON.stringify(next.value) === JSON.stringify(drawn), `a round of shoe ${making.shoe} is not what its seed deals`);
    }
    this.history.found.shoes++;
    this.history.found.covered += this.drawn.length;
  }

  event(event: Json): void {
    this.sequence++;
    need(event.sequence === this.sequence, `event ${this.sequence} is missing`);
    need(this.owed.length === 0 || event.kind === "paid", "bets that have come down are still to be paid");
    switch (event.kind) {
      case "shoe-begun":
        need(this.making?.stage === "shoe-sealed" && this.making.shoe === event.shoe, "the shoe was not sealed");
        this.shoe = event.shoe;
        break;
      case "shoe-ended":
        need(this.shoe === event.shoe, "another shoe is in play");
        this.shoe = 0;
        break;
      case "placed":
        this.lastBet++;
        need(event.bet === this.lastBet && this.shoe !== 0, "a bet has another number than the next, or there is no shoe");
        this.bets.set(event.bet, new Bet(this, event));
        break;
      case "changed":
        this.changed(event);
        break;
      case "dealt":
        this.dealt(event);
        break;
      case "voided":
        this.owed = [...this.bets.values()].map((bet) => bet.givenBack());
        this.phase = this.handEvents = 0;
        break;
      case "paid":
        this.paid(event);
        break;
    }
    if (event.kind !== "changed" && event.kind !== "paid") this.returned = false;
  }

  private changed(event: Json): void {
    const bet = this.bets.get(event.bet);
    need(bet !== undefined && bet.event.player === event.player && bet.event.wager === event.wager, "no such bet is up");
    if (bet.change(event)) return;
    this.bets.delete(event.bet);
    this.returned = true;
  }

  private dealt(event: Json): void {
    need(this.shoe !== 0 && this.making !== null && event.round === this.round + 1, "no result of this round is waited for");
    this.round++;
    const drawn = this.making.decks > 0 ? event.dealt : event.way;
    this.drawn.push(drawn);
    const faces = [Math.floor((drawn - 1) / 6) + 1, ((drawn - 1) % 6) + 1].sort();
    const position = this.positions.get(this.making.decks > 0 ? roundText(drawn) : faces.join("-"));
    need(position !== undefined, "what was dealt is no event of the game");
    let after = this.phase;
    let over = true;
    if (!this.game.one_event) {
      const phase = this.game.phases[this.phase];
      after = phase.after[position];
      over = phase.ends.includes(position);
    }
    this.owed = [...this.bets.values()].map((bet) => bet.step(position, after)).filter((paid) => paid !== null);
    this.phase = after;
    this.handEvents = over ? 0 : this.handEvents + 1;
    this.history.found.rounds++;
  }

  private paid(event: Json): void {
    if (this.owed.length === 0 && this.returned) {
      const bet = this.bets.get(event.bet); // what needs a bet that was taken down comes down with it
      need(bet !== undefined && bet.form.needs.length > 0, "a bet comes back that needs no other");
      this.owed = [bet.givenBack()];
    }
    const expected = this.owed.shift();
    need(expected !== undefined, "nothing is owed");
    const wrong = Object.keys(expected).find((name) => event[name] !== expected[name]);
    need(wrong === undefined, `bet ${event.bet}: ${wrong} should be ${wrong && expected[wrong]}, and is ${wrong && event[wrong]}`);
    this.bets.delete(event.bet);
    this.history.found.bets++;
  }

  end(): void {
    need(this.owed.length === 0, "bets that have come down are not paid");
  }
}

// ---- the file ----

export interface Found {
  records: number;
  rounds: number;
  covered: number; // rounds of shoes whose seed is shown
  shoes: number;
  bets: number;
}

/** The hash of a record after the one before it, of a table by its number. */
export function recordHash(before: Uint8Array, table: number, read: Json): Uint8Array<ArrayBuffer> {
  const data = read.events !== undefined ? join(...read.events.map(eventBytes)) : compact(read.json);
  return new Uint8Array(blake(join(before, number(table), number(read.sequence), number(data.length), data)));
}

export class HistoryCheck {
  readonly games = new Map<string, Json>();
  readonly forms = new Map<string, Json>();
  readonly found: Found = { records: 0, rounds: 0, covered: 0, shoes: 0, bets: 0 };
  private table: TableCheck | null = null;
  private head: Json = null;
  private sequence = 0;
  private hash = new Uint8Array(32);
  private done = false;

  /** The next line of the file. Throws where it differs. */
  line(line: string): void {
    need(!this.done, "something follows the end");
    const read = JSON.parse(line) as Json;
    switch (read.felt) {
      case "history":
        return need(read.version === 1, "this is a history of another version");
      case "game":
        need(hex(blake(compact(read.game.events.map((event: Json) => event.text)))) === read.game.events_hash, "the events do not have their hash");
        this.games.set(read.game.name, read.game);
        return;
      case "document":
        return this.document(read);
      case "table":
        need(this.table === null, "this is the history of one table");
        this.head = read;
        this.table = new TableCheck(read.name, this);
        return;
      case "record":
        return this.record(read);
      case "end":
        need(this.table !== null && this.sequence === this.head.records && hex(this.hash) === this.head.head, "the chain does not end as it should");
        need(read.tables === 1 && read.records === this.sequence, "there are other numbers of records");
        this.table.end();
        this.done = true;
        return;
      default:
        throw new Differs(`a line is of no known kind: ${String(read.felt)}`);
    }
  }

  private document(read: Json): void {
    const bytes = read.form !== undefined ? compact(sorted(read.form)) : text.encode(read.text);
    need(hex(blake(bytes)) === read.hash, "a document does not have its hash");
    if (read.form !== undefined) this.forms.set(read.hash, read.form);
  }

  private record(read: Json): void {
    const table = this.table;
    need(table !== null, "a record stands before its table");
    this.sequence++;
    need(read.sequence === this.sequence, `record ${this.sequence} is missing or was moved`);
    need((read.events !== undefined) !== (read.json !== undefined), "a record is neither events nor JSON");
    this.hash = recordHash(this.hash, this.head.number, read);
    need(hex(this.hash) === read.hash, `record ${this.sequence} was changed`);
    if (read.json !== undefined) table.take(read.json);
    for (const event of read.events ?? []) table.event(event);
    this.found.records++;
  }

  finish(): Found {
    need(this.done, "the history was cut off");
    return this.found;
  }
}
