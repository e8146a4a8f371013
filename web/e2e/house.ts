// web/e2e/house.ts - the house's view: what operators do on the page, and what players see of it.
import assert from "node:assert/strict";
import type { Browser } from "playwright-core";
import { gain, money } from "../src/money.ts";
import { test } from "../test/tap.ts";
import { Person } from "./browser.ts";
import { BOSS, type Server } from "./server.ts";

interface RiskOf {
  table: string;
  bets: number;
  up: number;
  next_event_may_cost: number;
}

async function signIn(person: Person): Promise<void> {
  await person.go("account", ".paper-form");
  const form = person.page.locator("form", { has: person.page.locator("h2", { hasText: "Sign in" }) });
  await form.locator("[name=name]").fill(BOSS.name);
  await form.locator("[name=passphrase]").fill(BOSS.passphrase);
  await form.locator("button").click();
  await person.page.waitForSelector('.head-links a[href="#/house"]');
}

function get<T>(person: Person, path: string): Promise<T> {
  return person.page.evaluate(async (wanted) => (await fetch(wanted)).json() as Promise<never>, path);
}

/** The status that a call of this person is answered by. */
function post(person: Person, path: string, body: unknown): Promise<number> {
  const call = { path, text: JSON.stringify(body) };
  return person.page.evaluate(
    async (wanted) => (await fetch(wanted.path, { method: "POST", headers: { "Content-Type": "application/json" }, body: wanted.text })).status,
    call,
  );
}

async function riskOf(person: Person, table: string): Promise<RiskOf> {
  const { tables } = await get<{ tables: RiskOf[] }>(person, "/api/house/risk");
  return tables.find((each) => each.table === table)!;
}

/** Presses a button, gives a reason, and waits for the sentence that it is done. */
async function does(boss: Person, selector: string, reason: string, done: RegExp, fields: Record<string, string> = {}): Promise<void> {
  const { page } = boss;
  await page.click(selector);
  await page.waitForSelector(".house-dialog[open]");
  for (const [name, value] of Object.entries(fields)) await page.fill(`.house-dialog [name=${name}]`, value);
  await page.fill(".house-dialog [name=reason]", reason);
  await page.click(".house-dialog .deed-buttons button:last-child");
  await page.waitForSelector(".house-dialog[open]", { state: "detached" });
  assert.match(await boss.text(".house-said"), done);
}

/** The stake on a spot as it is refused or taken, by the page's own words. */
async function refusedAt(person: Person, wager: string): Promise<string> {
  await person.page.click(`[data-wager="${wager}"] .spot-bet`);
  await person.page.waitForFunction(() => (document.querySelector(".said-line")?.textContent ?? "").trim() !== "");
  return person.text(".said-line");
}

async function pausesAndOpens(boss: Person, ann: Person): Promise<void> {
  await ann.sitAt("tiger");
  await boss.go("house", '[data-table="tiger"] .house-status.open');
  await does(boss, '[data-table="tiger"] .house-buttons button:has-text("Pause")', "a card is on the floor", /Tiger is paused/);
  await boss.page.waitForSelector('[data-table="tiger"] .house-status.paused');
  await ann.page.waitForFunction(() => /paused/i.test(document.querySelector(".table")?.textContent ?? ""));
  await does(boss, '[data-table="tiger"] .house-buttons button:has-text("Open")', "found it", /Tiger is open/);
  await boss.page.waitForSelector('[data-table="tiger"] .house-status.open');
  await ann.bet("player");
  await ann.bet("banker");
}

/** What is on the felt is what the API says, and what the bets sum to. */
async function showsExposure(boss: Person, ann: Person): Promise<void> {
  const bets = (await ann.own("tiger")).bets;
  const up = bets.reduce((sum, bet) => sum + bet.stake, 0);
  const risk = await riskOf(boss, "tiger");
  assert.deepEqual([risk.bets, risk.up], [bets.length, up]);
  await boss.page.waitForFunction(
    (wanted) => document.querySelector('[data-table="tiger"] .up')?.textContent === wanted,
    money(up),
  );
  assert.equal(await boss.text('[data-table="tiger"] .bets'), String(bets.length));
  assert.equal(await boss.text('[data-table="tiger"] .exposure b'), money(risk.next_event_may_cost));
}

