// web/e2e/roads.ts - the roads of a shoe in a page that has seen all of it, and in one that comes later.
import assert from "node:assert/strict";
import type { Browser } from "playwright-core";
import { winner } from "../src/baccarat.ts";
import { bigRoad, bigRoadText, drawBigRoad, runsText } from "../src/roads.ts";
import { test } from "../test/tap.ts";
import { Person } from "./browser.ts";
import type { Server } from "./server.ts";

/** More than the list of the last results has room for. */
const ROUNDS = 66;

interface Stand {
  shoe: number;
  round: number;
  cards?: { first_round: number };
}

/** Somebody deals at a table, on a connection of his own, until a shoe has dealt so many rounds. */
export function deals(person: Person, table: string, shoe: number, rounds: number): Promise<Stand> {
  return person.page.evaluate(
    async ([name, wanted, most]) => {
      const socket = new WebSocket(`${location.protocol.replace("http", "ws")}//${location.host}/api/live`);
      const waiting = new Map<number, (answer: unknown) => void>();
      let dealt = () => {};
      socket.onmessage = (event) => {
        for (const message of JSON.parse(event.data as string) as { answer?: number; events?: { event: string }[] }[]) {
          waiting.get(message.answer ?? 0)?.(message);
          if (message.events?.some((each) => each.event === "dealt") === true) dealt();
        }
      };
      await new Promise((open) => (socket.onopen = open));
      let id = Date.now() * 1000;
      const send = (word: string, fields = {}) =>
        new Promise<void>((done, failed) => {
          waiting.set(++id, (answer) => ((answer as { ok: boolean }).ok ? done() : failed(new Error(JSON.stringify(answer)))));
          socket.send(JSON.stringify({ do: word, id, table: name, ...fields }));
        });
      const look = async () => (await fetch(`/api/tables/${name}`)).json() as Promise<Stand>;
      await send("watch");
      await send("sit");
      let state = await look();
      const goesOn = () => state.shoe < wanted || state.round - state.cards!.first_round + 1 < most;
      while (goesOn()) {
        const over = new Promise<void>((seen) => (dealt = seen));
        await send("bet", { wager: "player", amount: 100 });
        await send("deal");
        await over;
        state = await look();
      }
      await send("leave");
      socket.close();
      return state;
    },
    [table, shoe, rounds] as const,
  );
}

/** All roads as they are drawn. */
function drawn(person: Person): Promise<string[]> {
  return person.page.evaluate(() => Array.from(document.querySelectorAll(".road")).map((road) => road.innerHTML));
}

async function hasHands(person: Person, count: number): Promise<void> {
  await person.page.waitForFunction((wanted) => document.querySelectorAll(".road .bead").length === wanted, count);
}

/** What the roads say in words, and the results that the server has of rounds from one on. */
async function saysWhatWasDealt(person: Person, table: string, first: number): Promise<void> {
  const labels = await person.page.evaluate(() => Array.from(document.querySelectorAll(".road")).map((road) => road.getAttribute("aria-label")));
  const results = await person.page.evaluate(
    async ([name, from]) => {
      const found: Record<string, string[]>[] = [];
      for (let path = `round=${from}`, more = true; more; ) {
        const page = await (await fetch(`/api/tables/${name}/rounds?${path}`)).json();
        for (const round of page.rounds) found.push(round.events.find((event: { event: string }) => event.event === "dealt").dealt);
        more = page.next <= page.records;
        path = `from=${page.next}`;
      }
      return found;
    },
    [table, first] as const,
  );
  const winners = results.map((dealt) => winner(dealt));
  assert.equal(labels[0], `Big road: ${bigRoadText(bigRoad(winners))}`);
  assert.match(labels[1]!, /^Big eye boy: (red|blue) \d+, /);
  assert.equal(labels[4], `Bead plate: ${runsText(winners)}`);
}

/** A banker is solid and a player open; of the derived roads a blue mark is of one part more in its middle, or of one more in all. */
async function isReadWithoutColour(person: Person): Promise<void> {
  const seen = await person.page.evaluate(() => {
    const fills = (side: string) =>
      Array.from(document.querySelectorAll(`.road .hand-mark.${side} circle`)).map((circle) => getComputedStyle(circle).fill === "none");
    const parts = (mark: string) => Array.from(document.querySelectorAll(`.road .derived-mark.${mark}`)).map((each) => each.childElementCount);
    return { player: fills("player"), banker: fills("banker"), red: parts("red"), blue: parts("blue") };
  });
  for (const marks of Object.values(seen)) assert.ok(marks.length > 0);
  assert.ok(seen.player.every((open) => open) && seen.banker.every((open) => !open));
  assert.ok(seen.red.every((parts) => parts === 1) && seen.blue.every((parts) => parts === 2));
}

/** The small road of the lobby is that of the results that the server lists, ties included. */
async function showsItInTheLobby(person: Person, table: string): Promise<void> {
  const place = `a[href="#/table/${table}"] .small-road`;
  await person.go("", place);
  const dealt = await person.page.evaluate(async (name) => {
    const { tables } = await (await fetch("/api/tables")).json();
    const found = tables.find((each: { table: string }) => each.table === name);
    return found.recent.map((result: { dealt: never }) => result.dealt) as Record<string, string[]>[];
  }, table);
  const road = bigRoad(dealt.map((cards) => winner(cards)));
  const cells = drawBigRoad(road);
  const last = Math.max(...cells.map((cell) => cell.column));
  assert.equal(await person.page.getAttribute(place, "aria-label"), `The last ${dealt.length} rounds: ${bigRoadText(road)}`);
  const drawn = await person.page.$$eval(`${place} line.tie`, (ties) => ties.length);
  assert.equal(drawn, cells.filter((cell) => cell.ties > 0 && cell.column > last - 28).length);
}

export function testRoads(browser: Browser, server: Server): void {
  test("the roads of the second shoe are the same after the page is loaded again, and hold all of it and nothing else", async () => {
    const dealer = await Person.come(browser, server);
    const looker = await Person.come(browser, server);
    await dealer.go("", ".lobby-card");
    const begun = await deals(dealer, "whole", 2, 1);
    await looker.sitAt("whole");
    const state = await deals(dealer, "whole", begun.shoe, ROUNDS);
    await looker.sees(state.round);
    const hands = state.round - state.cards!.first_round + 1;
    assert.equal(hands, ROUNDS);
    await hasHands(looker, hands);
    const before = await drawn(looker);
    assert.equal(before.length, 5);
    await saysWhatWasDealt(looker, "whole", state.cards!.first_round);
    await isReadWithoutColour(looker);
    await looker.hasNoSeriousFault("roads");
    await looker.page.reload();
    await hasHands(looker, hands);
    assert.deepEqual(await drawn(looker), before);
    assert.deepEqual([...dealer.errors, ...looker.errors], []);
    await showsItInTheLobby(looker, "whole");
    await looker.context.close();
    await dealer.context.close();
  });
}
