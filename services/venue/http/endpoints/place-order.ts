/** POST /v1/orders (spec 2, "Signed writes"). */
import { ServiceError } from "#lib/errors.ts";
import {
  ORDER_FLAG,
  ORDER_TYPE_CODE,
  SIDE_CODE,
  TIME_IN_FORCE_CODE,
  TRIGGER_SOURCE_CODE,
} from "#lib/protocol/orders.ts";
import { encodePlaceOrder, type PlaceOrderFields } from "#lib/protocol/signing.ts";
import {
  allowOnly,
  type Body,
  optionalDecimal,
  optionalText,
  requiredDecimal,
  requiredName,
  requiredText,
  wholeNumber,
} from "#services/venue/http/fields.ts";
import type { VenueRequest, VenueResponse } from "#services/venue/http/request.ts";
import { outcomeData, signedWrite } from "#services/venue/http/signed-write.ts";
import type { Venue } from "#services/venue/venue.ts";

const FIELDS = new Set([
  "market",
  "side",
  "size",
  "price",
  "order_type",
  "time_in_force",
  "flags",
  "trigger_price",
  "trigger_source",
  "client_id",
  "timestamp",
]);

export async function placeOrder(venue: Venue, request: VenueRequest): Promise<VenueResponse> {
  const outcome = await signedWrite(venue, request, {
    operation: "place_order",
    needsApiKey: true,
    read: readPlaceOrder,
    encode: ({ order }, timestamp) => encodePlaceOrder(order, timestamp),
    command: (signed, { order, clientId }) => ({ type: "place_order", signed, order, clientId }),
  });
  return { status: 201, body: outcomeData(outcome) };
}

function readPlaceOrder(body: Body): { order: PlaceOrderFields; clientId: string | null } {
  allowOnly(body, FIELDS);
  const order: PlaceOrderFields = {
    market: requiredText(body, "market", 32),
    side: requiredName(body, "side", SIDE_CODE),
    size: requiredDecimal(body, "size"),
    price: optionalDecimal(body, "price"),
    order_type: requiredName(body, "order_type", ORDER_TYPE_CODE),
    flags: wholeNumber(body, "flags", {
      most: ORDER_FLAG.POST_ONLY | ORDER_FLAG.REDUCE_ONLY,
      fallback: 0,
    }),
    time_in_force: requiredName(body, "time_in_force", TIME_IN_FORCE_CODE),
    trigger_price: optionalDecimal(body, "trigger_price"),
    trigger_source: readTriggerSource(body),
  };
  return { order, clientId: optionalText(body, "client_id", 36) };
}

/** Accepts the name or its code. */
function readTriggerSource(body: Body): 0 | 1 | null {
  const value = body["trigger_source"];
  if (value === undefined || value === null) return null;
  if (value === 0 || value === "LastPrice") return TRIGGER_SOURCE_CODE.LastPrice;
  if (value === 1 || value === "MarkPrice") return TRIGGER_SOURCE_CODE.MarkPrice;
  throw new ServiceError("INVALID_ENUM", {
    field: "trigger_source",
    allowed: "LastPrice (0), MarkPrice (1)",
  });
}
