// web/src/baccarat.ts - baccarat for the eye: what cards count, who won, and why a third card came or did not.
//
// The server deals and pays; this only explains what was dealt, by the drawing rules.

import type { Winner } from "./roads.ts";

export interface Card {
  rank: string;
  suit: "S" | "H" | "D" | "C";
}

export function card(text: string): Card {
  return { rank: text.slice(0, -1), suit: text.slice(-1) as Card["suit"] };
}

export function points(text: string): number {
  const rank = card(text).rank;
  if (rank === "A") return 1;
  const number = Number(rank);
  return Number.isNaN(number) || number === 10 ? 0 : number;
}

export function total(cards: readonly string[]): number {
  return cards.reduce((sum, text) => sum + points(text), 0) % 10;
}

export function winner(dealt: Record<string, string[]>): Winner {
  const player = total(dealt["player"] ?? []);
  const banker = total(dealt["banker"] ?? []);
  if (player === banker) return "tie";
  return player > banker ? "player" : "banker";
}

/** In the order in which they come: player, banker, player, banker, then the third cards. */
export function order(dealt: Record<string, string[]>): { hand: "player" | "banker"; index: number }[] {
  const cards: { hand: "player" | "banker"; index: number }[] = [];
  for (let index = 0; index < 3; index++)
    for (const hand of ["player", "banker"] as const)
      if ((dealt[hand]?.length ?? 0) > index) cards.push({ hand, index });
  return cards;
}

/** Why the last card that is shown was or was not drawn. `shown` cards of the order are face up. */
export function explain(dealt: Record<string, string[]>, shown: number): string {
  const player = dealt["player"] ?? [];
  const banker = dealt["banker"] ?? [];
  if (shown < 4) return "";
  const first = total(player.slice(0, 2));
  const second = total(banker.slice(0, 2));
  if (first >= 8 || second >= 8) {
    const who = first >= 8 && second >= 8 ? "Both have a natural" : first >= 8 ? "The player has a natural" : "The banker has a natural";
    return `${who}: nobody draws.`;
  }
  const all = player.length + banker.length;
  if (shown === 4 && shown < all)
    return first <= 5 ? `The player has ${first} and draws: a player draws to 5 or less.` : `The player stands on ${first}.`;
  const third = player[2];
  if (third === undefined)
    return banker.length === 3
      ? `The player stood on ${first}; the banker drew on ${second}, as on 5 or less.`
      : `The player stood on ${first}, and the banker stands on ${second}.`;
  if (shown === 5 && all === 6) return `The player drew to ${first}. The banker has ${second}, against a third card of ${points(third)}.`;
  if (second <= 2) return `The banker drew on ${second}: on 2 or less he always draws.`;
  if (second === 7) return "The banker stands on 7, whatever the player drew.";
  const did = banker.length === 3 ? "drew" : "stood";
  return `The banker ${did} on ${second} because the player's third card was ${named(third)}: ${DRAWS[second]!}.`;
}

/** When a banker draws to a total, against the player's third card. */
const DRAWS: Record<number, string> = {
  3: "on 3 he draws unless it is an 8",
  4: "on 4 he draws against 2 to 7",
  5: "on 5 he draws against 4 to 7",
  6: "on 6 he draws against 6 or 7",
};

const NAMES: Record<string, string> = { A: "an ace", T: "a ten", "10": "a ten", J: "a jack", Q: "a queen", K: "a king", "8": "an 8" };

/** "an ace", "a 6"; "a king, which counts 0". */
function named(text: string): string {
  const rank = card(text).rank;
  return (NAMES[rank] ?? `a ${rank}`) + (points(text) === 0 ? ", which counts 0" : "");
}
