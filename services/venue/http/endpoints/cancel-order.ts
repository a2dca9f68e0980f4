/**
 * DELETE /v1/orders/{order_id}. The market is part of the signed bytes; it may be named in the body (`{market}`) or as
 * `?market=`, and is else the order's own.
 */
import { ServiceError } from "#lib/errors.ts";
import { encodeCancelOrder } from "#lib/protocol/signing.ts";
import { allowOnly, optionalText } from "#services/venue/http/fields.ts";
import { parameter, type VenueRequest, type VenueResponse } from "#services/venue/http/request.ts";
import { outcomeData, signedWrite } from "#services/venue/http/signed-write.ts";
import type { Venue } from "#services/venue/venue.ts";

const FIELDS = new Set(["market", "timestamp"]);
const U64_LIMIT = 2n ** 64n;

export async function cancelOrder(
  venue: Venue,
  request: VenueRequest,
  id: string,
): Promise<VenueResponse> {
  const orderId = orderIdOf(id);
  const outcome = await signedWrite(venue, request, {
    operation: "cancel_order",
    needsApiKey: true,
    read: (body) => {
      allowOnly(body, FIELDS);
      return optionalText(body, "market", 32) ?? marketOfOrder(venue, request, orderId);
    },
    encode: (market, timestamp) => encodeCancelOrder({ order_id: orderId, market }, timestamp),
    command: (signed, market) => ({ type: "cancel_order", signed, orderId, market }),
  });
  return { status: 200, body: outcomeData(outcome) };
}

/** @throws ORDER_NOT_FOUND when neither the request nor a known order names the market. */
function marketOfOrder(venue: Venue, request: VenueRequest, orderId: bigint): string {
  const named = parameter(request, "market");
  if (named !== undefined) return named;
  const order = venue.state.orders.get(Number(orderId));
  if (order === undefined) throw new ServiceError("ORDER_NOT_FOUND");
  return order.market.listing.symbol;
}

/** @throws MALFORMED_PATH unless the text is a u64. */
export function orderIdOf(text: string): bigint {
  const id = /^(?:0|[1-9]\d{0,19})$/.test(text) ? BigInt(text) : U64_LIMIT;
  if (id >= U64_LIMIT) {
    throw new ServiceError("MALFORMED_PATH", { reason: "an order id is a whole number" });
  }
  return id;
}
