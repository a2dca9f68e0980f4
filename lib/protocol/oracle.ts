/** What the oracle process tells of its prices: the answer of its `GET /v1/prices`. */
import type { Decimal } from "./decimal.ts";

/** A market's price, rounded to its tick. */
export type OraclePrice = {
  price: Decimal;
  /** When the newest source that took part made its price, Unix milliseconds. */
  ts: number;
  /** The sources that took part, heaviest first. */
  sources: string[];
};

export type OraclePrices = {
  /** The heaviest source that takes part in the newest prices, for example `pyth`; null while no source is fresh. */
  src: string | null;
  /** Of the newest price, Unix milliseconds; 0 while there is none. */
  ts: number;
  /** By market symbol; a market without a price that can be believed is absent. */
  prices: Record<string, OraclePrice>;
};
