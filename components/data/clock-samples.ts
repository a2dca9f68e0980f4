/** From several looks at another clock, how far it is off. */

/** One look: `skewMs` is what to add to this computer's clock, right to half of `roundTripMs` either way. */
export type ClockSample = { skewMs: number; roundTripMs: number };

const KEPT = 8;
/** Beyond what both round trips explain: clocks tick unevenly by so much. */
const JITTER_MS = 50;

/** Believes the quickest of the last looks, and forgets all of them when this computer's clock has been set. */
export class ClockSamples {
  #samples: ClockSample[] = [];

  /** `undefined` before the first look. */
  get best(): ClockSample | undefined {
    return this.#samples.toSorted((a, b) => a.roundTripMs - b.roundTripMs)[0];
  }

  add(sample: ClockSample): void {
    const { best } = this;
    if (best && !agree(best, sample)) this.#samples = [];
    this.#samples = [...this.#samples, sample].slice(-KEPT);
  }
}

function agree(one: ClockSample, other: ClockSample): boolean {
  const slack = (one.roundTripMs + other.roundTripMs) / 2 + JITTER_MS;
  return Math.abs(one.skewMs - other.skewMs) <= slack;
}
