// web/e2e/e2e.ts - the page in a real Chromium against a real felt serve. Run in web/: node dist-test/e2e.mjs FELT
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { gain } from "../src/money.ts";
import { finish, test } from "../test/tap.ts";
import { testHouse } from "./house.ts";
import { testBets } from "./bets.ts";
import { testClock } from "./clock.ts";
import { testCraps } from "./craps.ts";
import { testDrop } from "./drop.ts";
import { testFair } from "./fair.ts";
import { testFamilies } from "./families.ts";
import { testPhone } from "./phone.ts";
import { AWAY, launch, Person, type Shown } from "./browser.ts";
import { testOdds } from "./odds.ts";
import { testMotion } from "./motion.ts";
import { hasTheRightBalance, isPaidAsSettled, isPaidAsShown, type PaidEvent } from "./paid.ts";
import { Server } from "./server.ts";
import { testRoads } from "./roads.ts";
import { testTarget } from "./target.ts";
import { testWaysOn } from "./ways.ts";
import { testWorkshop } from "./workshop.ts";

/** Every family of wagers of the craps table. */
const CRAPS = (
  "pass dont-pass come dont-come pass-odds dont-pass-odds come-odds dont-come-odds place buy lay big hard field any-seven any-craps next horn " +
  "all-lows all-highs the-works high-roller repeat-6-6x roll-the-line"
).split(" ");

/** These need a point, or a come bet on a number. */
const ODDS = CRAPS.filter((name) => name.endsWith("-odds"));

const server = new Server(resolve(process.argv[2]!));
await server.start();
const browser = await launch();
const ann = await Person.come(browser, server);

test("the lobby shows every table with its game and limits", async () => {
  await ann.go("", ".lobby-card");
  const names = await ann.page.evaluate(() => Array.from(document.querySelectorAll(".lobby-card h2")).map((title) => title.textContent));
  assert.ok(names.includes("Golden Bacc") && names.includes("House special"), names.join());
  await ann.hasNoSeriousFault("lobby");
});

test("baccarat: thirty spots are bet on and paid as felt settle pays them", async () => {
  await ann.sitAt("golden-bacc");
  const shown: Shown[] = [];
  for (let i = 0; i < 3; i++) {
    const { taken, refused } = await ann.betOnAll();
    assert.deepEqual(refused, []);
    assert.ok(taken.length >= 29, `${taken.length} spots`);
    await ann.deal();
    shown.push(...(await ann.ledger()));
  }
  assert.ok(shown.length >= 87, `${shown.length} pays`);
  await isPaidAsShown(ann, "golden-bacc", shown);
  await isPaidAsSettled(ann, "golden-bacc", shown);
  await hasTheRightBalance(ann);
  await ann.hasNoSeriousFault("baccarat");
});

test("chips are undone, doubled, cleared and repeated", async () => {
  const stakes = async () => (await ann.own("golden-bacc")).bets.map((bet) => bet.stake);
  await ann.page.keyboard.press("2");
  await ann.bet("player");
  await ann.page.keyboard.press("1");
  await ann.bet("player");
  assert.equal(await ann.text('[data-wager="player"] .stack'), "6");
  await ann.page.click("text=Undo");
  await ann.page.waitForFunction(() => document.querySelector('[data-wager="player"] .stack')?.textContent === "5");
  await ann.page.click("text=Double");
  await ann.page.waitForFunction(() => document.querySelector('[data-wager="player"] .stack')?.textContent === "10");
  assert.deepEqual(await stakes(), [1000]);
  await ann.page.click("text=Clear");
  await ann.page.waitForFunction(() => document.querySelector(".stack") === null);
  assert.deepEqual(await stakes(), []);
  await ann.bet("banker");
  await ann.deal();
  await ann.page.click("text=Repeat");
  await ann.seesBet("banker");
  await ann.page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  const before = await ann.round();
  await ann.page.keyboard.press("Enter");
  await ann.sees(before + 1);
  await isPaidAsSettled(ann, "golden-bacc", await ann.ledger());
});

