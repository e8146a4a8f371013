// web/e2e/clock.ts - a table that is dealt by the clock: how long there is to bet is counted down, and then it deals by itself.
import assert from "node:assert/strict";
import type { Browser } from "playwright-core";
import { test } from "../test/tap.ts";
import { Person } from "./browser.ts";
import type { Server } from "./server.ts";

/** Keeps every text that the countdown has from now on. */
function watches(person: Person): Promise<void> {
  return person.page.evaluate(() => {
    const seen: string[] = [];
    (globalThis as unknown as { seen: string[] }).seen = seen;
    new MutationObserver(() => {
      const text = document.querySelector(".countdown")?.textContent ?? "";
      if (text !== seen.at(-1)) seen.push(text);
    }).observe(document.querySelector(".controls")!, { childList: true, subtree: true, characterData: true });
  });
}

function counted(person: Person): Promise<string[]> {
  return person.page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen);
}

export function testClock(browser: Browser, server: Server): void {
  test("a table by the clock counts down from the first bet on and deals by itself, for who only watches, too", async () => {
    const player = await Person.come(browser, server);
    const watcher = await Person.come(browser, server, { width: 360, height: 740 });
    for (const person of [player, watcher]) {
      await person.sitAt("clock");
      assert.equal(await person.text(".countdown"), "Place a bet");
      assert.equal(await person.page.$(".controls .big"), null, "there is nothing to press");
      await watches(person);
    }
    await player.bet("player");
    for (const person of [player, watcher]) {
      await person.sees(1);
      const seconds = (await counted(person)).flatMap((text) => /^(\d+) s$/.exec(text)?.[1] ?? []).map(Number);
      assert.ok(seconds.length >= 2, `counted ${seconds.join()}`);
      assert.ok(seconds.every((each, i) => each <= 8 && (i === 0 || each < seconds[i - 1]!)), `counted ${seconds.join()}`);
      await person.page.waitForFunction(() => document.querySelector(".countdown")?.textContent === "Place a bet");
    }
    assert.equal((await player.ledger()).length, 1);
    assert.deepEqual([...player.errors, ...watcher.errors], []);
    await player.context.close();
    await watcher.context.close();
  });
}
