// web/test/design.test.ts - targets as they are asked, and proposals as they go into a sheet.
import assert from "node:assert/strict";
import { applied, edgeText, exposureText, FIRST_TARGET, paysOf, percentOf, proposalsOf, questionOf, sumText, wrongTarget } from "../src/views/workshop/design.ts";
import type { Design, Proposal } from "../src/views/workshop/design.ts";
import type { Odds } from "../src/views/workshop/look.ts";
import { test } from "./tap.ts";

const proposal = (pays: number[], edge: string[]): Proposal => ({ pays, top: Math.max(...pays), edge, edge_decimal: [], sd: [1], rows: [] });
const design = (best: Proposal | null, frontier: Proposal[]): Design => ({
  count: 1234,
  counted: true,
  exhaustive: true,
  casino_only: false,
  lines: [
    { row: 2, line: 6, text: "b", found: true },
    { row: 1, line: 5, text: "a", found: true },
  ],
  row_lines: [5, 6],
  scenes: [],
  best,
  frontier,
  frontier_count: frontier.length,
  reason: null,
});

test("an edge is a share of a hundred", () => {
  assert.deepEqual(["5", " 7.5 ", "7,5", "0", "100"].map(percentOf), [5, 7.5, 7.5, 0, 100]);
  assert.deepEqual(["", "-1", "101", "5%", "1e1", "1.2345678", "NaN"].map(percentOf), [null, null, null, null, null, null, null]);
  assert.equal(wrongTarget(FIRST_TARGET), "");
  assert.match(wrongTarget({ ...FIRST_TARGET, least: "9" }), /ends below/);
  assert.match(wrongTarget({ ...FIRST_TARGET, most: "x" }), /number/);
});

test("a question names the column, and the choices where they are meant", () => {
  const odds = { options: { decks: "8", paytable: "PT1" } } as unknown as Odds;
  assert.deepEqual(questionOf("t", "w", undefined, FIRST_TARGET), { text: "t", wager: "w", edge: "5%..8%", pays: "casino", prefer: "edge" });
  assert.deepEqual(questionOf("t", "w", odds, { ...FIRST_TARGET, shown: true }), {
    text: "t",
    wager: "w",
    edge: "5%..8%",
    pays: "casino",
    prefer: "edge",
    column: "PT1",
    set: ["decks=8"],
  });
});

test("a bound on what a counter wins is asked for where it is there, and shown where it is worst", () => {
  assert.equal(questionOf("t", "w", undefined, { ...FIRST_TARGET, exposure: " 0,25 " })["exposure"], "0.25");
  assert.equal(wrongTarget({ ...FIRST_TARGET, exposure: "0.25" }), "");
  assert.match(wrongTarget({ ...FIRST_TARGET, exposure: "-1" }), /number of units/);
  const proposal = { pays: [], top: 1, edge: [], edge_decimal: [], sd: [], rows: [] };
  assert.equal(exposureText(proposal), null);
  const shown = exposureText({ ...proposal, exposure: [0.1, 0.3, 0.2], exposure_se: [0.01, 0.03, 0.02] });
  assert.deepEqual(shown, { units: "0.300", error: "\u00b1 0.030" });
});

test("a proposal takes the place of its rows, and of nothing else", () => {
  assert.equal(applied("a\nb\nc\nd\n", [2, 3], ["B", "C"]), "a\nB\nC\nd\n");
});

test("proposals are listed once, with pays in the order of the sheet", () => {
  const best = proposal([3, 40], ["1/20", "3/50"]);
  const all = design(best, [proposal([2, 50], ["1/20"]), proposal([3, 40], ["1/20", "3/50"])]);
  assert.deepEqual(proposalsOf(all).map((each) => paysOf(all, each)), [
    [40, 3],
    [50, 2],
  ]);
  assert.equal(edgeText(best), "5.00 to 6.00 %");
  assert.equal(edgeText(all.frontier[0]!), "5.00 %");
  assert.deepEqual(proposalsOf(design(null, [])), []);
  assert.equal(sumText(all), "1,234 paytables meet it. All were looked at.");
});
