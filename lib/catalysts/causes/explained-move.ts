/** A move with the fields that the search for its cause reads. Times are Unix milliseconds. */
import type { MoveExplanation } from "#lib/protocol/wire/catalysts.ts";
import { CAUSE_PARAMETERS } from "./parameters.ts";

export type MoveSeen = {
  id: string;
  market: string;
  direction: "up" | "down";
  scope: "single" | "market_wide";
  openedAt: number;
  onset: number;
  extremeAt: number;
  /** Null while it goes on. */
  endedAt: number | null;
  cascade: boolean;
  fundingFlip: boolean;
};

/** A move with its explanation. */
export type TrackedMove = {
  move: MoveSeen;
  /** The newest explanation. */
  explanation: MoveExplanation | null;
  /** Ids of all catalysts that were ever candidates, sorted. */
  candidates: readonly string[];
};

const QUOTES = new RegExp(`(?:${CAUSE_PARAMETERS.quotes.join("|")})$`);

/** The base asset of a market: BTC of BTCUSDC. */
export function baseAsset(market: string): string {
  return market.replace(QUOTES, "") || market;
}

/** The quote asset of a market: bad news about it makes the price rise. */
export function quoteAsset(market: string): string | undefined {
  return QUOTES.exec(market)?.[0];
}
