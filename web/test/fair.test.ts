// web/test/fair.test.ts - a page that is loaded again in the middle of a making goes on with it.
import assert from "node:assert/strict";
import { webcrypto } from "node:crypto";
import { FairPart, type Made } from "../src/fair.ts";
import { hex } from "../src/verify/bytes.ts";
import { listHash } from "../src/verify/shoes.ts";
import { test } from "./tap.ts";

const TABLE = "baccarat";
const PLAYER = 5;
const COMMITMENT = "ab".repeat(32);
const OPEN: Made = { felt: "shoe-open", shoe: 7, decks: 8, cut: 14, cut_rule: "one-more", burn: "value", commitment: COMMITMENT };

/** What a browser keeps from one page to the next. It has chance of its own, which Node.js 18 does not have by that name. */
function keepsNothingYet(): void {
  if (globalThis.crypto === undefined) Object.defineProperty(globalThis, "crypto", { value: webcrypto });
  const kept = new Map<string, string>();
  const storage = { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => void kept.set(key, value) };
  Object.defineProperty(globalThis, "localStorage", { value: storage, configurable: true });
}

interface Page {
  fair: FairPart;
  sent: Record<string, unknown>[];
}

function page(before: readonly Made[] = []): Page {
  const sent: Record<string, unknown>[] = [];
  const send = async (word: string, fields: Record<string, unknown>) => (sent.push({ word, ...fields }), { ok: true });
  return { fair: new FairPart(TABLE, PLAYER, send, async () => [...before]), sent };
}

const told = (at: Page, word: string) => at.sent.filter((each) => each["word"] === word);

function closed(commitment: string): Made {
  const clients = [
    { player: 3, commitment: "cd".repeat(32) },
    { player: PLAYER, commitment },
  ];
  const list = hex(listHash(TABLE, { shoe: 7, decks: 8, cut: 14, rules: { cut: "one-more", burn: "value" }, commitment: COMMITMENT, clients }));
  return { felt: "shoe-closed", shoe: 7, clients, list };
}

async function committed(): Promise<string> {
  keepsNothingYet();
  const first = page();
  await first.fair.set(true);
  await first.fair.record(OPEN);
  return String(told(first, "commit")[0]!["commitment"]);
}

test("a page loaded again after it has committed commits to the same, and reveals it", async () => {
  const commitment = await committed();
  const second = page([OPEN]);
  second.fair.watched({ shoe: 7, stage: "shoe-open", commitment: COMMITMENT, clients: 1 });
  await second.fair.record(closed(commitment));
  assert.deepEqual(told(second, "commit"), [{ word: "commit", shoe: 7, commitment }]);
  assert.equal(told(second, "reveal").length, 1, second.fair.said.value);
});

test("a page loaded again when the list was closed reveals, once", async () => {
  const commitment = await committed();
  const second = page([OPEN, closed(commitment)]);
  second.fair.watched({ shoe: 7, stage: "shoe-closed", commitment: COMMITMENT, clients: 2 });
  await second.fair.record(closed(commitment)); // told as well, meanwhile
  assert.equal(told(second, "reveal").length, 1, second.fair.said.value);
});

test("nothing is revealed to a list that does not have its hash, or that has something else for the player", async () => {
  const commitment = await committed();
  const second = page([OPEN]);
  second.fair.watched({ shoe: 7, stage: "shoe-open", commitment: COMMITMENT, clients: 1 });
  await second.fair.record({ ...closed(commitment), list: "00".repeat(32) });
  assert.deepEqual(told(second, "reveal"), []);
  assert.match(second.fair.said.value, /nothing was revealed/);
  const third = page([OPEN, closed("ef".repeat(32))]);
  third.fair.watched({ shoe: 7, stage: "shoe-closed", commitment: COMMITMENT, clients: 2 });
  await third.fair.record({ felt: "shoe-void", shoe: 7 });
  assert.deepEqual(told(third, "reveal"), []);
});
