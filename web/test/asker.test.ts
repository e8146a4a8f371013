// web/test/asker.test.ts - typing is answered soon, key by key, however fast it is and however slow the server.
import assert from "node:assert/strict";
import { AGAIN_MS, Asker, PAUSE_MS } from "../src/views/workshop/asker.ts";
import { test } from "./tap.ts";

const SOON_MS = 250;

/** Timers that go off when the test says so. */
class Clock {
  now = 0;
  private timers = new Map<number, { at: number; go: () => void }>();
  private last = 0;

  later(go: () => void, ms: number): number {
    this.timers.set(++this.last, { at: this.now + ms, go });
    return this.last;
  }

  never(timer: number | undefined): void {
    if (timer !== undefined) this.timers.delete(timer);
  }

  async until(time: number): Promise<void> {
    for (;;) {
      const due = [...this.timers].filter(([, timer]) => timer.at <= time).sort(([a, one], [b, other]) => one.at - other.at || a - b)[0];
      if (due === undefined) break;
      this.timers.delete(due[0]);
      this.now = due[1].at;
      due[1].go();
      for (let i = 0; i < 20; i++) await Promise.resolve(); // what waits for it goes on
    }
    this.now = time;
  }
}

async function withClock(body: (clock: Clock) => Promise<void>): Promise<void> {
  const real = [globalThis.setTimeout, globalThis.clearTimeout] as const;
  const clock = new Clock();
  globalThis.setTimeout = ((go: () => void, ms: number) => clock.later(go, ms)) as unknown as typeof setTimeout;
  globalThis.clearTimeout = ((timer: number | undefined) => clock.never(timer)) as unknown as typeof clearTimeout;
  await body(clock).finally(() => ([globalThis.setTimeout, globalThis.clearTimeout] = real));
}

/** A server that answers after `ms`, or has no time for the first `busy` questions. */
class Answers {
  asked: number[] = []; // how long the text was
  answered: { length: number; at: number }[] = [];
  open = 0;
  most = 0;
  readonly asker: Asker<string>;

  constructor(clock: Clock, ms: number, busy = 0) {
    this.asker = new Asker<string>("", {
      ask: (text) =>
        new Promise((good, bad) => {
          this.asked.push(text.length);
          this.most = Math.max(this.most, ++this.open);
          const fails = this.asked.length <= busy;
          clock.later(() => (this.open--, fails ? bad(new Error("busy")) : good(text)), ms);
        }),
      answered: (text) => this.answered.push({ length: text.length, at: clock.now }),
      failed: () => true,
    });
  }

  /** Types `keys` letters, one every `pause`. */
  async type(clock: Clock, keys: number, pause: number): Promise<number[]> {
    const at: number[] = [];
    for (let i = 1; i <= keys; i++) {
      at.push(clock.now);
      this.asker.changed("x".repeat(i));
      await clock.until(clock.now + pause);
    }
    await clock.until(clock.now + 10000);
    return at;
  }
}

test("each key is answered within a quarter of a second, however fast one types", async () => {
  for (const pause of [5, 30, 90, 99, 100, 101, 140, 600])
    for (const answer of [1, 20, 70, 120])
      await withClock(async (clock) => {
        const server = new Answers(clock, answer);
        const keys = await server.type(clock, 60, pause);
        keys.forEach((at, i) => {
          const shown = server.answered.find((each) => each.length >= i + 1)!.at - at;
          assert.ok(shown <= SOON_MS, `${pause} ms between keys, ${answer} ms to answer: key ${i} after ${shown} ms`);
        });
        assert.equal(server.most, 1);
        assert.ok(server.asked.length <= 60);
      });
});

test("a slow server is asked one thing at a time, and the last text is what it answers last", async () => {
  await withClock(async (clock) => {
    const server = new Answers(clock, 700);
    await server.type(clock, 100, 30); // three seconds
    assert.equal(server.most, 1);
    assert.ok(server.asked.length <= 6, `${server.asked.length} questions for 100 keys`);
    assert.equal(server.answered.at(-1)!.length, 100);
    assert.equal(new Set(server.asked).size, server.asked.length, "one text was asked about twice");
  });
});

test("a server that has no time is asked again later, and not at every key", async () => {
  await withClock(async (clock) => {
    const server = new Answers(clock, 10, 1);
    await server.type(clock, 20, 30);
    assert.deepEqual(server.asked, [Math.floor(PAUSE_MS / 30) + 1, 20]);
    assert.equal(server.answered[0]!.at, PAUSE_MS + 10 + AGAIN_MS + 10);
  });
});

test("who leaves asks no more", async () => {
  await withClock(async (clock) => {
    const server = new Answers(clock, 50);
    server.asker.changed("x");
    await clock.until(PAUSE_MS + 10); // it is on its way
    server.asker.changed("xy");
    server.asker.close();
    await clock.until(10000);
    assert.deepEqual([server.asked, server.answered], [[1], []]);
  });
});
