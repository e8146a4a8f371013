// web/e2e/target.ts - a target edge in the workshop: paytables are proposed, and the one that is chosen goes into the sheet.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import type { Browser } from "playwright-core";
import { test } from "../test/tap.ts";
import { Person } from "./browser.ts";
import type { Server } from "./server.ts";

const SHEET = `sheet "Beat"
game baccarat with 6 or 8 decks

wager "Tie" as tie
  tie        pays 8 to 1
  otherwise  loses

wager "Bad Beat" as bad-beat
  either wins with 3-card 9 over 3-card 8    pays 40 to 1
  either wins with natural 9 over natural 8  pays 10 to 1
  either wins with any 8 over any 7          pays 5 to 1
  either wins with any 7 over any 6          pays 4 to 1
  otherwise either wins by 1                 pays 1 to 1
  otherwise                                  loses
`;

export function testTarget(browser: Browser, server: Server, felt: string): void {
  let ann: Person;

  test("a target edge proposes paytables that felt design finds", async () => {
    ann = await Person.come(browser, server);
    ann.expects(/status of 422/); // while the sheet is half pasted
    await ann.context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await ann.go("workshop", '.findings[data-current="yes"]');
    await ann.page.click(".work-editor .cm-content");
    await ann.page.keyboard.press("Control+A");
    await ann.page.evaluate((wanted) => navigator.clipboard.writeText(wanted), SHEET);
    await ann.page.keyboard.press("Control+V");
    await ann.page.waitForSelector('[data-wager="bad-beat"]');
    await ann.page.click(".target form button");
    await ann.page.waitForSelector(".target-list tbody tr");
    const words = ["design", "-", "--wager", "bad-beat", "--edge", "5%..8%", "--pays", "casino", "--json"];
    const wanted = JSON.parse(spawnSync(felt, words, { input: SHEET, encoding: "utf8" }).stdout) as {
      count: number;
      best: { pays: number[] };
      lines: { row: number }[];
    };
    assert.match(await ann.text(".target .work-note"), new RegExp(`^${wanted.count.toLocaleString("en")} paytables meet it`));
    const rows = wanted.lines.map((line, i) => [line.row, wanted.best.pays[i]!] as const).sort((a, b) => a[0] - b[0]);
    assert.match(await ann.text(".target-list tbody tr th"), new RegExp(`^${rows.map((each) => each[1]).join(", ")}`));
    await ann.hasNoSeriousFault("workshop with a target");
  });

  test("the one that is chosen goes into the sheet, and its edge is shown", async () => {
    const pays = (await ann.text(".target-list tbody tr th")).replace("best", "").trim().split(", ");
    await ann.page.click(".target-list tbody tr button");
    await ann.page.waitForSelector(".target-list tr.used");
    await ann.page.waitForFunction(
      (wanted) => Array.from(document.querySelectorAll(".work-rows .turn-number"), (each) => each.textContent).join() === wanted,
      pays.join(),
    );
  });

  test("what a counter wins can be bounded, and is shown of each", async () => {
    await ann.page.fill('[aria-label="What a card counter wins at most, units a shoe"]', "0.1");
    await ann.page.click(".target form button");
    await ann.page.waitForSelector(".target-list thead th:nth-child(4):text-is('a counter wins')");
    const words = ["--wager", "bad-beat", "--edge", "5%..8%", "--pays", "casino", "--exposure", "0.1", "--shoes", "500", "--json"];
    const wanted = JSON.parse(spawnSync(felt, ["design", "-", ...words], { input: SHEET, encoding: "utf8" }).stdout) as { count: number };
    assert.match(await ann.text(".target .work-note"), new RegExp(`^${wanted.count.toLocaleString("en")} paytables meet it`));
    const cells = await ann.page.$$eval(".target-list tbody td:nth-child(4)", (all) => all.map((cell) => cell.textContent!));
    const shown = cells.map(parseFloat);
    assert.ok(shown.length > 0 && shown.every((each) => each <= 0.1), String(shown));
    await ann.hasNoSeriousFault("workshop with a bound for counters");
    await ann.page.fill('[aria-label="What a card counter wins at most, units a shoe"]', "much");
    await ann.page.click(".target form button");
    assert.match(await ann.text('.target [role="alert"]'), /a number of units/);
    await ann.page.fill('[aria-label="What a card counter wins at most, units a shoe"]', "");
  });

  test("what nothing meets is said in a sentence", async () => {
    await ann.page.fill('[aria-label="Lowest edge, per cent"]', "90");
    await ann.page.fill('[aria-label="Highest edge, per cent"]', "95");
    await ann.page.click(".target form button");
    await ann.page.waitForFunction(() => /even with every pay at its lowest/.test(document.querySelector(".target .work-note")?.textContent ?? ""));
    await ann.page.fill('[aria-label="Highest edge, per cent"]', "9");
    await ann.page.click(".target form button");
    assert.match(await ann.text('.target [role="alert"]'), /ends below where it begins/);
    await ann.context.close();
  });
}
