// web/e2e/craps.ts - where bets on the craps layout are paid, and by which row.
import assert from "node:assert/strict";
import type { Browser } from "playwright-core";
import type { Bet } from "../src/api.ts";
import { goneTo } from "../src/decided.ts";
import { test } from "../test/tap.ts";
import { Person } from "./browser.ts";
import type { Server } from "./server.ts";

/** A line of the ledger: what it came to, and the row. */
interface Line {
  bet: number;
  net: string;
  row: string;
}

function ledger(person: Person): Promise<Line[]> {
  return person.page.evaluate(() =>
    Array.from(document.querySelectorAll<HTMLElement>(".ledger [data-bet]")).map((line) => ({
      bet: Number(line.dataset["bet"]),
      net: line.querySelector("dd")!.textContent!,
      row: line.querySelector("small")!.textContent!.replace(/: .*$/, ""),
    })),
  );
}

/** Bets as they stood before a roll, and what was seen of them after it. */
interface Roll {
  before: Bet[];
  lines: Line[];
}

async function rolls(person: Person, table: string): Promise<Roll> {
  const before = (await person.own(table)).bets as unknown as Bet[];
  await person.deal();
  return { before, lines: await ledger(person) };
}

const wins = (line: Line) => line.net.startsWith("+");

/** A come bet that won on its number is lit there, with its row, and the bar is not. */
async function isPaidOnItsNumber(person: Person, bet: Bet, line: Line): Promise<void> {
  const place = `.number[aria-label^="Number ${goneTo(bet)}"] [data-won="${bet.bet}"]`;
  const text = await person.text(place);
  assert.ok(text.includes(line.net) && text.includes(line.row), `${text} is not ${JSON.stringify(line)}`);
  assert.equal(await person.page.$('[data-wager="come"].won'), null, "the Come bar is lit");
}

/** A small spot that won says by which row. */
async function saysItsRow(person: Person, bet: Bet, line: Line): Promise<void> {
  assert.equal(await person.text(`.spot.mini.won[data-wager="${bet.wager}"] .spot-why.row`), line.row);
}

export function testCraps(browser: Browser, server: Server): void {
  test("a come bet that wins on its number is paid there, and small spots say by which row they won", async () => {
    const person = await Person.come(browser, server);
    await person.sitAt("craps-paid");
    await person.page.keyboard.press("1");
    const seen = { come: false, place: false, odds: false };
    for (let i = 0; i < 400 && !(seen.come && seen.place && seen.odds); i++) {
      for (const wager of ["pass", "come", "place on 6", "place on 8"]) {
        const free = await person.page.$(`[data-wager="${wager}"] .spot-bet[aria-disabled="false"]`);
        if (free !== null && (await person.page.$(`[data-wager="${wager}"] .stack`)) === null) await person.bet(wager);
      }
      const odds = await person.page.$('[data-wager^="pass-odds on"] .spot-bet[aria-disabled="false"]');
      const name = await odds?.evaluate((button) => button.closest<HTMLElement>(".spot")!.dataset["wager"]!);
      if (name !== undefined && (await person.page.$(`[data-wager="${name}"] .stack`)) === null) await person.bet(name);
      const { before, lines } = await rolls(person, "craps-paid");
      for (const line of lines.filter(wins)) {
        const bet = before.find((each) => each.bet === line.bet)!;
        if (goneTo(bet) > 0) await isPaidOnItsNumber(person, bet, line);
        if (bet.wager.startsWith("place")) await saysItsRow(person, bet, line);
        if (bet.wager.startsWith("pass-odds")) assert.match(await person.text(`.spot.won[data-wager="${bet.wager}"]`), /\+/);
        seen.come ||= goneTo(bet) > 0;
        seen.place ||= bet.wager.startsWith("place");
        seen.odds ||= bet.wager.startsWith("pass-odds");
      }
    }
    assert.deepEqual(seen, { come: true, place: true, odds: true });
    await person.hasNoSeriousFault("bets paid on numbers");
    assert.deepEqual(person.errors, []);
    await person.context.close();
  });
}
