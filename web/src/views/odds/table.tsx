// web/src/views/odds/table.tsx - wagers with their exact figures: sorted by whichever column is asked for, choices side by side.

import { useState } from "preact/hooks";
import { compare, fraction, minus, percent, signedPercent, written, type Fraction } from "../../fraction.ts";
import { keyOf, missing, nameOf, type Odds, type Option } from "./calls.ts";
import { sameBut, settings } from "./choices.ts";

/** One line: a wager under the choices that the columns do not have, and its figures in each column. */
interface Line {
  odds: Odds; // the first
  by: Map<string, Odds>;
}

interface Order {
  column: string;
  down: boolean;
}

export interface OddsTableProps {
  odds: readonly Odds[];
  beside?: Option | undefined; // an option whose choices are columns
  named?: readonly string[]; // options whose choices are said in each line
  before?: ((odds: Odds) => Odds | undefined) | undefined; // what it was, for who wants to see what has moved
  fractions?: boolean;
  chosen?: string; // the key of a wager
  href: (odds: Odds) => string;
  label: string;
}

function linesOf(props: OddsTableProps): Line[] {
  const lines: Line[] = [];
  for (const odds of props.odds) {
    const beside = props.beside?.option;
    const choice = beside === undefined ? "" : (odds.options[beside] ?? "");
    const line = beside === undefined ? undefined : lines.find((each) => sameBut(each.odds, odds, [beside]));
    if (line === undefined) lines.push({ odds, by: new Map([[choice, odds]]) });
    else line.by.set(choice, odds);
  }
  return lines;
}

function movedBy(props: OddsTableProps, odds: Odds): Fraction | null {
  const was = props.before?.(odds)?.edge;
  return was == null || odds.edge === null ? null : minus(fraction(odds.edge), fraction(was));
}

/** What a column of a line is sorted by; null comes last. */
function sortedBy(props: OddsTableProps, line: Line, column: string): Fraction | string | null {
  const exact = (text: string | null | undefined) => (text == null ? null : fraction(text));
  if (column === "name") return nameOf(line.odds).toLowerCase();
  if (column === "hit") return exact(line.odds.hit);
  if (column === "sd") return exact(line.odds.variance);
  if (column === "moved") return movedBy(props, line.odds);
  if (column.startsWith("edge ")) return exact((line.by.get(column.slice(5)) ?? line.by.get(""))?.edge);
  return exact(line.odds.edge);
}

function inOrder(props: OddsTableProps, lines: Line[], order: Order | null): Line[] {
  if (order === null) return lines;
  const keyed = lines.map((line) => ({ line, key: sortedBy(props, line, order.column) }));
  keyed.sort((a, b) => {
    if (a.key === null || b.key === null) return (a.key === null ? 1 : 0) - (b.key === null ? 1 : 0);
    const ahead =
      typeof a.key === "string" || typeof b.key === "string" ? String(a.key).localeCompare(String(b.key)) : compare(a.key, b.key);
    return order.down ? -ahead : ahead;
  });
  return keyed.map((each) => each.line);
}

