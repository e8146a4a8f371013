// web/e2e/workshop.ts - the workshop: every kind of finding comes and goes, pays are turned, and what is said is what felt says.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Browser } from "playwright-core";
import { STATEMENTS } from "../src/views/workshop/language.ts";
import { test } from "../test/tap.ts";
import { AWAY, Person } from "./browser.ts";
import type { Server } from "./server.ts";

interface Found {
  code: string;
  line: number;
  message: string;
  accepted: boolean;
}

const REJECTED = resolve(process.cwd(), "../tests/reject");

const GOOD = `sheet "Two Pays"
game baccarat with 8 decks

wager "Tiger" as tiger
  banker wins with 3-card 6   pays 20 to 1
  banker wins with 2-card 6   pays 12 to 1
  otherwise                   loses
`;

const KEYS = "# twenty letters, now";

/** The text that stands in the editor, which is what a download would be. */
async function textOf(person: Person): Promise<string> {
  const [saved] = await Promise.all([person.page.waitForEvent("download"), person.page.click("text=Download")]);
  return readFileSync((await saved.path())!, "utf8");
}

/** Somebody changes the text; then the server has answered to that, and to nothing older. */
async function changes(person: Person, change: () => Promise<void>): Promise<void> {
  await answered(person); // nothing is on its way
  const before = Number(await person.page.getAttribute(".findings", "data-answers"));
  await change();
  await person.page.waitForFunction((count) => {
    const { current, answers } = document.querySelector<HTMLElement>(".findings")?.dataset ?? {};
    return current === "yes" && Number(answers) > count;
  }, before);
}

/** As somebody who marks all and pastes something else. */
async function write(person: Person, text: string): Promise<void> {
  await person.page.click(".work-editor .cm-content");
  await person.page.keyboard.press("Control+A");
  await person.page.evaluate((wanted) => navigator.clipboard.writeText(wanted), text);
  await changes(person, () => person.page.keyboard.press("Control+V"));
}

interface Looks {
  asked: number; // about sheets
  open: number; // of them now
  most: number; // at once
  took: number[]; // milliseconds from a key to what is said of the text with it
}

/** From now on the page counts what it asks. */
function countLooks(person: Person): Promise<void> {
  return person.page.evaluate(() => {
    const real = globalThis.fetch;
    const looks: Looks = { asked: 0, open: 0, most: 0, took: [] };
    Object.assign(globalThis, { looks });
    globalThis.fetch = async (...what) => {
      if (what[0] !== "/api/sheets/look") return real(...what);
      looks.asked++;
      looks.most = Math.max(looks.most, ++looks.open);
      return real(...what).finally(() => looks.open--);
    };
    let key = 0;
    addEventListener("keydown", () => (key = performance.now()), { capture: true });
    const findings = document.querySelector<HTMLElement>(".findings")!;
    new MutationObserver(() => {
      if (findings.dataset["current"] === "yes" && key > 0) looks.took.push(Math.round(performance.now() - key));
      key = findings.dataset["current"] === "yes" ? 0 : key;
    }).observe(findings, { attributes: true });
  });
}

function looks(person: Person): Promise<Looks> {
  return person.page.evaluate(() => (globalThis as unknown as { looks: Looks }).looks);
}

async function answered(person: Person): Promise<void> {
  await person.page.waitForSelector('.findings[data-current="yes"]');
}

