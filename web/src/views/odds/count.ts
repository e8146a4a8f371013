// web/src/views/odds/count.ts - what the server says a card counter can know and win of a wager: exact effects of removal, and what
// perfect play wins from dealt shoes, cut card by cut card.

import { ask, patiently } from "../../api.ts";
import { keyOf, type Odds, type Sheet } from "./calls.ts";
import { settings } from "./choices.ts";

export interface Perfect {
  frequency: number;
  edge: number;
  per_shoe: number;
  se: number;
}

export interface Cut {
  cut: number; // cards behind the cut card
  perfect: Perfect;
}

export interface Count {
  wager: string;
  side: string;
  value: number | null;
  eor: (number | null)[] | null;
  shoes?: number;
  seed?: number;
  perfect?: Perfect;
  cut?: number;
  by_cut?: Cut[];
}

const SHOES = 2000;
const DEEPEST = 14;
const SHALLOWEST = 104;
const STEP = 6;

/** Cut cards to be looked at: as many as a shoe of so many decks has room for. */
export function cutsOf(decks: number): number[] {
  const most = Math.min(SHALLOWEST, 52 * decks - 12);
  return Array.from({ length: Math.floor((most - DEEPEST) / STEP) + 1 }, (_, i) => DEEPEST + STEP * i);
}

function decksOf(sheet: Sheet, odds: Odds): number {
  const offered = sheet.options.find((option) => option.kind === "decks")?.choices ?? [];
  return Number(odds.options["decks"] ?? offered[offered.length - 1]?.choice ?? 1);
}

interface Question {
  text: string;
  wager: string;
  set: string[];
  shoe?: string;
  cut?: string;
  shoes?: number;
}

/** From fresh shoes; of a shoe that cards were taken out of, effects are all there is. */
export function question(sheet: Sheet, odds: Odds, shoe: string | undefined): Question {
  if (shoe !== undefined) return { text: sheet.text, wager: odds.wager, set: settings(odds, ["decks"]), shoe };
  return { text: sheet.text, wager: odds.wager, set: settings(odds), cut: cutsOf(decksOf(sheet, odds)).join(), shoes: SHOES };
}

/** `wanted`: nobody has asked for something else meanwhile. */
export async function count(asked: Question, odds: Odds, wanted: () => boolean): Promise<Count | null> {
  const answer = await patiently(() => ask<{ counts: Count[] }>("POST", "/api/sheets/count", asked), wanted);
  return answer.counts.find((each) => keyOf(each) === keyOf(odds)) ?? null;
}

/** By cut card, the deepest first. */
export function curve(found: Count): Cut[] {
  if (found.by_cut !== undefined) return [...found.by_cut].sort((a, b) => a.cut - b.cut);
  return found.perfect === undefined || found.cut === undefined ? [] : [{ cut: found.cut, perfect: found.perfect }];
}
