/** DELETE /v1/orders/{order_id} with `{market}`. */
import { ServiceError } from "#lib/errors.ts";
import { encodeCancelOrder } from "#lib/protocol/signing.ts";
import { allowOnly, requiredText } from "#services/venue/http/fields.ts";
import type { VenueRequest, VenueResponse } from "#services/venue/http/request.ts";
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
      return requiredText(body, "market", 32);
    },
    encode: (market, timestamp) => encodeCancelOrder({ order_id: orderId, market }, timestamp),
    command: (signed, market) => ({ type: "cancel_order", signed, orderId, market }),
  });
  return { status: 200, body: outcomeData(outcome) };
}

/** @throws MALFORMED_PATH unless the text is a u64. */
export function orderIdOf(text: string): bigint {
  const id = /^(?:0|[1-9]\d{0,19})$/.test(text) ? BigInt(text) : U64_LIMIT;
  if (id >= U64_LIMIT) {
    throw new ServiceError("MALFORMED_PATH", { reason: "an order id is a whole number" });
  }
  return id;
}
