/** A source of prices. It keeps its own connection and reports every price that it receives. */

export type SourcePrice = {
  market: string;
  /** In 1e-18 of the quote asset. */
  price: bigint;
  /** When the source made it, Unix milliseconds; see {@link madeAt}. */
  at: number;
};

/** For the log. */
export const STREAM_TEXTS = {
  open: "the price source sends prices",
  lost: "the price source is away",
} as const;

/** A price that is dated further ahead of this machine's clock shows a defect of one of the clocks. */
const MAX_AHEAD_MS = 5_000;

/**
 * When a price was made, never later than its arrival; `undefined` when it is dated in the future, as it would stay fresh
 * until then.
 * @param datedAt Unix milliseconds
 */
export function madeAt(datedAt: number, now: number): number | undefined {
  return datedAt > now + MAX_AHEAD_MS ? undefined : Math.min(datedAt, now);
}

export type SourceUpdate = {
  prices: SourcePrice[];
  /** A person moved this price and waits for it, so it is sent at once. */
  urgent: boolean;
};

export type PriceSource = {
  /** Its name in answers and metrics; the simulated one is named after its feed. */
  readonly name: string;
  readonly weight: number;
  readonly staleAfterMs: number;
  /** True while a stream is open and sends events. */
  readonly connected: boolean;
  start: (onUpdate: (update: SourceUpdate) => void) => void;
  close: () => void;
};