test("chips that are placed and undone faster than the server answers are one bet, and the last is undone", async () => {
  await ann.page.keyboard.press("2");
  await ann.page.evaluate(
    () =>
      new Promise<void>((done) => {
        const spot = document.querySelector<HTMLElement>('[data-wager="tie"] .spot-bet')!;
        const seen: string[] = [];
        new MutationObserver(() => {
          seen.push(spot.parentElement!.querySelector(".stack")?.textContent ?? "");
          if (seen.includes("15") && seen.at(-1) === "10") done();
        }).observe(spot.parentElement!, { childList: true, subtree: true, characterData: true });
        setTimeout(done, 120000); // then what is asserted below fails
        for (let i = 0; i < 3; i++) spot.click();
        document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "u", bubbles: true }));
      }),
  );
  const { bets } = await ann.own("golden-bacc");
  assert.deepEqual(
    bets.map((bet) => [bet.wager, bet.stake]),
    [["tie", 1000]],
  );
  await ann.page.click("text=Clear");
  await ann.page.waitForFunction(() => document.querySelector(".stack") === null);
});

test("rules are read with their clauses, and closed spots say why", async () => {
  await ann.page.focus('[data-wager="super-7"] .spot-bet');
  await ann.page.keyboard.press("?");
  await ann.page.waitForSelector("dialog[open] .rows");
  assert.match(await ann.text("dialog .rows"), /40 to 1/);
  assert.match(await ann.text("dialog dl"), /House edge.*%/);
  await ann.hasNoSeriousFault("rules");
  await ann.page.keyboard.press("Escape");
  await ann.page.waitForSelector("dialog[open]", { state: "detached" });
  await ann.page.click('[data-wager="super-7"] .spot-rules');
  await ann.page.waitForSelector("dialog[open] .rows");
  await ann.page.evaluate(() => {
    document.querySelector<HTMLDialogElement>("dialog[open]")!.close();
    document.querySelector<HTMLElement>('[data-wager="super-7"] .spot-rules')!.click(); // before the browser has said that it is closed
  });
  await ann.page.evaluate(() => new Promise((go) => setTimeout(go, 100)));
  assert.ok(await ann.page.isVisible("dialog[open] .rows"), "rules that were asked for at once are not shown");
  await ann.page.keyboard.press("Escape");
  await ann.page.waitForSelector("dialog[open]", { state: "detached" });
  assert.match(await ann.text(".spot.shut"), /closed.*34 %/);
  assert.match(await ann.text('[data-wager="super-7"] .spot-limits'), /^stakes 1\u201350$/);
});

test("craps: every spot that is open, roll after roll, is paid as felt settle pays it", async () => {
  await ann.sitAt("craps");
  await ann.page.keyboard.press("1");
  const shown: Shown[] = [];
  const families = new Set<string>(["pass", "dont-pass", "come", "dont-come"]); // these again and again, for what needs them
  const seen = new Set<string>();
  // Until there was a point, and a come bet on its number: with fair dice always within some rolls.
  for (let i = 0; i < 90 && !(i > 4 && ODDS.every((name) => seen.has(name))); i++) {
    const { taken, refused } = await ann.betOnAll([...seen].filter((name) => !families.has(name)));
    assert.deepEqual(refused, []);
    taken.forEach((name) => seen.add(name.replace(/ on .*/, "")));
    await ann.deal();
    shown.push(...(await ann.ledger()));
    if (i === 2) await ann.hasNoSeriousFault("craps");
  }
  for (const family of CRAPS) assert.ok(seen.has(family), `${family} was never open`);
  await isPaidAsShown(ann, "craps", shown);
  await isPaidAsSettled(ann, "craps", shown);
  await hasTheRightBalance(ann);
});

test("a sheet that nobody has seen gets a table, on a phone", async () => {
  const phone = await Person.come(browser, server, { width: 360, height: 740 });
  await phone.sitAt("special");
  const { taken, refused } = await phone.betOnAll();
  assert.deepEqual(refused, []);
  assert.ok(taken.includes("pass") && taken.includes("encore on 6"), taken.join());
  const shown: Shown[] = [];
  for (let i = 0; i < 4; i++) {
    await phone.deal();
    shown.push(...(await phone.ledger()));
    await phone.betOnAll();
  }
  await isPaidAsShown(phone, "special", shown);
  await isPaidAsSettled(phone, "special", shown);
  await phone.doesNotScrollSideways();
  await phone.go("table/golden-bacc", ".spot-bet");
  await phone.doesNotScrollSideways();
  await phone.hasNoSeriousFault("phone");
  await phone.go("table/craps", ".spot-bet");
  await phone.doesNotScrollSideways();
  await phone.hasNoSeriousFault("craps on a phone");
  await phone.go("history/special/1", ".recall");
  await phone.doesNotScrollSideways();
  assert.deepEqual(phone.errors, []);
  await phone.context.close();
});

