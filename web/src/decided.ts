// web/src/decided.ts - bets that were decided: where each stood, and the rows that decided those of one spot.

import type { Bet } from "./api.ts";
import { gain } from "./money.ts";

export interface Paid {
  bet: number;
  wager: string;
  stake: number;
  net: number;
  row: string;
  pays: string;
  cites: string;
  returned: boolean;
  again: boolean; // it won, and stays up
  stood?: Bet; // before it was decided: a come bet may have gone to a number
}

/** The number to which a come bet has gone; 0: it has not, or is none. */
export function goneTo(bet: Bet | undefined): number {
  if (bet === undefined || !/(^|\/)(dont-)?come$/.test(bet.wager)) return 0;
  return bet.has?.find((memory) => memory.kind === "point")?.value ?? 0;
}

/** The rows that decided bets on one spot, each once, with what it came to where there are several. */
export function rowsOf(paid: readonly Paid[]): string[] {
  const rows = new Map<string, { net: number; again: boolean }>();
  for (const { row, net, again } of paid) {
    const before = rows.get(row) ?? { net: 0, again: false };
    rows.set(row, { net: before.net + net, again: before.again || again });
  }
  return [...rows].map(([row, { net, again }]) => `${row}${rows.size > 1 ? `: ${gain(net)}` : ""}${again ? "; stays up" : ""}`);
}
