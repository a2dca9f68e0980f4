/** The answer of `GET /v1/prices` of the oracle process. */
import type { Decimal } from "#lib/protocol/decimal.ts";

/** A market's price, rounded to its tick. */
export type OraclePrice = {
  price: Decimal;
  /** Time of the newest price among the sources used, Unix milliseconds. */
  ts: number;
  /** The sources used, heaviest first. */
  sources: string[];
};

export type OraclePrices = {
  /** The heaviest source in the newest prices, for example `pyth`; null while no source is fresh. */
  src: string | null;
  /** The time of the newest price, Unix milliseconds; 0 while there is none. */
  ts: number;
  /** By market symbol; a market without a reliable price is absent. */
  prices: Record<string, OraclePrice>;
};
