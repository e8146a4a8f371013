// web/e2e/phone.ts - a phone of 360 px and fingers: every spot is reached and hit, and says what it says where there is more room.
import assert from "node:assert/strict";
import type { Browser } from "playwright-core";
import { test } from "../test/tap.ts";
import { Person } from "./browser.ts";
import { hasTheRightBalance, isPaidAsSettled, isPaidAsShown } from "./paid.ts";
import { BOSS, type Server } from "./server.ts";

const spot = (wager: string) => `[data-wager="${wager}"]`;

/** A finger on a spot. What lies over its middle would take the tap, and then it is not the spot's. */
async function taps(phone: Person, wager: string): Promise<void> {
  await phone.page.tap(`${spot(wager)} .spot-bet[aria-disabled="false"]`);
  await phone.seesBet(wager);
}

/** Wagers whose spots are seen now, and open. */
function seen(phone: Person): Promise<string[]> {
  return phone.page.$$eval(".spot", (spots) =>
    spots
      .filter((each) => (each as HTMLElement).offsetParent !== null && !each.classList.contains("shut"))
      .map((each) => (each as HTMLElement).dataset["wager"]!),
  );
}

/** Every spot of the table: those that always stand there, then group after group behind its tab. */
async function tapsAll(phone: Person): Promise<string[]> {
  const tapped: string[] = [];
  const tabs = await phone.page.locator(".tabs button").count();
  for (let tab = 0; tab < tabs; tab++) {
    await phone.page.locator(".tabs button").nth(tab).tap();
    await phone.page.waitForSelector(`.tabs button:nth-child(${tab + 1})[aria-pressed="true"]`);
    for (const wager of (await seen(phone)).filter((each) => !tapped.includes(each))) {
      await taps(phone, wager);
      tapped.push(wager);
    }
  }
  return tapped;
}

async function playsGoldenBacc(phone: Person): Promise<void> {
  await phone.sitAt("golden-bacc");
  await phone.page.tap(".chips button >> nth=0");
  const tapped = await tapsAll(phone);
  assert.equal(tapped.length, 29, tapped.join()); // thirty, less the one that is closed
  const round = await phone.round();
  await phone.page.tap(".controls .big:enabled");
  await phone.sees(round + 1);
  const shown = await phone.ledger();
  assert.equal(shown.length, 29);
  await isPaidAsShown(phone, "golden-bacc", shown);
  await isPaidAsSettled(phone, "golden-bacc", shown);
  await hasTheRightBalance(phone);
  await phone.doesNotScrollSideways();
}

async function closes(boss: Person, table: string, wager: string, what: "open" | "close"): Promise<void> {
  const status = await boss.page.evaluate(
    async ([path, text]) => (await fetch(path!, { method: "POST", headers: { "Content-Type": "application/json" }, body: text! })).status,
    [`/api/house/tables/${table}`, JSON.stringify({ do: `wager-${what}`, wager, reason: "the lamp over it is broken" })] as const,
  );
  assert.equal(status, 200, `${what} ${wager}`);
}

/** Edge, limits and why it is closed are read on the spot. */
async function saysAll(phone: Person, boss: Person, table: string, wager: string): Promise<void> {
  const { page } = phone;
  await phone.sitAt(table);
  assert.match(await page.innerText(spot(wager)), /\d\.\d\d\u00a0%|\d\.\d\d %/, `${wager}: edge`);
  await page.tap(`${spot(wager)} .spot-rules`);
  await page.waitForSelector("dialog[open] .rows");
  assert.match(await page.innerText("dialog[open] dl"), /Stakes\s+\d+\.00 to \d+\.00/);
  await page.tap('dialog[open] button:text-is("Close")'); // a spot that is closed says "Closed now" above it
  await page.waitForSelector("dialog[open]", { state: "detached" });
  await closes(boss, table, wager, "close");
  await page.waitForSelector(`${spot(wager)}.shut`);
  assert.match(await page.innerText(spot(wager)), /the lamp over it is broken/);
  await page.tap(`${spot(wager)} .spot-bet`, { force: true }); // it is not to be bet on
  await phone.isTold(/is closed: the lamp over it is broken\./);
  await closes(boss, table, wager, "open");
  await page.waitForSelector(`${spot(wager)}:not(.shut)`);
  await phone.doesNotScrollSideways();
}

export function testPhone(browser: Browser, server: Server): void {
  test("Golden Bacc's thirty spots are played by fingers on a phone, and paid as felt settle pays them", async () => {
    const phone = await Person.withFingers(browser, server);
    await playsGoldenBacc(phone);
    assert.deepEqual(phone.errors, []);
    await phone.context.close();
  });

  test("a spot of a phone says its edge and limits, and why it is closed", async () => {
    const phone = await Person.withFingers(browser, server);
    const boss = await Person.come(browser, server);
    await boss.go("", ".lobby-card");
    const signedIn = await boss.page.evaluate(
      async (body) => (await fetch("/api/sign-in", { method: "POST", headers: { "Content-Type": "application/json" }, body })).status,
      JSON.stringify(BOSS),
    );
    assert.equal(signedIn, 200);
    await phone.sitAt("golden-frog");
    for (const wager of ["player", "banker", "tie"])
      assert.match(await phone.page.innerText(spot(wager)), /%\s+stakes \d+\u2013\d+/, `${wager}: edge and limits`);
    for (const wager of ["player", "tie"]) await saysAll(phone, boss, "golden-frog", wager);
    for (const wager of ["place on 6", "pass"]) await saysAll(phone, boss, "craps", wager);
    assert.deepEqual([...phone.errors, ...boss.errors], []);
    await phone.context.close();
    await boss.context.close();
  });
}
