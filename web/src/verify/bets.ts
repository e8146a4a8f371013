// web/src/verify/bets.ts - a bet, stepped and paid by the compiled wager of the record: docs/compiled.md.

import type { TableCheck } from "../verify.ts";
import { need, type Json } from "./bytes.ts";

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

export class Bet {
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
