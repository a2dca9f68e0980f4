/** What the detector reads of one closed minute. */

export type MarketMinute = {
  market: string;
  /** The close of the one-minute mark bar. */
  close: number;
  /** No mark arrived in the minute: the bar carries the last price, and the detector does not count it as data. */
  filled: boolean;
  /** Of the minute before: those of this one are known seconds after its bar. Absent: nothing is known beside the price. */
  facts?: MinuteFacts;
};

/** A row of `market_minutes`. It describes a move and never opens one. */
export type MinuteFacts = {
  /** In the base asset, at the minute's end; null: not observed. */
  openInterest: number | null;
  /** Of one funding period, signed, at the minute's end; null: not observed. */
  fundingRate: number | null;
  /** In the quote asset. */
  volume: number;
  /** The part of the volume whose takers were liquidated, longs and shorts together. */
  liquidated: number;
};

export type Minute = {
  /** Unix milliseconds, aligned to the minute. */
  start: number;
  /** In any order, each market at most once. A market that is missing has no data in this minute. */
  markets: readonly MarketMinute[];
};

export const MINUTE_MS = 60_000;
