// web/src/results.ts - what a table has dealt, and of the shoe in play all of it: what its road is drawn from.

import { signal } from "@preact/signals";
import { ask, patiently, type TableEvent } from "./api.ts";

export interface Dealt {
  round: number;
  result: string;
  dice?: number[];
  dealt?: Record<string, string[]>;
}

/** More than the rounds of any shoe. */
const RESULTS_MAX = 200;

export function dealtOf(event: TableEvent): Dealt {
  return { round: event.round!, result: event.result!, dice: event.dice, dealt: event.dealt };
}

/** The rounds of a table from one on, as many as one answer has. */
async function roundsFrom(table: string, round: number): Promise<Dealt[]> {
  const call = () => ask<{ rounds: { events: TableEvent[] }[] }>("GET", `/api/tables/${table}/rounds?round=${round}`);
  const { rounds } = await patiently(call, () => true);
  return rounds.flatMap(({ events }) => events.filter((event) => event.event === "dealt").map(dealtOf));
}

export class Results {
  readonly list = signal<readonly Dealt[]>([]); // in their order
  private filling = false;

  constructor(private readonly from: (round: number) => Promise<readonly Dealt[]>) {}

  static of(table: string): Results {
    return new Results((round) => roundsFrom(table, round));
  }

  /** Each round once, however often it is told. */
  add(found: readonly Dealt[]): void {
    const all = new Map([...this.list.value, ...found].map((each) => [each.round, each]));
    this.list.value = [...all.values()].sort((a, b) => a.round - b.round).slice(-RESULTS_MAX);
  }

  since(first: number): Dealt[] {
    return this.list.value.filter((each) => each.round >= first);
  }

  /** Asks for what is not known of the rounds from `first` to `last`, answer by answer, for as long as that brings something. */
  async fill(first: number, last: number): Promise<void> {
    if (this.filling) return;
    this.filling = true;
    try {
      let before = 0;
      for (let round = this.missing(first, last); round > before; round = this.missing(first, last)) {
        this.add(await this.from(round));
        before = round;
      }
    } catch {
      // It is asked for again when the table is seen again.
    }
    this.filling = false;
  }

  /** The first of the rounds that is not known; 0: all are. */
  private missing(first: number, last: number): number {
    const known = new Set(this.list.value.map((each) => each.round));
    for (let round = first; round <= last; round++) if (!known.has(round)) return round;
    return 0;
  }
}
