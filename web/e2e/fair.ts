// web/e2e/fair.ts - fair dealing on the page: the player's own chance in a shoe, the seed after its last round, and Verify of all that.
import assert from "node:assert/strict";
import type { Browser } from "playwright-core";
import { test } from "../test/tap.ts";
import { Person } from "./browser.ts";
import type { Server } from "./server.ts";

async function round(person: Person): Promise<void> {
  await person.bet("banker");
  await person.deal();
}

async function verdict(person: Person, where: string): Promise<string> {
  await person.page.click(`${where} .verifier .button:enabled`);
  await person.page.waitForSelector(`${where} .verdict.good, ${where} .verdict.bad`);
  return person.text(`${where} .verdict`);
}

/** Of the shoe in play: is the player's chance in it? A making that the browser was too slow for is no fault; the next comes soon. */
async function takesPart(person: Person): Promise<number> {
  for (let i = 0; i < 600; i++) {
    if (await person.page.isVisible('[data-part="sealed"]')) {
      const text = await person.text('[aria-label="Fair dealing"] .long summary');
      return Number(/Number (\d+)/.exec(text)![1]);
    }
    await round(person);
  }
  throw new Error("in 600 rounds no shoe had the player's chance in it");
}

export function testFair(browser: Browser, server: Server): void {
  test("a player's own chance is in a shoe, its seed is shown after the last round, and Verify says so", async () => {
    const person = await Person.come(browser, server);
    await person.sitAt("short");
    await person.page.check("input[name=take-part]");
    const shoe = await takesPart(person);
    await person.hasNoSeriousFault("fair dealing");
    for (let i = 0; i < 80 && !(await person.page.isVisible(`[data-seed="${shoe}"]`)); i++) await round(person);
    assert.match(await person.text(`[data-seed="${shoe}"]`), /[0-9a-f]{64}.*bound to before anybody bet/);
    assert.match(await verdict(person, ".rail"), /^Verified: .*Your own chance is in \d+ of the shoes/);
    const { player } = await person.me();
    const lines = await server.audited("short");
    const sealed = lines.map((line) => line["json"] as { felt?: string; shoe?: number; reveals?: { player: number }[] } | undefined);
    assert.ok(
      sealed.some((json) => json?.felt === "shoe-sealed" && json.shoe === shoe && json.reveals?.some((each) => each.player === player)),
      "the record does not have the player's part",
    );
    await person.page.evaluate(() => {
      const key = Object.keys(localStorage).find((name) => name.startsWith("felt-fair"))!;
      localStorage.setItem(key, localStorage.getItem(key)!.replace(/"entropy":"(.)/g, (_, digit: string) => `"entropy":"${digit === "0" ? "1" : "0"}`));
    });
    assert.match(await verdict(person, ".rail"), /does not verify: your part in number \d+ is not as you gave it/);
    assert.deepEqual(person.errors, []);
    await person.context.close();
  });

  test("a round is verified as it is shown, with its seed; one that is shown otherwise fails", async () => {
    const person = await Person.come(browser, server);
    await person.sitAt("short");
    await round(person);
    const number = await person.round();
    for (let i = 0; i < 40 && !(await person.page.isVisible("[data-seed]")); i++) await round(person);
    await person.go(`history/short/${number}`, ".recall .verifier");
    assert.match(await verdict(person, ".recall"), new RegExp(`^Verified: round ${number} is what the seed deals, and what you bet on it is paid`));
    assert.match(await person.text(".recall .seed"), /[0-9a-f]{64}/);
    const winnings = /"winnings":(\d+)/;
    await person.page.route(`**/rounds/${number}`, async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, body: (await answer.text()).replace(winnings, (_, n: string) => `"winnings":${Number(n) + 1}`) });
    });
    await person.page.reload();
    await person.page.waitForSelector(".recall .verifier");
    assert.match(await verdict(person, ".recall"), /does not verify: bet \d+ was paid otherwise than it is shown/);
    assert.deepEqual(person.errors, []);
    await person.context.close();
  });
}
