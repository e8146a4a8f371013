// web/test/roads.test.ts - the roads against a second implementation, which draws everything in a grid and looks at cells.
import assert from "node:assert/strict";
import { bigRoad, bigRoadText, columnsOf, derived, drawBigRoad, place, runsText, type Winner } from "../src/roads.ts";
import { test } from "./tap.ts";

/** A generator with a seed, so that a failure can be seen again. */
function chance(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

function shoe(random: () => number, hands: number, streaky: number): Winner[] {
  const results: Winner[] = [];
  let last: Winner = "banker";
  for (let i = 0; i < hands; i++) {
    if (random() < 0.095) results.push("tie");
    else {
      if (random() >= streaky) last = last === "banker" ? "player" : "banker";
      results.push(last);
    }
  }
  return results;
}

/** The obvious way: an endless grid in which no column ever turns, cell by cell. */
function slowDerived(results: readonly Winner[], skip: number): ("red" | "blue")[] {
  const grid: string[][] = [];
  const marks: ("red" | "blue")[] = [];
  const filled = (column: number, row: number) => column >= 0 && grid[column]?.[row] !== undefined;
  const depth = (column: number) => {
    let rows = 0;
    while (filled(column, rows)) rows++;
    return rows;
  };
  let side = "";
  for (const result of results) {
    if (result === "tie") continue;
    if (result !== side) grid.push([result]);
    else grid[grid.length - 1]!.push(result);
    side = result;
    const column = grid.length - 1;
    const row = grid[column]!.length - 1;
    if (row === 0) {
      if (column - 1 - skip < 0) continue;
      marks.push(depth(column - 1) === depth(column - 1 - skip) ? "red" : "blue");
    } else {
      if (column - skip < 0) continue;
      marks.push(filled(column - skip, row) === filled(column - skip, row - 1) ? "red" : "blue");
    }
  }
  return marks;
}

test("the derived roads compare logical columns", () => {
  for (let seed = 1; seed <= 3000; seed++) {
    const random = chance(seed);
    const results = shoe(random, 1 + Math.floor(random() * 90), 0.3 + random() * 0.6);
    for (const skip of [1, 2, 3] as const)
      assert.deepEqual(derived(bigRoad(results), skip), slowDerived(results, skip), `seed ${seed}, road ${skip}: ${results.join(" ")}`);
  }
});

test("big eye boy begins at the second hand of the second column, or at the first of the third", () => {
  assert.deepEqual(derived(bigRoad(["banker", "player"]), 1), []);
  assert.deepEqual(derived(bigRoad(["banker", "player", "player"]), 1), ["blue"]);
  assert.deepEqual(derived(bigRoad(["banker", "player", "banker"]), 1), ["red"]);
  assert.deepEqual(derived(bigRoad(["banker", "banker", "player", "player"]), 1), ["red"]);
});

/** The obvious way to draw the big road: on paper, hand by hand, looking for free cells. */
function slowBig(results: readonly Winner[]): Map<string, string> {
  const paper = new Map<string, { side: Winner; ties: number }>();
  let at: { side: Winner; ties: number } | undefined;
  let [column, row, first, turned] = [0, 0, 0, false];
  const isFree = (x: number, y: number) => y < 6 && !paper.has(`${x},${y}`);
  for (const result of results) {
    if (result === "tie" && at !== undefined) at.ties++;
    else if (result === "tie") paper.set("0,0", (at = { side: "tie", ties: 1 }));
    else if (at?.side === "tie") at.side = result; // the first hand joins the ties before it
    else {
      if (at === undefined || result !== at.side) {
        while (!isFree(first, 0)) first++;
        [column, row, turned] = [first, 0, false];
      } else if (!turned && isFree(column, row + 1)) row++;
      else {
        turned = true;
        column++;
      }
      paper.set(`${column},${row}`, (at = { side: result, ties: 0 }));
    }
  }
  return new Map([...paper].map(([cell, { side, ties }]) => [cell, `${side} ${ties}`]));
}

test("the big road is what is drawn on paper, hand by hand, ties at the start and dragon tails included", () => {
  for (let seed = 1; seed <= 600; seed++) {
    const random = chance(seed);
    const leading = Array<Winner>(Math.floor(random() * 4)).fill("tie");
    const results = [...leading, ...shoe(random, Math.floor(random() * 90), 0.4 + random() * 0.58)];
    for (let hands = 0; hands <= results.length; hands += seed % 5 === 0 ? 1 : 7) {
      const cells = drawBigRoad(bigRoad(results.slice(0, hands)));
      const drawn = new Map(cells.map((cell) => [`${cell.column},${cell.row}`, `${cell.winner} ${cell.ties}`]));
      assert.deepEqual(drawn, slowBig(results.slice(0, hands)), `seed ${seed}: ${results.slice(0, hands).join(" ")}`);
    }
  }
});

test("ties stand with the hand before them, leading ones in the first cell, which the first hand joins", () => {
  assert.deepEqual(drawBigRoad(bigRoad(["tie", "tie"])), [{ column: 0, row: 0, winner: "tie", ties: 2 }]);
  assert.deepEqual(drawBigRoad(bigRoad(["tie", "tie", "player", "tie"])), [{ column: 0, row: 0, winner: "player", ties: 3 }]);
  const road = bigRoad(["tie", "tie", "player", "tie", "tie", "player", "banker", "tie"]);
  assert.deepEqual(road.streaks, [
    { side: "player", ties: [4, 0] },
    { side: "banker", ties: [1] },
  ]);
});

test("a road has words", () => {
  assert.equal(bigRoadText(bigRoad([])), "");
  assert.equal(bigRoadText(bigRoad(["tie"])), "1 tie");
  assert.equal(bigRoadText(bigRoad(["tie", "banker", "banker", "tie", "player"])), "banker 2 with 2 ties, player 1");
  assert.equal(runsText(["banker", "banker", "tie", "banker"]), "banker 2, tie 1, banker 1");
});

test("a long streak turns to the right, and the next begins in the first free column", () => {
  const results: Winner[] = [...Array<Winner>(9).fill("banker"), "player", "banker"];
  const cells = drawBigRoad(bigRoad(results));
  assert.deepEqual(
    cells.slice(4, 9).map(({ column, row }) => [column, row]),
    [
      [0, 4],
      [0, 5],
      [1, 5],
      [2, 5],
      [3, 5],
    ],
  );
  assert.deepEqual([cells[9]!.column, cells[9]!.row], [1, 0]);
});

test("no two marks share a cell, every streak begins in the first row, and all are there", () => {
  for (let seed = 1; seed <= 2000; seed++) {
    const random = chance(seed);
    const results = shoe(random, 80, 0.55 + random() * 0.4);
    const road = bigRoad(results);
    const cells = drawBigRoad(road);
    assert.equal(new Set(cells.map((cell) => `${cell.column},${cell.row}`)).size, cells.length);
    assert.equal(cells.length, results.filter((result) => result !== "tie").length);
    assert.ok(cells.every((cell) => cell.row >= 0 && cell.row < 6));
    let at = 0;
    let before = -1;
    for (const streak of road.streaks) {
      assert.equal(cells[at]!.row, 0);
      assert.ok(cells[at]!.column > before);
      before = cells[at]!.column;
      at += streak.ties.length;
    }
  }
});

test("marks of one colour stand in one column", () => {
  const columns = columnsOf(["red", "red", "blue", "red"]);
  assert.deepEqual(columns, [["red", "red"], ["blue"], ["red"]]);
  assert.deepEqual(
    place(columns).map(({ column, row }) => [column, row]),
    [
      [0, 0],
      [0, 1],
      [1, 0],
      [2, 0],
    ],
  );
});
