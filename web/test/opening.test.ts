// web/test/opening.test.ts - a form for a table, as lines of a tables file.
import assert from "node:assert/strict";
import { chosen, EMPTY, fieldsOf, type Sheet, shortOf, write } from "../src/views/house/opening_text.ts";
import { sheetOf } from "../src/views/house/posted.ts";
import { test } from "./tap.ts";

const choice = (name: string) => ({ choice: name, title: "", cites: "" });
const decks = (...all: string[]) => ({ option: "decks", kind: "decks", title: "decks", choices: all.map(choice) });
const option = (name: string, ...all: string[]) => ({ option: name, kind: "house", title: name, choices: all.map(choice) });
const CARDS: Sheet = { sheet: "cards", name: "Cards", game: "baccarat", shoe: true, options: [decks("1", "6", "8"), option("pay", "a", "b")] };
const SIDE: Sheet = {
  sheet: "side",
  name: "Side",
  game: "baccarat",
  shoe: true,
  options: [decks("4", "6", "8"), option("pay", "x", "y"), option("only", "one"), option("table", "1", "2", "3"), option("table", "1", "4")],
};
const DICE: Sheet = { sheet: "dice", name: "Dice", game: "craps", shoe: false, options: [] };

test("opening: a short name is made of the printed one", () => {
  assert.equal(shortOf("Buddha\u2019s Bonus, 8 decks!"), "buddhas-bonus-8-decks");
  assert.equal(shortOf("  \u00c9clat  "), "eclat");
  assert.equal(shortOf("!"), "");
});

test("opening: decks are one choice for all sheets, the rest is of each, an option that stands twice is one", () => {
  const fields = fieldsOf([CARDS, SIDE]);
  assert.deepEqual(fields.map((field) => field.key), ["decks", "cards/pay", "side/pay", "side/table"]);
  assert.deepEqual(fields[0]!.choices.map((each) => each.choice), ["6", "8"]);
  assert.deepEqual(fields[3]!.choices.map((each) => each.choice), ["1", "2", "3", "4"]);
  assert.equal(chosen(EMPTY, fields[0]!), "8");
  assert.equal(chosen(EMPTY, fields[1]!), "a");
  assert.equal(chosen({ ...EMPTY, choices: { "cards/pay": "b", "side/pay": "gone" } }, fields[1]!), "b");
  assert.equal(chosen({ ...EMPTY, choices: { "side/pay": "gone" } }, fields[2]!), "x");
});

test("opening: every line knows its field", () => {
  const draft = { ...EMPTY, name: 'The "one"', sheets: ["cards"], choices: { decks: "6" }, seat: "50", chips: "5", more: "close tie \"no\"\n\n" };
  const { text, fields } = write(draft, [CARDS]);
  assert.equal(
    text,
    `table "The 'one'" as the-one\n  sheets cards\n  with decks is 6\n  with cards/pay is a\n  seats 7\n  pace on demand\n  rest 0 seconds\n  cut 14\n` +
      `  stakes 1 to 100\n  chips 5\n  limit seat 50\n  limit event 10000\n  close tie "no"\n`,
  );
  assert.deepEqual(fields, "name sheets decks cards/pay seats pace rest cut stakes chips seat event more".split(" "));
});

test("opening: dice have no cut card, a table by the clock has its seconds, a sheet of one's own is called posted", () => {
  const { text } = write({ ...EMPTY, name: "D", sheets: ["dice"], pace: "timed", betting: "20", rest: "", odds: "live", posted: "sheet" }, [DICE]);
  assert.equal(text, 'table "D" as d\n  sheets dice, posted\n  seats 7\n  pace 20 seconds\n  stakes 1 to 100\n  limit event 10000\n  odds live\n');
});

test("opening: a sheet that is pasted has its options and its columns of pays as choices", () => {
  const named = (name: string) => ({ name, title: "", cites: "" });
  const card = {
    name: "Mine",
    game: "baccarat",
    options: [
      { name: "decks", kind: "decks", title: "decks", choices: [named("6"), named("8")] },
      { name: "pay", kind: "option", title: "pay", choices: [named("a"), named("b")] },
    ],
    wagers: [{ columns: ["PT1", "PT2"] }, { columns: [] }, { columns: ["PT2", "PT3"] }],
  };
  const posted = sheetOf(card, [CARDS, DICE]);
  assert.equal(posted.shoe, true);
  assert.deepEqual(fieldsOf([posted])[2]!.choices.map((each) => each.choice), ["PT1", "PT2", "PT3"]);
  const { text } = write({ ...EMPTY, name: "M", posted: "sheet", choices: { "posted/pay": "b" } }, [posted]);
  assert.match(text, /sheets posted\n {2}with decks is 8\n {2}with posted\/pay is b\n {2}with posted\/paytable is PT1\n.*\n.*\n.*\n {2}cut 14\n/);
});
