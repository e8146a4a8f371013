// web/src/roads.ts - the roads of baccarat: what a shoe has done, as players read it.
//
// The big road has logical columns: a column is one streak, however long. Where it is drawn six rows high, a streak that finds no room turns
// to the right, its dragon tail. The derived roads compare logical columns and know nothing of how they are drawn.

export type Winner = "player" | "banker" | "tie";

export interface Cell {
  column: number;
  row: number;
  winner: Winner; // "tie": no hand has been won yet, and the ties stand alone
  ties: number; // after it, before the next; in the first cell those before it, too
}

export const ROWS = 6;

/** Streaks, each with its side and how many ties stand with each of its hands: those after it, and with the first of all those before it. */
export interface Streak {
  side: "player" | "banker";
  ties: number[];
}

export interface BigRoad {
  streaks: Streak[];
  leading: number; // ties, while there is no hand that they could stand with
}

export function bigRoad(results: readonly Winner[]): BigRoad {
  const streaks: Streak[] = [];
  let leading = 0;
  for (const winner of results) {
    const last = streaks[streaks.length - 1];
    if (winner === "tie") {
      if (last === undefined) leading++;
      else last.ties[last.ties.length - 1]!++;
    } else if (last !== undefined && last.side === winner) last.ties.push(0);
    else {
      streaks.push({ side: winner, ties: [leading] });
      leading = 0;
    }
  }
  return { streaks, leading };
}

/** Where each mark stands in a grid of six rows: down while there is room, else to the right. */
export function place<T>(columns: readonly (readonly T[])[], rows = ROWS): { column: number; row: number; mark: T }[] {
  const taken = new Set<string>();
  const cells: { column: number; row: number; mark: T }[] = [];
  let start = 0;
  for (const marks of columns) {
    let column = start;
    let row = 0;
    while (taken.has(`${column},0`)) column++;
    start = column;
    let turned = false;
    marks.forEach((mark, i) => {
      if (i > 0) {
        if (!turned && row + 1 < rows && !taken.has(`${column},${row + 1}`)) row++;
        else {
          turned = true;
          column++;
        }
      }
      taken.add(`${column},${row}`);
      cells.push({ column, row, mark });
    });
    start++;
  }
  return cells;
}

export function drawBigRoad(road: BigRoad, rows = ROWS): Cell[] {
  if (road.leading > 0) return [{ column: 0, row: 0, winner: "tie", ties: road.leading }];
  const columns = road.streaks.map((streak) => streak.ties.map((ties) => ({ side: streak.side, ties })));
  return place(columns, rows).map(({ column, row, mark }) => ({ column, row, winner: mark.side, ties: mark.ties }));
}

export type Mark = "red" | "blue";

/** A derived road: 1 is big eye boy, 2 small road, 3 cockroach pig. Each hand from the second of column 1 + skip on is compared. */
export function derived(road: BigRoad, skip: 1 | 2 | 3): Mark[] {
  const lengths = road.streaks.map((streak) => streak.ties.length);
  const marks: Mark[] = [];
  lengths.forEach((length, column) => {
    for (let depth = 0; depth < length; depth++) {
      const mark = compare(lengths, column, depth, skip);
      if (mark !== null) marks.push(mark);
    }
  });
  return marks;
}

function compare(lengths: readonly number[], column: number, depth: number, skip: number): Mark | null {
  if (depth === 0) {
    // A new column: were the one before and the one `skip` before that equally long?
    if (column < skip + 1) return null;
    return lengths[column - 1] === lengths[column - 1 - skip] ? "red" : "blue";
  }
  if (column < skip) return null;
  // Going down: red where the column `skip` before has a hand here, or had none one above either.
  const other = lengths[column - skip]!;
  return other > depth || other < depth ? "red" : "blue";
}

/** Marks of one colour stand in one column. */
export function columnsOf(marks: readonly Mark[]): Mark[][] {
  const columns: Mark[][] = [];
  for (const mark of marks) {
    const last = columns[columns.length - 1];
    if (last !== undefined && last[0] === mark) last.push(mark);
    else columns.push([mark]);
  }
  return columns;
}

// ---- in words, for who does not see them ----

function ties(count: number): string {
  return `${count} tie${count === 1 ? "" : "s"}`;
}

/** "banker 3, player 1 with 2 ties"; "" where nothing was dealt. */
export function bigRoadText(road: BigRoad): string {
  if (road.leading > 0) return ties(road.leading);
  return road.streaks
    .map((streak) => {
      const between = streak.ties.reduce((sum, each) => sum + each, 0);
      return `${streak.side} ${streak.ties.length}${between > 0 ? ` with ${ties(between)}` : ""}`;
    })
    .join(", ");
}

/** "banker 2, tie 1, banker 1": runs of the same, in their order. */
export function runsText(marks: readonly string[]): string {
  const runs: { mark: string; count: number }[] = [];
  for (const mark of marks) {
    const last = runs[runs.length - 1];
    if (last?.mark === mark) last.count++;
    else runs.push({ mark, count: 1 });
  }
  return runs.map(({ mark, count }) => `${mark} ${count}`).join(", ");
}
