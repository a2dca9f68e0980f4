/** When an order may be sent without a review. */

import type { AskPolicy } from "#components/frame/preferences/order-preferences.ts";
import { parseDecimal } from "#lib/protocol/decimal.ts";
import { MONEY_DECIMALS } from "#lib/protocol/market/markets.ts";
import { isReduceOnly } from "#lib/protocol/orders/orders.ts";
import type { OrderCheck } from "./use-order-check.ts";

/** `share`: percent of the equity as a decimal, "" for none. */
export type ReviewTerms = { policy: AskPolicy; share: string };

/**
 * Compares the order's highest possible value: at its worst price, or at the mark when that is higher. An order above the
 * share of the equity is reviewed whatever the policy is, unless it can only close.
 */
export function maySkipReview(
  { policy, share }: ReviewTerms,
  { lots, priceTicks, triggerTicks, edgeTicks, markTicks, scale, holdings, order }: ReviewedOrder,
): boolean {
  if (policy.mode === "always") return false;
  const limits = [
    ...(policy.mode === "never-under" ? [parseDecimal(policy.limit, MONEY_DECIMALS)] : []),
    ...(share === "" || (order && isReduceOnly(order))
      ? []
      : [shareOf(holdings.accountValue, share)]),
  ];
  if (limits.length === 0) return true;
  if (lots === undefined || markTicks === undefined) return false;
  const prices = [priceTicks ?? triggerTicks ?? edgeTicks ?? markTicks, markTicks];
  const highest = prices.reduce((a, b) => (a > b ? a : b));
  const value = lots * highest * scale.valueOfTickLot;
  return limits.every((limit) => limit !== undefined && value < limit);
}

type ReviewedOrder = Pick<
  OrderCheck,
  | "lots"
  | "priceTicks"
  | "triggerTicks"
  | "edgeTicks"
  | "markTicks"
  | "scale"
  | "holdings"
  | "order"
>;

const PERCENT_DECIMALS = 2;

/** Percent of an amount. */
function shareOf(amount: bigint, percent: string): bigint | undefined {
  const hundredths = parseDecimal(percent, PERCENT_DECIMALS);
  return hundredths === undefined ? undefined : (amount * hundredths) / 10_000n;
}
