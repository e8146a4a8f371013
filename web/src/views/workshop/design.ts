// web/src/views/workshop/design.ts - a target for a wager: what is asked of the server, what it answers, and a proposal put into the text.

import { decimal, share, type Odds } from "./look.ts";

export interface Proposal {
  pays: number[];
  top: number;
  edge: string[];
  edge_decimal: number[];
  sd: number[];
  /** Units a shoe of a perfect card counter, in each scene, and their standard errors; only where they were asked for. */
  exposure?: number[];
  exposure_se?: number[];
  rows: string[];
}

export interface Design {
  count: number;
  counted: boolean;
  exhaustive: boolean;
  casino_only: boolean;
  lines: { row: number; line: number; text: string; found: boolean }[];
  row_lines: number[];
  scenes: { name: string }[];
  best: Proposal | null;
  frontier: Proposal[];
  frontier_count: number;
  reason: string | null;
}

export interface Target {
  least: string;
  most: string;
  pays: "casino" | "whole";
  prefer: "edge" | "low-sd" | "high-top" | "near-printed";
  /** Only the choices that are shown, or all. */
  shown: boolean;
  /** Units a shoe that a card counter wins at most; empty: nobody asks. */
  exposure: string;
}

export const FIRST_TARGET: Target = { least: "5", most: "8", pays: "casino", prefer: "edge", shown: false, exposure: "" };

/** "5" or "7.5" per cent, from 0 to 100; null: it is none. */
export function percentOf(text: string): number | null {
  const plain = text.trim().replace(",", ".");
  const value = /^\d{1,3}(\.\d{1,6})?$/.test(plain) ? Number(plain) : NaN;
  return value >= 0 && value <= 100 ? value : null;
}

/** "0.25" units, from 0 to 999; null: it is none. */
function unitsOf(text: string): number | null {
  const plain = text.trim().replace(",", ".");
  return /^\d{1,3}(\.\d{1,6})?$/.test(plain) ? Number(plain) : null;
}

/** What is wrong with a target; empty: nothing. */
export function wrongTarget(target: Target): string {
  const least = percentOf(target.least);
  const most = percentOf(target.most);
  if (least === null || most === null) return "An edge is a number from 0 to 100, such as 7.5.";
  if (least > most) return "The edge ends below where it begins.";
  if (target.exposure.trim() === "" || unitsOf(target.exposure) !== null) return "";
  return "What a counter wins is a number of units, such as 0.25.";
}

/** The body of POST /api/sheets/design. */
export function questionOf(text: string, wager: string, odds: Odds | undefined, target: Target): Record<string, unknown> {
  const { paytable, ...others } = odds?.options ?? {};
  return {
    text,
    wager,
    edge: `${percentOf(target.least)}%..${percentOf(target.most)}%`,
    pays: target.pays,
    prefer: target.prefer,
    ...(target.exposure.trim() === "" ? {} : { exposure: String(unitsOf(target.exposure)) }),
    ...(paytable === undefined ? {} : { column: paytable }),
    ...(target.shown ? { set: Object.entries(others).map(([option, choice]) => `${option}=${choice}`) } : {}),
  };
}

/** The text with the rows of a proposal in the place of its own. */
export function applied(text: string, lines: readonly number[], rows: readonly string[]): string {
  const all = text.split("\n");
  lines.forEach((line, i) => (all[line - 1] = rows[i]!));
  return all.join("\n");
}

/** The pays in the order of the sheet. */
export function paysOf(design: Design, proposal: Proposal): number[] {
  return design.lines
    .map((line, i) => ({ row: line.row, pay: proposal.pays[i]! }))
    .sort((a, b) => a.row - b.row)
    .map((each) => each.pay);
}

/** The edge, from the lowest scene to the highest. */
export function edgeText(proposal: Proposal): string {
  const edges = proposal.edge.map(decimal);
  const low = share(Math.min(...edges), 2);
  const high = share(Math.max(...edges), 2);
  return low === high ? low : `${low.replace(" %", "")} to ${high}`;
}

/** What a counter wins in the scene where it is most, and the standard error; null: nobody has asked. */
export function exposureText(proposal: Proposal): { units: string; error: string } | null {
  const { exposure, exposure_se: errors } = proposal;
  if (exposure === undefined || errors === undefined) return null;
  const worst = exposure.indexOf(Math.max(...exposure));
  return { units: exposure[worst]!.toFixed(3), error: `\u00b1 ${errors[worst]!.toFixed(3)}` };
}

/** The best first, then the others, the highest top pay first, none twice. */
export function proposalsOf(design: Design): Proposal[] {
  if (design.best === null) return [];
  const key = (each: Proposal) => each.pays.join();
  const best = key(design.best);
  return [design.best, ...design.frontier.filter((each) => key(each) !== best)];
}

/** How many there are, in a sentence. */
export function sumText(design: Design): string {
  const number = design.count.toLocaleString("en");
  const many = `${design.counted ? "" : "At least "}${number} ${design.count === 1 ? "paytable meets" : "paytables meet"} it.`;
  if (design.casino_only) return `${many} These are of those with pays that casinos print.`;
  return design.exhaustive ? `${many} All were looked at.` : many;
}
