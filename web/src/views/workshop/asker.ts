// web/src/views/workshop/asker.ts - questions about a text while it is typed: soon, one at a time, and never about a text that is old.

/** So long after a key the server is asked, whether or not typing goes on: who never pauses is answered, too. */
export const PAUSE_MS = 100;
/** And so long after it had no time. */
export const AGAIN_MS = 1500;

export interface Asks<Answer> {
  ask: (text: string) => Promise<Answer>;
  answered: (text: string, answer: Answer) => void;
  /** Whether it may be asked again by itself. */
  failed: (problem: unknown) => boolean;
}

/** Keys that come while a question is on its way make one question more, about the text as it is then: nothing queues. */
export class Asker<Answer> {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private asking = false;
  private closed = false;

  constructor(
    private text: string,
    private readonly asks: Asks<Answer>,
  ) {}

  changed(text: string): void {
    this.text = text;
    if (!this.asking && this.timer === undefined) this.askIn(PAUSE_MS);
  }

  askNow(): void {
    this.askIn(0);
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
  }

  private askIn(time: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.timer = undefined;
      void this.ask();
    }, time);
  }

  private async ask(): Promise<void> {
    if (this.asking || this.closed) return;
    this.asking = true;
    const { text } = this;
    let again = false;
    try {
      const answer = await this.asks.ask(text);
      if (!this.closed) this.asks.answered(text, answer);
    } catch (problem) {
      again = !this.closed && this.asks.failed(problem);
    }
    this.asking = false;
    if (this.closed) return;
    if (again) this.askIn(AGAIN_MS);
    else if (this.text !== text) this.askIn(0);
  }
}
