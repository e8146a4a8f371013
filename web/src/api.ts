// web/src/api.ts - HTTP calls of the server, and the one shape in which it says no.

import { asSentence } from "./words.ts";

/** What to do, where the server's advice is for programs. */
const INSTEAD: Record<string, string> = {
  "no-table": "Choose one of the tables.",
  "no-round": "Choose one of the rounds that were dealt.",
  "no-sheet": "Choose one of the sheets.",
  "no-wager": "Choose one of the wagers.",
};

/** What is wrong and what to do, each a sentence, however the server wrote it. */
export class Refusal extends Error {
  readonly advice: string;

  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    advice: string,
  ) {
    super(asSentence(message));
    this.advice = INSTEAD[code] ?? asSentence(advice);
  }

  /** Both, for a line of text. */
  get words(): string {
    return [this.message, this.advice].filter((part) => part !== "").join(" ");
  }
}

/** What was thrown as a refusal; what is none of the server's is a fault of the page. */
export function asRefusal(problem: unknown): Refusal {
  return problem instanceof Refusal ? problem : new Refusal(0, "error", String(problem), "Load the page again.");
}

export async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(path, {
      method,
      credentials: "same-origin",
      headers: body === undefined ? {} : { "Content-Type": "application/json" },
      body: body === undefined ? (method === "GET" ? undefined : "") : JSON.stringify(body),
    });
  } catch {
    throw new Refusal(0, "away", "The server does not answer.", "Look whether it runs, and try again.");
  }
  const text = await answer.text();
  if (answer.ok) return (text.startsWith("{") || text.startsWith("[") ? JSON.parse(text) : text) as T;
  try {
    const error = (JSON.parse(text) as { error: { code: string; message: string; do: string } }).error;
    throw new Refusal(answer.status, error.code, error.message, error.do);
  } catch (problem) {
    if (problem instanceof Refusal) throw problem;
    throw new Refusal(answer.status, "error", `The server answered ${answer.status}.`, "Try again.");
  }
}

/** Refusals of a server that has too much to do now: by the wall's clock even a small sheet may take too long then. */
const PASSING = new Set(["busy", "too-fast", "unavailable", "too-long"]);
const TRIES = 5;
const PAUSE_MS = 1500;

/** Asks again some times, while the answer is still wanted, where the server might only be busy. */
export async function patiently<T>(question: () => Promise<T>, wanted: () => boolean): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await question();
    } catch (problem) {
      if (tries === TRIES || !wanted() || !(problem instanceof Refusal) || !PASSING.has(problem.code)) throw problem;
    }
    await new Promise((go) => setTimeout(go, PAUSE_MS));
  }
}

export interface Balance {
  available: number;
  held: number;
}

export interface Me {
  player: number;
  name: string;
  guest: boolean;
  operator: boolean;
  balance: Balance;
  excluded_until?: number;
  limits?: Record<string, { now: number | null; next?: number | null; from?: number }>;
  today?: { staked: number; returned: number; played_ms: number };
}

export interface Result {
  round: number;
  result: string;
  dice?: number[];
  dealt?: Record<string, string[]>;
}

export interface TableHead {
  table: string;
  name: string;
  game: string;
  sheets: string[];
  seats: number;
  pace: "on-demand" | "timed";
  betting_s: number;
  rest_s: number;
  min: number;
  max: number;
  offered: number;
  not_offered: number;
  private?: boolean;
  here: boolean;
  elsewhere?: string;
  status: "open" | "paused" | "shut";
  stage: "betting" | "dealing";
  seat_max?: number;
  round_max?: number;
  event_max?: number;
  /** It was opened while the server ran. */
  opened?: boolean;
  seated: number;
  round: number;
  hand: number;
  hand_events: number;
  shoe: number;
  phase?: string;
  point?: number;
  recent: Result[];
}

export interface Bet {
  bet: number;
  wager: string;
  stake: number;
  held: number;
  stays: boolean;
  off: boolean;
  moved?: boolean;
  progress?: string;
  has?: Memory[];
  next?: number[]; // rows by which the next event may decide it
}

/** What a wager remembers: totals that have come, or how often something has happened. */
export interface Memory {
  kind: "point" | "come" | "count";
  name: string;
  most?: number;
  value?: number | null;
}

export interface Seat {
  seat: number;
  player: number;
  name?: string;
  leaving?: boolean;
}

/** The shoe in play. */
export interface ShoeCards {
  first_round: number;
  all: number;
  left: number;
  behind_cut: number;
  cut_out: boolean;
  rounds_left?: number; // once the cut card is out
  cut_rule: string;
  cut_words: string; // what the rule says
  burn: string;
  burned: number;
  shown?: string; // at the burn
}

export interface TableState extends TableHead {
  balance?: Balance;
  seq: number;
  shooter: number;
  time: number;
  closes?: number;
  players: Seat[];
  bets?: Bet[];
  up: number;
  felt?: { seat: number; bet: number; wager: string; stake: number }[];
  stakes?: { wager: string; stake: number }[];
  fair?: { shoe: number; stage: string; commitment: string; clients: number };
  cards?: ShoeCards;
}

/** Exact odds: a fraction, and its decimals. */
export interface LiveOdds {
  after_round: number;
  wagers: { wager: string; edge?: string; edge_decimal?: number }[];
  standing?: { bet: number; worth?: string; worth_decimal?: number }[];
}

export interface Row {
  row: number;
  when: string;
  pays: string;
  kind: "loses" | "pushes" | "wins" | "unset" | "stays" | "undefined";
  short?: string;
  win?: [number, number];
  commission?: [number, number];
  cites?: string;
}

export interface Wager {
  number: number;
  wager: string;
  name: string;
  sheet: string;
  group?: string;
  side?: string;
  open: boolean;
  closed?: string;
  cites?: string;
  needs?: string[];
  points?: number[];
  placed?: string;
  placed_with?: string;
  stands?: boolean;
  may?: string[];
  needs_words?: string;
  most_words?: string;
  may_words?: string;
  vig_words?: string;
  remembers?: Memory[];
  reason?: string;
  min: number;
  max: number;
  chip: number;
  edge?: string;
  edge_percent?: string;
  rows: Row[];
}

export interface TableEvent {
  seq: number;
  time: number;
  event: string;
  player?: number;
  name?: string;
  seat?: number;
  bet?: number;
  wager?: string;
  amount?: number;
  held?: number;
  stays?: boolean;
  again?: number;
  action?: string;
  stake?: number;
  back?: number;
  lost?: number;
  winnings?: number;
  commission?: number;
  paid?: number;
  returned?: boolean;
  taken_down?: boolean;
  voided?: boolean;
  row?: number;
  when?: string;
  cites?: string;
  pays?: string;
  round?: number;
  result?: string;
  dice?: number[];
  dealt?: Record<string, string[]>;
  status?: string;
  shoe?: number;
  min?: number;
  max?: number;
  reason?: string;
}