/** An edge; one that the player has is said to be so, not only by its color. */
export function Edge(props: { odds: Odds; fractions?: boolean | undefined }) {
  const { edge } = props.odds;
  if (edge === null) return <span>{missing(props.odds)}</span>;
  const players = edge.startsWith("-");
  return (
    <>
      <span class={players ? "players" : ""}>{percent(fraction(edge))}</span>
      {players && <span class="players-word"> player's</span>}
      {props.fractions === true && <span class="exact">{written(edge)}</span>}
    </>
  );
}

function sorted(order: Order | null): "none" | "ascending" | "descending" {
  if (order === null) return "none";
  return order.down ? "descending" : "ascending";
}

function Head(props: { column: string; text: string; title?: string; order: Order | null; sort: (column: string) => void }) {
  const own = props.order?.column === props.column ? props.order : null;
  return (
    <th scope="col" aria-sort={sorted(own)} class={props.column === "name" ? "" : "figure"}>
      <button data-sort={props.column} title={props.title} onClick={() => props.sort(props.column)}>
        {props.text}
        <span aria-hidden="true" class="sort-mark">
          {own === null ? "" : own.down ? "▼" : "▲"}
        </span>
      </button>
    </th>
  );
}

function Tags(props: { odds: Odds; named: readonly string[]; beside: string | undefined }) {
  const said = Object.entries(props.odds.options).filter(([name]) => props.named.includes(name) && name !== props.beside);
  if (said.length === 0) return null;
  return <span class="tags">{said.map(([name, choice]) => `${name} ${choice}`).join(", ")}</span>;
}

function Beside(props: { line: Line; option: Option; fractions: boolean | undefined }) {
  const { line, option } = props;
  const alone = line.by.get("");
  if (alone !== undefined)
    return (
      <td class="figure same" colSpan={option.choices.length} data-label="under each of them">
        <Edge odds={alone} fractions={props.fractions} />
        <span class="beneath">the same</span>
      </td>
    );
  return (
    <>
      {option.choices.map((choice) => {
        const odds = line.by.get(choice.choice);
        return (
          <td key={choice.choice} class="figure" data-label={choice.choice} data-choice={choice.choice}>
            {odds === undefined ? "not offered" : <Edge odds={odds} fractions={props.fractions} />}
            {odds?.hit != null && <span class="beneath">hit {percent(fraction(odds.hit), 2)}</span>}
          </td>
        );
      })}
    </>
  );
}

function Figures(props: { table: OddsTableProps; odds: Odds }) {
  const { odds, table } = props;
  const moved = movedBy(table, odds);
  return (
    <>
      <td class="figure" data-edge={odds.edge ?? ""}>
        <Edge odds={odds} fractions={table.fractions} />
      </td>
      {table.before !== undefined && (
        <td class="figure moved" data-moved>
          {moved === null ? "" : moved.above === 0n ? "0" : signedPercent(moved)}
        </td>
      )}
      <td class="figure">
        {odds.hit === null ? missing(odds) : percent(fraction(odds.hit))}
        {table.fractions === true && odds.hit !== null && <span class="exact">{written(odds.hit)}</span>}
      </td>
      <td class="figure">{odds.sd === null ? missing(odds) : odds.sd.toFixed(4)}</td>
    </>
  );
}

function Heads(props: { table: OddsTableProps; order: Order | null; sort: (column: string) => void }) {
  const { table, order, sort } = props;
  return (
    <tr>
      <Head column="name" text="Wager" order={order} sort={sort} />
      {table.beside === undefined ? (
        <>
          <Head column="edge" text="Edge" title="the house's share of a stake" order={order} sort={sort} />
          {table.before !== undefined && <Head column="moved" text="Moved" title="against a fresh shoe" order={order} sort={sort} />}
          <Head column="hit" text="Hit" title="how often it wins" order={order} sort={sort} />
          <Head column="sd" text="Deviation" title="standard deviation of what a unit wins" order={order} sort={sort} />
        </>
      ) : (
        table.beside.choices.map((choice) => (
          <Head key={choice.choice} column={`edge ${choice.choice}`} text={choice.choice} title={choice.title} order={order} sort={sort} />
        ))
      )}
    </tr>
  );
}

/** The lines of one group after the other, each under its name; sorted, they are all one. */
function groupsOf(lines: readonly Line[], sorted: boolean): [string, Line[]][] {
  if (sorted) return [["", [...lines]]];
  const groups: [string, Line[]][] = [];
  for (const line of lines) {
    const last = groups[groups.length - 1];
    if (last !== undefined && last[0] === line.odds.group) last[1].push(line);
    else groups.push([line.odds.group, [line]]);
  }
  return groups;
}

function LineOf(props: { table: OddsTableProps; line: Line; grouped: boolean }) {
  const { table, line } = props;
  const chosen = table.chosen === keyOf(line.odds);
  return (
    <tr data-wager={keyOf(line.odds)} data-choices={settings(line.odds).join()} class={chosen ? "chosen" : ""}>
      <th scope="row">
        <a href={table.href(line.odds)} aria-current={chosen ? "true" : undefined}>
          {nameOf(line.odds)}
        </a>
        {props.grouped && <span class="tags">{line.odds.group}</span>}
        <Tags odds={line.odds} named={table.named ?? []} beside={table.beside?.option} />
      </th>
      {table.beside === undefined ? (
        <Figures table={table} odds={line.odds} />
      ) : (
        <Beside line={line} option={table.beside} fractions={table.fractions} />
      )}
    </tr>
  );
}

export function OddsTable(props: OddsTableProps) {
  const [order, setOrder] = useState<Order | null>(null);
  // Highest first where that is what people look for, and the other way round when asked again.
  const sort = (column: string) =>
    setOrder((before) => ({ column, down: before?.column === column ? !before.down : column !== "name" && !column.startsWith("edge") }));
  const lines = inOrder(props, linesOf(props), order);
  const plain = props.before === undefined ? "" : "moving";
  const kind = props.beside === undefined ? plain : "beside";
  const width = 1 + (props.beside?.choices.length ?? (props.before === undefined ? 3 : 4));
  if (lines.length === 0) return <p class="odds-note">No wager is left under these choices. Choose others above.</p>;
  return (
    <table class={`odds-table ${kind}`} aria-label={props.label}>
      <thead>
        <Heads table={props} order={order} sort={sort} />
      </thead>
      {groupsOf(lines, order !== null).map(([group, own], i) => (
        <tbody key={i}>
          {group !== "" && (
            <tr class="group-row">
              <th scope="rowgroup" colSpan={width}>
                {group}
              </th>
            </tr>
          )}
          {own.map((line) => (
            <LineOf
              key={keyOf(line.odds) + settings(line.odds).join()}
              table={props}
              line={line}
              grouped={order !== null && line.odds.group !== ""}
            />
          ))}
        </tbody>
      ))}
    </table>
  );
}
