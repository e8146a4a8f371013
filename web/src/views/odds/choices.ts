// web/src/views/odds/choices.ts - which combination of choices is looked at: one of each option, or all of them.

import { keyOf, type Odds, type Option, type Sheet } from "./calls.ts";

/** By the name of an option: a choice, or ALL. */
export type Chosen = Readonly<Record<string, string>>;
export const ALL = "*";

/** The options that make a difference to a figure of this sheet. Paytables of several wagers are one, with the columns of all. */
export function optionsOf(sheet: Sheet, odds: readonly Odds[]): Option[] {
  const found = new Map<string, Option>();
  for (const option of sheet.options) {
    const before = found.get(option.option);
    const more = option.choices.filter((choice) => before?.choices.some((each) => each.choice === choice.choice) !== true);
    found.set(option.option, { ...(before ?? option), choices: [...(before?.choices ?? []), ...more] });
  }
  const used = new Map<string, Set<string>>();
  for (const entry of odds)
    for (const [name, choice] of Object.entries(entry.options)) used.set(name, (used.get(name) ?? new Set()).add(choice));
  return [...found.values()]
    .filter((option) => (used.get(option.option)?.size ?? 0) > 1)
    .map((option) => ({ ...option, choices: option.choices.filter((choice) => used.get(option.option)!.has(choice.choice)) }));
}

/** Of decks the most, of anything else the first, which is the document as printed. */
export function usual(options: readonly Option[]): Chosen {
  return Object.fromEntries(
    options.map((option) => [option.option, option.choices[option.kind === "decks" ? option.choices.length - 1 : 0]!.choice]),
  );
}

/** The choice that a wager gets where it does not have the one that was chosen: its first. */
function firsts(odds: readonly Odds[]): Map<string, Record<string, Set<string>>> {
  const found = new Map<string, Record<string, Set<string>>>();
  for (const entry of odds) {
    const of = found.get(keyOf(entry)) ?? {};
    for (const [name, choice] of Object.entries(entry.options)) (of[name] ??= new Set()).add(choice);
    found.set(keyOf(entry), of);
  }
  return found;
}

/** What is left under these choices. */
export function under(odds: readonly Odds[], chosen: Chosen): Odds[] {
  const offered = firsts(odds);
  return odds.filter((entry) =>
    Object.entries(entry.options).every(([name, choice]) => {
      const wanted = chosen[name];
      if (wanted === undefined || wanted === ALL || wanted === choice) return true;
      const own = offered.get(keyOf(entry))![name]!;
      return !own.has(wanted) && [...own][0] === choice;
    }),
  );
}

/** As `felt odds --set` takes them. */
export function settings(entry: Odds, without: readonly string[] = []): string[] {
  return Object.entries(entry.options)
    .filter(([name]) => !without.includes(name))
    .map(([name, choice]) => `${name}=${choice}`);
}

/** Do two entries stand for the same choices, but for some options? */
export function sameBut(a: Odds, b: Odds, without: readonly string[]): boolean {
  const plain = (entry: Odds) => settings(entry, without).sort().join();
  return keyOf(a) === keyOf(b) && plain(a) === plain(b);
}
