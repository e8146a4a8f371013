// web/e2e/odds.ts - exact odds on the page: every figure is that of felt odds, by whichever way it is asked for.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import type { Browser } from "playwright-core";
import { test } from "../test/tap.ts";
import { Person } from "./browser.ts";
import type { Server } from "./server.ts";

interface Entry {
  wager: string;
  side: string;
  options: Record<string, string>;
  edge: string | null;
  edge_decimal: number | null;
  hit: string | null;
  sd: number | null;
  spread?: { rounds: number; ahead: number; quantiles: { percent: number; net: string }[] }[];
}

interface Line {
  wager: string;
  choices: string;
  edge: string;
  shown: string[];
}

const FELT = process.argv[2]!;

function felt(...words: string[]): Entry[] {
  return JSON.parse(execFileSync(FELT, ["odds", "--json", ...words], { maxBuffer: 1 << 26 }).toString()) as Entry[];
}

const keyOf = (entry: Entry) => (entry.side === "" ? entry.wager : `${entry.wager} on ${entry.side}`);
const choicesOf = (entry: Entry) =>
  Object.entries(entry.options)
    .map(([name, choice]) => `${name}=${choice}`)
    .join();

function lines(person: Person): Promise<Line[]> {
  return person.page.evaluate(() =>
    Array.from(document.querySelectorAll<HTMLElement>(".odds-table tr[data-wager]")).map((row) => ({
      wager: row.dataset["wager"]!,
      choices: row.dataset["choices"]!,
      edge: row.querySelector<HTMLElement>("[data-edge]")?.dataset["edge"] ?? "",
      shown: Array.from(row.querySelectorAll("td")).map((cell) => cell.textContent ?? ""),
    })),
  );
}

/** "−1.0183 % player's" as a number. */
const number = (text: string) => Number(text.replace("\u2212", "-").replace(/[^-\d.].*$/, ""));

function isShown(line: Line, entry: Entry, moved = 0): void {
  const where = `${line.wager} ${line.choices}`;
  assert.equal(line.edge, entry.edge ?? "", where);
  if (entry.edge === null) return;
  assert.match(line.shown[0]!, /^\u2212?\d+\.\d{4}\u00a0%/, where);
  assert.ok(Math.abs(number(line.shown[0]!) - 100 * entry.edge_decimal!) <= 0.0000500001, `${where}: ${line.shown[0]}`);
  const [above, below] = entry.hit!.split("/").map(Number);
  assert.ok(Math.abs(number(line.shown[1 + moved]!) - (100 * above!) / below!) <= 0.0000500001, `${where}: ${line.shown[1 + moved]}`);
  assert.equal(line.shown[2 + moved], entry.sd!.toFixed(4), where);
}

/** A sheet as it is when somebody comes to it. */
async function opens(person: Person, sheet: string): Promise<void> {
  await person.go("odds", ".sheet-card");
  await person.go(`odds/${sheet}`, ".odds-table");
}

/** Every combination of choices, as lines of the table. */
async function looksAtAll(person: Person): Promise<void> {
  const count = await person.page.locator("[data-option]").count();
  for (let i = 0; i < count; i++) await person.page.locator("[data-option]").nth(i).selectOption("*");
}

async function figuresAreThoseOfFelt(person: Person, sheet: string): Promise<void> {
  await opens(person, sheet);
  await looksAtAll(person);
  const wanted = felt(sheet);
  const found = await lines(person);
  assert.equal(found.length, wanted.length, sheet);
  for (const entry of wanted) {
    const line = found.find((each) => each.wager === keyOf(entry) && each.choices === choicesOf(entry));
    assert.ok(line !== undefined, `${sheet}: ${keyOf(entry)} ${choicesOf(entry)}`);
    isShown(line, entry);
  }
}

function inOrder(edges: readonly string[], sign: 1n | -1n): boolean {
  const exact = edges.map((text) => text.split("/").map(BigInt));
  return exact.every((each, i) => i === 0 || (each[0]! * exact[i - 1]![1]! - exact[i - 1]![0]! * each[1]!) * sign >= 0n);
}

