/** Refusals of orders by the names that their senders gave them. */
import { type Entry, entry } from "./error-entry.ts";

export const CLIENT_ID_ERRORS = {
  DUPLICATED_CLIENT_ID: entry<{ orderId?: number }>(409, ({ orderId }) =>
    orderId === undefined
      ? "Two orders of the group have the same client_id. Nothing was placed."
      : `Order ${orderId} of this account already has this client_id; it is in data. Nothing was placed. A client_id is free again when its order has ended and 24 hours have passed since it was placed.`,
  ),
  CLIENT_ID_LIMIT: entry<{ most: number }>(
    422,
    (c) =>
      `The account has used ${c.most} client_ids in the last 24 hours, which is the limit. Send the order without one, or wait.`,
  ),
} satisfies Record<string, Entry<never>>;
