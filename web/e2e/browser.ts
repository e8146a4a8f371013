// web/e2e/browser.ts - Chromium, people in it, and what they see of a table.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import type { Server } from "./server.ts";

const AXE = readFileSync("node_modules/axe-core/axe.min.js", "utf8");
const PLACES = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-sync"];

export function findBrowser(): string | undefined {
  return PLACES.find((place) => existsSync(place));
}

export function launch(): Promise<Browser> {
  return chromium.launch({ executablePath: findBrowser()!, args: [...FLAGS, "--disable-component-update"] });
}

/** What is shown of a bet that was decided: its number, and the amount. */
export interface Shown {
  bet: number;
  text: string;
}

/** What the browser itself says of a server that is away. */
export const AWAY = /WebSocket connection|net::ERR_/;

/** So much slower than this machine the browser's pages are, for who looks for tests that depend on its speed. */
const THROTTLE = Number(process.env["FELT_THROTTLE"] ?? 1);

/** Somebody at a browser. Errors of the page are kept, but for those that are expected. */
export class Person {
  readonly errors: string[] = [];
  /** Of calls that are refused the browser itself says so: those of a wrong sheet, and those of a server that is busy and asked again. */
  private readonly expected = [/status of (422|429|503)/];

  private constructor(
    readonly context: BrowserContext,
    readonly page: Page,
    readonly server: Server,
  ) {
    page.setDefaultTimeout(240000); // for a machine that has much else to do
    page.on("console", (message) => message.type() === "error" && this.hears(message.text()));
    page.on("pageerror", (error) => this.errors.push(error.message));
  }

  private hears(text: string): void {
    if (!this.expected.some((pattern) => pattern.test(text))) this.errors.push(text);
  }

  /** From now on: the browser says such a thing some time after it happened, so there is no moment from which on it would be wrong again. */
  expects(pattern: RegExp): void {
    this.expected.push(pattern);
  }

  private static async at(context: BrowserContext, server: Server): Promise<Person> {
    const page = await context.newPage();
    if (THROTTLE > 1) await (await context.newCDPSession(page)).send("Emulation.setCPUThrottlingRate", { rate: THROTTLE });
    return new Person(context, page, server);
  }

  static async come(
    browser: Browser,
    server: Server,
    size = { width: 1280, height: 860 },
    reducedMotion: "reduce" | "no-preference" = "reduce",
  ): Promise<Person> {
    const context = await browser.newContext({ viewport: size, reducedMotion });
    return Person.at(context, server);
  }

  /** Somebody at a phone of 360 px. */
  static async withFingers(browser: Browser, server: Server): Promise<Person> {
    const context = await browser.newContext({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, reducedMotion: "reduce" });
    return Person.at(context, server);
  }

  /** A second tab of the same player. */
  tab(): Promise<Person> {
    return Person.at(this.context, this.server);
  }

  /** The view that was there before is not taken for the one that is asked for, which may have the same things in it. */
  async go(place: string, waitFor: string): Promise<void> {
    await this.page.goto(`${this.server.address}/#/${place}`);
    await this.page.waitForSelector(`main[data-place="/${place}"]`);
    await this.page.waitForSelector(waitFor);
  }

  async sitAt(table: string): Promise<void> {
    await this.go(`table/${table}`, ".spot-bet");
  }

  /** A chip on a spot. While a shoe is made no bet is taken, and the table says so: then the chip is tried again. */
  async bet(wager: string): Promise<void> {
    for (let tries = 1; !(await this.putsChip(wager)); tries++) if (tries === 50) throw new Error(`${wager}: ${await this.text(".said-line")}`);
  }

  /** Is the chip on the spot? No: the table has said something; what it had said before is over when the chip is put. */
  private async putsChip(wager: string): Promise<boolean> {
    const before = await this.text(`[data-wager="${wager}"] .stack`);
    await this.page.click(`[data-wager="${wager}"] .spot-bet[aria-disabled="false"]`);
    await this.page.waitForTimeout(50); // for the page to draw that it has heard the click; a frame never comes to a tab that is behind another
    const seen = await this.page.waitForFunction(
      ([name, stack]) => {
        if (!["", stack].includes(document.querySelector(`[data-wager="${name}"] .stack`)?.textContent ?? "")) return "placed";
        return (document.querySelector(".said-line")?.textContent ?? "").trim() === "" ? "" : "said";
      },
      [wager, before] as const,
    );
    return (await seen.jsonValue()) === "placed";
  }

