/** A market as the list needs it when the page is rendered. */
export type ListedMarket = {
  symbol: string;
  base: string;
  /** The mark when the page was rendered; `undefined` when there was none. */
  mark: string | undefined;
  priceDecimals: number;
};

/** What the list shows of a market; `undefined` as long as it is not known. */
export type MarketFigures = {
  mark: string | undefined;
  /** Change of the mark over 24 hours as a rate: `-0.0125` is a fall of 1.25 %. */
  change: string | undefined;
  /** Of 24 hours, in the quote asset. */
  volume: string | undefined;
  /** Of a funding period; positive when longs pay. */
  funding: string | undefined;
};
