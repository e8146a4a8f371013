// web/e2e/bets.ts - what is done with bets that stand, and bets that stay up.
import assert from "node:assert/strict";
import type { Browser } from "playwright-core";
import { test } from "../test/tap.ts";
import { Person } from "./browser.ts";
import type { Server } from "./server.ts";

interface Own {
  bet: number;
  wager: string;
  stake: number;
  off: boolean;
  stays: boolean;
  next?: number[];
}

async function own(person: Person, table: string): Promise<Own[]> {
  return (await person.own(table)).bets as Own[];
}

async function does(person: Person, bet: number, act: string): Promise<void> {
  await person.page.click(`.rail [data-own="${bet}"] [data-act="${act}"]:enabled`);
}

export function testBets(browser: Browser, server: Server): void {
  test("a place bet is turned off and on, raised, lowered and taken down, each by its button", async () => {
    const person = await Person.come(browser, server);
    await person.sitAt("craps-alone");
    await person.page.keyboard.press("1");
    await person.bet("place on 6");
    const [bet] = await own(person, "craps-alone");
    assert.equal(bet!.stake, 600);
    await does(person, bet!.bet, "off");
    await person.page.waitForSelector(`.rail [data-own="${bet!.bet}"] [data-act="on"]`);
    assert.equal((await own(person, "craps-alone"))[0]!.off, true);
    await does(person, bet!.bet, "on");
    await person.page.waitForSelector(`.rail [data-own="${bet!.bet}"] [data-act="off"]`);
    assert.equal((await own(person, "craps-alone"))[0]!.off, false);
    await does(person, bet!.bet, "raise");
    await person.page.waitForFunction(() => document.querySelector(".rail .bet-head b")?.textContent === "12.00");
    await does(person, bet!.bet, "lower");
    await person.page.waitForFunction(() => document.querySelector(".rail .bet-head b")?.textContent === "6.00");
    await person.hasNoSeriousFault("bets that are up");
    await does(person, bet!.bet, "take-down");
    await person.page.waitForFunction(() => document.querySelector(".rail .bet-head") === null);
    assert.deepEqual(await own(person, "craps-alone"), []);
    await person.page.click("text=Leave the seat");
    await person.page.waitForSelector("text=Leave the seat", { state: "detached" });
    assert.deepEqual(person.errors, []);
    await person.context.close();
  });

  test("a bet that stays is up again when it has won, and the ledger says so", async () => {
    const person = await Person.come(browser, server);
    await person.sitAt("golden-dragon");
    await person.page.check("input[name=keeps]");
    for (let i = 0; i < 200; i++) {
      const up = await own(person, "golden-dragon");
      if (up.length === 0) await person.bet("player");
      assert.equal((await own(person, "golden-dragon"))[0]!.stays, true);
      await person.deal();
      const text = await person.text(".ledger [data-bet]");
      const after = await own(person, "golden-dragon");
      assert.equal(/stays up/.test(text), after.length === 1, text);
      if (/stays up/.test(text)) {
        await person.page.waitForSelector(`.rail [data-own="${after[0]!.bet}"] .mark`);
        assert.match(await person.text('[data-wager="player"] .spot-why'), /stays up/);
        break;
      }
      assert.ok(i < 199, "player never won in 200 rounds");
    }
    assert.deepEqual(person.errors, []);
    await person.context.close();
  });

  test("what one did at a table is still there after a look at its history", async () => {
    const person = await Person.come(browser, server);
    const other = await Person.come(browser, server);
    const lookAtHistory = async () => {
      await person.page.click('.strip a[href="#/history/golden-frog"]');
      await person.page.waitForSelector(".rounds li");
    };
    const comeBack = async () => {
      await person.page.goBack();
      await person.page.waitForSelector(".spot-bet");
    };
    await person.sitAt("golden-frog");
    await person.page.keyboard.press("2");
    await person.bet("player");
    await person.deal();
    const ledger = await person.ledger();
    await person.bet("banker");
    await lookAtHistory();
    await comeBack();
    assert.deepEqual(await person.ledger(), ledger);
    assert.equal(await person.page.getAttribute('.chip-button[aria-label="5 credits"]', "aria-pressed"), "true");
    await person.page.click("text=Undo");
    await person.page.waitForFunction(() => document.querySelector(".stack") === null);
    assert.deepEqual(await own(person, "golden-frog"), []);
    await person.page.click("text=Repeat");
    await person.seesBet("player");

    await lookAtHistory(); // and while one looks, a round is dealt
    await other.sitAt("golden-frog");
    await other.bet("banker");
    const round = (await other.round()) + 1;
    await other.deal();
    await comeBack();
    await person.sees(round);
    const paid = await person.ledger();
    assert.equal(paid.length, 1);
    assert.notEqual(paid[0]!.bet, ledger[0]!.bet);
    assert.equal(await person.page.isEnabled("text=Undo"), false);
    assert.equal(await person.page.isEnabled("text=Repeat"), true);
    assert.deepEqual([...person.errors, ...other.errors], []);
    await person.context.close();
    await other.context.close();
  });
}
