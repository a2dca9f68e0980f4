/** Where prices come from. A source keeps its own connection and tells every price that it gets. */

export type SourcePrice = {
  market: string;
  /** In 1e-18 of the quote asset. */
  price: bigint;
  /** When the source made it, Unix milliseconds; see {@link madeAt}. */
  at: number;
};

/** A price that says it was made later than this by our clock is a defect of one of the clocks. */
const MOST_AHEAD_MS = 5_000;

/**
 * When a price was made, never later than its arrival; `undefined` when it says to be of the future. Else a price that is
 * sent again and again would stay fresh until its time has come.
 * @param told Unix milliseconds
 */
export function madeAt(told: number, now: number): number | undefined {
  return told > now + MOST_AHEAD_MS ? undefined : Math.min(told, now);
}

export type SourceUpdate = {
  prices: SourcePrice[];
  /** A person moved this price and waits for it: it does not wait for the next second. */
  urgent: boolean;
};

export type PriceSource = {
  /** Its name in answers and metrics; the simulated one is called what it plays. */
  readonly name: string;
  readonly weight: number;
  readonly staleAfterMs: number;
  /** True while a stream is open and speaks. */
  readonly connected: boolean;
  start: (onUpdate: (update: SourceUpdate) => void) => void;
  close: () => void;
};
