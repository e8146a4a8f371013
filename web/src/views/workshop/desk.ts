// web/src/views/workshop/desk.ts - a sheet on the desk: its text, what the server says of it, and the sheet it started from.

import { batch, signal } from "@preact/signals";
import { ask, asRefusal, Refusal } from "../../api.ts";
import { Asker } from "./asker.ts";
import { SheetEditor } from "./editor.ts";
import type { Look } from "./look.ts";

/** What one may begin with. */
export const FIRST = `sheet "My Tiger"
game baccarat with 8 decks

wager "Tiger" as tiger
  banker wins with 3-card 6  pays 20 to 1
  banker wins with 2-card 6  pays 12 to 1
  otherwise                  loses
`;

export class Desk {
  readonly text: ReturnType<typeof signal<string>>;
  readonly look = signal<Look | null>(null);
  /** The last that compiled, which is shown while a line is only half written. */
  readonly whole = signal<Look | null>(null);
  /** The answer is about the text as it stands. */
  readonly current = signal(false);
  readonly problem = signal<Refusal | null>(null);
  readonly line = signal(1);
  /** Under which choices a wager is looked at: the key of its odds. */
  readonly chosen = signal("");
  /** Counts answers, so that what is drawn from the editor is drawn again. */
  readonly answered = signal(0);
  readonly before = signal<Look | null>(null);
  editor: SheetEditor | null = null;
  private readonly asker: Asker<Look>;

  constructor(
    readonly name: string,
    readonly original: string,
    text = original,
    private readonly keep: (text: string) => void = () => undefined,
  ) {
    this.text = signal(text);
    this.asker = new Asker(text, {
      ask: lookAt,
      answered: (about, look) => this.show(about, look),
      failed: (problem) => this.fail(asRefusal(problem)),
    });
    void this.lookAtOriginal();
  }

  open(host: HTMLElement): void {
    this.editor = new SheetEditor(
      host,
      this.text.value!,
      (text) => this.changed(text),
      (line) => (this.line.value = line),
    );
    this.asker.askNow();
  }

  close(): void {
    this.asker.close();
    this.editor?.close();
    this.editor = null;
  }

  private changed(text: string): void {
    batch(() => {
      this.text.value = text;
      this.current.value = false;
    });
    this.keep(text);
    this.asker.changed(text);
  }

  private show(text: string, look: Look): void {
    if (this.text.value === text) this.editor?.show(look.findings, look.pays);
    batch(() => {
      this.problem.value = null;
      this.look.value = look;
      if (look.card !== null) this.whole.value = look;
      this.current.value = this.text.value === text;
      this.answered.value++;
    });
  }

  private fail(problem: Refusal): boolean {
    this.problem.value = problem;
    return ["too-fast", "busy", "away"].includes(problem.code);
  }

  private async lookAtOriginal(): Promise<void> {
    try {
      this.before.value = await lookAt(this.original);
    } catch {
      this.before.value = null; // then nothing is compared
    }
  }

  async format(): Promise<void> {
    const { text } = await ask<{ text: string }>("POST", "/api/sheets/format", { text: this.text.value });
    if (text !== this.text.value) this.editor?.replace(text);
  }
}

/** All that is shown of a sheet; where that takes too long, at least what is wrong with it. */
async function lookAt(text: string): Promise<Look> {
  if (text.trim() === "") return { compiles: false, good: false, findings: [], card: null, beside: null, pays: null, odds: null };
  try {
    return await ask<Look>("POST", "/api/sheets/look", { text });
  } catch (problem) {
    if (!(problem instanceof Refusal) || !["too-long", "too-much"].includes(problem.code)) throw problem;
    const check = await ask<Pick<Look, "compiles" | "good" | "findings">>("POST", "/api/sheets/check", { text });
    return { ...check, card: null, beside: null, pays: null, odds: null };
  }
}
