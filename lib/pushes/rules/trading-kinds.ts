/** The kind of what happened, as the user switches it on and off. */
import type { TradingKind } from "#lib/protocol/market-knowledge.ts";
import type { TradingPush } from "#lib/protocol/wire/trading-pushes.ts";

export function kindOfEvent(push: TradingPush): TradingKind {
  switch (push.event) {
    case "order_filled":
      return push.trigger_price === null ? "fill" : "protection";
    case "protection_failed":
      return "protection";
    case "margin_level":
    case "liquidated":
    case "deleveraged":
      return "margin";
    case "deposit_credited":
    case "withdrawal_paid":
    case "withdrawal_returned":
      return "money";
  }
}
