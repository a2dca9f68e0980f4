/** A market as the server renders it into the list. */
export type ListedMarket = {
  symbol: string;
  base: string;
  quote: string;
  /** The most that the initial margin of a small position allows. */
  maxLeverage: number;
  /** The mark when the page was rendered; `undefined` without one. */
  mark: string | undefined;
  priceDecimals: number;
};

/** The live figures of a market; `undefined` while unknown. */
export type MarketFigures = {
  mark: string | undefined;
  /** Change of the mark over 24 hours as a rate: `-0.0125` is -1.25 %. */
  change: string | undefined;
  /** The volume of 24 hours, in the quote asset. */
  volume: string | undefined;
  /** At the mark, in the quote asset. */
  openInterest: string | undefined;
  /** For one funding period; positive when longs pay. */
  funding: string | undefined;
};
