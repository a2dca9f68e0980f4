/** `cancel_order`: an open order of the account leaves the book. */
import { refusal } from "#lib/errors.ts";
import type { Command } from "./commands.ts";
import { cancelResting } from "./resting.ts";
import type { Outcome, VenueState } from "./state.ts";

export function cancelOrder(
  state: VenueState,
  command: Extract<Command, { type: "cancel_order" }>,
): Outcome {
  const order = state.orders.get(Number(command.orderId));
  const own = order !== undefined && order.account.pubkey === command.signed.account;
  if (!own || order.market.listing.symbol !== command.market) {
    return { kind: "refused", refusal: refusal("ORDER_NOT_FOUND") };
  }
  if (order.status === "CLOSED") {
    return { kind: "refused", refusal: refusal("ORDER_IS_CLOSED") };
  }
  cancelResting(state, order, "USER_CANCELED");
  return { kind: "order", order, fills: [] };
}
