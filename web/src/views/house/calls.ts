// web/src/views/house/calls.ts - what operators ask the server, and its answers.

import { ask } from "../../api.ts";

export interface Risk {
  table: string;
  bets: number;
  up: number;
  next_event_may_cost?: number;
  all_may_cost?: number;
  limit: number;
}

export interface Bank {
  available: number;
  held: number;
  house: number;
  grants: number;
  standing: number;
}

export interface Hold {
  table?: string;
  chain?: number;
  bet: number;
  player: number;
  amount: number;
  /** Why the game does not go on by itself; not there: it is in play. */
  interrupted?: "no-table" | "paused" | "shut" | "away";
}

/** A line of the log of changes. */
export interface Change {
  when: number;
  by: number;
  name: string | null;
  what: string;
  about: string | null;
  player: number | null;
  before: unknown;
  after: unknown;
  reason: string | null;
}

/** The words that POST /api/house/tables/T takes. */
export type TableDeed = "open" | "pause" | "shut" | "void" | "limit" | "wager-open" | "wager-close" | "wager-limit";

export function changeTable(table: string, deed: TableDeed, reason: string, more: Record<string, unknown> = {}): Promise<unknown> {
  return ask("POST", `/api/house/tables/${table}`, { do: deed, reason, ...more });
}

export function voidResult(table: string, record: number, reason: string): Promise<unknown> {
  return ask("POST", `/api/house/tables/${table}/void-result`, { record, reason });
}

/** What luck says of a wager: by how rare a result at least so far from the exact edge is. */
export interface Luck {
  verdict: "unknown" | "early" | "within" | "unusual" | "hardly" | "not";
  realised?: number;
  exact?: number;
  deviation?: number;
  z?: number;
  rounds?: number;
  chance?: number;
}

export interface Edge extends Luck {
  number: number;
  wager: string;
  bets: number;
  staked: number;
  paid: number;
}

export interface Edges {
  tables: { table: string; setup: number; complete: boolean; wagers: Edge[] }[];
}

export interface Alarm extends Partial<Luck> {
  what: string;
  stands: boolean;
  time?: number;
  table?: string;
  wager?: string;
  player?: number;
  amount?: number;
  message?: string;
}

export interface Alarms {
  since: number;
  keeps: boolean;
  alarms: Alarm[];
}

/** One audit of the store: what `felt store audit` and `felt verify` said. */
export interface Audit {
  began: number;
  took_ms: number;
  by: string | null;
  verdict: "clean" | "wrong" | "failed";
  message: string;
  books: { players: number; records: number; postings: number; house: number; available: number; held: number; grants: number } | null;
  history: { tables: number; rounds: number; bets: number; shoes: number; unrevealed: number } | null;
}

export interface Audits {
  running: boolean;
  since?: number;
  due?: number;
  audits: Audit[];
}