async function sorts(person: Person): Promise<void> {
  await opens(person, "golden-bacc");
  const state = () => person.page.getAttribute("th:has([data-sort=edge])", "aria-sort");
  assert.equal(await state(), "none");
  await person.page.click("[data-sort=edge]");
  assert.equal(await state(), "ascending");
  assert.ok(inOrder((await lines(person)).map((line) => line.edge), 1n));
  await person.page.focus("[data-sort=edge]");
  await person.page.keyboard.press("Enter");
  assert.equal(await state(), "descending");
  assert.ok(inOrder((await lines(person)).map((line) => line.edge), -1n));
  await person.page.click("[data-sort=name]");
  assert.equal(await state(), "none");
  const names = (await lines(person)).map((line) => line.wager);
  assert.equal(names.length, 30);
}

async function filters(person: Person): Promise<void> {
  await opens(person, "tiger");
  const edgeOf = async (wager: string) => (await lines(person)).find((line) => line.wager === wager)!.shown[0]!;
  assert.equal(await edgeOf("player"), "1.2351\u00a0%");
  await person.page.selectOption("[data-option=seven-push]", "player-and-banker");
  assert.equal(await edgeOf("player"), "\u22121.0183\u00a0% player's");
  await person.page.selectOption("[data-option=decks]", "6");
  assert.equal(await edgeOf("player"), "\u22121.0161\u00a0% player's");
  await person.page.selectOption("[data-option=decks]", "8");
  await person.page.selectOption("[data-beside]", "seven-push");
  const beside = await person.page.$$eval('[data-wager="player"] [data-choice]', (cells) =>
    cells.map((cell) => (cell as HTMLElement).dataset["choice"]),
  );
  assert.deepEqual(beside, ["nothing", "player-and-banker", "all-base", "banker-only"]);
  assert.match(await person.text('[data-wager="player"] [data-choice="all-base"]'), /^\u22121\.0183/);
  assert.match(await person.text('[data-wager="tiger"] .same'), /16\.6836.*the same/);
  await person.hasNoSeriousFault("readings side by side");
  await person.page.click("[data-fractions]");
  assert.match(await person.text('[data-wager="player"] [data-choice="nothing"] .exact'), /241,149,546,272 \/ 19,524,993,263,685/);
}

async function takesCardsOut(person: Person): Promise<void> {
  await opens(person, "tiger");
  await person.page.click('[data-less="9"]');
  await person.page.waitForSelector("[data-moved]");
  for (let i = 0; i < 2; i++) await person.page.click('[data-less="9"]');
  await person.page.fill('[data-rank="K"]', "20");
  const counts = [32, 32, 32, 32, 32, 32, 32, 32, 29, 32, 32, 32, 20];
  const wanted = felt("tiger", "--shoe", counts.join());
  const tie = wanted.find((entry) => entry.wager === "tie")!;
  await person.page.waitForFunction((edge) => document.querySelector(`[data-wager="tie"] [data-edge="${edge}"]`) !== null, tie.edge);
  const found = await lines(person);
  assert.equal(found.length, 7);
  for (const line of found) isShown(line, wanted.find((entry) => keyOf(entry) === line.wager && choicesOf(entry) === line.choices)!, 1);
  assert.match(await person.text(".shoe-left"), /401 cards, 15 taken out/);
  assert.notEqual(found.find((line) => line.wager === "player")!.shown[1], "0");
  await person.hasNoSeriousFault("a shoe with cards taken out");
  await person.page.click("text=Put all back");
  await person.page.waitForSelector("[data-moved]", { state: "detached" });
  for (const rank of "A 2 3 4 5 6 7 8 9 10 J Q K".split(" ")) await person.page.fill(`[data-rank="${rank}"]`, "0");
  await person.page.waitForSelector(".shoe [role=alert]");
  assert.match(await person.text(".shoe [role=alert]"), /cards/);
}

