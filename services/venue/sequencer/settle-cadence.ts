/** Mean time between the latest blocks. */

/** Distances between blocks that the mean is made of. */
const KEPT = 100;

export class SettleCadence {
  readonly #times: number[] = [];

  /** Records the time of the newest block; returns the mean distance in milliseconds, null before two blocks. */
  add(time: number): number | null {
    const times = this.#times;
    times.push(time);
    if (times.length > KEPT + 1) times.shift();
    const first = times[0] ?? time;
    return times.length < 2 ? null : toMicroseconds((time - first) / (times.length - 1));
  }
}

/** Milliseconds with three decimals: clocks are no more precise. */
export function toMicroseconds(milliseconds: number): number {
  return Math.round(milliseconds * 1_000) / 1_000;
}