test("two people see the same round, a second tab does not bet twice", async () => {
  const bob = await Person.come(browser, server);
  const tab = await ann.tab();
  for (const person of [ann, bob, tab]) await person.sitAt("baccarat");
  await ann.bet("player");
  await bob.bet("banker");
  await tab.seesBet("player");
  const { player } = await ann.me();
  await bob.page.waitForSelector('[data-wager="player"] .others');
  assert.equal(await bob.text('[data-wager="player"] .others'), `Guest ${player} 5`);
  assert.equal(await tab.page.$('[data-wager="player"] .others'), null, "a player's own chips are another's in a second tab");
  assert.match(await bob.text('[aria-label="At the table"]'), new RegExp(`Guest ${player} seat \\d+5\\.00Player 5\\.00`));
  const round = (await ann.own("baccarat")).round + 1;
  const press = () => document.querySelector<HTMLButtonElement>(".controls .big")!.click();
  await Promise.all([ann.page.evaluate(press), tab.page.evaluate(press)]); // both at once
  for (const person of [ann, bob, tab]) await person.sees(round);
  const seen = await Promise.all([ann, bob, tab].map((person) => person.text(".hands")));
  assert.equal(seen[0], seen[1]);
  assert.equal(seen[0], seen[2]);
  assert.equal((await ann.ledger()).length, 1);
  await isPaidAsShown(ann, "baccarat", await ann.ledger());
  await isPaidAsShown(bob, "baccarat", await bob.ledger());
  for (const person of [ann, bob, tab]) await hasTheRightBalance(person);
  assert.deepEqual([...bob.errors, ...tab.errors], []);
  await tab.page.close();
  await bob.context.close();
});

test("the edge of this shoe as it stands is the server's, to the last digit", async () => {
  await ann.page.waitForFunction(() => / now/.test(document.querySelector('[data-wager="tie"] .spot-pay')?.textContent ?? ""));
  await ann.page.click('[data-wager="tie"] .spot-rules');
  await ann.page.waitForFunction(() => document.querySelectorAll("dialog .fraction code").length === 2);
  const shown = await ann.page.evaluate(() => Array.from(document.querySelectorAll("dialog .fraction code")).map((code) => code.textContent));
  const odds = await ann.page.evaluate(async () => (await fetch("/api/tables/baccarat/odds")).json() as Promise<never>);
  const { fresh, now } = odds as Record<"fresh" | "now", { wagers: { wager: string; edge: string }[] }>;
  const edge = (part: typeof now) => part.wagers.find((wager) => wager.wager === "tie")!.edge;
  assert.deepEqual(shown, [edge(fresh), edge(now)]);
  await ann.page.keyboard.press("Escape");
});

test("a server that is killed in the middle of a round comes back with every bet, once", async () => {
  const bob = await Person.come(browser, server);
  for (const person of [ann, bob]) {
    await person.sitAt("golden-frog");
    await person.bet("player");
  }
  const before = [await ann.me(), await bob.me()];
  for (const person of [ann, bob]) person.expects(AWAY);
  await server.kill();
  for (const person of [ann, bob]) await person.page.waitForSelector(".notice");
  await ann.page.click('[data-wager="banker"] .spot-bet'); // while it is away
  await server.start();
  for (const person of [ann, bob]) await person.page.waitForSelector(".notice", { state: "detached" });
  await ann.seesBet("banker");
  assert.deepEqual((await ann.own("golden-frog")).bets.map((bet) => bet.wager), ["player", "banker"]);
  assert.deepEqual((await bob.own("golden-frog")).bets.map((bet) => bet.wager), ["player"]);
  assert.deepEqual((await bob.me()).balance, before[1]!.balance);
  const stake = (await ann.own("golden-frog")).bets[1]!.stake;
  assert.equal((await ann.me()).balance.available, before[0]!.balance.available - stake);
  const round = (await ann.own("golden-frog")).round + 1;
  await ann.page.click(".controls .big:enabled");
  for (const person of [ann, bob]) await person.sees(round);
  await isPaidAsShown(ann, "golden-frog", await ann.ledger());
  await isPaidAsShown(bob, "golden-frog", await bob.ledger());
  for (const person of [ann, bob]) await hasTheRightBalance(person);
  await bob.context.close();
});

