// web/src/words.ts - what is said, as sentences.

/** With a capital and a full stop. */
export function asSentence(text: string): string {
  if (text === "") return "";
  const whole = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.?!]$/.test(whole) ? whole : `${whole}.`;
}

/** "1 bet", "2 bets"; a count may be written as it is to be read. */
export function many(count: number, one: string, more = `${one}s`, written = String(count)): string {
  return `${written} ${count === 1 ? one : more}`;
}
