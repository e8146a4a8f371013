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

export async function signIn(person: Person): Promise<void> {
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

/** A chip is refused on a spot, in such words. */
async function isRefused(person: Person, wager: string, words: RegExp): Promise<void> {
  await person.page.click(`[data-wager="${wager}"] .spot-bet[aria-disabled="false"]`);
  await person.isTold(words);
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
  await isRefused(ann, "player", /limit|2\.00|most/i);
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
  await ann.go("history", ".own-bets .voided");
  await ann.page.waitForFunction(() => /^Banker · .*the house took this result back.*back$/.test(document.querySelector(".own-bets .voided")?.textContent ?? ""));
  await ann.sitAt("tiger");
}

interface Edges {
  tables: { table: string; wagers: { wager: string; bets: number; staked: number; paid: number }[] }[];
}

/** Bankers at the tiger table: how many, and what they kept, as the API has it and as the page shows it. Both are asked again and again. */
async function bankers(boss: Person): Promise<{ bets: number; api: string[]; page: string[] }> {
  const { tables } = await get<Edges>(boss, "/api/house/edges");
  const found = tables.find((each) => each.table === "tiger")?.wagers.find((each) => each.wager === "banker");
  const page = await Promise.all(["td", ".kept"].map((part) => boss.text(`[data-edge="tiger banker"] ${part}`)));
  if (found === undefined) return { bets: 0, api: [], page };
  return { bets: found.bets, api: [String(found.bets), gain(found.staked - found.paid)], page };
}

/** What a wager kept is what the API says, when all rounds are counted and the page has asked for them. */
async function showsLuck(boss: Person, ann: Person): Promise<void> {
  let won = false; // every win is a large one at this server
  let rounds = 0;
  for (; rounds < 60 && !(rounds >= 5 && won); rounds++) {
    await ann.bet("banker");
    await ann.deal();
    won ||= (await ann.ledger()).some(({ text }) => text.startsWith("+"));
  }
  await boss.go("house/luck", '[data-edge="tiger banker"]');
  const until = Date.now() + 240000;
  for (let seen = await bankers(boss); seen.bets < rounds || seen.api.join() !== seen.page.join(); seen = await bankers(boss)) {
    assert.ok(Date.now() < until, `${rounds} rounds: ${JSON.stringify(seen)}`);
    await boss.page.waitForTimeout(100);
  }
  await boss.hasNoSeriousFault("luck");
}

interface Hold {
  table?: string;
  amount: number;
  interrupted?: string;
}

/** What is held for games in play and for those that wait is what the API says; pausing a table makes its games wait. */
async function tellsInterruptedGamesApart(boss: Person): Promise<void> {
  const sum = (list: Hold[]) => (list.length === 0 ? "" : money(list.reduce((all, hold) => all + hold.amount, 0)));
  const differ = async () => {
    const { holds } = await get<{ holds: Hold[] }>(boss, "/api/house/holds");
    const api = [sum(holds.filter((hold) => hold.interrupted === undefined)), sum(holds.filter((hold) => hold.interrupted !== undefined))];
    const page = [await boss.text('[data-figure="held-sum"] dd'), await boss.text('[data-figure="interrupted-sum"] dd')];
    return api.join() === page.join() ? "" : `${api.join()} ${page.join()}`;
  };
  const isShown = async () => {
    const until = Date.now() + 120000; // who has gone a moment ago is soon known to be away
    for (let says = await differ(); says !== ""; says = await differ()) {
      assert.ok(Date.now() < until, says);
      await boss.page.waitForTimeout(100);
    }
  };
  await isShown();
  await boss.page.waitForSelector('[aria-label="Games in play"] [data-held="tiger"]');
  const change = (deed: string) => post(boss, "/api/house/tables/tiger", { do: deed, reason: "a card is on the floor" });
  assert.equal(await change("pause"), 200);
  await boss.page.waitForSelector('[aria-label="Interrupted games"] [data-held="tiger"]');
  assert.match(await boss.text('[aria-label="Interrupted games"] [data-held="tiger"]'), /its table is paused: open it/);
  await isShown();
  assert.equal(await change("open"), 200);
  await boss.page.waitForSelector('[aria-label="Interrupted games"] [data-held="tiger"]', { state: "detached" });
}

async function showsHeldLogAndAlarms(boss: Person, ann: Person): Promise<void> {
  await ann.bet("banker");
  await boss.go("house/held", '[data-held="tiger"]');
  await tellsInterruptedGamesApart(boss);
  const { bank } = await get<{ bank: { house: number } }>(boss, "/api/house/risk");
  await boss.page.waitForFunction((wanted) => document.querySelector('[data-figure="house"] dd')?.textContent === wanted, money(bank.house));
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
  await boss.page.waitForSelector('[data-audit="clean"]');
  const { audits: all } = await get<{ audits: { history: { bets: number } }[] }>(boss, "/api/house/audits");
  assert.match(await boss.text('[data-audit="clean"]'), new RegExp(`${money(100 * all.at(-1)!.history.bets).replace(".00", "")} bets? settled again.*by Boss`));
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
  await isRefused(ann, "tiger", /cost|most/i);
}

const PASTED = `sheet "Pasted"
game baccarat with 6 or 8 decks

option pay "what a tie pays"
  small  "8 to 1"
  large  "12 to 1"

wager "Tie again" as tie-again
  where pay is small: tie  pays 8 to 1
  where pay is large: tie  pays 12 to 1
  otherwise                loses

wager "Player again" as player-again
  player wins  pays 1 to 1
  tie          pushes
  otherwise    loses
`;

/** What may be chosen of a sheet that is pasted is there to be chosen, and what is chosen decides. */
async function choosesOfAPastedSheet(boss: Person): Promise<void> {
  const { page } = boss;
  await boss.go("house/open", "[name=name]");
  await page.fill("[name=name]", "Pasted by night");
  await page.click("text=More lines, and a sheet of your own");
  await page.fill("[name=posted]", PASTED);
  await page.waitForSelector('[name="posted/pay"]');
  await page.selectOption("[name=decks]", "8");
  await page.waitForFunction(() => /14\.3596/.test(document.querySelector('[data-planned="tie-again"] b')?.textContent ?? ""));
  await page.selectOption('[name="posted/pay"]', "large");
  await page.waitForFunction(() => /edge/.test(document.querySelector('[data-planned="tie-again"] small')?.textContent ?? "")); // the player has it
  await boss.hasNoSeriousFault("a pasted sheet");
  await page.selectOption('[name="posted/pay"]', "small");
  await page.waitForFunction(() => /14\.3596/.test(document.querySelector('[data-planned="tie-again"] b')?.textContent ?? ""));
  await does(boss, ".open-it:enabled", "somebody asked for it", /Pasted by night is open/);
  await page.waitForSelector('[data-wager="tie-again"]');
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
  boss.expects(/status of 404/);
  await boss.page.click(".house-dialog .deed-buttons button:last-child");
  await boss.page.waitForSelector(".house-dialog .said.bad");
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
  let release: () => void = () => undefined;
  const released = new Promise<void>((go) => (release = go));
  let held = false; // no call is answered until the button is pressed: the page asks again by itself, too
  await page.route("**/api/house/audits", async (route) => {
    if (!held) return route.fulfill({ status: 503, json: sorry });
    await released;
    return route.continue();
  });
  await boss.go("house/audits", ".house-note.bad");
  assert.match(await boss.text(".house-note.bad"), /The store cannot be read now\. Ask again later\. Try again/);
  held = true;
  await page.click(".house-note.bad .link");
  release();
  await page.waitForSelector('[data-audit="clean"]');
  await page.unroute("**/api/house/audits");
}

/** Without a mouse: a table is paused and opened by the keyboard alone, and Escape changes nothing. */
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
  await page.focus('[data-table="buddha"] .house-buttons button');
  await page.keyboard.press("Enter");
  await page.waitForSelector(".house-dialog[open]");
  await page.keyboard.type("by the keyboard");
  await page.keyboard.press("Enter");
  await page.waitForSelector('[data-table="buddha"] .house-status.open');
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
  test("the house: what may be chosen of a sheet that is pasted is a choice of the form", () => choosesOfAPastedSheet(boss));
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
