/** A move as the search for its cause reads it. Times are Unix milliseconds. */
import type { MoveExplanation } from "#lib/protocol/wire/catalysts.ts";
import { CAUSE_PARAMETERS } from "./parameters.ts";

export type MoveSeen = {
  id: string;
  market: string;
  direction: "up" | "down";
  scope: "single" | "market_wide";
  openedAt: number;
  onset: number;
  cascade: boolean;
  fundingFlip: boolean;
};

/** A move with what was said of its cause. */
export type ExplainedMove = {
  move: MoveSeen;
  /** What was said last. */
  explanation: MoveExplanation | null;
  /** Ids of the catalysts that ever were among its candidates, sorted. */
  candidates: readonly string[];
};

const QUOTES = new RegExp(`(?:${CAUSE_PARAMETERS.quotes.join("|")})$`);

/** The asset whose price a market shows: BTC of BTCUSDC. */
export function assetOf(market: string): string {
  return market.replace(QUOTES, "") || market;
}

/** The asset in which the price is given: what makes it fall makes the price rise. */
export function quoteOf(market: string): string | undefined {
  return QUOTES.exec(market)?.[0];
}
