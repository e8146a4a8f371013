// web/e2e/ways.ts - what goes wrong ends in a sentence and a way on: a session that is over, a full table, a player who may not bet.
import assert from "node:assert/strict";
import type { Browser } from "playwright-core";
import { test } from "../test/tap.ts";
import { AWAY, Person } from "./browser.ts";
import { BOSS, type Server } from "./server.ts";

function post(person: Person, path: string, body: unknown = {}): Promise<number> {
  return person.page.evaluate(
    async ([where, what]) =>
      (await fetch(where as string, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(what) })).status,
    [path, body] as const,
  );
}

export function testWaysOn(browser: Browser, server: Server): void {
  test("a guest whose session ends is told so, and goes on as another", async () => {
    const person = await Person.come(browser, server);
    await person.sitAt("golden-frog");
    const before = (await person.me()).player;
    assert.equal(await post(person, "/api/sign-out"), 200);
    await person.page.waitForSelector("text=Your session has ended.");
    await person.hasNoSeriousFault("a session that has ended");
    await person.page.click("button:text-is('Go on as a guest')");
    await person.page.waitForSelector(".spot-bet");
    assert.notEqual((await person.me()).player, before);
    await person.bet("player");
    assert.deepEqual(person.errors, []);
    await person.context.close();
  });

  test("an account whose session ends signs in again and has its bets; after a reload, too, it is not taken for a guest", async () => {
    const person = await Person.come(browser, server);
    await person.go("account", ".paper-form");
    await person.page.fill("input[name=name]", "Anna Way");
    await person.page.fill("input[name=passphrase]", "a long passphrase");
    await person.page.click("text=Register");
    await person.page.waitForSelector("h1:has-text('Anna Way')");
    const { player } = await person.me();
    await person.sitAt("buddha");
    await person.bet("banker");
    assert.equal(await post(person, "/api/sign-out"), 200);
    await person.page.waitForSelector("text=Your session has ended.");
    await person.page.reload();
    await person.page.waitForSelector("text=Your session has ended.");
    assert.equal(await person.page.inputValue("input[name=name]"), "Anna Way");
    await person.page.fill("input[name=passphrase]", "a long passphrase");
    await person.page.click("button:has-text('Sign in')");
    await person.seesBet("banker");
    assert.equal((await person.me()).player, player);
    await person.go("account", ".paper-form");
    await person.page.click("button:text-is('Sign out')");
    await person.page.waitForSelector("text=You have signed out.");
    await person.page.click("button:text-is('Go on as a guest')");
    await person.page.waitForSelector("text=You play as a guest.");
    assert.deepEqual(person.errors, []);
    await person.context.close();
  });

  test("a table without a free seat says so, and can be watched", async () => {
    const first = await Person.come(browser, server);
    await first.sitAt("craps-alone");
    await first.bet("pass");
    const second = await Person.come(browser, server);
    await second.sitAt("craps-alone");
    await second.page.click('[data-wager="pass"] .spot-bet');
    await second.isTold(/No seat is free/);
    assert.ok(await second.page.isVisible(".said-line a"), "no way to another table");
    await first.page.click("text=Leave the seat");
    await first.context.close();
    assert.deepEqual(second.errors, []);
    await second.context.close();
  });

  test("a table that closes says what became of the bets, and leads to the others; so does one that is not there", async () => {
    const person = await Person.come(browser, server);
    const boss = await Person.come(browser, server);
    await person.sitAt("golden-dragon");
    await person.bet("banker");
    const { balance } = await person.me();
    await boss.go("", ".lobby-card");
    assert.equal(await post(boss, "/api/sign-in", BOSS), 200);
    assert.equal(await post(boss, "/api/house/tables/golden-dragon", { do: "void", reason: "closing time" }), 200);
    assert.equal(await post(boss, "/api/house/tables/golden-dragon", { do: "shut", reason: "closing time" }), 200);
    await person.page.waitForSelector("text=This table has closed.");
    await person.hasNoSeriousFault("a table that has closed");
    assert.equal((await person.me()).balance.available, balance.available + balance.held);
    await person.page.click("text=Back to the tables");
    await person.page.waitForSelector(".lobby-card");
    assert.equal(await post(boss, "/api/house/tables/golden-dragon", { do: "open", reason: "morning" }), 200);
    person.expects(/status of 404/); // the browser's own, of a call that answers 404
    await person.go("table/nowhere", ".sorry");
    assert.match(await person.text(".sorry"), /Back to the tables/);
    assert.deepEqual(person.errors, []);
    await person.context.close();
    await boss.context.close();
  });

  test("a table that closes for good says so to who is there", async () => {
    const person = await Person.come(browser, server);
    const boss = await Person.come(browser, server);
    await boss.go("", ".lobby-card");
    assert.equal(await post(boss, "/api/sign-in", BOSS), 200);
    const text = server.tables.slice(server.tables.indexOf('table "Shortest shoe"')).replace(" as short", " as soon-gone");
    const end = text.indexOf("\ntable ", 1);
    const one = end < 0 ? text : text.slice(0, end);
    assert.equal(await post(boss, "/api/house/tables", { text: one, reason: "for an hour" }), 200);
    await person.sitAt("soon-gone");
    await person.bet("player");
    const { balance } = await person.me();
    assert.equal(await post(boss, "/api/house/tables/soon-gone", { do: "void", reason: "the hour is over" }), 200);
    assert.equal(await post(boss, "/api/house/tables/soon-gone/close-for-good", { reason: "the hour is over" }), 200);
    await person.page.waitForSelector("text=This table has closed.");
    const after = (await person.me()).balance;
    assert.equal(after.available + after.held, balance.available + balance.held);
    assert.equal(after.held, 0);
    assert.deepEqual(person.errors, []);
    await person.context.close();
    await boss.context.close();
  });

  test("limits of one's own are shown and hold, and who excludes himself is told until when", async () => {
    const person = await Person.come(browser, server);
    await person.go("account", "form:has-text('Limits of your own')");
    await person.page.selectOption("select[name=limit]", "stake");
    await person.page.fill("input[name=value]", "4");
    await person.page.click("text=Set it");
    await person.page.waitForSelector('[data-limit="stake"] td:has-text("4.00")');
    await person.sitAt("buddha");
    await person.page.keyboard.press("2");
    await person.page.click('[data-wager="player"] .spot-bet');
    await person.isTold(/limit/i);
    await person.go("account", "form:has-text('A pause')");
    await person.page.click("text=Exclude me");
    await person.page.waitForSelector("text=You have excluded yourself until");
    await person.sitAt("buddha");
    await person.page.keyboard.press("1");
    await person.page.click('[data-wager="player"] .spot-bet');
    await person.isTold(/exclu/i);
    assert.deepEqual(person.errors, []);
    await person.context.close();
  });

  test("an address that leads nowhere is said to, with ways on", async () => {
    const person = await Person.come(browser, server);
    for (const place of ["odds/tiger/%", "table/%zz", "history/%e0%a4/1", "house/%", "workshop/%"]) {
      await person.go(place, ".sorry");
      assert.match(await person.text(".sorry"), /^This address cannot be read\..*To the tables/, place);
    }
    await person.hasNoSeriousFault("an address that cannot be read");
    await person.go("casino/royale", ".sorry");
    assert.match(await person.text(".sorry"), /^This page has no such view\./);
    await person.page.click(".sorry >> text=To the tables");
    await person.page.waitForSelector(".lobby-card");
    assert.deepEqual(person.errors, []);
    person.expects(/status of 404/);
    await person.go("history/nothing/3", ".said.bad");
    assert.equal(await person.text(".said.bad"), "There is no table of that name. Choose one of the tables.");
    assert.equal(await person.page.$(".verify"), null, "what is not there can be verified");
    await person.page.click("main >> text=To the tables");
    await person.page.waitForSelector(".lobby-card");
    await person.go("history/golden-frog/123456789", ".said.bad");
    assert.equal(await person.text(".said.bad"), "The table has dealt no such round. Choose one of the rounds that were dealt.");
    await person.go("odds/nothing", ".odds-note.bad");
    assert.equal(await person.text(".odds-note.bad"), "There is no sheet of that name. Choose one of the sheets.");
    assert.deepEqual(person.errors, []);
    await person.context.close();
  });

  test("a lobby without tables, and one whose server does not answer, have a way on", async () => {
    const person = await Person.come(browser, server);
    await person.page.route("**/api/tables", (route) => route.fulfill({ json: { tables: [] } }));
    await person.go("", ".sorry");
    assert.match(await person.text(".sorry"), /^No table is dealt here\..*To the workshop/);
    person.expects(AWAY);
    await person.page.unroute("**/api/tables");
    await person.page.route("**/api/tables", (route) => route.abort());
    await person.page.waitForSelector(".sorry button");
    assert.match(await person.text(".sorry"), /^The server does not answer\./);
    await person.page.unroute("**/api/tables");
    await person.page.evaluate(() => document.querySelector<HTMLElement>(".sorry button")?.click()); // if it has not asked by itself yet
    await person.page.waitForSelector(".lobby-card");
    assert.deepEqual(person.errors, []);
    await person.context.close();
  });
}
