// web/test/choices.test.ts - which entries of odds are looked at under which choices.
import assert from "node:assert/strict";
import type { Odds, Option, Sheet } from "../src/views/odds/calls.ts";
import { ALL, optionsOf, sameBut, settings, under, usual } from "../src/views/odds/choices.ts";
import { test } from "./tap.ts";

const entry = (wager: string, options: Record<string, string>, side = "") => ({ wager, side, options }) as Odds;
const option = (name: string, kind: Option["kind"], ...choices: string[]): Option => ({
  option: name,
  kind,
  title: "",
  choices: choices.map((choice) => ({ choice, title: "", cites: "" })),
});

const sheet = {
  options: [
    option("decks", "decks", "6", "8"),
    option("paytable", "paytable", "PT1", "PT2"),
    option("paytable", "paytable", "tight", "loose"),
    option("idle", "house", "yes", "no"),
  ],
} as Sheet;

const odds = ["6", "8"].flatMap((decks) => [
  entry("a", { decks, paytable: "PT1" }),
  entry("a", { decks, paytable: "PT2" }),
  entry("b", { decks, paytable: "tight" }),
  entry("b", { decks, paytable: "loose" }),
  entry("c", { decks }),
]);

test("choices: options that make no difference are left out, and paytables are one", () => {
  const options = optionsOf(sheet, odds);
  assert.deepEqual(options.map((each) => each.option), ["decks", "paytable"]);
  assert.deepEqual(options[1]!.choices.map((each) => each.choice), ["PT1", "PT2", "tight", "loose"]);
  assert.deepEqual(usual(options), { decks: "8", paytable: "PT1" });
});

test("choices: a wager that does not have the choice is shown with its first", () => {
  const shown = (chosen: Record<string, string>) => under(odds, chosen).map((each) => `${each.wager} ${settings(each).join(" ")}`);
  assert.deepEqual(shown({ decks: "8", paytable: "PT2" }), ["a decks=8 paytable=PT2", "b decks=8 paytable=tight", "c decks=8"]);
  assert.deepEqual(shown({ decks: "6", paytable: "loose" }), ["a decks=6 paytable=PT1", "b decks=6 paytable=loose", "c decks=6"]);
  assert.equal(under(odds, { decks: ALL, paytable: ALL }).length, odds.length);
  assert.equal(under(odds, { decks: "8", paytable: ALL }).length, 5);
});

test("choices: lines are told apart by what the columns do not have", () => {
  assert.ok(sameBut(odds[0]!, odds[5]!, ["decks"]));
  assert.ok(!sameBut(odds[0]!, odds[1]!, ["decks"]));
  assert.ok(!sameBut(entry("a", {}, "player"), entry("a", {}, "banker"), []));
});
