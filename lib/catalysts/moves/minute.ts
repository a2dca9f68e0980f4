/** The detector's input for one closed minute. */

export type DetectorMarketMinute = {
  market: string;
  /** The close of the one-minute mark bar. */
  close: number;
  /**
   * True when no mark arrived in the minute: the bar repeats the last price, and the detector does
   * not count it as data.
   */
  filled: boolean;
  /**
   * The facts of the previous minute, because those of this one arrive seconds after its bar.
   * Absent: only the price is known.
   */
  facts?: MinuteFacts;
};

/** A row of `market_minutes`. It describes a move but never opens one. */
export type MinuteFacts = {
  /** In the base asset at the minute's end; null: not observed. */
  openInterest: number | null;
  /** Signed rate of one funding period at the minute's end; null: not observed. */
  fundingRate: number | null;
  /** In the quote asset. */
  volume: number;
  /** The part of the volume whose takers were liquidated, longs and shorts together. */
  liquidated: number;
};

export type DetectorMinute = {
  /** Unix milliseconds, aligned to the minute. */
  start: number;
  /** In any order, each market at most once. A missing market has no data in this minute. */
  markets: readonly DetectorMarketMinute[];
};
