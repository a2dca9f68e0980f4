/** The part of the catalogue of errors that is about swaps (docs/api/swaps.md); error-catalogue.ts contains it. */
import { type Entry, entry } from "./error-entry.ts";

export const SWAP_ERRORS = {
  SWAPS_NOT_AVAILABLE: entry(409, "Swaps are not available: the service has no chain to swap on."),
  SWAP_NOT_FOUND: entry(404, "There is no such swap."),
  QUOTE_EXPIRED: entry(422, "The plan has expired. Request a new quote."),
  IMPACT_EXCEEDED: entry(
    422,
    "The price has moved beyond the slippage of the plan. Request a new quote, or allow more slippage.",
  ),
  ROUTE_UNAVAILABLE: entry(
    422,
    "No route satisfies the plan. Allow more hops (`max_hops`) or more slippage (`slippage_bps`).",
  ),
  ORACLE_STALE: entry<{ asset: string }>(
    503,
    (c) => `There is no current price for ${c.asset}. Try again when there is one.`,
  ),
} satisfies Record<string, Entry<never>>;