async function closesAndLimits(boss: Person, ann: Person): Promise<void> {
  await boss.go("house/table/tiger", '[data-wager="tie"]');
  await does(boss, '[data-wager="tie"] button:has-text("Close")', "too popular", /is closed/);
  await ann.page.waitForFunction(() => /too popular/.test(document.querySelector('[data-wager="tie"]')?.textContent ?? ""));
  await boss.page.waitForSelector('[data-wager="tie"] button:has-text("Open")');
  await does(boss, '[data-wager="tie"] button:has-text("Open")', "enough", /is open/);
  await does(boss, '[data-wager="player"] button:has-text("Limits")', "quiet night", /limits are set/, { min: "1", max: "2" });
  await boss.page.waitForFunction(() => document.querySelector('[data-wager="player"] .limits')?.textContent === "1.00 to 2.00");
  assert.match(await refusedAt(ann, "player"), /limit|2\.00|most/i);
}

async function voids(boss: Person, ann: Person): Promise<void> {
  const before = (await ann.me()).balance;
  assert.ok(before.held > 0);
  await does(boss, 'button:has-text("Void the round")', "a card fell down", /all bets went back/);
  await ann.page.waitForFunction(() => document.querySelector(".stack") === null);
  assert.deepEqual((await ann.me()).balance, { available: before.available + before.held, held: 0 });
  await ann.bet("banker");
  await ann.deal();
  const round = await ann.round();
  await boss.page.waitForSelector(`[data-round="${round}"] button`);
  await does(boss, `[data-round="${round}"] button`, "a wrong card", /is taken back/);
  await boss.page.waitForSelector(`[data-round="${round}"] .house-status`);
  assert.equal((await ann.me()).balance.available, before.available + before.held);
}

/** The sum of what each wager kept is what the rounds of the table took, and its verdict is the API's. */
async function showsLuck(boss: Person, ann: Person): Promise<void> {
  let won = false; // every win is a large one at this server
  for (let i = 0; i < 60 && !(i >= 4 && won); i++) {
    await ann.bet("banker");
    await ann.deal();
    won ||= (await ann.ledger()).some(({ text }) => text.startsWith("+"));
  }
  await boss.go("house/luck", '[data-edge="tiger banker"]');
  await boss.page.waitForFunction(() => Number(document.querySelector('[data-edge="tiger banker"] td')?.textContent) >= 5);
  const { tables } = await get<{ tables: { table: string; wagers: { wager: string; staked: number; paid: number }[] }[] }>(boss, "/api/house/edges");
  const banker = tables.find((each) => each.table === "tiger")!.wagers.find((each) => each.wager === "banker")!;
  assert.equal(await boss.text('[data-edge="tiger banker"] .kept'), gain(banker.staked - banker.paid));
  await boss.hasNoSeriousFault("luck");
}

async function showsHeldLogAndAlarms(boss: Person, ann: Person): Promise<void> {
  await ann.bet("banker");
  await boss.go("house/held", '[data-held="tiger"]');
  const { holds } = await get<{ holds: { amount: number }[] }>(boss, "/api/house/holds");
  assert.equal(await boss.text(".held-sum"), money(holds.reduce((sum, hold) => sum + hold.amount, 0)));
  const { bank } = await get<{ bank: { house: number } }>(boss, "/api/house/risk");
  await boss.page.waitForFunction((wanted) => document.querySelector('[data-bank="house"] dd')?.textContent === wanted, money(bank.house));
  await boss.hasNoSeriousFault("held");
  await boss.go("house/log", '[data-change="result-void"]');
  assert.match(await boss.text('[data-change="table-pause"]'), /Boss paused tiger.*open → paused.*a card is on the floor/);
  await boss.hasNoSeriousFault("log");
  await boss.go("house/alarms", '[data-alarm="large-win"]');
  assert.match(await boss.text('[data-alarm="large-win"]'), /Player \d+ won .*at /);
  await boss.hasNoSeriousFault("alarms");
}

async function audits(boss: Person): Promise<void> {
  await boss.go("house/audits", ".house-note");
  await does(boss, 'button:has-text("Audit now")', "a look", /has begun/);
  await boss.page.waitForSelector('[data-audit="clean"]', { timeout: 120000 });
  const { audits: all } = await get<{ audits: { history: { bets: number } }[] }>(boss, "/api/house/audits");
  assert.match(await boss.text('[data-audit="clean"]'), new RegExp(`${money(100 * all[0]!.history.bets).replace(".00", "")} bets settled again.*by Boss`));
  await boss.hasNoSeriousFault("audits");
}

