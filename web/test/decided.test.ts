// web/test/decided.test.ts - the rows that decided the bets of one spot, and where come bets stood.
import assert from "node:assert/strict";
import type { Bet } from "../src/api.ts";
import { goneTo, rowsOf, type Paid } from "../src/decided.ts";
import { test } from "./tap.ts";

const paid = (row: string, net: number, again = false): Paid => ({
  bet: 1,
  wager: "come",
  stake: 500,
  net,
  row,
  pays: "",
  cites: "",
  returned: false,
  again,
});

test("one row is said as it is, several with what each came to", () => {
  assert.deepEqual(rowsOf([]), []);
  assert.deepEqual(rowsOf([paid("a 6 is rolled", 700)]), ["a 6 is rolled"]);
  assert.deepEqual(rowsOf([paid("a 6 is rolled", 700), paid("a 6 is rolled", 300)]), ["a 6 is rolled"]);
  assert.deepEqual(rowsOf([paid("a 6 is rolled", 700, true)]), ["a 6 is rolled; stays up"]);
  assert.deepEqual(rowsOf([paid("the point is made", 500), paid("a 2, 3 or 12", -500), paid("the point is made", 100)]), [
    "the point is made: +6.00",
    "a 2, 3 or 12: \u22125.00",
  ]);
});

test("a come bet has gone to the number of its own point, other bets nowhere", () => {
  const bet = (wager: string, value: number | null): Bet => ({
    bet: 1,
    wager,
    stake: 500,
    held: 500,
    stays: false,
    off: false,
    has: [{ kind: "point", name: "point", value }],
  });
  assert.equal(goneTo(bet("come", 6)), 6);
  assert.equal(goneTo(bet("craps/dont-come", 8)), 8);
  assert.equal(goneTo(bet("come", 0)), 0);
  assert.equal(goneTo(bet("come", null)), 0);
  assert.equal(goneTo(bet("pass", 6)), 0);
  assert.equal(goneTo(undefined), 0);
});
