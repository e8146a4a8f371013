// web/e2e/pictures.ts - the pictures of docs/page.md and the README, each of a view in use. Run in web/: npm run pictures FELT [FOLDER [NAME...]]
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
  await play(person, 0, () => chips(person, "player", "banker", "super-7", "golden-dragon-7"), '[data-wager="banker"].won');
  await person.page.keyboard.press("3");
  await chips(person, "banker");
}

async function craps(person: Person): Promise<void> {
  await person.sitAt("craps");
  await person.page.keyboard.press("2");
  const some = () => chips(person, "pass", "come", "field", "all-lows", "all-highs", "repeat-6-6x", "high-roller");
  await play(person, 4, some, '.number.on ~ .number .travelled, .number .travelled');
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
  await person.go("odds/golden-bacc/super-7", ".odds-table");
  await person.page.waitForSelector(".spread-words");
}

async function workshop(person: Person): Promise<void> {
  await person.go("workshop", '.findings[data-current="yes"]');
  await person.page.waitForSelector(".pays-table, .work-pays, .findings li, .findings-sum");
}

async function lobby(person: Person): Promise<void> {
  for (const table of ["baccarat", "golden-frog", "golden-dragon"]) {
    await person.sitAt(table);
    await play(person, 12, () => chips(person, "player"), ".stage");
  }
  await person.go("", ".small-road");
}

async function house(person: Person): Promise<void> {
  const guest = await Person.come(person.context.browser()!, person.server);
  await guest.sitAt("baccarat");
  await chips(guest, "player", "tie");
  await guest.context.close();
  await signIn(person);
  await person.go("house", "[data-table=baccarat] .house-status");
  await person.page.waitForFunction(() => document.querySelector('[data-table="baccarat"] .bets')?.textContent === "2");
}

const PICTURES: Picture[] = [
  { name: "baccarat", size: WIDE, show: baccarat },
  { name: "craps", size: { width: 1280, height: 1060 }, show: craps },
  { name: "phone", size: PHONE, show: baccarat },
  { name: "phone-craps", size: PHONE, show: craps },
  { name: "history", size: { width: 1280, height: 980 }, show: history },
  { name: "odds", size: { width: 1280, height: 1010 }, show: odds },
  { name: "workshop", size: { width: 1280, height: 880 }, show: workshop },
  { name: "lobby", size: WIDE, show: lobby },
  { name: "house", size: WIDE, show: house },
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
