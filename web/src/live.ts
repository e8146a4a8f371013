// web/src/live.ts - the live connection: commands with ids, tables that are watched, and a connection that comes back by itself.
//
// A command keeps its id until it is answered, on whatever connection: however often it is sent, it has one effect. A table that is watched
// goes on from the record that was seen last. A connection that hangs is given up like one that was closed.

import { effect, signal } from "@preact/signals";
import type { Balance, Bet, LiveOdds, TableEvent, TableState } from "./api.ts";
import { CHECK_MS, Pulse } from "./pulse.ts";

export interface Answer {
  ok: boolean;
  seat?: number;
  bet?: number;
  balance?: Balance;
  error?: { code: string; message: string; do: string };
}

interface Message extends Answer {
  hello?: string;
  player?: number;
  name?: string;
  answer?: number;
  table?: string;
  at?: number;
  again?: boolean;
  gone?: string; // a table that has closed for good
  state?: TableState;
  events?: TableEvent[];
  record?: Record<string, unknown>;
  now?: Partial<TableState>;
  bets?: Bet[];
  more?: boolean;
  odds?: LiveOdds;
  felt?: TableState["felt"];
  stakes?: TableState["stakes"];
}

export interface Watcher {
  state(state: TableState): void;
  events(events: TableEvent[], now?: Partial<TableState>, bets?: Bet[]): void;
  record(record: Record<string, unknown>): void;
  gone(): void;
  odds(odds: LiveOdds): void;
  felt(part: { felt?: TableState["felt"]; stakes?: TableState["stakes"] }, now?: Partial<TableState>): void;
}

interface Waiting {
  text: string;
  table: string;
  done(answer: Answer): void;
}

/** What a notice says while the connection is away. */
export const away = signal<string>("");
/** The session of the connection has ended: who plays has to begin anew. */
export const ended = signal(false);
export const balance = signal<Balance | null>(null);
/** The credits of the private table that one is at: they are its own and stay there. */
export const purse = signal<{ table: string; balance: Balance } | null>(null);

/** While cards are turned or dice roll, the balance is not shown as it will be. */
export const revealing = signal(false);
export const shownBalance = signal<Balance | null>(null);
effect(() => {
  if (!revealing.value) shownBalance.value = purse.value?.balance ?? balance.value;
});

/** Refusals that ask for the same command with the same id again. */
const AGAIN = new Set(["unavailable", "busy", "stopping", "too-fast"]);
const AGAIN_MS = 700;
const RETRY_MS = [250, 500, 1000, 2000, 4000];
/** How long a connection may take to be made; longer each time, for a server that is only slow. */
const OPEN_MS = [10000, 20000, 40000, 60000];
const GREETING_MS = 30000;
const PING = JSON.stringify({ do: "ping" });

function ofTry<T>(list: readonly T[], tries: number): T {
  return list[Math.min(tries, list.length - 1)]!;
}

export class Live {
  private socket: WebSocket | null = null;
  private tries = 0;
  private lastId = 0;
  private ended = false;
  private pulse = new Pulse(OPEN_MS[0]!);
  private retry: ReturnType<typeof setTimeout> | undefined;
  private readonly checks: ReturnType<typeof setInterval>;
  private readonly doubted = () => this.doubt();
  private readonly comesBack = () => this.connectNow();
  private waiting = new Map<number, Waiting>();
  private watched = new Map<string, { watcher: Watcher; at: number }>();
  private readonly privates = new Set<string>();

  constructor(private readonly address: string) {
    this.connect();
    this.checks = setInterval(() => this.check(), CHECK_MS);
    addEventListener("offline", this.doubted);
    addEventListener("online", this.comesBack);
    document.addEventListener("visibilitychange", this.doubted);
  }

  /** Sends a command, again after a lost connection, until it is answered. */
  send(word: string, fields: Record<string, unknown> = {}): Promise<Answer> {
    const id = this.nextId();
    const text = JSON.stringify({ do: word, id, ...fields });
    return new Promise((done) => {
      this.waiting.set(id, { text, table: String(fields["table"] ?? ""), done });
      this.put(text);
    });
  }

  /** From the record on that was seen last; -1: from now on. */
  watch(table: string, watcher: Watcher, at = -1): void {
    this.watched.set(table, { watcher, at });
    this.putWatch(table);
  }

  /** The record of it that was seen last. */
  unwatch(table: string): number {
    const at = this.watched.get(table)?.at ?? -1;
    this.watched.delete(table);
    if (purse.value?.table === table) purse.value = null;
    this.say(JSON.stringify({ do: "unwatch", table }));
    return at;
  }

  available(): number {
    return (purse.value?.balance ?? balance.value)?.available ?? 0;
  }

  close(): void {
    this.ended = true;
    purse.value = null;
    clearInterval(this.checks);
    clearTimeout(this.retry);
    removeEventListener("offline", this.doubted);
    removeEventListener("online", this.comesBack);
    document.removeEventListener("visibilitychange", this.doubted);
    this.socket?.close();
  }

