// web/src/pulse.ts - is there still somebody at the other end? A connection that hangs says nothing, and does not close either.
//
// It is asked after some silence, and when something else makes it doubtful; whatever comes then is a sign of life.

/** How often the clock is looked at. */
export const CHECK_MS = 1000;
const IDLE_MS = 5000;
const ANSWER_MS = 8000;
const DOUBT_MS = 3000;
/** The page itself has slept: what came meanwhile was not read yet. */
const LATE_MS = 5 * CHECK_MS;

export class Pulse {
  private heard: number;
  private checked: number;
  private asked: number | null;

  /** Of a connection that is being made, which has so much time. */
  constructor(
    private patience: number,
    private readonly clock: () => number = () => performance.now(),
  ) {
    this.heard = this.checked = this.asked = clock();
  }

  /** Something came. */
  hear(): void {
    this.heard = this.clock();
    this.asked = null;
    this.patience = ANSWER_MS;
  }

  /** Something was sent that is answered. */
  ask(): void {
    this.asked ??= this.clock();
  }

  /** Something was sent that is answered at once, if at all. */
  doubt(): void {
    this.asked = this.clock();
    this.patience = DOUBT_MS;
  }

  /** What the clock says: "ask" whether somebody is there, or nobody is. */
  check(): "well" | "ask" | "gone" {
    const now = this.clock();
    const slept = now - this.checked > LATE_MS;
    this.checked = now;
    if (slept && this.asked !== null) this.asked = now; // it has its time once more
    if (this.asked !== null) return now - this.asked > this.patience ? "gone" : "well";
    return now - this.heard > IDLE_MS ? "ask" : "well";
  }
}
