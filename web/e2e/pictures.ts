// web/e2e/pictures.ts - the pictures of docs/page.md and the README. Run in web/: npm run pictures FELT [FOLDER [NAME...]]
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Browser } from "playwright-core";
import { launch, Person } from "./browser.ts";
import { signIn } from "./house.ts";
import { Server } from "./server.ts";

const [felt, folder, ...names] = process.argv.slice(2);
const into = resolve(folder ?? "../docs/page");
const WIDE = { width: 1280, height: 900 };
const PHONE = { width: 360, height: 740 };
const TRIES = 60; // rounds until there is something to see

interface Picture {
  name: string;
  size: { width: number; height: number };
  show: (person: Person) => Promise<void>;
}

async function chips(person: Person, ...wagers: string[]): Promise<void> {
  for (const wager of wagers)
    if (await person.page.isVisible(`[data-wager="${wager}"] .spot-bet[aria-disabled="false"]`)) await person.bet(wager);
}

/** Some rounds, and then on until one has what is wanted. */
async function play(person: Person, rounds: number, bet: () => Promise<void>, wanted: string): Promise<void> {
  for (let i = 0; i < rounds + TRIES; i++) {
    await bet();
    await person.deal();
    if (i >= rounds && (await person.page.$(wanted)) !== null) return;
  }
}

async function baccarat(person: Person): Promise<void> {
  await person.sitAt("golden-bacc");
  await person.page.keyboard.press("2");
  await play(person, 24, () => chips(person, "player"), ".stage"); // roads
  const all = () => chips(person, "player", "banker", "super-7", "golden-dragon-7");
  await play(person, 0, all, '.table:has([data-wager="banker"].won) .why:has-text("third card")');
  await person.page.keyboard.press("3");
  await chips(person, "banker");
}

async function craps(person: Person): Promise<void> {
  await person.sitAt("craps");
  await person.page.keyboard.press("2");
  const some = () => chips(person, "pass", "come", "field", "all-lows", "all-highs", "repeat-6-6x", "high-roller");
  await play(person, 4, some, ".number .travelled");
  await chips(person, "place on 6", "place on 8", "field");
}

async function history(person: Person): Promise<void> {
  await person.sitAt("tiger");
  await play(person, 5, () => chips(person, "player", "tiger", "tiger-tie"), ".stage");
  const round = await person.round();
  await person.go(`history/tiger/${round}`, ".recall .card");
  await person.page.click(".recall .verifier button");
  await person.page.waitForSelector(".recall .verdict.good");
}

async function odds(person: Person): Promise<void> {
  await person.go("odds/tiger/tiger", ".odds-table");
  for (let i = 0; i < 6; i++) await person.page.click('[data-less="6"]');
  await person.page.waitForFunction(() => /6 taken out/.test(document.querySelector(".shoe-left")?.textContent ?? ""));
  await person.page.waitForSelector("[data-moved]");
  await person.page.waitForSelector(".spread-words");
  await person.page.waitForSelector(".stale", { state: "detached" });
}

/** Two rows that no round comes to. */
const PAIRS = `
wager "Tiger Pair" as tiger-pair
  either has a pair                    pays 4 to 1
  otherwise both have pairs            pays 20 to 1
  otherwise both have the same pair    pays 100 to 1
  otherwise                            loses
`;

async function workshop(person: Person): Promise<void> {
  const { page } = person;
  await person.context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await person.go("workshop", '.findings[data-current="yes"]');
  await page.click(".work-editor .cm-content");
  await page.keyboard.press("Control+End");
  await page.evaluate((text) => navigator.clipboard.writeText(text), PAIRS);
  await page.keyboard.press("Control+V");
  await page.waitForSelector('.findings[data-current="yes"] .finding[data-code="row-unreachable"]');
  await page.keyboard.press("Control+Home");
  for (let i = 0; i < 3; i++) await page.keyboard.press("ArrowDown"); // to the first wager
  for (let i = 0; i < 2; i++) await page.click('[aria-label="More: Tiger, banker wins with 3-card 6"]');
  await page.waitForSelector('.figures:has-text("was ")');
  await page.waitForSelector('.findings[data-current="yes"]');
}