  /** Waits for words that the table says to the player. */
  async isTold(words: RegExp): Promise<void> {
    const { source, flags } = words;
    await this.page.waitForFunction(([s, f]) => new RegExp(s!, f).test(document.querySelector(".said-line")?.textContent ?? ""), [source, flags] as const);
  }

  async seesBet(wager: string): Promise<void> {
    await this.page.waitForSelector(`[data-wager="${wager}"] .stack`, { state: "attached" });
  }

  /** A chip on every spot that takes one now, but for wagers that were bet on before; and those that did not take it. */
  betOnAll(but: readonly string[] = []): Promise<{ taken: string[]; refused: string[] }> {
    return this.page.evaluate(async (before) => {
      const taken: string[] = [];
      const refused: string[] = [];
      for (const spot of Array.from(document.querySelectorAll<HTMLElement>(".spot"))) {
        const button = spot.querySelector<HTMLButtonElement>(".spot-bet")!;
        if (button.getAttribute("aria-disabled") === "true" || spot.querySelector(".stack") !== null) continue;
        if (before.includes(spot.dataset["wager"]!.replace(/ on .*/, ""))) continue;
        button.click();
        const until = Date.now() + 60000;
        while (spot.querySelector(".stack") === null && spot.isConnected && Date.now() < until) await new Promise((go) => setTimeout(go, 8));
        const name = spot.dataset["wager"]!;
        if (spot.querySelector(".stack") !== null) taken.push(name);
        else refused.push(`${name}: ${document.querySelector(".said-line")?.textContent ?? ""}`);
      }
      return { taken, refused };
    }, but);
  }

  round(): Promise<number> {
    return this.page.evaluate(() => Number(document.querySelector<HTMLElement>(".stage")?.dataset["round"] ?? 0));
  }

  async deal(): Promise<void> {
    const before = await this.round();
    await this.page.click(".controls .big:enabled");
    await this.sees(before + 1);
  }

  /** Waits for a round to be over on this page. */
  async sees(round: number): Promise<void> {
    await this.page.waitForFunction((wanted) => Number(document.querySelector<HTMLElement>(".stage")?.dataset["round"] ?? 0) >= wanted, round);
  }

  ledger(): Promise<Shown[]> {
    return this.page.evaluate(() =>
      Array.from(document.querySelectorAll<HTMLElement>(".ledger [data-bet]")).map((row) => ({
        bet: Number(row.dataset["bet"]),
        text: row.querySelector("dd")?.textContent ?? "",
      })),
    );
  }

  text(selector: string): Promise<string> {
    return this.page.evaluate((wanted) => document.querySelector(wanted)?.textContent ?? "", selector);
  }

  balance(): Promise<string> {
    return this.text(".balance");
  }

  me(): Promise<{ player: number; balance: { available: number; held: number } }> {
    return this.page.evaluate(async () => (await fetch("/api/me")).json() as Promise<never>);
  }

  own(table: string): Promise<{ round: number; bets: { bet: number; wager: string; stake: number }[] }> {
    return this.page.evaluate(async (name) => (await fetch(`/api/tables/${name}`)).json() as Promise<never>, table);
  }

  async hasNoSeriousFault(where: string): Promise<void> {
    await this.page.evaluate(AXE);
    const found = await this.page.evaluate(async () => {
      const axe = (globalThis as unknown as { axe: { run(): Promise<{ violations: never[] }> } }).axe;
      const { violations } = await axe.run();
      return (violations as { id: string; impact: string; nodes: { html: string; failureSummary: string }[] }[])
        .filter((each) => each.impact === "serious" || each.impact === "critical")
        .map((each) => `${each.id}: ${each.nodes.slice(0, 3).map((node) => `${node.html.slice(0, 160)} ${node.failureSummary}`).join(" | ")}`);
    });
    assert.deepEqual(found, [], where);
  }

  async doesNotScrollSideways(): Promise<void> {
    assert.ok(await this.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "the page scrolls sideways");
  }
}
