/** A market as the server renders it into the list. */
export type ListedMarket = {
  symbol: string;
  base: string;
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
  /** For one funding period; positive when longs pay. */
  funding: string | undefined;
};