async function lobby(person: Person): Promise<void> {
  for (const table of ["baccarat", "golden-frog", "golden-dragon"]) {
    await person.sitAt(table);
    await play(person, 12, () => chips(person, "player"), ".stage");
  }
  await person.sitAt("craps");
  await play(person, 12, () => chips(person, "pass", "field"), ".stage");
  await person.go("", ".small-rolls");
}

/** Some players, of whom one has gone, and a table that is paused. */
async function opensTheHouse(person: Person): Promise<void> {
  for (const [table, ...wagers] of [
    ["baccarat", "player", "tie"],
    ["tiger", "banker", "tiger"],
    ["craps", "pass", "field"],
  ] as [string, ...string[]][]) {
    const guest = await Person.come(person.context.browser()!, person.server);
    await guest.sitAt(table);
    await guest.page.keyboard.press("3");
    await chips(guest, ...wagers);
    if (table === "tiger") await guest.context.close();
  }
  await signIn(person);
  await person.page.evaluate(async () => {
    const body = JSON.stringify({ do: "pause", reason: "a card is on the floor" });
    await fetch("/api/house/tables/golden-frog", { method: "POST", headers: { "Content-Type": "application/json" }, body });
  });
}

async function house(person: Person): Promise<void> {
  await opensTheHouse(person);
  await person.go("house", '[data-table="golden-frog"] .house-status.paused');
  await person.page.waitForFunction(() => document.querySelector('[data-table="craps"] .bets')?.textContent === "2");
}

async function games(person: Person): Promise<void> {
  await opensTheHouse(person);
  await person.go("house/held", '[aria-label="Interrupted games"] [data-held="tiger"]');
  await person.page.waitForSelector('[data-figure="house"]');
}

const PICTURES: Picture[] = [
  { name: "baccarat", size: WIDE, show: baccarat },
  { name: "craps", size: { width: 1280, height: 1060 }, show: craps },
  { name: "phone", size: PHONE, show: baccarat },
  { name: "phone-craps", size: PHONE, show: craps },
  { name: "history", size: { width: 1280, height: 980 }, show: history },
  { name: "odds", size: { width: 1280, height: 1010 }, show: odds },
  { name: "workshop", size: { width: 1280, height: 880 }, show: workshop },
  { name: "lobby", size: { width: 1280, height: 740 }, show: lobby },
  { name: "house", size: WIDE, show: house },
  { name: "games", size: { width: 1280, height: 820 }, show: games },
];

/** Fewer colors where pngquant is installed: a felt's gradients make large files. */
function shrink(file: string): void {
  try {
    execFileSync("pngquant", ["--force", "--skip-if-larger", "--strip", "--speed", "1", "--output", file, "128", file], { stdio: "ignore" });
  } catch {
    return; // it is not there, or it made the file no smaller
  }
}

async function take(browser: Browser, server: Server, { name, size, show }: Picture): Promise<void> {
  const person = await Person.come(browser, server, size);
  await show(person);
  await person.page.evaluate(() => document.fonts.ready.then(() => scrollTo(0, 0)));
  const file = join(into, `${name}.png`);
  await person.page.screenshot({ path: file });
  shrink(file);
  await person.go("", ".lobby-card");
  await person.context.close();
  console.log(`${file}: ${statSync(file).size} bytes, ${readFileSync(file).readUInt32BE(16)} wide`);
}

mkdirSync(into, { recursive: true });
// A house of its own for each: nobody else sits at the table, and the first to come is the first guest.
for (const picture of PICTURES.filter(({ name }) => names.length === 0 || names.includes(name))) {
  const server = new Server(resolve(felt!), "shipped");
  await server.start();
  const browser = await launch();
  await take(browser, server, picture).finally(async () => {
    await browser.close();
    await server.end();
  });
}
