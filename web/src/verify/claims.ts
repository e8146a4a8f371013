// web/src/verify/claims.ts - what somebody was shown or has kept, held against a record that has been verified.

import type { HistoryCheck } from "../verify.ts";
import { need } from "./bytes.ts";

/** What a player gave to the making of a shoe, as his browser keeps it. */
export interface Part {
  shoe: number;
  entropy: string;
  commitment: string;
  server: string; // the server's commitment, as it was told before
  sealed: boolean; // he has seen that it is in the shoe
}

/** A round as it was shown. */
export interface ShownRound {
  round: number;
  dealt?: Record<string, string[]>;
  dice?: number[];
  paid: { bet: number; net: number }[];
}

/** Of so many shoes the record has the player's own chance; throws where it has another than he gave. */
export function ownParts(check: HistoryCheck, player: number, parts: readonly Part[]): number {
  let count = 0;
  for (const part of parts.filter((each) => each.sealed)) {
    const making = check.makings.get(part.shoe);
    if (making === undefined && part.shoe < Math.min(...check.makings.keys())) continue; // from before the record begins
    need(making !== undefined && making.commitment === part.server, `number ${part.shoe} is not the one that you took part in`);
    const mine = making.clients.find((client) => client.player === player);
    need(mine?.commitment === part.commitment && making.entropyOf(player) === part.entropy, `your part in number ${part.shoe} is not as you gave it`);
    count++;
  }
  return count;
}

/** Dice as they fell, of the way that the record has. */
function diceOf(way: number): number[] {
  return [Math.floor((way - 1) / 6) + 1, ((way - 1) % 6) + 1];
}

/** Throws where the round that was asked for is another than was shown. */
export function needAsShown(check: HistoryCheck, shown: ShownRound): void {
  const told = check.told;
  need(told !== null, `round ${shown.round} is not in the record`);
  const hand = (name: string) => (shown.dealt?.[name] ?? []).map((card) => card.replace(/^10/, "T")); // a ten, as records spell it
  const seen = shown.dealt !== undefined ? [hand("player"), hand("banker")] : shown.dice;
  const drawn = shown.dealt !== undefined ? (told.drawn as string[][]) : diceOf(told.drawn as number);
  need(JSON.stringify(seen) === JSON.stringify(drawn), `round ${shown.round} was dealt otherwise than it is shown`);
  for (const { bet, net } of shown.paid) need(told.paid.get(bet) === net, `bet ${bet} was paid otherwise than it is shown`);
}
