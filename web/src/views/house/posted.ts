// web/src/views/house/posted.ts - a sheet that an operator has pasted, as the form needs it: what may be chosen, from what the compiler found.

import { useEffect, useState } from "preact/hooks";
import { ask, patiently } from "../../api.ts";
import type { Sheet, SheetOption } from "./opening_text.ts";

const PAUSE_MS = 300;

/** The rule card of a sheet, as far as it is needed here. */
export interface PostedCard {
  name: string;
  game: string;
  options: { name: string; kind: string; title: string; choices: { name: string; title: string; cites: string }[] }[];
  wagers: { columns: string[] }[];
}

/** Columns of pays are one more choice; the card has them with the wagers. */
function paytables(card: PostedCard): SheetOption[] {
  const names = [...new Set(card.wagers.flatMap((wager) => wager.columns))];
  const choices = names.map((choice) => ({ choice, title: "", cites: "" }));
  return names.length === 0 ? [] : [{ option: "paytable", kind: "paytable", title: "which column of pays", choices }];
}

/** A card as a sheet that the server would have listed. Sheets of one game agree on whether there is a shoe. */
export function sheetOf(card: PostedCard, all: readonly Sheet[]): Sheet {
  const options = card.options.map(({ name, kind, title, choices }) => ({
    option: name,
    kind,
    title,
    choices: choices.map((each) => ({ choice: each.name, title: each.title, cites: each.cites })),
  }));
  const shoe = all.find((sheet) => sheet.game === card.game)?.shoe ?? options.some((option) => option.kind === "decks");
  return { sheet: "posted", name: card.name, game: card.game, shoe, options: [...options, ...paytables(card)] };
}

/** The sheet when nobody has typed for a moment; the last that compiled, while a line is half written. */
export function usePosted(text: string, all: readonly Sheet[]): Sheet | null {
  const [card, setCard] = useState<PostedCard | null>(null);
  useEffect(() => {
    let here = true;
    if (text.trim() === "") {
      setCard(null);
      return;
    }
    const timer = setTimeout(() => {
      patiently(() => ask<{ card: PostedCard | null }>("POST", "/api/sheets/look", { text }), () => here).then(
        (look) => here && look.card !== null && setCard(look.card),
        () => undefined, // the checker of the table says what is wrong
      );
    }, PAUSE_MS);
    return () => {
      here = false;
      clearTimeout(timer);
    };
  }, [text]);
  return card === null ? null : sheetOf(card, all);
}
