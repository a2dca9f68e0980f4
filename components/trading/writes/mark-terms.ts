/** What the age of the mark of the page's market means for an order. In the browser only. */

import { serverNow } from "#components/data/server-clock.ts";
import { clientFormat, clientText } from "#components/i18n/client-text.ts";
import { freshness, markAge } from "#components/trading/live/freshness.ts";
import type { MarketStore } from "#components/trading/live/market-store.ts";
import type { SignRequest } from "#components/trading/signing/sign-request.ts";
import { ORDER_FLAG } from "#lib/protocol/enumerations.ts";
import type { Market } from "#lib/protocol/wire/market.ts";

/**
 * The page's market and its store. The page does not follow the marks of other markets; the venue checks orders there.
 */
export type MarketView = {
  market: Market;
  store: Pick<MarketStore, "get" | "markTimes">;
};

/** An order that can only make a position smaller. */
function onlyReduces({ flags }: { flags: number }): boolean {
  return (flags & ORDER_FLAG.REDUCE_ONLY) !== 0;
}

/**
 * Under an old mark, orders that may open a position are locked. Orders that only reduce one can be sent, and the panel
 * shows the mark's age, so that a page without a price never blocks an exit. `orders` are those that the write places,
 * or the one that it changes.
 */
export function markTerms(
  { market, store }: MarketView,
  orders: readonly { market: string; flags: number }[],
): Pick<SignRequest, "terms" | "obstacle" | "caution"> {
  if (orders[0]?.market !== market.symbol) return {};
  const terms = { market, mark: () => store.get("mark") };
  return orders.every(onlyReduces)
    ? { terms, caution: () => markAgeText(store) }
    : {
        terms,
        obstacle: () => (isMarkOld(store) ? clientText("orders")("markOld") : undefined),
      };
}

function markAgeText(store: MarketView["store"]): string | undefined {
  if (!isMarkOld(store)) return undefined;
  const age = markAge(store.markTimes, { now: Date.now(), serverNow: serverNow() });
  const text = clientText("orders");
  if (age === undefined) return text("markUnknown");
  return text("markAge", { seconds: clientFormat().integer(Math.floor(age / 1_000)) });
}

function isMarkOld(store: MarketView["store"]): boolean {
  const clock = { now: Date.now(), serverNow: serverNow() };
  return freshness(store.markTimes, store.get("connection"), clock) !== "live";
}
