// web/src/verify.ts - checks the history of a table in the browser: its chain, every shoe dealt again from its seed, every bet stepped and
// paid again by the compiled wagers of the record.
//
// It follows docs/history.md, docs/fairness.md and docs/compiled.md and shares nothing with the server. Hash and cipher are @noble's.

import { Bet } from "./verify/bets.ts";
import { blake, compact, Differs, hex, join, need, number, sorted, text, unhex, type Json } from "./verify/bytes.ts";
import { eventBytes } from "./verify/events.ts";
import { dealing, isShoeOf, Making, total } from "./verify/shoes.ts";

export { Differs, hex };

/** What the event of a finished round of baccarat is called. */
function roundText(hands: string[][]): string {
  const texts = ["player", "banker"].map((name, i) => `${name} ${total(hands[i]!)} with ${hands[i]!.length} cards`);
  const pairs = hands.map((hand) => hand[0]![0] === hand[1]![0]);
  if (pairs[0] && pairs[1]) texts.push(hands[0]![0]![0] === hands[1]![0]![0] ? "the same pair twice" : "both pairs");
  else if (pairs[0] || pairs[1]) texts.push(pairs[0] ? "player pair" : "banker pair");
  return texts.join(", ");
}

export class TableCheck {
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

  /** At a floor no bet is up, and no shoe is made or in play. */
  rise(opening: Json): void {
    this.change(opening.setup);
    this.sequence = opening.events;
    this.round = opening.round;
    this.lastBet = opening.bet;
    this.lastShoe = opening.shoe;
    this.phase = opening.phase;
    this.handEvents = opening.hand_events;
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
    this.history.makings.set(this.making.shoe, this.making);
    this.lastShoe = this.making.shoe;
    need(isShoeOf(this.making, this.setup), "the shoe is not that of the setup");
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
    const source = dealing(this.game, making, making.seed);
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
    if (event.round === this.history.about) this.history.told = { shoe: this.making.shoe, drawn, paid: new Map() };
    else if (event.round > this.history.about) this.history.wants = false;
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
    if (this.history.wants) this.history.told?.paid.set(event.bet, event.winnings - event.commission - event.lost);
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
  before: number; // records that are not there any more: the chain begins after them
}

/** What the record has of the round that was asked for: its shoe, what was drawn, and what each bet that it decided was paid. */
export interface Told {
  shoe: number;
  drawn: Json;
  paid: Map<number, number>;
}

/** The hash of a record after the one before it, of a table by its number. */
export function recordHash(before: Uint8Array, table: number, read: Json): Uint8Array<ArrayBuffer> {
  const data = read.events !== undefined ? join(...read.events.map(eventBytes)) : compact(read.json);
  return new Uint8Array(blake(join(before, number(table), number(read.sequence), number(data.length), data)));
}

export class HistoryCheck {
  readonly games = new Map<string, Json>();
  readonly forms = new Map<string, Json>();
  readonly found: Found = { records: 0, rounds: 0, covered: 0, shoes: 0, bets: 0, before: 0 };
  readonly makings = new Map<number, Making>();
  told: Told | null = null;
  wants = true; // what is paid is of the round that was asked for, or of one before it
  private table: TableCheck | null = null;
  private head: Json = null;
  private sequence = 0;
  private hash = new Uint8Array(32);
  private done = false;

  /** `about`: a round of which more is to be told. */
  constructor(readonly about = 0) {}

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
        if (read.floor !== undefined) this.rise(read.floor);
        return;
      case "record":
        return this.record(read);
      case "end":
        need(
          this.table !== null && this.found.records === this.head.records && hex(this.hash) === this.head.head,
          "the chain does not end as it should",
        );
        need(read.tables === 1 && read.records === this.found.records, "there are other numbers of records");
        this.table.end();
        this.done = true;
        return;
      default:
        throw new Differs(`a line is of no known kind: ${String(read.felt)}`);
    }
  }

  /** The chain has lost its beginning: it goes on from its floor, and the opening is taken as it is. */
  private rise(floor: Json): void {
    this.found.before = this.sequence = floor.sequence;
    this.hash = new Uint8Array(unhex(floor.hash));
    this.table!.rise(floor.opening);
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