async function explainsAWager(person: Person): Promise<void> {
  await opens(person, "tiger");
  await person.page.click('[data-wager="tiger"] a');
  await person.page.waitForSelector('[data-detail="tiger"] .spread-chart');
  assert.equal(await person.text('[data-big="edge"]'), "16.6836\u00a0%");
  assert.match(await person.text(".wager-rows"), /3-card 6 \(2\)\(a\)\(iv\)20 to 10\.0166170\.3490/);
  const words = (await person.page.getAttribute(".pay-chart", "aria-label"))!;
  assert.match(words, /\u22121 with 94\.6136.*\+12 with 3\.7247.*\+20 with 1\.6617/);
  await person.page.fill("[data-rounds]", "365");
  await person.page.waitForFunction(() => /After 365 bets/.test(document.querySelector(".spread-words")?.textContent ?? ""));
  const [wanted] = felt("tiger", "--wager", "tiger", "--decks", "8", "--set", "six-pay=tiger", "--rounds", "365");
  const shown = await person.page.$$eval("[data-quantile]", (cells) =>
    cells.map((cell) => cell.textContent!.replace("\u2212", "-").replace("+", "")),
  );
  assert.deepEqual(shown, wanted!.spread![0]!.quantiles.map((each) => each.net.replace("/1", "")));
  assert.match(await person.text(".spread-words"), new RegExp(`ahead in ${(100 * wanted!.spread![0]!.ahead).toFixed(2)} %`));
  await opens(person, "tiger/player");
  await person.page.waitForSelector('[data-detail="player"] [data-code=player-edge]');
  assert.match(await person.text('[data-detail="player"]'), /Where it comes from\(2\)\(a\)\(i\);/);
  assert.match(await person.text(".rule-card"), /Reading seven-push.*it is paid.*the banker hand wins with a 3-card 6/);
}

interface Counted {
  side: string;
  eor: number[];
  by_cut?: { cut: number; perfect: { per_shoe: number; se: number } }[];
}

function feltCount(...words: string[]): Counted {
  return (JSON.parse(execFileSync(FELT, ["count", "--json", "--perfect", ...words]).toString()) as Counted[])[0]!;
}

/** Of each rank, "+5.378". */
function effects(person: Person): Promise<number[]> {
  return person.page.$$eval("[data-effect] .figure", (cells) => cells.map((cell) => Number(cell.textContent!.replace("\u2212", "-"))));
}

const near = (shown: readonly number[], exact: readonly number[]) =>
  shown.every((each, i) => Math.abs(each - 1000 * exact[i]!) <= 0.00050001);

async function saysWhatACounterWins(person: Person): Promise<void> {
  await opens(person, "golden-frog/jin-chan-7");
  await person.page.waitForSelector('[data-counting="jin-chan-7"] .exposure-chart');
  const wanted = feltCount("golden-frog", "--wager", "jin-chan-7", "--decks", "8", "--cut", "14,32,104", "--shoes", "2000");
  assert.ok(near(await effects(person), wanted.eor), String(await effects(person)));
  assert.match(await person.text("[data-effect-words]"), /an 8 changes .* by \+5\.378 thousandths, that of a 7 by \u22123\.584/);
  const marks = await person.page.$$eval("[data-cut]", (all) => all.map((each) => ({ ...(each as SVGElement).dataset })));
  assert.equal(marks.length, 16);
  for (const { cut, perfect } of wanted.by_cut!) {
    const mark = marks.find((each) => each["cut"] === String(cut))!;
    assert.ok(Math.abs(Number(mark["units"]) - perfect.per_shoe) < 1e-9 && Math.abs(Number(mark["se"]) - perfect.se) < 1e-9, String(cut));
  }
  const deepest = wanted.by_cut!.find((each) => each.cut === 14)!.perfect;
  const words = `wins ${deepest.per_shoe.toFixed(3)} \u00b1 ${(2 * deepest.se).toFixed(3)} units`;
  assert.ok((await person.text("[data-exposure-words]")).includes(words), words);
  await person.hasNoSeriousFault("what a counter wins");

  await person.page.click('[data-less="9"]');
  const left = feltCount("golden-frog", "--wager", "jin-chan-7", "--shoe", "8-9");
  await person.page.waitForSelector("[data-counting] .exposure-chart", { state: "detached" });
  await person.page.waitForSelector("[data-counting]:not(.stale)");
  assert.ok(near(await effects(person), left.eor), String(await effects(person)));
  await person.page.click("text=Put all back");
  await person.page.waitForSelector("[data-counting] .exposure-chart");

  await opens(person, "golden-bacc");
  await person.page.click('[data-wager="pair on player"] a');
  await person.page.waitForSelector('[data-counting="pair on player"] .exposure-chart');
  assert.match(await person.text("[data-effect-words]"), /No single card makes a difference/);
  await opens(person, "craps/field");
  await person.page.waitForSelector('[data-detail="field"] .spread-chart');
  assert.equal(await person.page.locator("[data-counting]").count(), 0);
}

