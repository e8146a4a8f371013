// web/src/views/odds/source.ts - a document that a sheet was written from, in words.

import type { Source } from "./calls.ts";

/** "Rule 23, Division of Gaming, edition 3, 2021-05-14 (rule-23.pdf, SHA-256 9f86…)", of what the sheet says. */
export function sourceWords(source: Source): string {
  const said = [source.title, source.publisher, source.edition && `edition ${source.edition}`, source.date].filter((part) => part !== "");
  const copy = [source.file, source.sha256 && `SHA-256 ${source.sha256}`].filter((part) => part !== "");
  return said.join(", ") + (copy.length > 0 ? ` (${copy.join(", ")})` : "");
}