  /** Ids grow, also from one page to the next. */
  private nextId(): number {
    this.lastId = Math.max(this.lastId + 1, Date.now() * 1000 + Math.floor(Math.random() * 1000));
    return this.lastId;
  }

  /** What is not answered. */
  private say(text: string): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(text);
    return true;
  }

  /** What is answered. */
  private put(text: string): void {
    if (this.say(text)) this.pulse.ask();
  }

  /** Live odds are asked for as well; a table that does not tell them says so, and that is all. */
  private putWatch(table: string): void {
    this.put(this.watchText(table));
    this.put(JSON.stringify({ do: "odds", table, on: true }));
  }

  /** What was seen last is older than what the house still has: the state of the tables is all that counts. */
  private watchAnew(): void {
    for (const [table, watched] of this.watched) {
      watched.at = -1;
      this.putWatch(table);
    }
  }

  private watchText(table: string): string {
    const at = this.watched.get(table)?.at ?? -1;
    return JSON.stringify(at < 0 ? { do: "watch", table } : { do: "watch", table, from: at });
  }

  private connect(): void {
    const socket = new WebSocket(this.address);
    this.socket = socket;
    this.pulse = new Pulse(ofTry(OPEN_MS, this.tries));
    socket.onopen = () => {
      if (this.socket !== socket) return;
      this.tries = 0;
      away.value = "";
      for (const table of this.watched.keys()) this.putWatch(table);
      for (const { text } of this.waiting.values()) this.put(text);
    };
    socket.onmessage = (event) => {
      if (this.socket !== socket) return;
      this.pulse.hear();
      for (const message of JSON.parse(event.data as string) as Message[]) if (!this.ended) this.take(message);
    };
    socket.onclose = () => this.lose(socket);
  }

  /** The connection is away, and tried again after a while. Whatever the old one still says is nobody's affair. */
  private lose(socket: WebSocket): void {
    if (this.ended || this.socket !== socket) return;
    this.socket = null;
    away.value = "The connection is away. Bets that were accepted are safe; it is coming back.";
    this.retry = setTimeout(() => this.connect(), ofTry(RETRY_MS, this.tries++));
  }

  private connectNow(): void {
    if (this.socket !== null) return;
    clearTimeout(this.retry);
    this.connect();
  }

  private check(): void {
    const socket = this.socket;
    const says = socket === null ? "well" : this.pulse.check();
    if (says === "ask") this.put(PING);
    if (says !== "gone" || socket === null) return;
    this.lose(socket);
    socket.close();
  }

  /** The network may have gone, or the page is seen again after a long time. */
  private doubt(): void {
    if (this.say(PING)) this.pulse.doubt();
  }

  private take(message: Message): void {
    const table = message.table ?? this.waiting.get(message.answer ?? 0)?.table ?? "";
    this.tell(message);
    if (message.state?.private === true) this.privates.add(table);
    const told = message.balance ?? message.state?.balance;
    if (told === undefined) return;
    if (!this.privates.has(table)) balance.value = told;
    else if (this.watched.has(table)) purse.value = { table, balance: told };
  }

  private tell(message: Message): void {
    if (message.error?.code === "session-ended") ended.value = true;
    if (message.error?.code === "retired") this.watchAnew();
    if (message.gone !== undefined) this.watched.get(message.gone)?.watcher.gone();
    if (message.answer !== undefined) this.answered(message.answer, message);
    const watched = message.table === undefined ? undefined : this.watched.get(message.table);
    if (watched === undefined) return;
    const seen = message.at !== undefined && message.at <= watched.at && message.state === undefined;
    if (message.at !== undefined) watched.at = Math.max(watched.at, message.at);
    if (seen) return;
    if (message.more === true) this.putWatch(message.table!);
    if (message.events !== undefined) watched.watcher.events(message.events, message.now, message.bets);
    if (message.record !== undefined) watched.watcher.record(message.record);
    if (message.state !== undefined) watched.watcher.state(message.state);
    else if (message.felt !== undefined || message.stakes !== undefined) watched.watcher.felt(message, message.now);
    if (message.odds !== undefined) watched.watcher.odds(message.odds);
  }

  private answered(id: number, message: Message): void {
    const waiting = this.waiting.get(id);
    if (waiting === undefined) return;
    if (!message.ok && AGAIN.has(message.error?.code ?? "")) {
      setTimeout(() => this.waiting.has(id) && this.put(waiting.text), AGAIN_MS);
      return;
    }
    this.waiting.delete(id);
    waiting.done(message);
  }
}

/** Who the session of this browser belongs to; 0: nobody. The greeting of a connection says it, where a call would be refused. */
export function whoIsThere(address: string): Promise<number> {
  return new Promise((found, failed) => {
    const socket = new WebSocket(address);
    const late = setTimeout(() => (failed(new Error("no greeting in time")), socket.close()), GREETING_MS);
    socket.onmessage = (event) => {
      clearTimeout(late);
      found(((JSON.parse(event.data as string) as Message[])[0]?.player ?? 0) as number);
      socket.close();
    };
    socket.onclose = () => failed(new Error("no greeting"));
  });
}
