// web/src/table.ts - a table as this page knows it: what the server said last, and what has happened since.

import { computed, signal } from "@preact/signals";
import type { Bet, TableEvent, TableState, Wager } from "./api.ts";
import type { Answer, Live, Watcher } from "./live.ts";
import { revealing } from "./live.ts";

export interface Paid {
  bet: number;
  wager: string;
  stake: number;
  net: number;
  row: string;
  pays: string;
  returned: boolean;
}

export interface Dealt {
  round: number;
  result: string;
  dice?: number[];
  dealt?: Record<string, string[]>;
}

interface Step {
  wager: string;
  amount: number;
  bet: number;
}

const CARD_MS = 380;
const DICE_MS = 700;

export class Table implements Watcher {
  readonly now = signal<TableState | null>(null);
  readonly wagers = signal<Wager[]>([]);
  readonly bets = signal<Bet[]>([]);
  readonly last = signal<Dealt | null>(null);
  readonly shown = signal(0); // cards of it that are face up
  readonly ledger = signal<Paid[]>([]);
  readonly results = signal<Dealt[]>([]);
  readonly said = signal(""); // to the player, also for who only hears
  readonly chip = signal(500);
  readonly busy = signal(false);
  readonly fair = signal<Record<string, unknown>[]>([]);
  readonly staked = computed(() => this.bets.value.reduce((sum, bet) => sum + bet.stake, 0));
  private steps: Step[] = [];
  private before: { wager: string; amount: number }[] = []; // of the round before
  private held: Paid[] = [];

  constructor(
    readonly name: string,
    private readonly live: Live,
    private readonly player: number,
  ) {}

  open(): void {
    this.live.watch(this.name, this);
  }

  close(): void {
    this.live.unwatch(this.name);
    revealing.value = false;
  }

  get seat(): number {
    return this.now.value?.players.find((who) => who.player === this.player && who.leaving !== true)?.seat ?? -1;
  }

  wager(name: string): Wager | undefined {
    return this.wagers.value.find((wager) => wager.wager === name);
  }

  // ---- from the server ----

  state(state: TableState): void {
    this.now.value = state;
    this.bets.value = state.bets ?? [];
    this.results.value = state.recent;
    if (this.last.value === null && state.recent.length > 0) {
      this.last.value = state.recent[state.recent.length - 1]!;
      this.shown.value = 6;
    }
  }

  felt(part: { up?: number; felt?: TableState["felt"]; stakes?: TableState["stakes"] }): void {
    if (this.now.value !== null) this.now.value = { ...this.now.value, up: part.up ?? 0, felt: part.felt, stakes: part.stakes };
  }

  record(record: Record<string, unknown>): void {
    this.fair.value = [...this.fair.value.slice(-40), record];
    const state = this.now.value;
    if (state === null || record["felt"] !== "shoe-open") return;
    this.now.value = {
      ...state,
      fair: { shoe: Number(record["shoe"]), stage: "shoe-open", commitment: String(record["commitment"]), clients: 0 },
    };
  }

  events(events: TableEvent[]): void {
    for (const event of events) this.happen(event);
    if (this.held.length > 0 && !revealing.value) this.settle();
  }

  private happen(event: TableEvent): void {
    const state = this.now.value;
    if (state === null) return;
    switch (event.event) {
      case "seated":
        this.now.value = { ...state, players: [...state.players, { seat: event.seat!, player: event.player! }], seated: state.seated + 1 };
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
        this.bets.value = [...this.bets.value, this.betOf(event)];
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
      case "wager-opened":
      case "wager-closed":
        this.wagers.value = this.wagers.value.map((wager) =>
          wager.wager === event.wager ? { ...wager, open: event.event === "wager-opened", reason: event.reason } : wager,
        );
        break;
    }
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
      .map((bet) => (bet.bet === event.bet ? { ...bet, stake: bet.stake + by, off: event.action === "off" || (bet.off && event.action !== "on") } : bet))
      .filter((bet) => bet.stake > 0 && !(bet.bet === event.bet && event.action === "take-down"));
  }

  private deal(event: TableEvent): void {
    const dealt: Dealt = { round: event.round!, result: event.result!, dice: event.dice, dealt: event.dealt };
    this.last.value = dealt;
    this.held = [];
    this.ledger.value = [];
    if (this.steps.length > 0 || this.bets.value.length > 0)
      this.before = this.bets.value.map((bet) => ({ wager: bet.wager, amount: bet.stake }));
    this.steps = [];
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches || document.hidden;
    const cards = dealt.dealt === undefined ? 0 : Object.values(dealt.dealt).reduce((sum, hand) => sum + hand.length, 0);
    revealing.value = true;
    this.shown.value = still ? cards : 0;
    if (still) setTimeout(() => this.revealed(dealt), 0);
    else if (cards > 0) this.turn(dealt, cards);
    else setTimeout(() => this.revealed(dealt), DICE_MS);
  }

