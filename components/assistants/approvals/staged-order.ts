/** Orders proposed by an assistant or a bot: their addresses, and the fields that are signed. */

import { APPROVALS } from "#components/frame/waiting-approvals/staged-order.ts";
import { type PlaceOrderFields, placeOrderFields } from "#lib/protocol/orders/orders.ts";
import type { StagedOrder } from "#lib/protocol/wire/staged-order.ts";

export function addressOf(id: string): string {
  return `${APPROVALS}/${encodeURIComponent(id)}`;
}

/** The signed fields, with codes instead of names. */
export function fieldsOf({ order }: Pick<StagedOrder, "order">): PlaceOrderFields {
  return placeOrderFields(order);
}

/** The orders that are placed with it under the same signature. */
export function protectionOf({ protection = [] }: Pick<StagedOrder, "protection">) {
  return protection.map(placeOrderFields);
}

/** Whether the service does not know the order's outcome yet. */
export function isUnsettled({ state }: Pick<StagedOrder, "state">): boolean {
  return state === "sending" || state === "unknown";
}
