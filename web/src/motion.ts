// web/src/motion.ts - whether cards and dice move: as the system says, unless the player has turned it off here.

import { effect, signal } from "@preact/signals";

const KEY = "felt-motion";
const system = matchMedia("(prefers-reduced-motion: reduce)");

function kept(): boolean {
  try {
    return localStorage.getItem(KEY) === "off";
  } catch {
    return false; // a browser that keeps nothing
  }
}

/** The player wants nothing to move. */
export const motionOff = signal(kept());

effect(() => {
  document.documentElement.classList.toggle("still", motionOff.value);
  try {
    if (motionOff.value) localStorage.setItem(KEY, "off");
    else localStorage.removeItem(KEY);
  } catch {
    // it holds until the page is closed
  }
});

export function isStill(): boolean {
  return motionOff.value || system.matches || document.hidden;
}