test("a shoe is verified in the browser, and a record that was changed is not", async () => {
  await ann.sitAt("short");
  for (let i = 0; i < 6; i++) {
    await ann.bet("banker");
    await ann.deal();
  }
  await ann.go("history/short", ".rounds li");
  await ann.page.click(".verify .button");
  await ann.page.waitForSelector(".verdict.good, .verdict.bad");
  assert.match(await ann.text(".verdict"), /^Verified: .* 6 bets .*revealed seed/);
  await ann.page.route("**/history", async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replace(/"winnings":(\d+)/, (_, n: string) => `"winnings":${Number(n) + 1}`);
    await route.fulfill({ response: answer, body });
  });
  await ann.page.click(".verify .button");
  await ann.page.waitForSelector(".verdict.bad");
  assert.match(await ann.text(".verdict"), /does not verify: record \d+ was changed/);
  await ann.page.unroute("**/history");
});

test("the bets of a player at all tables are in one list, and each leads to its round", async () => {
  await ann.go("history", ".own-bets tr");
  const shown = await ann.page.evaluate(() => Array.from(document.querySelectorAll<HTMLElement>("[data-bet]")).map((row) => row.dataset["bet"]!));
  assert.ok(new Set(shown.map((each) => each.split(" ")[0])).size > 1, "they are of one table");
  assert.equal(new Set(shown).size, shown.length);
  await ann.hasNoSeriousFault("the player's bets");
  const [table, bet] = shown[0]!.split(" ");
  await ann.page.click(".own-bets a");
  await ann.page.waitForSelector(".recall .rows");
  const lines = await server.audited(table!);
  const events = lines.flatMap((line) => (line["events"] ?? []) as PaidEvent[]);
  const paid = events.find((event) => event.kind === "paid" && event.bet === Number(bet))!;
  assert.ok((await ann.text(".recall .rows")).includes(gain(paid.winnings - paid.commission - paid.lost)));
});

test("a past round is seen again card by card", async () => {
  await ann.go("history/short/2", '.recall[aria-label="Round 2"] .card');
  await ann.page.click("text=From the first card");
  await ann.page.waitForFunction(() => document.querySelectorAll(".recall .card:not(.down)").length === 0);
  for (let i = 0; i < 4; i++) await ann.page.click("text=Next card");
  await ann.page.waitForFunction(() => document.querySelectorAll(".recall .card:not(.down)").length === 4);
  await ann.page.waitForFunction(() => /^Banker · /m.test(document.querySelector(".recall .rows td")?.textContent ?? ""));
  assert.match(await ann.text(".recall"), /1 bet of everybody was decided/);
  await ann.hasNoSeriousFault("history");
  await ann.go("account", ".paper-form");
  await ann.hasNoSeriousFault("account");
  await ann.page.click("input[type=checkbox]");
  await ann.page.reload();
  await ann.page.waitForSelector(".paper-form");
  assert.equal(await ann.page.evaluate(() => document.documentElement.classList.contains("still")), true);
  assert.equal(await ann.page.isChecked("input[type=checkbox]"), false);
});

testFamilies(browser, server);
testPhone(browser, server);
testOdds(browser, server);
testHouse(browser, server);
testMotion(browser, server);
testCraps(browser, server);
testDrop(browser, server);
testRoads(browser, server);
testClock(browser, server);
testBets(browser, server);
testFair(browser, server);
testWaysOn(browser, server);
testWorkshop(browser, server, resolve(process.argv[2]!));
testTarget(browser, server, resolve(process.argv[2]!));

test("the first view is small, and nothing was complained of", () => {
  const first = readdirSync("dist/assets").filter((name) => /^(index-.*\.(js|css)|inter-latin-wght.*)$/.test(name));
  const size = first.reduce((sum, name) => sum + gzipSync(readFileSync(`dist/assets/${name}`)).length, 0);
  assert.ok(first.length >= 3 && size < 200 * 1024, `${size} bytes`);
  assert.deepEqual(ann.errors, []);
});

await finish();
await browser.close();
await server.end();
process.exit(); // a test that failed may have left something open, which would keep this waiting
