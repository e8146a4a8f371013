// web/src/views/roads.tsx - the roads as they are drawn: told apart by colour and by shape, and in words for who does not see them.
//
// A banker is solid and a player open, a tie is a slash through the hand that it stands with. In the derived roads a blue mark is broken in
// its middle, a red one is not.

import { winner } from "../baccarat.ts";
import { bigRoad, bigRoadText, columnsOf, derived, drawBigRoad, place, runsText, type Cell, type Mark, type Winner } from "../roads.ts";
import type { Table } from "../table.ts";
import "./roads.css";

const WIDE = 24;

/** "Big road: banker 3, player 1". */
function labelled(name: string, text: string): string {
  return `${name}: ${text === "" ? "nothing yet" : text}`;
}

/** The last columns, as many as there is room for. */
function lastColumns<T extends { column: number }>(cells: readonly T[], wide: number): T[] {
  const from = Math.max(0, Math.max(0, ...cells.map((cell) => cell.column)) - wide + 1);
  return cells.filter((cell) => cell.column >= from).map((cell) => ({ ...cell, column: cell.column - from }));
}

function Grid(props: { label: string; columns: number; rows: number; size: number; children: preact.ComponentChildren }) {
  const { columns, rows, size } = props;
  return (
    <svg class="road" viewBox={`0 0 ${columns * size} ${rows * size}`} role="img" aria-label={props.label}>
      {Array.from({ length: columns - 1 }, (_, i) => (
        <line key={`c${i}`} class="grid" x1={(i + 1) * size} x2={(i + 1) * size} y1={0} y2={rows * size} />
      ))}
      {Array.from({ length: rows - 1 }, (_, i) => (
        <line key={`r${i}`} class="grid" y1={(i + 1) * size} y2={(i + 1) * size} x1={0} x2={columns * size} />
      ))}
      {props.children}
    </svg>
  );
}

/** A hand of the big road with its ties, in a cell twelve wide. */
function Hand(props: { cell: Cell }) {
  const { winner: side, ties, column, row } = props.cell;
  const x = column * 12 + 6;
  const y = row * 12 + 6;
  const slash = { x1: x - 4.6, y1: y + 4.6, x2: x + 4.6, y2: y - 4.6 };
  return (
    <g class={`hand-mark ${side}`}>
      {side !== "tie" && <circle cx={x} cy={y} r={side === "banker" ? 5 : 4.2} />}
      {ties > 0 && <line class="beneath" {...slash} />}
      {ties > 0 && <line class="tie" {...slash} />}
      {ties > 1 && (
        <text x={x} y={y + 2.6}>
          {ties}
        </text>
      )}
    </g>
  );
}

function Hands(props: { cells: readonly Cell[]; wide: number }) {
  return (
    <>
      {lastColumns(props.cells, props.wide).map((cell) => (
        <Hand key={`${cell.column},${cell.row}`} cell={cell} />
      ))}
    </>
  );
}

function BigRoad(props: { results: readonly Winner[] }) {
  const road = bigRoad(props.results);
  return (
    <Grid label={labelled("Big road", bigRoadText(road))} columns={WIDE} rows={6} size={12}>
      <Hands cells={drawBigRoad(road)} wide={WIDE} />
    </Grid>
  );
}

/** Big eye boy is of rings, a blue one with a dot; small road of discs, a blue one with a hole; cockroach pig of slashes, a blue one in two. */
function DerivedMark(props: { x: number; y: number; skip: 1 | 2 | 3; mark: Mark }) {
  const { x, y, skip, mark } = props;
  const slash = { x1: x - 2.7, y1: y + 2.7, x2: x + 2.7, y2: y - 2.7 };
  return (
    <g class={`derived-mark ${mark}`}>
      {skip === 1 && <circle class="open" cx={x} cy={y} r={2.7} />}
      {skip === 1 && mark === "blue" && <circle class="full" cx={x} cy={y} r={1} />}
      {skip === 2 && <circle class="full" cx={x} cy={y} r={3.1} />}
      {skip === 2 && mark === "blue" && <circle class="hole" cx={x} cy={y} r={1.3} />}
      {skip === 3 && <line {...slash} />}
      {skip === 3 && mark === "blue" && <circle class="hole" cx={x} cy={y} r={1.3} />}
    </g>
  );
}

function Derived(props: { results: readonly Winner[]; skip: 1 | 2 | 3; name: string }) {
  const marks = derived(bigRoad(props.results), props.skip);
  return (
    <div>
      <h3>{props.name}</h3>
      <Grid label={labelled(props.name, runsText(marks))} columns={WIDE} rows={6} size={8}>
        {lastColumns(place(columnsOf(marks)), WIDE).map(({ column, row, mark }) => (
          <DerivedMark key={`${column},${row}`} x={column * 8 + 4} y={row * 8 + 4} skip={props.skip} mark={mark} />
        ))}
      </Grid>
    </div>
  );
}

function BeadPlate(props: { results: readonly Winner[] }) {
  const all = props.results.slice(-72 + ((6 - (props.results.length % 6)) % 6));
  return (
    <Grid label={labelled("Bead plate", runsText(props.results))} columns={12} rows={6} size={16}>
      {all.map((result, i) => (
        <g key={i} class={`bead ${result}`}>
          <circle cx={Math.floor(i / 6) * 16 + 8} cy={(i % 6) * 16 + 8} r={6.6} />
          <text x={Math.floor(i / 6) * 16 + 8} y={(i % 6) * 16 + 10.6}>
            {result.charAt(0).toUpperCase()}
          </text>
        </g>
      ))}
    </Grid>
  );
}

function Counts(props: { results: readonly Winner[] }) {
  const count = (side: Winner) => props.results.filter((result) => result === side).length;
  return (
    <p class="road-counts">
      <span>Banker {count("banker")}</span>
      <span>Player {count("player")}</span>
      <span>Tie {count("tie")}</span>
    </p>
  );
}

/** What the marks mean: colour says it once more. */
function Legend() {
  const mark = (cell: Partial<Cell>) => (
    <svg class="road-sample" viewBox="0 0 12 12" aria-hidden="true">
      <Hand cell={{ column: 0, row: 0, winner: "tie", ties: 0, ...cell }} />
    </svg>
  );
  return (
    <p class="road-legend">
      <span>{mark({ winner: "banker" })} banker</span>
      <span>{mark({ winner: "player" })} player</span>
      <span>{mark({ ties: 1 })} tie</span>
    </p>
  );
}

export function Roads(props: { table: Table }) {
  const results = props.table.shoeResults().flatMap((result) => (result.dealt === undefined ? [] : [winner(result.dealt)]));
  return (
    <section class="panel" aria-label="Roads">
      <h2>Big road</h2>
      <BigRoad results={results} />
      <Legend />
      <div class="three-roads">
        <Derived results={results} skip={1} name="Big eye boy" />
        <Derived results={results} skip={2} name="Small road" />
        <Derived results={results} skip={3} name="Cockroach pig" />
      </div>
      <p class="road-legend">A red mark is whole: the shoe repeats itself. A blue one is broken: it does not.</p>
      <h2>Bead plate</h2>
      <BeadPlate results={results} />
      <Counts results={results} />
    </section>
  );
}

/** The last results of a table, small, for a list of tables. */
export function SmallRoad(props: { results: readonly Winner[] }) {
  const road = bigRoad(props.results);
  const label = labelled(`The last ${props.results.length} rounds`, bigRoadText(road));
  return (
    <svg class="road small-road" viewBox="0 0 336 72" role="img" aria-label={label}>
      <Hands cells={drawBigRoad(road)} wide={28} />
    </svg>
  );
}