/** The form says beside the field what is wrong with it, and which wagers would be closed and why; then the table is opened and played. */
async function opensATable(boss: Person, ann: Person): Promise<void> {
  const { page } = boss;
  await boss.go("house/open", "[name=name]");
  await page.fill("[name=name]", "Tiger by night");
  await page.check("[name=sheet-golden-bacc]");
  await page.selectOption('[name="golden-bacc/dragons"]', "any-dragon");
  await page.waitForSelector('[data-planned="any-dragon-a"] small');
  assert.match(await boss.text('[data-planned="any-dragon-a"]'), /edge/);
  await page.uncheck("[name=sheet-golden-bacc]");
  await page.check("[name=sheet-tiger]");
  await page.selectOption("[name=decks]", "6");
  await page.fill("[name=cut]", "3");
  await page.waitForSelector('[data-field="cut"] .error');
  assert.match(await boss.text('[data-field="cut"]'), /found the number 3, expected .* from 12/i);
  assert.equal(await page.isDisabled(".open-it"), true);
  await page.fill("[name=cut]", "14");
  await page.fill("[name=max]", "20");
  await page.waitForSelector(".open-it:enabled");
  await boss.hasNoSeriousFault("opening a table");
  await does(boss, ".open-it", "a long night", /Tiger by night is open/);
  await page.waitForSelector('[data-wager="tiger"]');
  await ann.sitAt("tiger-by-night");
  await ann.bet("banker");
  await ann.deal();
  assert.equal((await ann.ledger()).length, 1);
  const limits = { seat_max: "", round_max: "", event_max: "1" };
  await does(boss, ".table-limits", "late", /limits of the table are set/, limits);
  assert.match(await refusedAt(ann, "tiger"), /cost|most/i);
}

async function grantsAndResets(boss: Person, ann: Person, lee: Person): Promise<void> {
  const { player, balance } = await ann.me();
  await boss.go("house/people", ".entries");
  await does(boss, 'button:has-text("Grant credits")', "sorry", /25\.00 granted/, { who: String(player), amount: "25" });
  assert.equal((await ann.me()).balance.available, balance.available + 2500);
  await lee.go("", ".lobby-card");
  assert.equal(await post(lee, "/api/register", { name: "Annabel Lee", passphrase: "a kingdom by the sea" }), 200);
  await does(boss, 'button:has-text("Make a reset code")', "forgot it", /A code for Annabel Lee/, { who: "Annabel Lee" });
  const code = await boss.text(".code-note code");
  const fresh = { name: "Annabel Lee", code, fresh: "a tomb by the sounding sea" };
  assert.equal(await post(lee, "/api/recover", fresh), 200);
  await lee.context.close();
  await boss.page.click('.code-note button:has-text("I have told it")');
  await boss.page.waitForSelector(".code-note", { state: "detached" });
  await boss.page.click('button:has-text("Grant credits")');
  await boss.page.fill(".house-dialog [name=who]", "nobody of that name");
  await boss.page.fill(".house-dialog [name=amount]", "25");
  await boss.page.fill(".house-dialog [name=reason]", "sorry");
  boss.expectsErrors = true; // the browser says that a call was answered by 404
  await boss.page.click(".house-dialog .deed-buttons button:last-child");
  await boss.page.waitForSelector(".house-dialog .said.bad");
  boss.expectsErrors = false;
  await boss.page.keyboard.press("Escape");
  await boss.page.waitForSelector(".house-dialog[open]", { state: "detached" });
  await boss.hasNoSeriousFault("players");
}

