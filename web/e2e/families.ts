// web/e2e/families.ts - every wager of every shipped table is paid as felt settle pays it; so is what is done with bets that stand.
import assert from "node:assert/strict";
import type { Browser } from "playwright-core";
import { test } from "../test/tap.ts";
import { Person, type Shown } from "./browser.ts";
import { hasTheRightBalance, isPaidAsSettled, isPaidAsShown } from "./paid.ts";
import type { Server } from "./server.ts";

/** Tables of cards; Golden Bacc has a test of its own. */
const CARDS = ["baccarat", "buddha", "golden-frog", "golden-dragon", "dragon-tiger", "tiger"];
/** The table of dice that is played here; craps with four other sheets has a test of its own. */
const DICE = "craps-envy";
/** These again and again: others need them. */
const LINES = ["pass", "dont-pass", "come", "dont-come"];
const ROUNDS = 3;
const ROLLS_MAX = 200; // there is a point, and a come bet on it, long before

async function offered(person: Person, table: string): Promise<string[]> {
  const answer = await fetch(`${person.server.address}/api/tables/${table}/wagers`);
  const { wagers } = (await answer.json()) as { wagers: { wager: string; open: boolean }[] };
  return wagers.filter((wager) => wager.open).map((wager) => wager.wager);
}

async function isRight(person: Person, table: string, shown: readonly Shown[]): Promise<void> {
  await isPaidAsShown(person, table, shown);
  await isPaidAsSettled(person, table, shown);
  await hasTheRightBalance(person);
  assert.deepEqual(person.errors, []);
}

/** Every wager that the table offers, in each of some rounds. */
async function playCards(person: Person, table: string): Promise<void> {
  await person.sitAt(table);
  await person.page.keyboard.press("1");
  const wagers = await offered(person, table);
  const shown: Shown[] = [];
  for (let i = 0; i < ROUNDS; i++) {
    const { taken, refused } = await person.betOnAll();
    assert.deepEqual(refused, []);
    assert.deepEqual([...taken].sort(), [...wagers].sort());
    await person.deal();
    shown.push(...(await person.ledger()));
  }
  assert.equal(shown.length, ROUNDS * wagers.length);
  await isRight(person, table, shown);
  await person.context.close();
}

/** Every family of wagers, until each was bet on; which numbers have odds is up to the dice. */
async function playDice(person: Person): Promise<void> {
  await person.sitAt(DICE);
  await person.page.keyboard.press("1");
  const families = new Set((await offered(person, DICE)).map((wager) => wager.replace(/ on .*/, "")));
  const seen = new Set<string>();
  const shown: Shown[] = [];
  for (let i = 0; i < ROLLS_MAX && (i < ROUNDS || seen.size < families.size); i++) {
    const { taken, refused } = await person.betOnAll([...seen].filter((name) => !LINES.includes(name)));
    assert.deepEqual(refused, []);
    taken.forEach((name) => seen.add(name.replace(/ on .*/, "")));
    await person.deal();
    shown.push(...(await person.ledger()));
  }
  assert.deepEqual([...seen].sort(), [...families].sort());
  await isRight(person, DICE, shown);
}

interface Own {
  bet: number;
  wager: string;
  off: boolean;
}

/** The last bet that stands on a wager. */
async function up(person: Person, wager: string): Promise<Own | undefined> {
  return ((await person.own(DICE)).bets as unknown as Own[]).filter((bet) => bet.wager === wager).at(-1);
}

/** Does something with a bet by its button, and waits for the server to have it so. */
async function does(person: Person, wager: string, act: string): Promise<void> {
  const before = await up(person, wager);
  await person.page.click(`.rail [data-own="${before!.bet}"] [data-act="${act}"]:enabled`);
  while (JSON.stringify(await up(person, wager)) === JSON.stringify(before)) await new Promise((go) => setTimeout(go, 20));
}

/** What is done with bets that stand, one after each roll. Where the roll has decided that bet, another is placed, and changed. */
const DEEDS = [
  ["place on 6", "raise"],
  ["place on 8", "off"],
  ["buy on 4", "raise"],
  ["place on 6", "lower"],
  ["lay on 10", "take-down"],
  ["place on 8", "take-down"],
  ["place on 6", "raise"],
  ["buy on 4", "take-down"],
  ["place on 6", "off"],
  ["place on 6", "take-down"],
] as const;

async function rollsWithAllUp(person: Person): Promise<void> {
  for (const name of new Set(DEEDS.map(([wager]) => wager))) if ((await up(person, name)) === undefined) await person.bet(name);
  await person.deal();
}

async function playChanges(person: Person): Promise<void> {
  await person.sitAt(DICE);
  await person.page.keyboard.press("1");
  const shown: Shown[] = [];
  for (const [wager, act] of DEEDS) {
    await rollsWithAllUp(person);
    if ((await up(person, wager)) === undefined) await person.bet(wager);
    await does(person, wager, act === "off" && (await up(person, wager))!.off ? "on" : act);
    shown.push(...(await person.ledger()));
  }
  await rollsWithAllUp(person);
  shown.push(...(await person.ledger()));
  await isRight(person, DICE, shown);
}

export function testFamilies(browser: Browser, server: Server): void {
  for (const table of CARDS)
    test(`every wager of the table ${table} is bet on and paid as felt settle pays it`, async () =>
      playCards(await Person.come(browser, server), table));
  let shooter: Person | null = null; // of both: the dice are another's as long as he sits there
  test(`every family of wagers of the table ${DICE} is bet on and paid as felt settle pays it`, async () =>
    playDice((shooter ??= await Person.come(browser, server))));
  test("bets that are raised, lowered, turned off and taken down are paid as felt settle pays them", async () =>
    playChanges((shooter ??= await Person.come(browser, server))));
}
