/** The order that a chase moves. */
import { isReduceOnly } from "#lib/protocol/orders/orders.ts";
import type { OrderRecord } from "#lib/protocol/wire/account.ts";

type Resting = Pick<OrderRecord, "market" | "status" | "order_type" | "created_at" | "flags">;

/** The newest limit order in the book of a market; one that only reduces when there is no other. */
export function newestResting<Order extends Resting>(
  orders: readonly Order[],
  market: string,
): Order | undefined {
  const [newest] = orders
    .filter((one) => one.market === market && one.status === "OPEN" && one.order_type === "LIMIT")
    .toSorted(
      (a, b) => Number(isReduceOnly(a)) - Number(isReduceOnly(b)) || b.created_at - a.created_at,
    );
  return newest;
}
