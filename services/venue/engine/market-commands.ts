/** The operator lists markets and sets their status. */
import { refusal } from "#lib/kernel/errors/errors.ts";
import type { CommandOf } from "./commands.ts";
import { createMarket } from "./create-market.ts";
import type { Outcome } from "./outcome.ts";
import type { VenueState } from "./venue-state.ts";

export function listMarket(state: VenueState, { market }: CommandOf<"list_market">): Outcome {
  const listed = createMarket(market, state.markets.size, state.time);
  state.markets.set(market.symbol, listed);
  state.effects.hashNumber(listed.ordinal);
  return { kind: "listed", symbol: market.symbol };
}

export function setMarketStatus(
  state: VenueState,
  { market: symbol, status }: CommandOf<"set_market_status">,
): Outcome {
  const market = state.markets.get(symbol);
  if (market === undefined) {
    return { kind: "refused", refusal: refusal("MARKET_NOT_FOUND", { market: symbol }) };
  }
  market.listing = { ...market.listing, status };
  state.effects.hashNumber(market.ordinal);
  return { kind: "market_status", symbol, status };
}
