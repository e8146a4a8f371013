// web/test/results.test.ts - results that were not told are asked for, page by page, and none is there twice.
import assert from "node:assert/strict";
import { Results, type Dealt } from "../src/results.ts";
import { test } from "./tap.ts";

const dealt = (round: number): Dealt => ({ round, result: `result ${round}` });
const from = (first: number, count: number) => Array.from({ length: count }, (_, i) => dealt(first + i));
const rounds = (results: Results) => results.list.value.map((each) => each.round);

/** A server that has dealt so many rounds, answers fifty at once, and has retired those below the floor. */
function server(last: number, asked: number[], floor = 1): (round: number) => Promise<Dealt[]> {
  return async (round) => {
    asked.push(round);
    const first = Math.max(round, floor);
    return from(first, Math.max(0, Math.min(50, last + 1 - first)));
  };
}

test("a shoe that is longer than an answer is asked for until all of it is known", async () => {
  const asked: number[] = [];
  const results = new Results(server(230, asked));
  results.add(from(199, 32));
  await results.fill(131, 230);
  assert.deepEqual(asked, [131, 181]);
  assert.deepEqual(
    results.since(131).map((each) => each.round),
    from(131, 100).map((each) => each.round),
  );
});

test("a gap is filled, and nothing is asked for where there is none", async () => {
  const asked: number[] = [];
  const results = new Results(server(40, asked));
  results.add([...from(1, 10), ...from(31, 10)]);
  await results.fill(1, 40);
  assert.deepEqual(asked, [11]);
  await results.fill(1, 40);
  await results.fill(41, 40); // a shoe that has dealt nothing
  assert.deepEqual(asked, [11]);
  assert.equal(new Set(rounds(results)).size, 40);
});

test("rounds that nobody has any more are not asked for again and again", async () => {
  const asked: number[] = [];
  const results = new Results(server(60, asked, 31));
  await results.fill(1, 60);
  assert.deepEqual(asked, [1]);
  assert.equal(rounds(results)[0], 31);
});

test("after an answer that fails it is asked again the next time", async () => {
  let fails = true;
  const results = new Results(async (round) => {
    if (fails) throw new Error("away");
    return from(round, 5);
  });
  await results.fill(1, 5);
  assert.deepEqual(rounds(results), []);
  fails = false;
  await results.fill(1, 5);
  assert.deepEqual(rounds(results), [1, 2, 3, 4, 5]);
});