  private turn(dealt: Dealt, cards: number): void {
    if (this.last.value !== dealt) return;
    this.shown.value++;
    if (this.shown.value < cards) setTimeout(() => this.turn(dealt, cards), CARD_MS);
    else setTimeout(() => this.revealed(dealt), CARD_MS);
  }

  private revealed(dealt: Dealt): void {
    if (this.last.value !== dealt) return;
    revealing.value = false;
    this.results.value = [...this.results.value.slice(-199), dealt];
    if (this.now.value !== null) this.now.value = { ...this.now.value, stage: "betting", round: dealt.round };
    this.settle();
    void this.live.send("state", { table: this.name }).then((answer) => {
      const state = (answer as Answer & { state?: TableState }).state;
      if (state !== undefined && this.now.value !== null) this.now.value = { ...state, recent: this.now.value.recent };
      if (state?.bets !== undefined) this.bets.value = state.bets;
    });
  }

  private pay(event: TableEvent): void {
    this.held.push({
      bet: event.bet!,
      wager: event.wager!,
      stake: event.stake!,
      net: event.winnings! - event.commission! - event.lost!,
      row: event.when ?? "",
      pays: event.pays ?? "",
      returned: event.returned === true,
    });
  }

  /** What was paid is shown when the last card is. */
  private settle(): void {
    const down = new Set(this.held.map((paid) => paid.bet));
    this.bets.value = this.bets.value.filter((bet) => !down.has(bet.bet));
    if (this.held.length === 0) return;
    this.ledger.value = [...this.ledger.value, ...this.held];
    this.held = [];
  }

  // ---- from the player ----

  private async do(word: string, fields: Record<string, unknown>): Promise<Answer> {
    const answer = await this.live.send(word, { table: this.name, ...fields });
    if (!answer.ok && answer.error !== undefined) this.said.value = `${sentence(answer.error.message)} ${sentence(answer.error.do)}`;
    return answer;
  }

  private async sit(): Promise<boolean> {
    if (this.seat >= 0) return true;
    const answer = await this.do("sit", {});
    return answer.ok || answer.error?.code === "seated";
  }

  async bet(name: string, amount = this.chip.value): Promise<void> {
    this.said.value = "";
    if (!(await this.sit())) return;
    const own = this.bets.value.find((bet) => bet.wager === name && bet.moved !== true);
    let answer: Answer | null = null;
    let bet = own?.bet ?? 0;
    if (own !== undefined) answer = await this.live.send("change", { table: this.name, bet: own.bet, action: "raise", amount });
    if (answer === null || (!answer.ok && answer.error?.code === "rules")) {
      answer = await this.do("bet", { wager: name, amount });
      bet = answer.bet ?? 0;
    } else if (!answer.ok && answer.error !== undefined)
      this.said.value = `${sentence(answer.error.message)} ${sentence(answer.error.do)}`;
    if (answer.ok) this.steps.push({ wager: name, amount, bet });
  }

  async undo(): Promise<void> {
    const step = this.steps.pop();
    const bet = this.bets.value.find((each) => each.bet === step?.bet);
    if (step === undefined || bet === undefined) return;
    if (bet.stake <= step.amount) await this.do("change", { bet: bet.bet, action: "take-down" });
    else await this.do("change", { bet: bet.bet, action: "lower", amount: step.amount });
  }

  async clear(): Promise<void> {
    for (const bet of [...this.bets.value].reverse())
      if (this.bets.value.some((each) => each.bet === bet.bet)) await this.do("change", { bet: bet.bet, action: "take-down" });
    this.steps = [];
  }

  /** The bets of the round before, those that are valid now. */
  async repeat(): Promise<void> {
    for (const { wager, amount } of this.before) if (this.wager(wager)?.open === true) await this.bet(wager, amount);
  }

  async double(): Promise<void> {
    for (const bet of this.bets.value) await this.bet(bet.wager, bet.stake);
  }

  async deal_(): Promise<void> {
    if (this.busy.value || revealing.value) return;
    this.busy.value = true;
    this.said.value = "";
    await this.do("deal", {});
    this.busy.value = false;
  }

  async leave(): Promise<void> {
    if (this.seat >= 0) await this.do("leave", {});
  }
}

function sentence(text: string): string {
  if (text === "") return "";
  const first = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(first) ? first : `${first}.`;
}
