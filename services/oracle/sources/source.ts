/** Where prices come from. A source keeps its own connection and tells every price that it gets. */

export type SourcePrice = {
  market: string;
  /** In 1e-18 of the quote asset. */
  price: bigint;
  /** When the source made it, Unix milliseconds; never later than its arrival. */
  at: number;
};

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
