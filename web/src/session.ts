// web/src/session.ts - whose session this browser had last, so that one which is over is never taken for that of somebody new.

import { signal } from "@preact/signals";
import type { Me } from "./api.ts";

const KEY = "felt-name";

/** Somebody whose session is over: he chooses how to go on. */
export interface Gone {
  name: string; // of an account; "": a guest
  why: string;
}

export const gone = signal<Gone | null>(null);

export const ENDED = "Your session has ended.";
export const SIGNED_OUT = "You have signed out.";

/** The account that was signed in here last; "": none. */
export function lastName(): string {
  try {
    return localStorage.getItem(KEY) ?? "";
  } catch {
    return ""; // a browser that keeps nothing
  }
}

export function remember(me: Me): void {
  try {
    if (me.guest) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, me.name);
  } catch {
    // a session that ends is then that of a guest
  }
}

export function forget(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // there is nothing to forget
  }
}
