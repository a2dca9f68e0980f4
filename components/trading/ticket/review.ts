/** When an order may be sent without a review. */

import type { AskPolicy } from "#components/frame/preferences/order-preferences.ts";
import { parseDecimal } from "#lib/protocol/decimal.ts";
import { MONEY_DECIMALS } from "#lib/protocol/market/markets.ts";
import type { OrderCheck } from "./use-order-check.ts";

/** Compares the order's highest possible value: at its worst price, or at the mark when that is higher. */
export function maySkipReview(
  policy: AskPolicy,
  {
    lots,
    priceTicks,
    triggerTicks,
    edgeTicks,
    markTicks,
    scale,
  }: Pick<OrderCheck, "lots" | "priceTicks" | "triggerTicks" | "edgeTicks" | "markTicks" | "scale">,
): boolean {
  if (policy.mode === "never") return true;
  if (policy.mode === "always" || lots === undefined) return false;
  if (markTicks === undefined) return false;
  const limit = parseDecimal(policy.limit, MONEY_DECIMALS);
  const prices = [priceTicks ?? triggerTicks ?? edgeTicks ?? markTicks, markTicks];
  const highest = prices.reduce((a, b) => (a > b ? a : b));
  return limit !== undefined && lots * highest * scale.valueOfTickLot < limit;
}
