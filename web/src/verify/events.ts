// web/src/verify/events.ts - events as bytes: docs/history.md.

import { join, need, number, text, type Json } from "./bytes.ts";

type Kind = number | "text" | "decimal" | "hex" | "dealt" | "pay" | "action" | "table status" | "refusal" | "truth";

const BET: [string, Kind][] = [
  ["player", 8],
  ["seat", 4],
  ["bet", 8],
  ["wager", 2],
];
const WHO = BET.slice(0, 2);
const KINDS: Record<string, [string, Kind][]> = {
  answered: [...BET.slice(0, 3), ["command", "decimal"], ["digest", "hex"], ["refusal", "refusal"], ["status", 1], ["text", "text"]],
  seated: WHO,
  left: WHO,
  freed: WHO,
  shooter: [["seat", 4]],
  placed: [...BET, ["amount", 8], ["held", 8], ["stays", "truth"], ["again", 8]],
  changed: [...BET, ["action", "action"], ["amount", 8], ["held", 8], ["back", 8]],
  closed: [["round", 8]],
  dealt: [["round", 8], ["code", 2], ["way", 1], ["dealt", "dealt"]],
  paid: [
    ...BET,
    ["amount", 8],
    ["back", 8],
    ["lost", 8],
    ["winnings", 8],
    ["commission", 8],
    ["dealer", 8],
    ["pay", "pay"],
    ["dealer_pay", "pay"],
    ["row", 1],
    ["taken_down", "truth"],
  ],
  voided: [["round", 8], ["text", "text"]],
  status: [["status", "table status"]],
  "wager-opened": [["wager", 2]],
  "wager-closed": [["wager", 2], ["text", "text"]],
  "wager-limited": [["wager", 2], ["min", 8], ["max", 8]],
  "shoe-begun": [["shoe", 8]],
  "shoe-ended": [["shoe", 8]],
  limited: [["seat_max", 8], ["round_max", 8], ["event_max", 8]],
};
const KIND_NAMES = Object.keys(KINDS);
const WORDS: Record<string, string[]> = {
  pay: ["loses", "pushes", "wins", "unset", "stays", "undefined"],
  action: ["bet", "raise", "lower", "take-down", "off", "on"],
  "table status": ["open", "paused", "shut"],
  refusal: (
    "none id-missing id-reused id-old who malformed not-seated seated seat-taken table-paused table-shut betting-closed " +
    "wager-closed no-bet rules limit cost too-soon not-shooter pace betting-open shoe result funds player"
  ).split(" "),
};
export const RANKS = ".A23456789TJQK";
export const SUITS = "SHDC";

function dealtBytes(hands: string[][]): Uint8Array {
  const counts = [0, 1, 2, 3].map((i) => hands[i]?.length ?? 0);
  const cards = hands.flat().flatMap((card) => [RANKS.indexOf(card[0]!), SUITS.indexOf(card[1]!)]);
  need(hands.length <= 4 && !cards.includes(-1), "a card is none");
  return Uint8Array.from([...counts, ...cards]);
}

function fieldBytes(kind: Kind, value: Json): Uint8Array {
  switch (kind) {
    case "text": {
      const bytes = text.encode(value);
      return join(number(bytes.length, 1), bytes);
    }
    case "decimal":
      return number(BigInt(value));
    case "hex":
      return number(BigInt("0x" + value));
    case "dealt":
      return dealtBytes(value);
    case "truth":
      need(typeof value === "boolean", "what is true or false is neither");
      return number(value ? 1 : 0, 1);
    default: {
      if (typeof kind === "number") return number(value, kind);
      const at = WORDS[kind]!.indexOf(value);
      need(at >= 0, `"${value}" is no word for ${kind}`);
      return number(at, 1);
    }
  }
}

export function eventBytes(event: Json): Uint8Array {
  const fields = KINDS[event.kind];
  need(fields !== undefined, "an event is of no known kind");
  const names = ["kind", "sequence", "time", ...fields.map(([name]) => name)];
  need(Object.keys(event).join() === names.join(), "an event has other fields than its kind has");
  const body = join(...fields.map(([name, kind]) => fieldBytes(kind, event[name])));
  const head = [Uint8Array.of(1, KIND_NAMES.indexOf(event.kind)), number(24 + body.length, 2), number(event.sequence), number(event.time)];
  const whole = join(...head, body);
  let sum = 0x811c9dc5;
  for (const byte of whole) sum = Math.imul(sum ^ byte, 0x01000193) >>> 0;
  return join(whole, number(sum, 4));
}
