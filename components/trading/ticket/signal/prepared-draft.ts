/** What a signal writes into the ticket. It knows no way to send: the owner types a size, reviews and signs. */
import type { Locale } from "#components/i18n/locales.ts";
import { typedText } from "#components/i18n/typed-number.ts";
import type { OrderDraft } from "#components/trading/ticket/draft.ts";
import type { Signal } from "#lib/protocol/wire/signals.ts";

/** Why the ticket is not filled. */
export type Obstacle = "ended" | "otherMarket" | "shadow";

export function obstacleTo(signal: Signal, market: string): Obstacle | undefined {
  if (signal.market !== market) return "otherMarket";
  if (signal.state !== "active") return "ended";
  return signal.shadow ? "shadow" : undefined;
}

/**
 * A market order: stop loss and target need a position at once, which a resting order does not have. The size is the owner's: one that
 * was typed stays.
 */
export function draftOf(
  { direction, invalidation, target }: Signal,
  locale: Locale,
): Partial<OrderDraft> {
  const attached = (price: string) => ({ unit: "price" as const, text: typedText(price, locale) });
  return {
    side: direction === "long" ? "BUY" : "SELL",
    type: "MARKET",
    reduceOnly: false,
    takeProfit: attached(target),
    stopLoss: attached(invalidation),
  };
}
