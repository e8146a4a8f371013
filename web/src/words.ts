// web/src/words.ts - what the server says, as sentences.

import type { Refusal } from "./api.ts";

/** With a capital and a full stop. */
export function asSentence(text: string): string {
  if (text === "") return "";
  const whole = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.?!]$/.test(whole) ? whole : `${whole}.`;
}

/** Why something was refused, and what to do. */
export function sentence(problem: unknown): string {
  const no = problem as Refusal;
  return [no.message, no.advice].filter((part) => part !== undefined && part !== "").map(asSentence).join(" ");
}
