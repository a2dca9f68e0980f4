/** Cancels: one order, several, all, and all at a later time. */
import { type ErrorBody, ServiceError } from "#lib/kernel/errors/errors.ts";
import {
  encodeCancelAllOrders,
  encodeCancelBatchOrders,
  encodeCancelByClientId,
  encodeCancelOrder,
  encodeScheduleCancel,
  SIGNATURE_HEADER,
} from "#lib/protocol/signing/signing.ts";
import type { CancelFields } from "#services/venue/engine/commands.ts";
import type { Exchange } from "#services/venue/gateway/request/exchange.ts";
import {
  allowOnly,
  type Body,
  namesOf,
  optionalText,
  requiredItems,
  requiredText,
} from "#services/venue/gateway/request/fields.ts";
import type { Gateway } from "#services/venue/gateway/request/gateway.ts";
import { signedWrite } from "#services/venue/gateway/request/signed-write.ts";
import {
  cancelAllBody,
  cancelBatchBody,
  cancelBody,
  scheduleCancelBody,
} from "#services/venue/surface/bodies.ts";

export const CANCEL_BATCH_LIMIT = 100;
const CANCEL_UNITS = 0.5;

const CANCEL_FIELDS = namesOf(cancelBody);
const BATCH_FIELDS = namesOf(cancelBatchBody);
const ITEM_FIELDS = namesOf(cancelBatchBody.shape.orders.element);
const ALL_FIELDS = namesOf(cancelAllBody);
const SCHEDULE_FIELDS = namesOf(scheduleCancelBody);
const U64_LIMIT = 2n ** 64n;

/** The market is part of the signed bytes; it is named in the body or in the query, and is else the order's own. */
export const cancelOrder = signedWrite<CancelFields>({
  operation: "cancel_order",
  units: CANCEL_UNITS,
  read: (body, exchange, gateway) => {
    allowOnly(body, CANCEL_FIELDS);
    const orderId = orderIdOf(exchange.segment);
    const market = optionalText(body, "market", 32) ?? exchange.parameter("market");
    return market === undefined
      ? marketOfOrder(gateway, accountOf(exchange), orderId)
      : { order_id: orderId, market: wellFormedMarket(market) };
  },
  encode: encodeCancelOrder,
  command: (signed, cancel) => ({ type: "cancel_order", signed, cancel }),
});

export const cancelBatchOrders = signedWrite<CancelFields[]>({
  operation: "cancel_batch_orders",
  units: CANCEL_UNITS,
  unitsOf: (cancels) => cancels.length * CANCEL_UNITS,
  read: (body) => {
    allowOnly(body, BATCH_FIELDS);
    return requiredItems(body, "orders", CANCEL_BATCH_LIMIT).map((item) => {
      allowOnly(item, ITEM_FIELDS);
      return { order_id: orderIdField(item), market: requiredText(item, "market", 32) };
    });
  },
  encode: encodeCancelBatchOrders,
  command: (signed, cancels) => ({ type: "cancel_batch_orders", signed, cancels }),
});

/** The name is in the path, and signed. */
export const cancelByClientId = signedWrite<{ client_id: string }>({
  operation: "cancel_by_client_id",
  units: CANCEL_UNITS,
  read: (body, exchange) => {
    allowOnly(body, ALL_FIELDS);
    return { client_id: requiredText({ client_id: exchange.segment }, "client_id", 36) };
  },
  encode: encodeCancelByClientId,
  command: (signed, { client_id: clientId }) => ({ type: "cancel_by_client_id", signed, clientId }),
});

export const cancelAllOrders = signedWrite<{ market: string | null }>({
  operation: "cancel_all_orders",
  units: 1,
  read: (body, exchange) => {
    allowOnly(body, ALL_FIELDS);
    const market = exchange.parameter("market");
    return { market: market === undefined ? null : wellFormedMarket(market) };
  },
  encode: encodeCancelAllOrders,
  command: (signed, { market }) => ({ type: "cancel_all_orders", signed, market }),
});

export const scheduleCancel = signedWrite<{ time: number | null }>({
  operation: "schedule_cancel",
  units: 1,
  read: (body) => {
    allowOnly(body, SCHEDULE_FIELDS);
    const time = body["time"];
    if (time === undefined) throw new ServiceError("MISSING_FIELD", { field: "time" });
    if (time === null) return { time };
    if (typeof time !== "number" || !Number.isSafeInteger(time) || time <= 0) {
      const reason = "give Unix milliseconds, or null to take the schedule back";
      throw new ServiceError("INVALID_FIELD", { field: "time", reason });
    }
    return { time };
  },
  encode: ({ time }, timestamp) =>
    encodeScheduleCancel({ time: time === null ? null : BigInt(time) }, timestamp),
  command: (signed, { time }) => ({ type: "schedule_cancel", signed, time }),
});

/** The account that the request names, which is the one that its key is pinned to. */
function accountOf(exchange: Exchange): string {
  return String(exchange.headers[SIGNATURE_HEADER.account]);
}

/** @throws ORDER_NOT_FOUND when the account has no such order, whether another account has it or not. */
function marketOfOrder(gateway: Gateway, account: string, orderId: bigint): Promise<CancelFields> {
  return new Promise((resolve, reject) => {
    const params = { id: String(orderId) };
    gateway.link.call(
      { name: "order_market", account, params },
      {
        answered: (status, body) => {
          const { market, error } = JSON.parse(body) as { market: string } & Partial<ErrorBody>;
          if (status === 200) resolve({ order_id: orderId, market });
          else reject(new ServiceError(error === "ORDER_NOT_FOUND" ? error : "INTERNAL"));
        },
      },
    );
  });
}

/** A market symbol of a query, under the rules for one in a body. */
function wellFormedMarket(market: string): string {
  return requiredText({ market }, "market", 32);
}

/** @throws MALFORMED_PATH unless the text is a u64. */
export function orderIdOf(text: string): bigint {
  const id = u64(text);
  if (id === undefined) {
    throw new ServiceError("MALFORMED_PATH", { reason: "an order id is a whole number" });
  }
  return id;
}

/** A decimal string, or a number that JSON carries exactly. */
function orderIdField(body: Body): bigint {
  const value = body["order_id"];
  if (value === undefined || value === null) {
    throw new ServiceError("MISSING_FIELD", { field: "order_id" });
  }
  const isExact = typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
  const id = typeof value === "string" || isExact ? u64(String(value)) : undefined;
  if (id !== undefined) return id;
  const reason = "give a whole number, as a decimal string or a safe integer";
  throw new ServiceError("INVALID_FIELD", { field: "order_id", reason });
}

function u64(text: string): bigint | undefined {
  if (!/^(?:0|[1-9]\d{0,19})$/.test(text)) return undefined;
  const id = BigInt(text);
  return id < U64_LIMIT ? id : undefined;
}
