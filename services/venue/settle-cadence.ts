/** How often blocks are made durable, of the latest ones. */

/** Distances between blocks that the mean is made of. */
const KEPT = 100;

export class SettleCadence {
  private readonly times: number[] = [];

  /** Takes the time of the newest block; answers the mean distance in milliseconds, null before two blocks. */
  add(time: number): number | null {
    const { times } = this;
    times.push(time);
    if (times.length > KEPT + 1) times.shift();
    const first = times[0] ?? time;
    return times.length < 2 ? null : toMicroseconds((time - first) / (times.length - 1));
  }
}

/** Milliseconds with three decimals: more would pretend to a precision that no clock has. */
export function toMicroseconds(milliseconds: number): number {
  return Math.round(milliseconds * 1_000) / 1_000;
}