async function bringsThePar(person: Person): Promise<void> {
  await opens(person, "high-roller");
  const arrives = person.page.waitForEvent("download");
  await person.page.click("[data-par]");
  const file = await arrives;
  assert.equal(file.suggestedFilename(), "high-roller.par.pdf");
  assert.equal(readFileSync((await file.path())!).subarray(0, 5).toString(), "%PDF-");
}

async function fitsAPhone(browser: Browser, server: Server): Promise<void> {
  const bea = await Person.come(browser, server, { width: 360, height: 740 });
  await bea.go("odds", ".sheet-card");
  await bea.doesNotScrollSideways();
  await bea.hasNoSeriousFault("sheets on a phone");
  await bea.page.click('[data-sheet="golden-bacc"] a');
  await bea.page.waitForSelector(".odds-table");
  await bea.doesNotScrollSideways();
  await bea.hasNoSeriousFault("a sheet on a phone");
  await bea.page.selectOption("[data-beside]", "base-game");
  await bea.doesNotScrollSideways();
  await bea.page.click('[data-wager="banker"] a');
  await bea.page.waitForSelector('[data-detail="banker"] .spread-chart');
  await bea.page.waitForSelector('[data-counting="banker"] .exposure-chart');
  await bea.doesNotScrollSideways();
  await bea.hasNoSeriousFault("a wager on a phone");
  await bea.page.click("text=All wagers");
  await bea.page.waitForSelector(".odds-table:visible");
  assert.deepEqual(bea.errors, []);
  await bea.context.close();
}

async function saysWhatIsNotThere(browser: Browser, server: Server): Promise<void> {
  const cay = await Person.come(browser, server);
  cay.expects(/status of 4\d\d/);
  await cay.go("odds/none", ".odds [role=alert]");
  assert.match(await cay.text(".odds [role=alert]"), /no sheet of that name/);
  await cay.page.click("text=All sheets");
  await cay.page.waitForSelector(".sheet-card");
  await cay.go("odds/tiger/none", ".odds-table");
  assert.match(await cay.text(".odds-right"), /not offered under these choices/);
  await cay.go("odds/unfinished", ".finding-list");
  assert.match(await cay.text(".odds [role=alert]"), /not complete/);
  assert.match(await cay.text("[data-code=outcome-undecided]"), /no row decides this round/);
  await cay.hasNoSeriousFault("a sheet that is not complete");
  await cay.context.close();
}

export function testOdds(browser: Browser, server: Server): void {
  let ann: Person;
  const step = (name: string, body: (person: Person) => Promise<void>) =>
    test(`odds: ${name}`, async () => {
      ann ??= await Person.come(browser, server);
      await body(ann);
      assert.deepEqual(ann.errors, []);
    });
  for (const sheet of ["golden-bacc", "tiger", "craps"])
    step(`every wager of ${sheet} under every choice is as felt odds has it`, (person) => figuresAreThoseOfFelt(person, sheet));
  step("wagers are sorted, by mouse and by keyboard", sorts);
  step("choices are made, and put side by side", filters);
  step("a card that is taken out moves every edge to where felt odds has it", takesCardsOut);
  step("a wager is explained: rows, pictures, many bets, findings, clause", explainsAWager);
  step("what a card counter knows and wins is as felt count has it", saysWhatACounterWins);
  step("the PAR sheet arrives", bringsThePar);
  test("odds: a phone has room for them", () => fitsAPhone(browser, server));
  test("odds: what is not there is said, with a way on", () => saysWhatIsNotThere(browser, server));
}
