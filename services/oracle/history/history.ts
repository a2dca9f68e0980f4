/** One-minute bars from before the venue had marks, for charts that begin with a past. */
import type { Decimal } from "#lib/protocol/decimal.ts";

/** `start` is Unix milliseconds; prices are multiples of the market's tick. */
export type HistoryBar = {
  start: number;
  open: Decimal;
  high: Decimal;
  low: Decimal;
  close: Decimal;
  volume: Decimal;
};

/** Closed bars that start in `[startAt, endAt)`, Unix milliseconds. */
export type HistoryQuery = { market: string; startAt: number; endAt: number };

export type HistorySource = {
  /**
   * A page of bars, oldest first; empty when there are no more, `undefined` when the source does not know this market
   * at all. @throws Error when it cannot be read now
   */
  page: (query: HistoryQuery) => Promise<HistoryBar[] | undefined>;
};

/** The page of the first source that knows the market. A failure is thrown on, as other sources have other prices. */
export async function firstPage(
  sources: readonly HistorySource[],
  query: HistoryQuery,
): Promise<HistoryBar[] | undefined> {
  for (const source of sources) {
    const page = await source.page(query);
    if (page !== undefined) return page;
  }
  return undefined;
}