export function testWorkshop(browser: Browser, server: Server, felt: string): void {
  let ann: Person;
  const run = (words: string[], input: string) => spawnSync(felt, words, { input, encoding: "utf8" }).stdout;
  const oddsOf = (text: string) =>
    JSON.parse(run(["odds", "--json", "-"], text)) as { wager: string; edge: string; edge_decimal: number }[];

  test("the workshop opens with a sheet, its edges and nothing wrong", async () => {
    ann = await Person.come(browser, server);
    await ann.context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await ann.go("workshop", '.findings[data-current="yes"]');
    await write(ann, GOOD);
    assert.equal(await textOf(ann), GOOD);
    assert.match(await ann.text(".findings-sum"), /Nothing is wrong/);
    assert.equal(await ann.page.getAttribute(".figures", "data-edge"), oddsOf(GOOD)[0]!.edge);
    await ann.hasNoSeriousFault("workshop");
  });

  test("a sheet is edited into every kind of finding, and out of it", async () => {
    const begun = 'sheet "x"\naccept ';
    const codes = (JSON.parse(run(["look", "-", "--at", "2:8"], begun)) as { word: string }[]).map((each) => each.word);
    assert.ok(codes.length > 15, codes.join());
    const files = readdirSync(REJECTED).filter((name) => name.endsWith(".expect"));
    const examples = new Map(files.map((name) => [name.replace(".expect", ".felt"), readFileSync(`${REJECTED}/${name}`, "utf8")]));
    for (const code of [...codes, "syntax", "unknown-name", "type", "range", "duplicate"]) {
      const file = [...examples].find(([name, said]) => said.includes(`[${code}]`) && !/crlf|utf8|control|byte-order|tabs/.test(name));
      assert.ok(file !== undefined, `no sheet of tests/reject has ${code}`);
      const text = readFileSync(`${REJECTED}/${file[0]}`, "utf8");
      await write(ann, text);
      const wanted = (JSON.parse(run(["check", "--json", "-"], text)) as Found[]).filter((each) => !each.accepted);
      const shown = await ann.page.$$eval(".findings .finding[data-code]", (lines) =>
        lines.map((line) => [(line as HTMLElement).dataset["code"], line.textContent ?? ""]),
      );
      assert.deepEqual(
        shown.map(([found]) => found),
        wanted.map((each) => each.code),
        file[0],
      );
      wanted.forEach((each, i) => assert.ok(shown[i]![1]!.includes(each.message), `${file[0]}: ${each.message}`));
      if (wanted.some((each) => each.code === code && each.line > 0)) {
        assert.ok(
          await ann.page.evaluate(
            (name) => document.querySelector(".work-editor")!.shadowRoot!.querySelector(`.finding-${name}`) !== null,
            code,
          ),
          `${code} is not underlined`,
        );
      }
      await write(ann, GOOD);
      assert.equal(await ann.page.$(".finding"), null, `${code} stays`);
      assert.match(await ann.text(".findings-sum"), /Nothing is wrong/);
    }
  });

  test("typing is answered key by key, with one question at a time", async () => {
    await write(ann, GOOD);
    await countLooks(ann);
    await ann.page.click(".work-editor .cm-content");
    await ann.page.keyboard.press("Control+End");
    for (const key of KEYS) await changes(ann, () => ann.page.keyboard.type(key));
    const { took } = await looks(ann);
    await changes(ann, () => ann.page.keyboard.type(KEYS.repeat(4))); // as fast as the browser takes them
    const { asked, most } = await looks(ann);
    assert.ok(asked >= KEYS.length && asked <= 5 * KEYS.length, `${asked} questions for ${5 * KEYS.length} keys`);
    assert.equal(most, 1, "questions at once");
    await write(ann, GOOD);
    took.sort((a, b) => a - b);
    console.log(`# from a key to findings, card and edges: ${took[took.length >> 1]} ms in the middle, at most ${took.at(-1)} ms`);
  });

  test("a pay that is turned changes the text, and the edge is that of felt odds", async () => {
    const isExact = async (text: string) => {
      const [wanted] = oddsOf(text);
      assert.equal(await ann.page.getAttribute(".figures", "data-edge"), wanted!.edge);
      const percent = `${(100 * wanted!.edge_decimal).toFixed(4).replace("-", "\u2212")} %`;
      assert.ok((await ann.text(".figures")).includes(percent), percent);
      assert.ok((await ann.text('[data-edges="tiger"]')).includes(percent), percent);
    };
    await changes(ann, async () => {
      for (let i = 0; i < 2; i++) await ann.page.click('[aria-label="More: Tiger, banker wins with 2-card 6"]');
    });
    const stepped = GOOD.replace("12 to 1", "14 to 1");
    assert.equal(await textOf(ann), stepped);
    await isExact(stepped);
    await changes(ann, async () => {
      for (let i = 0; i < 3; i++) await ann.page.press('[aria-label="Pay of Tiger, banker wins with 3-card 6"]', "ArrowLeft");
    });
    const slid = stepped.replace("20 to 1", "17 to 1");
    assert.equal(await textOf(ann), slid);
    await isExact(slid);
    await changes(ann, () => ann.page.click('[aria-label="Less: Tiger, banker wins with 3-card 6"]'));
    await isExact(slid.replace("17 to 1", "16 to 1"));
  });

  test("a column of a paytable is turned alone", async () => {
    const text =
      'sheet "T"\ngame craps\nwager "F" as f\n  paytable  A B\n  2 or 12 rolled  pays 3, 2 to 1\n' +
      "  3, 4, 9, 10 or 11 rolled  pays 1 to 1\n  otherwise  loses\n";
    await write(ann, text);
    await ann.page.selectOption("[aria-label=Choices]", { label: "paytable B" });
    await changes(ann, () => ann.page.click('[aria-label="More: F, 2 or 12 rolled, B"]'));
    assert.equal(await textOf(ann), text.replace("3, 2 to 1", "3, 3 to 1"));
  });

  test("every statement of the language has its color", () => {
    const words = (JSON.parse(run(["look", "-", "--at", "2:1"], 'sheet "x"\n')) as { word: string }[]).map((each) => each.word);
    assert.ok(words.length >= 8, words.join());
    assert.deepEqual(
      words.filter((word) => !STATEMENTS.has(word)),
      [],
    );
  });

  test("words are completed from what the compiler looks for", async () => {
    await write(ann, `${GOOD}wager "Second" as second\n  `);
    await ann.page.keyboard.press("Control+End");
    await ann.page.keyboard.type("ban");
    await ann.page.waitForSelector(".cm-tooltip-autocomplete:not(.cm-tooltip-autocomplete-disabled) li[aria-selected] >> text=banker");
    await ann.page.waitForTimeout(150); // so long CodeMirror does not take a key for the list that has just come
    await ann.page.keyboard.press("Enter");
    await ann.page.keyboard.type(" wi");
    await ann.page.waitForSelector(".cm-tooltip-autocomplete li >> text=wins");
    await ann.page.keyboard.press("Escape");
    assert.ok((await textOf(ann)).endsWith("\n  banker wi"));
  });

  test("format is felt fmt", async () => {
    const flat = 'sheet "Flat"\ngame craps\nwager "F" as f\n2 or 12 pays 2 to 1 # both\notherwise   loses\n';
    await write(ann, flat);
    await ann.page.click("text=Format");
    await ann.page.waitForFunction(() => document.querySelector(".work-said")?.textContent === "Laid out.");
    assert.equal(await textOf(ann), run(["fmt", "-"], flat));
    await write(ann, 'sheet "no end');
    await ann.page.click("text=Format");
    await ann.page.waitForFunction(() => /cannot be divided into words/.test(document.querySelector(".work-said")?.textContent ?? ""));
  });

  test("a link carries the sheet, and a broken one says so", async () => {
    const text = GOOD.replace("Two Pays", "Für Frösche 🐸");
    await write(ann, text);
    await ann.page.click("text=Share");
    const link = await ann.page.inputValue(".shared input");
    const bob = await Person.come(browser, server);
    await bob.page.goto(link);
    await bob.page.waitForSelector('.findings[data-current="yes"]');
    assert.equal(await textOf(bob), text);
    for (const broken of [
      link.slice(0, -9),
      `${link.slice(0, -9)}AAAAAAAAA`,
      link.replace(/link\/.*/, "link/%00"),
      link.replace(/link\/.*/, "link/"),
    ]) {
      await bob.page.goto("about:blank");
      await bob.page.goto(broken);
      await bob.page.waitForSelector(".sorry");
      assert.match(await bob.text(".sorry h1"), /^This link carries no sheet/);
    }
    await bob.page.click("text=Open the workshop");
    await bob.page.waitForSelector('.findings[data-current="yes"]');
    assert.deepEqual(bob.errors, []);
    await bob.context.close();
  });

  test("the text is compared with the one it started from, on a phone, too", async () => {
    for (const size of [
      { width: 1280, height: 860 },
      { width: 360, height: 740 },
    ]) {
      const cid = await Person.come(browser, server, size);
      await cid.go("workshop", ".figures");
      await changes(cid, () => cid.page.click('[aria-label="More: Tiger, banker wins with 2-card 6"]'));
      await cid.page.waitForFunction(() => /16\.6836 %.*12\.9589 %/.test(document.querySelector('[data-edges="tiger"]')?.textContent ?? ""));
      await cid.page.click("text=Compare");
      await cid.page.waitForFunction(
        () => document.querySelector(".compare > div")?.shadowRoot?.querySelector(".cm-changedText, .cm-deletedText") != null,
      );
      await cid.page.click("text=Rule card");
      await cid.page.waitForFunction(() => /13 to 1/.test(document.querySelector(".rule-card")?.textContent ?? ""));
      await cid.doesNotScrollSideways();
      await cid.hasNoSeriousFault(`workshop at ${size.width}`);
      assert.deepEqual(cid.errors, []);
      await cid.context.close();
    }
  });

  test("one starts from a sheet of the house, and from none that there is not", async () => {
    await ann.page.waitForSelector("[aria-label='Start from another sheet'] option[value=tiger]", { state: "attached" });
    await ann.page.selectOption("[aria-label='Start from another sheet']", "tiger");
    await ann.page.waitForFunction(() => /Tiger Baccarat/.test(document.querySelector(".work-bar h1")?.textContent ?? ""));
    await answered(ann);
    assert.equal(await textOf(ann), readFileSync("../rules/tiger.felt", "utf8"));
    assert.match(await ann.text("[aria-label=Edges] header"), /as in the sheet it started from/);
    ann.expects(/status of 404/);
    await ann.go("workshop/no-such-sheet", ".sorry");
    assert.match(await ann.text(".sorry h1"), /knows no sheet of that name/);
    await ann.go("workshop", '.findings[data-current="yes"]');
  });

  test("what was written is there when one comes back, until one starts again", async () => {
    await write(ann, GOOD);
    await ann.go("", ".lobby-card");
    await ann.go("workshop", '.findings[data-current="yes"]');
    assert.equal(await textOf(ann), GOOD);
    await ann.page.reload();
    await ann.page.waitForSelector('.findings[data-current="yes"]');
    assert.equal(await textOf(ann), GOOD);
    await changes(ann, () => ann.page.click("text=Start again"));
    assert.match(await textOf(ann), /^sheet "My Tiger"/);
    assert.equal(await ann.page.$("text=Start again"), null);
  });

  test("a pay is turned and played at once, with credits that stay at the table", async () => {
    await write(
      ann,
      'sheet "Gift"\ngame baccarat with 6 or 8 decks\n\nwager "Sure" as sure\n  player wins  pays 2 to 1\n  otherwise    pays 2 to 1\n',
    );
    const own = await ann.text(".balance");
    await changes(ann, async () => {
      for (const row of ["player wins", "otherwise"]) for (let i = 0; i < 3; i++) await ann.page.click(`[aria-label="More: Sure, ${row}"]`);
    });
    await ann.page.click("text=Play it");
    await ann.page.waitForSelector('[data-wager="sure"] .spot-bet');
    await ann.page.waitForFunction(() => document.querySelector(".balance")?.textContent === "1,000.00");
    await ann.page.keyboard.press("2");
    await ann.bet("sure");
    await ann.deal();
    assert.deepEqual(
      (await ann.ledger()).map((line) => line.text),
      ["+25.00"],
    );
    await ann.page.waitForFunction(() => document.querySelector(".balance")?.textContent === "1,025.00");
    await ann.hasNoSeriousFault("private table");
    const table = ann.page.url().split("/").at(-1)!;
    assert.equal((await fetch(`${server.address}/api/tables/${table}`)).status, 404, "others see it");
    await ann.page.click(".strip >> text=Workshop");
    await ann.page.waitForSelector('.findings[data-current="yes"]');
    await ann.page.waitForFunction((wanted) => document.querySelector(".balance")?.textContent === wanted, own);
    assert.match(await textOf(ann), /player wins {2}pays 5 to 1/);
  });

  test("a sheet that needs another is played beside it, under the choices that were looked at", async () => {
    await ann.go("workshop/dice-works", ".figures");
    await ann.page.selectOption("[aria-label=Choices]", { label: "ends any-seven, paytable PT2" });
    await ann.page.click("text=Play it");
    await ann.page.waitForSelector('[data-wager="all-lows"] .spot-bet');
    assert.ok((await ann.page.$('[data-wager="pass"]')) !== null, "craps is not beside it");
    assert.match(await ann.text('[data-wager="all-lows"]'), /30/);
    await ann.page.click(".strip >> text=Workshop");
    await ann.page.waitForFunction(() => /Dice Works/.test(document.querySelector(".work-bar h1")?.textContent ?? ""));
    await ann.go("workshop", '.findings[data-current="yes"]');
  });

  test("a server that is away is a sentence, and the desk goes on when it is back", async () => {
    ann.expects(AWAY);
    await write(ann, GOOD);
    await ann.context.setOffline(true);
    await ann.page.keyboard.press("Control+End");
    await ann.page.keyboard.type("# more");
    await ann.page.waitForSelector(".work-problem");
    assert.match(await ann.text(".work-problem"), /does not answer/);
    await ann.context.setOffline(false);
    await answered(ann);
    await ann.page.waitForSelector(".work-problem", { state: "detached" });
    assert.deepEqual(ann.errors, []);
    await ann.context.close();
  });
}