/** Alarms that a test cannot make by itself, and a server that is in trouble: what the page says of them. */
async function saysWhatStands(boss: Person): Promise<void> {
  const { page } = boss;
  const drift = { what: "drift", stands: true, table: "tiger", wager: "tie", verdict: "not", realised: -0.5, exact: 0.143596, chance: 1e-9 };
  const trouble = { what: "house", stands: false, time: 1794780000000, message: "the disk is full" };
  await page.route("**/api/house/alarms", (route) => route.fulfill({ json: { since: 1794770000000, keeps: false, alarms: [drift, trouble] } }));
  await boss.go("house/alarms", '[data-alarm="drift"]');
  assert.match(await boss.text('[data-alarm="drift"]'), /tie has kept \u221250\.0000 % where 14\.3596 % are exact.*once in 1,000,000,000.*now, at tiger/);
  assert.match(await boss.text('[data-alarm="house"]'), /The disk is full\./);
  assert.match(await boss.text(".house-note.bad"), /The store does not answer/);
  assert.match(await boss.text(".house-parts .badge"), /^2/);
  await boss.hasNoSeriousFault("alarms that stand");
  await page.unroute("**/api/house/alarms");
  const sorry = { error: { code: "unavailable", message: "the store cannot be read now", do: "ask again later" } };
  await page.route("**/api/house/audits", (route) => route.fulfill({ status: 503, json: sorry }));
  boss.expectsErrors = true; // the browser says that a call was answered by 503
  await boss.go("house/audits", ".house-note.bad");
  assert.match(await boss.text(".house-note.bad"), /The store cannot be read now\. Ask again later\. Try again/);
  await page.unroute("**/api/house/audits");
  await page.click(".house-note.bad .link");
  await page.waitForSelector('[data-audit="clean"]');
  boss.expectsErrors = false;
}

/** Without a mouse: a table is paused by the keyboard alone, and Escape changes nothing. */
async function worksByKeyboard(boss: Person): Promise<void> {
  const { page } = boss;
  await boss.go("house", '[data-table="buddha"] .house-status.open');
  await page.focus('[data-table="buddha"] .house-buttons button');
  await page.keyboard.press("Enter");
  await page.waitForSelector(".house-dialog[open]");
  await page.keyboard.press("Escape");
  await page.waitForSelector(".house-dialog[open]", { state: "detached" });
  await page.keyboard.press("Enter"); // the button has the focus again
  await page.waitForSelector(".house-dialog[open]");
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("name")), "reason");
  await page.keyboard.type("by the keyboard");
  await page.keyboard.press("Enter");
  await page.waitForSelector('[data-table="buddha"] .house-status.paused');
}

async function isForOperatorsAlone(ann: Person): Promise<void> {
  assert.equal(await ann.page.$('.head-links a[href="#/house"]'), null);
  await ann.go("house", ".sorry");
  assert.match(await ann.text(".sorry"), /for operators.*Sign in/);
  await ann.hasNoSeriousFault("the house, for a player");
}

export function testHouse(browser: Browser, server: Server): void {
  let boss: Person;
  let ann: Person;
  test("the house: an operator pauses a table and opens it, and players see it", async () => {
    boss = await Person.come(browser, server);
    ann = await Person.come(browser, server);
    await signIn(boss);
    await pausesAndOpens(boss, ann);
    await boss.hasNoSeriousFault("the floor");
  });
  test("the house: what is on the felt is what the API says and what is bet", () => showsExposure(boss, ann));
  test("the house: a wager is closed, and a limit refuses what is above it", async () => {
    await closesAndLimits(boss, ann);
    await boss.hasNoSeriousFault("one table");
  });
  test("the house: a round and a result are voided, and the money is back", () => voids(boss, ann));
  test("the house: what a wager kept, and its luck", () => showsLuck(boss, ann));
  test("the house: what is held, the log, and alarms", () => showsHeldLogAndAlarms(boss, ann));
  test("the house: an audit is run beside the tables, and shown", () => audits(boss));
  test("the house: a table is opened from a sheet, with the checker beside the form, and played", () => opensATable(boss, ann));
  test("the house: credits are granted, a lost passphrase is set anew, and a refusal is a sentence", async () =>
    grantsAndResets(boss, ann, await Person.come(browser, server)));
  test("the house: alarms that stand and calls that fail are sentences", () => saysWhatStands(boss));
  test("the house: works by the keyboard alone", () => worksByKeyboard(boss));
  test("the house: who is no operator is told so", () => isForOperatorsAlone(ann));
  test("the house: on a phone nothing scrolls sideways, and nothing was complained of", async () => {
    await boss.page.setViewportSize({ width: 360, height: 740 });
    for (const place of ["house", "house/table/craps", "house/luck", "house/held", "house/alarms", "house/audits", "house/log", "house/people", "house/open"]) {
      await boss.go(place, ".house-card");
      await boss.doesNotScrollSideways();
      await boss.hasNoSeriousFault(`${place} on a phone`);
    }
    assert.deepEqual([...boss.errors, ...ann.errors], []);
    await boss.context.close();
    await ann.context.close();
  });
}
