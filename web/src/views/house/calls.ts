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
  players: number;
  postings: number;
  standing: number;
}

export interface Hold {
  table?: string;
  chain?: number;
  bet: number;
  player: number;
  amount: number;
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
export type TableDeed = "open" | "pause" | "shut" | "void" | "wager-open" | "wager-close" | "wager-limit";

export function changeTable(table: string, deed: TableDeed, reason: string, more: Record<string, unknown> = {}): Promise<unknown> {
  return ask("POST", `/api/house/tables/${table}`, { do: deed, reason, ...more });
}

export function voidResult(table: string, record: number, reason: string): Promise<unknown> {
  return ask("POST", `/api/house/tables/${table}/void-result`, { record, reason });
}
