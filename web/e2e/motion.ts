// web/e2e/motion.ts - cards that are turned one by one, by a clock that the test turns: nothing is given away before its card is seen.
import assert from "node:assert/strict";
import type { Browser } from "playwright-core";
import { explain } from "../src/baccarat.ts";
import { money } from "../src/money.ts";
import { test } from "../test/tap.ts";
import { Person } from "./browser.ts";
import type { Server } from "./server.ts";

interface Seen {
  cards: number;
  why: string;
  tells: string[]; // what would give the result away
  balance: string;
}

function look(person: Person): Promise<Seen> {
  return person.page.evaluate(() => ({
    cards: document.querySelectorAll(".stage .card:not(.down)").length,
    why: (document.querySelector(".why")?.textContent ?? "").trim(),
    tells: [".outcome b", ".spot.won", ".spot.lost", ".ledger [data-bet]"].filter((each) => document.querySelector(each) !== null),
    balance: document.querySelector(".balance")?.textContent ?? "",
  }));
}

export function testMotion(browser: Browser, server: Server): void {
  test("cards are turned in their order, each draw is explained by what is seen, and nothing is given away before", async () => {
    const person = await Person.come(browser, server, { width: 1280, height: 860 }, "no-preference");
    await person.page.clock.install();
    await person.sitAt("golden-frog");
    await person.page.clock.pauseAt(Date.now() + 3600000);
    for (let i = 0; i < 4; i++) {
      for (const wager of ["player", "banker", "tie"]) if ((await person.page.$(`[data-wager="${wager}"] .stack`)) === null) await person.bet(wager);
      const { balance } = await person.me();
      await person.page.waitForFunction((wanted) => document.querySelector(".balance")?.textContent === wanted, money(balance.available));
      const before = await person.balance();
      const round = (await person.own("golden-frog")).round + 1;
      await person.page.click(".controls .big:enabled");
      await person.page.waitForFunction(() => document.querySelectorAll(".stage .card.down").length >= 3);
      const { dealt } = (await person.page.evaluate(async (n) => (await fetch(`/api/tables/golden-frog/rounds/${n}`)).json() as Promise<never>, round)) as {
        dealt: Record<string, string[]>;
      };
      const all = dealt["player"]!.length + dealt["banker"]!.length;
      for (let shown = 1; shown <= all; shown++) {
        await person.page.waitForFunction((wanted) => document.querySelectorAll(".stage .card:not(.down)").length === wanted, shown);
        const seen = await look(person);
        assert.deepEqual([seen.tells, seen.balance], [[], before], `card ${shown} of ${all}`);
        assert.equal(seen.why, explain(dealt, shown));
        await person.page.clock.runFor(380);
      }
      await person.sees(round);
      assert.equal((await look(person)).tells.includes(".ledger [data-bet]"), true);
    }
    assert.deepEqual(person.errors, []);
    await person.context.close();
  });
}
