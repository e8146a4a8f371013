// web/src/views/workshop/look.ts - what the server says of a sheet while it is written, and where in the text that is.

import type { Card as RuleCard, CardWager as RuleWager, Finding as OddsFinding, Odds as OddsFigures, OddsRow } from "../odds/calls.ts";

export interface Finding extends OddsFinding {
  column: number;
  width: number;
}

/** A number of a pay, and where it stands: lines and columns from 1, columns in letters. */
export interface PayPlace {
  wager: string;
  name: string;
  row: number;
  row_line: number;
  when: string;
  column_name?: string;
  dealer: boolean;
  text: string;
  line: number;
  column: number;
  width: number;
  number: number | null;
  unit: "to" | "for" | "by" | "";
  denominator: number;
}

/** One wager under one combination of choices, as felt odds has it, with the decimals of its fractions. */
export interface Odds extends OddsFigures {
  edge_decimal: number | null;
  rows: (OddsRow & { probability_decimal: number })[];
}

export interface CardWager extends RuleWager {
  line: number;
}

export interface Card extends RuleCard {
  wagers: CardWager[];
}

export interface Look {
  compiles: boolean;
  good: boolean;
  findings: Finding[];
  card: Card | null;
  beside: string[] | null;
  pays: PayPlace[] | null;
  odds: Odds[] | null;
}

/** The index in a line of a letter, from 1: letters are code points, strings of the page are UTF-16. */
export function indexOfLetter(line: string, letter: number): number {
  let index = 0;
  for (let i = 1; i < letter && index < line.length; i++) index += line.codePointAt(index)! > 0xffff ? 2 : 1;
  return index;
}

/** The letter, from 1, that begins at an index of a line. */
export function letterAt(line: string, index: number): number {
  return Array.from(line.slice(0, index)).length + 1;
}

/** A wager and side, under one combination of choices: the same before and after a change of pays. */
export function keyOf(odds: Odds): string {
  return [odds.wager, odds.side, ...Object.entries(odds.options).map(([option, choice]) => `${option}=${choice}`)].join(" ");
}

export function optionsText(odds: Odds): string {
  return Object.entries(odds.options)
    .map(([option, choice]) => (option === "decks" ? `${choice} ${choice === "1" ? "deck" : "decks"}` : `${option} ${choice}`))
    .join(", ");
}

/** "p/q" as a decimal number, for people; the fraction is the answer. */
export function decimal(fraction: string): number {
  const [above, below] = fraction.split("/");
  const over = BigInt(above!);
  const under = BigInt(below ?? "1");
  return Number((over * 10n ** 15n) / under) / 1e15;
}

/** 0.114032 is "11.4032 %", with a true minus. */
export function share(value: number, decimals = 4): string {
  return (value * 100).toFixed(decimals).replace("-", "\u2212") + " %";
}
