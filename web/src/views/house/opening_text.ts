// web/src/views/house/opening_text.ts - a table that is filled in on a form, as the lines of a tables file; and which line is of which field.
//
// The server's checker reads the lines, and what it finds is shown beside the fields that they come from.

export interface Choice {
  choice: string;
  title: string;
  cites: string;
}

export interface SheetOption {
  option: string;
  kind: string;
  title: string;
  choices: Choice[];
}

export interface Sheet {
  sheet: string;
  name: string;
  game: string;
  shoe: boolean;
  options: SheetOption[];
}

export interface Draft {
  name: string;
  short: string;
  sheets: string[];
  /** By the option's key: "decks", "tiger/base-game". */
  choices: Record<string, string>;
  seats: string;
  pace: "demand" | "timed";
  betting: string;
  rest: string;
  cut: string;
  min: string;
  max: string;
  chips: string;
  event: string;
  seat: string;
  round: string;
  odds: "fresh" | "live";
  /** Lines as they are: stakes on some wagers, close, offer. */
  more: string;
  /** A sheet of one's own, which the lines call `posted`. */
  posted: string;
}

export const EMPTY: Draft = {
  name: "",
  short: "",
  sheets: [],
  choices: {},
  seats: "7",
  pace: "demand",
  betting: "15",
  rest: "0",
  cut: "14",
  min: "1",
  max: "100",
  chips: "1",
  event: "10000",
  seat: "",
  round: "",
  odds: "fresh",
  more: "",
  posted: "",
};

/** "No-commission Tiger, eight decks" is "no-commission-tiger-eight-decks". */
export function shortOf(name: string): string {
  const plain = name.normalize("NFKD").toLowerCase();
  return plain
    .replace(/['\u2019\u0300-\u036f]/g, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 40)
    .replace(/-+$/, "");
}

export interface Field {
  key: string;
  title: string;
  kind: string;
  /** Whose option it is; empty: of all sheets. */
  sheet: string;
  choices: Choice[];
}

/** An option that a sheet has twice, for different wagers, is one choice. */
function merged(options: readonly SheetOption[]): SheetOption[] {
  const found = new Map<string, SheetOption>();
  for (const option of options) {
    const before = found.get(option.option);
    const more = before === undefined ? [] : option.choices.filter((each) => !before.choices.some((old) => old.choice === each.choice));
    found.set(option.option, before === undefined ? option : { ...before, choices: [...before.choices, ...more] });
  }
  return [...found.values()];
}

/** What has to be chosen for these sheets: decks once for all, everything else sheet by sheet. */
export function fieldsOf(sheets: readonly Sheet[]): Field[] {
  const fields: Field[] = [];
  for (const sheet of sheets)
    for (const option of merged(sheet.options)) {
      const decks = option.kind === "decks";
      const known = decks ? fields.find((field) => field.key === "decks") : undefined;
      if (known !== undefined) known.choices = known.choices.filter((each) => option.choices.some((other) => other.choice === each.choice));
      else
        fields.push({
          key: decks ? "decks" : `${sheet.sheet}/${option.option}`,
          title: option.title,
          kind: option.kind,
          sheet: decks ? "" : sheet.name,
          choices: option.choices,
        });
    }
  return fields.filter((field) => field.choices.length > 1 || field.key === "decks");
}

/** The one that is chosen, or the first: the document as printed. Of decks the most. */
export function chosen(draft: Draft, field: Field): string {
  const found = draft.choices[field.key];
  if (found !== undefined && field.choices.some((each) => each.choice === found)) return found;
  return (field.key === "decks" ? field.choices.at(-1) : field.choices[0])?.choice ?? "";
}

export interface Written {
  text: string;
  /** Of each line the field that it comes from. */
  fields: string[];
}

export function write(draft: Draft, sheets: readonly Sheet[]): Written {
  const lines: [string, string][] = [];
  const put = (field: string, line: string) => lines.push([field, `  ${line}`]);
  const names = draft.posted.trim() === "" ? draft.sheets : [...draft.sheets, "posted"];
  lines.push(["name", `table "${draft.name.replace(/["\n]/g, "'")}" as ${draft.short === "" ? shortOf(draft.name) : draft.short}`]);
  put("sheets", `sheets ${names.join(", ")}`);
  for (const field of fieldsOf(sheets)) put(field.key, `with ${field.key} is ${chosen(draft, field)}`);
  put("seats", `seats ${draft.seats}`);
  put("pace", draft.pace === "demand" ? "pace on demand" : `pace ${draft.betting} seconds`);
  if (draft.rest !== "") put("rest", `rest ${draft.rest} seconds`);
  if (sheets.some((sheet) => sheet.shoe)) put("cut", `cut ${draft.cut}`);
  put("stakes", `stakes ${draft.min} to ${draft.max}`);
  if (draft.chips !== "" && draft.chips !== "1") put("chips", `chips ${draft.chips}`);
  if (draft.seat !== "") put("seat", `limit seat ${draft.seat}`);
  if (draft.round !== "") put("round", `limit round ${draft.round}`);
  put("event", `limit event ${draft.event}`);
  if (draft.odds === "live") put("odds", "odds live");
  for (const line of draft.more.split("\n")) if (line.trim() !== "") put("more", line.trim());
  return { text: `${lines.map(([, line]) => line).join("\n")}\n`, fields: lines.map(([field]) => field) };
}
