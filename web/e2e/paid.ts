// web/e2e/paid.ts - what is shown of a bet that was decided is what the audited record says, and what felt settle pays.
import assert from "node:assert/strict";
import { gain, money } from "../src/money.ts";
import type { Person, Shown } from "./browser.ts";
import { settled } from "./settle.ts";

export interface PaidEvent {
  kind: string;
  player: number;
  bet: number;
  winnings: number;
  commission: number;
  lost: number;
  taken_down: boolean;
}

/** What was shown of each bet is what the audited record says that it was paid. */
export async function isPaidAsShown(person: Person, table: string, shown: readonly Shown[]): Promise<void> {
  const lines = await person.server.audited(table);
  const { player } = await person.me();
  const events = lines.flatMap((line) => (line["events"] ?? []) as PaidEvent[]);
  const paid = new Map(events.filter((event) => event.kind === "paid" && event.player === player).map((event) => [event.bet, event]));
  assert.ok(shown.length > 0, "nothing was shown");
  for (const { bet, text } of shown) {
    const event = paid.get(bet);
    assert.ok(event !== undefined, `bet ${bet} was shown as paid, and was not`);
    assert.equal(text, event.taken_down ? "back" : gain(event.winnings - event.commission - event.lost), `bet ${bet}`);
  }
}

/** And it is what felt settle pays on the same rounds and bets. */
export async function isPaidAsSettled(person: Person, table: string, shown: readonly Shown[]): Promise<void> {
  const wanted = await settled(person.server, table, (await person.me()).player);
  for (const { bet, text } of shown) assert.equal(text, wanted.get(bet), `bet ${bet}`);
}

export async function hasTheRightBalance(person: Person): Promise<void> {
  const { balance } = await person.me();
  await person.page.waitForFunction((wanted) => document.querySelector(".balance")?.textContent === wanted, money(balance.available));
}
