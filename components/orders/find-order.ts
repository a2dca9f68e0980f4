/** Looks for the effect of a write in the account's orders. */
import { readJson } from "#components/http.ts";
import type { OrderRecord } from "#lib/protocol/orders.ts";

export type Sought = {
  kind: "place" | "cancel";
  /** Whose order it is: the read answers for no other account. */
  account: string;
  market: string;
  digest: string;
  orderId: string | undefined;
};

export type Look =
  | { found: true; order: OrderRecord }
  /** `answered` is true when the venue answered and the effect is not there. */
  | { found: false; answered: boolean };

/** A placed order is found by its digest; a cancel is found when the order it names is closed. */
export async function findOrder(sought: Sought): Promise<Look> {
  const query = new URLSearchParams({
    status: "ALL",
    market: sought.market,
    account: sought.account,
  });
  const answer = await readJson(`/api/venue/orders?${query.toString()}`);
  if (!answer.ok) return { found: false, answered: false };
  const { results } = (answer.body ?? {}) as { results?: OrderRecord[] };
  if (!Array.isArray(results)) return { found: false, answered: false };
  const order = results.find((one) => isEffect(one, sought));
  return order ? { found: true, order } : { found: false, answered: true };
}

/** Whether this order shows that the write reached the venue. */
export function isEffect(order: OrderRecord, sought: Sought): boolean {
  if (sought.kind === "place") return order.digest === sought.digest;
  return order.id === sought.orderId && order.status === "CLOSED";
}
