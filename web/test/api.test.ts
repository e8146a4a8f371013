// web/test/api.test.ts - a server that is busy is asked again, one that says no is not; and what it says is a sentence.
import assert from "node:assert/strict";
import { asRefusal, patiently, Refusal } from "../src/api.ts";
import { many } from "../src/words.ts";
import { test } from "./tap.ts";

/** Timers that are over at once. */
async function withoutWaiting(body: () => Promise<void>): Promise<void> {
  const real = globalThis.setTimeout;
  globalThis.setTimeout = ((go: () => void) => real(go, 0)) as unknown as typeof setTimeout;
  await body().finally(() => (globalThis.setTimeout = real));
}

function refuses(times: number, code: string): { asked: () => number; question: () => Promise<string> } {
  let asked = 0;
  const question = async () => {
    if (asked++ < times) throw new Refusal(503, code, "", "");
    return "answer";
  };
  return { asked: () => asked, question };
}

test("a server that is busy is asked again, some times, while the answer is wanted", () =>
  withoutWaiting(async () => {
    const busy = refuses(3, "busy");
    assert.equal(await patiently(busy.question, () => true), "answer");
    assert.equal(busy.asked(), 4);
    const always = refuses(100, "too-long");
    await assert.rejects(patiently(always.question, () => true));
    assert.equal(always.asked(), 5);
    const left = refuses(100, "busy");
    await assert.rejects(patiently(left.question, () => false));
    assert.equal(left.asked(), 1);
  }));

test("a server that says no is not asked again", async () => {
  const no = refuses(100, "sheet");
  await assert.rejects(patiently(no.question, () => true));
  assert.equal(no.asked(), 1);
});

test("what is refused is said in sentences, in words that are for people", () => {
  const none = new Refusal(404, "no-round", "the table has dealt no such round", "ask GET /api/tables/NAME");
  assert.equal(none.words, "The table has dealt no such round. Choose one of the rounds that were dealt.");
  assert.equal(new Refusal(409, "funds", "that is more than you have", "bet less").words, "That is more than you have. Bet less.");
  assert.equal(new Refusal(0, "x", "Why not?", "").words, "Why not?");
  assert.equal(asRefusal(new TypeError("no")).words, "TypeError: no. Load the page again.");
});

test("one is not many", () => {
  assert.equal(many(1, "bet"), "1 bet");
  assert.equal(many(0, "bet"), "0 bets");
  assert.equal(many(2, "bet was", "bets were"), "2 bets were");
  assert.equal(many(1000, "bet", "bets", "1,000"), "1,000 bets");
});
