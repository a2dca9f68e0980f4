/** A proposed order in a line. In the browser only. */
import { orderSummary } from "#components/i18n/order-summary.ts";
import type { StagedOrder } from "./staged-order.ts";

/** `Buy 0.01 BTCUSDC at 64,000.0`. */
export function summaryOf({ order }: Pick<StagedOrder, "order">): string {
  return orderSummary(order);
}
