// web/src/table.ts - a table as this page knows it: what the server said last, and what has happened since.

import { computed, signal } from "@preact/signals";
import type { Bet, LiveOdds, TableEvent, TableState, Wager } from "./api.ts";
import type { Paid } from "./decided.ts";
import { FairPart } from "./fair.ts";
import type { Answer, Live, Watcher } from "./live.ts";
import { revealing } from "./live.ts";
import { money } from "./money.ts";
import { isStill } from "./motion.ts";
import { dealtOf, Results, type Dealt } from "./results.ts";
import { asSentence } from "./words.ts";

interface Step {
  wager: string;
  amount: number;
  bet: number;
}

const CARD_MS = 380;
const DICE_MS = 700;

/** "Place 6"; of "Big 6 and Big 8", on 6, only "Big 6". */
export function fullName(wager: Pick<Wager, "name" | "side">): string {
  if (wager.side === undefined || wager.side === "") return wager.name;
  const part = wager.name.split(" and ").find((each) => each.endsWith(` ${wager.side}`));
  return part ?? `${wager.name} ${wager.side}`;
}

/** The name without its sheet, where sheets are joined: "craps/pass" is "pass". */
export function bare(wager: string): string {
  return wager.replace(/^.*\//, "");
}

/** The smallest stake of whole chips that is not less than what was chosen. */
export function fitting(wager: Wager, chosen: number, standing: number): number {
  const unit = Math.max(1, wager.chip);
  const least = standing > 0 ? unit : Math.max(unit, wager.min);
  return Math.ceil(Math.max(chosen, least) / unit) * unit;
}

function cardsOf(result: Dealt): number {
  return Object.values(result.dealt ?? {}).reduce((sum, hand) => sum + hand.length, 0);
}

export class Table implements Watcher {
  readonly now = signal<TableState | null>(null);
  readonly wagers = signal<Wager[]>([]);
  readonly bets = signal<Bet[]>([]);
  readonly last = signal<Dealt | null>(null);
  readonly shown = signal(0); // cards of it that are face up
  readonly ledger = signal<Paid[]>([]);
  readonly results: Results;
  readonly said = signal(""); // to the player, also for who only hears
  readonly refused = signal(""); // the code of the refusal that was said last; "": it was none
  readonly notice = signal(""); // of the table: a new hand, a new shoe
  readonly chip = signal(500);
  readonly busy = signal(false);
  readonly ahead = signal(0); // of the server's clock to this one's
  readonly liveOdds = signal<LiveOdds | null>(null);
  readonly steps = signal<Step[]>([]);
  readonly keeps = signal(false); // bets that are placed now are put up again when they have won
  readonly before = signal<{ wager: string; amount: number }[]>([]); // of the round before
  readonly staked = computed(() => this.bets.value.reduce((sum, bet) => sum + bet.stake, 0));
  readonly fair: FairPart;
  private turning: Dealt | null = null; // the round whose cards are turned, or whose dice roll
  private at = -1; // the record that was seen last, while nobody looks
  private past = false; // what happens has happened while nobody looked
  private held: Paid[] = [];
  private up: Bet[] = []; // bets that have won and stay up, until that may be seen
  private deeds: Promise<unknown> = Promise.resolve();
  private later: { now?: Partial<TableState>; bets?: Bet[] } | null = null; // shown when the last card is

  constructor(
    readonly name: string,
    private readonly live: Live,
    readonly player: number,
  ) {
    this.results = Results.of(name);
    this.fair = new FairPart(name, player, (word, fields) => live.send(word, { table: name, ...fields }));
  }

  open(): void {
    this.quiet();
    this.live.watch(this.name, this, this.at);
  }

  close(): void {
    const seen = this.live.unwatch(this.name);
    this.at = this.now.value?.status === "shut" ? -1 : seen;
    if (this.turning !== null) this.revealed(this.turning);
  }

  get seat(): number {
    return this.now.value?.players.find((who) => who.player === this.player && who.leaving !== true)?.seat ?? -1;
  }

  get rolls(): boolean {
    return this.now.value?.point !== undefined;
  }

  wager(name: string): Wager | undefined {
    return this.wagers.value.find((wager) => wager.wager === name);
  }

  stakeOn(name: string): number {
    return this.bets.value.filter((bet) => bet.wager === name).reduce((sum, bet) => sum + bet.stake, 0);
  }

  /** Bets on a wager that the last event decided, those that stood where is asked. */
  decided(name: string, here: (bet: Bet) => boolean = () => true): Paid[] {
    return this.ledger.value.filter((each) => each.wager === name && !each.returned && (each.stood === undefined || here(each.stood)));
  }

  /** Who else has the dice, in words; "" where they are this player's or nobody's. */
  get othersDice(): string {
    const state = this.now.value;
    if (state === null || !this.rolls || state.shooter < 0 || state.shooter === this.seat) return "";
    const who = state.players.find((each) => each.seat === state.shooter);
    return `${who?.name ?? `Seat ${state.shooter + 1}`} has the dice.`;
  }

  /** The results of the shoe in play; between two shoes of the one that has ended. */
  shoeResults(): Dealt[] {
    const first = this.now.value?.cards?.first_round;
    return first === undefined ? [] : this.results.since(first);
  }

  /** What was not told of the shoe in play is asked for. */
  private fill(): void {
    const state = this.now.value;
    if (state?.cards !== undefined && this.turning === null) void this.results.fill(state.cards.first_round, state.round);
  }

  /** Why a wager cannot be bet on now; "" where it can. */
  closed(wager: Wager): string {
    const state = this.now.value;
    if (!wager.open) return wager.reason ?? wager.closed ?? "closed";
    if (state === null || state.point === undefined) return this.missing(wager);
    if (wager.points !== undefined && !wager.points.includes(state.point)) return wager.placed ?? "not now";
    if (wager.placed?.includes("new shooter") === true && state.hand_events > 0) return wager.placed;
    return this.missing(wager);
  }

  private missing(wager: Wager): string {
    const needs = wager.needs ?? [];
    const number = needsNumber(wager);
    const stands = (bet: Bet) => number === 0 || bet.has?.some((memory) => memory.kind === "point" && memory.value === number) === true;
    if (needs.length === 0 || this.bets.value.some((bet) => needs.includes(bet.wager) && stands(bet))) return "";
    const base = this.wager(needs[0]!);
    return `needs ${base === undefined ? needs[0]! : fullName(base)}${number > 0 ? ` on ${number}` : ""}`;
  }

  // ---- from the server ----

  state(state: TableState): void {
    this.ahead.value = state.time - Date.now();
    this.now.value = state;
    this.bets.value = state.bets ?? [];
    this.fair.watched(state.fair);
    if (this.turning !== null) return;
    this.results.add(state.recent);
    this.fill();
    const newest = state.recent[state.recent.length - 1];
    if (newest === undefined || newest.round <= (this.last.value?.round ?? 0)) return;
    this.last.value = newest;
    this.shown.value = 6;
    this.ledger.value = []; // of a round before
    this.steps.value = [];
  }

  felt(part: { felt?: TableState["felt"]; stakes?: TableState["stakes"] }, now?: Partial<TableState>): void {
    const next = { ...now, felt: part.felt, stakes: part.stakes };
    if (revealing.value) this.after(next);
    else this.follow(next);
  }

  odds(odds: LiveOdds): void {
    this.liveOdds.value = odds;
  }

  /** The exact edge of a wager as the shoe or the puck stands; undefined where the table does not tell it, or not yet. */
  edgeNow(wager: Wager): { edge: string; edge_decimal: number } | undefined {
    const odds = this.liveOdds.value;
    const found = odds?.after_round === this.now.value?.round ? odds?.wagers.find((each) => each.wager === wager.wager) : undefined;
    return found?.edge === undefined ? undefined : { edge: found.edge, edge_decimal: found.edge_decimal! };
  }

  /** What a unit on a bet that stands is worth now. */
  worth(bet: Bet): { worth: string; worth_decimal: number } | undefined {
    const odds = this.liveOdds.value;
    const found = odds?.after_round === this.now.value?.round ? odds?.standing?.find((each) => each.bet === bet.bet) : undefined;
    return found?.worth === undefined ? undefined : { worth: found.worth, worth_decimal: found.worth_decimal! };
  }

  record(record: Record<string, unknown>): void {
    const state = this.now.value;
    if (state === null) return;
    const made = record as unknown as Parameters<FairPart["record"]>[0];
    if (/^shoe-/.test(made.felt)) {
      const before = state.fair?.shoe === made.shoe ? state.fair : undefined;
      const clients = made.clients?.length ?? before?.clients ?? 0;
      const commitment = made.commitment ?? before?.commitment ?? "";
      this.now.value = { ...state, fair: { shoe: made.shoe, stage: made.felt, commitment, clients } };
      void this.fair.record(made);
    }
    if (made.felt === "shoe-seed") this.notice.value = `The seed of number ${made.shoe} is shown: it can be verified.`;
  }

  /** The table has closed for good. */
  gone(): void {
    if (this.now.value !== null) this.now.value = { ...this.now.value, status: "shut" };
  }

  events(events: TableEvent[], now?: Partial<TableState>, bets?: Bet[]): void {
    const turned = this.turning;
    this.past = now === undefined;
    for (const event of events) this.happen(event);
    if (this.past && this.turning !== null && this.turning !== turned) this.revealed(this.turning);
    if (revealing.value) this.after(now, bets);
    else this.follow(now, bets);
    if (this.held.length > 0 && !revealing.value) this.settle();
  }

  /** Where the table is, to be shown when the last card is: others' chips that are taken would give it away, too. */
  private after(now?: Partial<TableState>, bets?: Bet[]): void {
    this.later = { now: now === undefined ? this.later?.now : moved(this.later?.now ?? {}, now), bets: bets ?? this.later?.bets };
  }

  /** Where the table is now. */
  private follow(now?: Partial<TableState>, bets?: Bet[]): void {
    const state = this.now.value;
    if (now !== undefined && state !== null) {
      if (now.hand !== undefined && now.hand !== state.hand && this.rolls && this.last.value !== null)
        this.notice.value = "New hand. Wagers on the whole hand are open.";
      if (now.time !== undefined) this.ahead.value = now.time - Date.now();
      this.now.value = moved(state, now);
    }
    if (bets !== undefined) this.bets.value = bets;
  }

  private happen(event: TableEvent): void {
    const state = this.now.value;
    if (state === null) return;
    switch (event.event) {
      case "seated":
        this.now.value = { ...state, players: [...state.players, { seat: event.seat!, player: event.player!, name: event.name }], seated: state.seated + 1 };
        break;
      case "freed":
        this.now.value = { ...state, players: state.players.filter((who) => who.seat !== event.seat), seated: Math.max(0, state.seated - 1) };
        break;
      case "left":
        this.now.value = { ...state, players: state.players.map((who) => (who.seat === event.seat ? { ...who, leaving: true } : who)) };
        break;
      case "shooter":
        this.now.value = { ...state, shooter: event.seat! };
        break;
      case "placed":
        this.place(event);
        break;
      case "changed":
        this.change(event);
        break;
      case "closed":
        this.now.value = { ...state, stage: "dealing" };
        this.said.value = "No more bets.";
        break;
      case "dealt":
        this.deal(event);
        break;
      case "paid":
        this.pay(event);
        break;
      case "voided":
        this.now.value = { ...state, stage: "betting" };
        this.said.value = `The round is void: ${event.reason ?? ""}. Every stake comes back.`;
        break;
      case "status":
        this.now.value = { ...state, status: event.status as TableState["status"] };
        break;
      case "shoe-begun":
        if (!this.rolls) this.notice.value = `Shoe ${event.shoe} begins.`;
        break;
      case "wager-limited":
        this.wagers.value = this.wagers.value.map((wager) => (wager.wager === event.wager ? { ...wager, min: event.min!, max: event.max! } : wager));
        break;
      case "wager-opened":
      case "wager-closed":
        this.wagers.value = this.wagers.value.map((wager) =>
          wager.wager === event.wager ? { ...wager, open: event.event === "wager-opened", reason: event.reason } : wager,
        );
        break;
    }
  }

  private place(event: TableEvent): void {
    const bet = this.betOf(event);
    const won = this.held.find((paid) => paid.bet === event.again);
    if (won !== undefined) won.again = true;
    if (won !== undefined && revealing.value) this.up.push(bet);
    else this.bets.value = [...this.bets.value.filter((each) => each.bet !== bet.bet), bet];
  }

  private betOf(event: TableEvent): Bet {
    return {
      bet: event.bet!,
      wager: event.wager!,
      stake: event.stake!,
      held: event.held!,
      stays: event.stays === true,
      off: false,
    };
  }

  private change(event: TableEvent): void {
    const by = event.action === "raise" ? event.amount! : event.action === "lower" ? -event.amount! : 0;
    this.bets.value = this.bets.value
      .map((bet) =>
        bet.bet === event.bet ? { ...bet, stake: bet.stake + by, off: event.action === "off" || (bet.off && event.action !== "on") } : bet,
      )
      .filter((bet) => bet.stake > 0 && !(bet.bet === event.bet && event.action === "take-down"));
  }

  private deal(event: TableEvent): void {
    const dealt = dealtOf(event);
    if (this.turning !== null) this.revealed(this.turning); // the one before is over
    this.turning = dealt;
    this.last.value = dealt;
    this.held = [];
    this.ledger.value = [];
    this.notice.value = "";
    if (this.bets.value.length > 0) this.before.value = this.bets.value.map((bet) => ({ wager: bet.wager, amount: bet.stake }));
    this.steps.value = [];
    if (this.past) return;
    const still = isStill();
    const cards = cardsOf(dealt);
    revealing.value = true;
    this.shown.value = still ? cards : 0;
    if (still) setTimeout(() => this.revealed(dealt), 0);
    else if (cards > 0) this.turn(dealt, cards);
    else setTimeout(() => this.revealed(dealt), DICE_MS);
  }

  private turn(dealt: Dealt, cards: number): void {
    if (this.turning !== dealt) return;
    this.shown.value++;
    if (this.shown.value < cards) setTimeout(() => this.turn(dealt, cards), CARD_MS);
    else setTimeout(() => this.revealed(dealt), CARD_MS);
  }

  private revealed(dealt: Dealt): void {
    if (this.turning !== dealt) return;
    this.turning = null;
    revealing.value = false;
    this.said.value = "";
    this.shown.value = cardsOf(dealt);
    this.results.add([dealt]);
    if (this.now.value !== null) this.now.value = { ...this.now.value, stage: "betting", round: dealt.round };
    this.settle();
    this.follow(this.later?.now, this.later?.bets);
    this.later = null;
    this.fill();
  }

  private pay(event: TableEvent): void {
    this.held.push({
      bet: event.bet!,
      wager: event.wager!,
      stake: event.stake!,
      net: event.winnings! - event.commission! - event.lost!,
      row: event.when ?? "",
      pays: event.pays ?? "",
      cites: event.cites ?? "",
      returned: event.returned === true || event.taken_down === true,
      again: false,
      stood: this.bets.value.find((bet) => bet.bet === event.bet),
    });
  }

  /** What was paid is shown when the last card is. */
  private settle(): void {
    const down = new Set(this.held.map((paid) => paid.bet));
    this.bets.value = [...this.bets.value.filter((bet) => !down.has(bet.bet)), ...this.up];
    this.up = [];
    if (this.held.length === 0) return;
    this.ledger.value = [...this.ledger.value, ...this.held];
    this.held = [];
  }

  // ---- from the player ----

  /** What a player does is done in its order, however fast the fingers are: a chip lies before it is undone, and before the cards are dealt. */
  private inTurn(deed: () => Promise<void>): Promise<void> {
    const next = this.deeds.then(deed);
    this.deeds = next.catch(() => undefined);
    return next;
  }

  private async do(word: string, fields: Record<string, unknown>): Promise<Answer> {
    const answer = await this.live.send(word, { table: this.name, ...fields });
    this.complain(answer);
    return answer;
  }

  private complain(answer: Answer): void {
    if (answer.ok || answer.error === undefined) return;
    this.said.value = `${asSentence(answer.error.message)} ${asSentence(answer.error.do)}`;
    this.refused.value = answer.error.code;
  }

  /** A new deed: what was said before is over. */
  private quiet(): void {
    this.said.value = "";
    this.refused.value = "";
  }

  private async sit(): Promise<boolean> {
    if (this.seat >= 0) return true;
    const answer = await this.do("sit", {});
    return answer.ok || answer.error?.code === "seated";
  }

  /** A chip on a spot. */
  bet(name: string, chosen = this.chip.value): Promise<void> {
    return this.inTurn(() => this.put(name, chosen));
  }

  /** A bet that is up is raised where that is allowed, else there is a new one. */
  private async put(name: string, chosen: number): Promise<void> {
    this.quiet();
    const wager = this.wager(name);
    if (wager === undefined || !(await this.sit())) return;
    const amount = fitting(wager, chosen, this.stakeOn(name));
    if (this.stakeOn(name) + amount > wager.max) {
      this.said.value = `${fullName(wager)} takes at most ${money(wager.max)}. Choose a smaller chip, or another spot.`;
      return;
    }
    const own = this.bets.value.find((bet) => bet.wager === name && (bet.moved !== true || wager.may?.includes("raise") === true));
    let answer: Answer | null = null;
    let bet = own?.bet ?? 0;
    if (own !== undefined) answer = await this.live.send("change", { table: this.name, bet: own.bet, action: "raise", amount });
    if (answer === null || (!answer.ok && answer.error?.code === "rules")) {
      answer = await this.do("bet", { wager: name, amount, ...(this.keeps.value ? { stays: true } : {}) });
      bet = answer.bet ?? 0;
    } else this.complain(answer);
    if (!answer.ok) return;
    this.steps.value = [...this.steps.value, { wager: name, amount, bet }];
    if (amount !== chosen) this.said.value = `${fullName(wager)} takes steps of ${money(wager.chip)}: ${money(amount)} was bet.`;
  }

  /** What may be done with a bet that is up. */
  may(bet: Bet): string[] {
    const may = this.wager(bet.wager)?.may ?? [];
    const always = bet.moved === true ? [] : ["raise", "lower", "take-down"];
    const all = [...new Set([...always, ...may])].filter((word) => word !== "off" || !bet.off);
    return bet.off ? [...all, "on"] : all;
  }

  /** A bet by a chip larger or smaller; what would be less than the least stake comes down. */
  resize(of: Bet, action: "raise" | "lower"): Promise<void> {
    return this.inTurn(async () => {
      const bet = this.bets.value.find((each) => each.bet === of.bet);
      const wager = this.wager(of.wager);
      if (bet === undefined || wager === undefined) return;
      const amount = fitting(wager, this.chip.value, bet.stake);
      const down = action === "lower" && bet.stake - amount < wager.min;
      await this.do("change", down ? { bet: bet.bet, action: "take-down" } : { bet: bet.bet, action, amount });
    });
  }

  act(bet: Bet, action: "take-down" | "off" | "on"): Promise<void> {
    return this.inTurn(async () => {
      this.quiet();
      await this.do("change", { bet: bet.bet, action });
    });
  }

  undo(): Promise<void> {
    return this.inTurn(() => this.takeBack());
  }

  private async takeBack(): Promise<void> {
    const step = this.steps.value[this.steps.value.length - 1];
    if (step === undefined) return;
    this.steps.value = this.steps.value.slice(0, -1);
    const bet = this.bets.value.find((each) => each.bet === step.bet);
    if (bet === undefined) return;
    if (bet.stake <= step.amount) await this.do("change", { bet: bet.bet, action: "take-down" });
    else await this.do("change", { bet: bet.bet, action: "lower", amount: step.amount });
  }

  /** What needs another bet comes down with it; what may not be taken down stays, and the server says so. */
  clear(): Promise<void> {
    return this.inTurn(async () => {
      for (const bet of [...this.bets.value].reverse())
        if (this.bets.value.some((each) => each.bet === bet.bet)) await this.do("change", { bet: bet.bet, action: "take-down" });
      this.steps.value = [];
    });
  }

  /** The bets of the round before, those that are valid now and are not up any more. */
  repeat(): Promise<void> {
    return this.inTurn(async () => {
      for (const { wager: name, amount } of this.before.value) {
        const wager = this.wager(name);
        if (wager !== undefined && this.closed(wager) === "" && this.stakeOn(name) === 0) await this.put(name, amount);
      }
    });
  }

  double(): Promise<void> {
    return this.inTurn(async () => {
      for (const bet of [...this.bets.value])
        if (bet.moved !== true || this.wager(bet.wager)?.may?.includes("raise") === true) await this.put(bet.wager, bet.stake);
    });
  }

  async deal_(): Promise<void> {
    if (this.busy.value || revealing.value) return;
    this.busy.value = true;
    await this.inTurn(async () => {
      this.quiet();
      await this.do("deal", {});
    });
    this.busy.value = false;
  }

  leave(): Promise<void> {
    return this.inTurn(async () => {
      if (this.seat >= 0) await this.do("leave", {});
    });
  }
}

/** Odds on a number that may be placed whatever the puck says are for a base wager with that point of its own; else 0. */
function needsNumber(wager: Wager): number {
  const own = (wager.points?.length ?? 0) > 1 && /^\d+$/.test(wager.side ?? "");
  return own ? Number(wager.side) : 0;
}

/** Where a table has moved to. What it tells of itself has the time, and no clock where none runs any more. */
function moved<T extends Partial<TableState>>(from: T, now: Partial<TableState>): T {
  const { closes: _closes, ...rest } = from;
  return now.time === undefined ? { ...from, ...now } : ({ ...rest, ...now } as T);
}

/** By connection: what somebody has done at a table outlives the view of it. */
const known = new WeakMap<Live, Map<string, Table>>();

export function tableOf(name: string, live: Live, player: number): Table {
  const tables = known.get(live) ?? new Map<string, Table>();
  known.set(live, tables);
  const table = tables.get(name) ?? new Table(name, live, player);
  tables.set(name, table);
  return table;
}
