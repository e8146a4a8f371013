// web/src/views/odds/calls.ts - what the server says of the sheets it knows: exact figures, findings, clauses.

import { ask, patiently } from "../../api.ts";

export interface Choice {
  choice: string;
  title: string;
  cites: string;
}

export interface Option {
  option: string;
  kind: "house" | "reading" | "paytable" | "decks";
  title: string;
  choices: Choice[];
}

/** A document that a sheet was written from; "" for what the sheet does not say. */
export interface Source {
  title: string;
  publisher: string;
  edition: string;
  date: string;
  file: string;
  sha256: string;
}

export interface SheetHead {
  sheet: string;
  name: string;
  game: string;
  shoe: boolean;
  hash: string;
  wager_count: number;
  sources: Source[];
  options: Option[];
  tables: { table: string; name: string }[];
}

export interface CardWager {
  wager: string;
  name: string;
  side: string;
  group: string;
  cites: string;
  terms: string[];
  columns: string[];
  rows: { when: string; pays: string[]; cites: string; line: number }[];
}

export interface Card {
  name: string;
  title: string;
  sources: Source[];
  options: { name: string; kind: string; title: string; choices: { name: string; title: string; cites: string }[] }[];
  wagers: CardWager[];
}

export interface Sheet extends SheetHead {
  text: string;
  card: Card;
  wagers: {
    wager: string;
    name: string;
    side: string;
    group: string;
    cites: string;
    line: number;
    rows: { line: number; when: string; where: string; cites: string }[];
  }[];
}

export interface OddsRow {
  text: string;
  words: string;
  pay: string;
  line: number;
  probability: string;
  combinations?: string;
  contribution?: string;
  return?: string;
  fair?: string;
}

export interface Spread {
  rounds: number;
  behind: number;
  even: number;
  ahead: number;
  quantiles: { percent: number; net: string }[];
}

/** One wager under one combination of choices. Figures are fractions. */
export interface Odds {
  wager: string;
  name: string;
  group: string;
  side: string;
  options: Record<string, string>;
  hit: string | null;
  push: string | null;
  edge: string | null;
  return: string | null;
  variance: string | null;
  sd: number | null;
  skewness: number | null;
  start?: string;
  rolls?: string;
  edge_per_roll?: string;
  rows: OddsRow[];
  nets?: { net: string; probability: string }[];
  spread?: (Spread | null)[];
}

export interface Finding {
  code: string;
  severity: "error" | "warning" | "note";
  line: number;
  message: string;
  example: string;
  help: string;
  wager: string;
  accepted: boolean;
  reason?: string;
}

/** Who has asked once need not ask again: what is said of a sheet does not change while the server runs. */
const answers = new Map<string, Promise<unknown>>();

function once<T>(path: string): Promise<T> {
  const known = answers.get(path);
  if (known !== undefined) return known as Promise<T>;
  const answer = ask<T>("GET", path);
  answers.set(path, answer);
  answer.catch(() => answers.delete(path));
  return answer;
}

export const known = () => ask<{ sheets: SheetHead[] }>("GET", "/api/sheets").then((answer) => answer.sheets);

const at = (sheet: string, part = "") => `/api/sheets/${encodeURIComponent(sheet)}${part}`;

export const sheetOf = (sheet: string) => once<Sheet>(at(sheet));
export const oddsOf = (sheet: string) => once<{ odds: Odds[] }>(at(sheet, "/odds")).then((answer) => answer.odds);
export const findingsOf = (sheet: string) => once<{ findings: Finding[] }>(at(sheet, "/findings")).then((answer) => answer.findings);
export const parOf = (sheet: string) => at(sheet, "/par.pdf");

export interface Question {
  text: string;
  set?: string[];
  wager?: string;
  shoe?: string;
  rounds?: string;
}

/** `wanted`: nobody has asked for something else meanwhile. */
export const compute = (question: Question, wanted: () => boolean) =>
  patiently(() => ask<{ odds: Odds[] }>("POST", "/api/sheets/odds", question), wanted).then((answer) => answer.odds);

/** Wager and side: what has one line in a table. */
export const keyOf = (wager: { wager: string; side: string }) => (wager.side === "" ? wager.wager : `${wager.wager} on ${wager.side}`);

/** Why it has no edge: a pay is left out, or it is not said whether an outcome wins. */
export const missing = (odds: Odds) => (odds.hit === null ? "undefined" : "unset");

/** As printed, with its side. */
export const nameOf = (wager: { name: string; side: string }) => (wager.side === "" ? wager.name : `${wager.name}, ${wager.side}`);
