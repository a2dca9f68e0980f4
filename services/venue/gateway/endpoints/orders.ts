/** Placing and changing orders, one at a time and in batches (docs/api/README.md). */
import { refusalError, ServiceError } from "#lib/kernel/errors/errors.ts";
import {
  GROUPING_CODE,
  ORDER_FLAG,
  ORDER_TYPE_CODE,
  SIDE_CODE,
  TIME_IN_FORCE_CODE,
  TRIGGER_SOURCE_CODE,
} from "#lib/protocol/enumerations.ts";
import { groupProblem, type OrderGroupFields } from "#lib/protocol/orders/groups.ts";
import type { PlaceOrderFields } from "#lib/protocol/orders/orders.ts";
import { termsProblem } from "#lib/protocol/orders/rules.ts";
import {
  encodeModifyOrder,
  encodePlaceBatchOrders,
  encodePlaceOrder,
  encodePlaceOrderGroup,
} from "#lib/protocol/signing/signing.ts";
import type { ModifyFields } from "#services/venue/engine/commands.ts";
import {
  allowOnly,
  type Body,
  namesOf,
  optionalDecimal,
  optionalText,
  requiredDecimal,
  requiredItems,
  requiredName,
  requiredText,
  wholeNumber,
} from "#services/venue/gateway/request/fields.ts";
import { signedWrite } from "#services/venue/gateway/request/signed-write.ts";
import {
  modifyBody,
  placeBatchBody,
  placeBody,
  placeGroupBody,
} from "#services/venue/surface/bodies.ts";
import { orderIdOf } from "./cancels.ts";

export const PLACE_BATCH_LIMIT = 50;
/** More than any grouping has: its own rule says how many it takes. */
const GROUP_LIMIT = 10;

const PLACE_FIELDS = namesOf(placeBody);
const ITEM_FIELDS = namesOf(placeBatchBody.shape.orders.element);
const BATCH_FIELDS = namesOf(placeBatchBody);
const GROUP_FIELDS = namesOf(placeGroupBody);
const MODIFY_FIELDS = namesOf(modifyBody);

/** Names of reserved codes that other venues know and this one does not trade. */
const RESERVED_TYPES = new Set([
  "STOP_LIMIT",
  "STOP_MARKET",
  "TAKE_PROFIT_LIMIT",
  "STOP_LOSS_LIMIT",
]);

type Placing = { order: PlaceOrderFields; clientId: string | null };

export const placeOrder = signedWrite<Placing>({
  operation: "place_order",
  units: 1,
  read: (body) => readOrder(body, PLACE_FIELDS),
  encode: ({ order }, timestamp) => encodePlaceOrder(order, timestamp),
  command: (signed, { order, clientId }) => ({ type: "place_order", signed, order, clientId }),
});

export const placeBatchOrders = signedWrite<{
  orders: PlaceOrderFields[];
  clientIds: (string | null)[];
}>({
  operation: "place_batch_orders",
  units: 1,
  unitsOf: ({ orders }) => orders.length,
  read: (body) => {
    allowOnly(body, BATCH_FIELDS);
    const items = requiredItems(body, "orders", PLACE_BATCH_LIMIT);
    const read = items.map((item) => readOrder(item, ITEM_FIELDS));
    return {
      orders: read.map(({ order }) => order),
      clientIds: read.map(({ clientId }) => clientId),
    };
  },
  encode: ({ orders }, timestamp) => encodePlaceBatchOrders(orders, timestamp),
  command: (signed, fields) => ({ type: "place_batch_orders", signed, ...fields }),
});

export const placeOrderGroup = signedWrite<OrderGroupFields & { clientIds: (string | null)[] }>({
  operation: "place_order_group",
  units: 1,
  unitsOf: ({ orders }) => orders.length,
  read: (body) => {
    allowOnly(body, GROUP_FIELDS);
    const grouping = requiredName(body, "grouping", GROUPING_CODE);
    const items = requiredItems(body, "orders", GROUP_LIMIT);
    const read = items.map((item) => readOrder(item, ITEM_FIELDS, grouping === "POSITION"));
    const orders = read.map(({ order }) => order);
    const problem = groupProblem({ grouping, orders });
    if (problem !== undefined) throw refusalError(problem);
    return { grouping, orders, clientIds: read.map(({ clientId }) => clientId) };
  },
  encode: encodePlaceOrderGroup,
  command: (signed, { grouping, orders, clientIds }) => ({
    type: "place_order_group",
    signed,
    grouping,
    orders: [...orders],
    clientIds,
  }),
});

export const modifyOrder = signedWrite<ModifyFields>({
  operation: "modify_order",
  units: 1,
  read: (body, exchange) => {
    allowOnly(body, MODIFY_FIELDS);
    return {
      order_id: orderIdOf(exchange.segment),
      market: requiredText(body, "market", 32),
      side: requiredName(body, "side", SIDE_CODE),
      order_type: readOrderType(body),
      size: body["size"] === "" ? "" : requiredDecimal(body, "size"),
      price: optionalDecimal(body, "price"),
    };
  },
  encode: encodeModifyOrder,
  command: (signed, change) => ({ type: "modify_order", signed, change }),
});

/** @param followsPosition its size may be absent; the rules of groups refuse one that is not. */
function readOrder(body: Body, fields: ReadonlySet<string>, followsPosition = false): Placing {
  allowOnly(body, fields);
  const order: PlaceOrderFields = {
    market: requiredText(body, "market", 32),
    side: requiredName(body, "side", SIDE_CODE),
    size: followsPosition ? (optionalDecimal(body, "size") ?? "") : requiredDecimal(body, "size"),
    price: optionalDecimal(body, "price"),
    order_type: readOrderType(body),
    flags: wholeNumber(body, "flags", {
      most: ORDER_FLAG.POST_ONLY | ORDER_FLAG.REDUCE_ONLY,
      fallback: 0,
    }),
    time_in_force: requiredName(body, "time_in_force", TIME_IN_FORCE_CODE),
    trigger_price: optionalDecimal(body, "trigger_price"),
    trigger_source: readTriggerSource(body),
  };
  const clientId = readClientId(body);
  const problem = termsProblem(order);
  if (problem !== undefined) throw refusalError(problem);
  return { order, clientId };
}

/** @throws INVALID_FIELD for a name that is no segment of a path, by which its order could not be cancelled */
function readClientId(body: Body): string | null {
  const clientId = optionalText(body, "client_id", 36);
  if (clientId !== "" && clientId !== "." && clientId !== "..") return clientId;
  const reason = 'leave it out, or give 1 to 36 characters other than "." and ".."';
  throw new ServiceError("INVALID_FIELD", { field: "client_id", reason });
}

function readOrderType(body: Body): PlaceOrderFields["order_type"] {
  const type = body["order_type"];
  if (typeof type === "string" && RESERVED_TYPES.has(type)) {
    throw new ServiceError("ORDER_TYPE_NOT_SUPPORTED", { orderType: type });
  }
  return requiredName(body, "order_type", ORDER_TYPE_CODE);
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
