/** Signed writes. */
import type { ErrorCode } from "#lib/platform/errors.ts";
import {
  BatchAnswer,
  CanceledOrders,
  CreatedApiKey,
  PlacedOrder,
  RevokedApiKey,
  RevokedSigner,
  ScheduledCancel,
  SignerRecord,
  TransferAnswer,
} from "#lib/protocol/wire/account.ts";
import * as bodies from "#services/venue/surface/bodies.ts";
import { PARAMETERS } from "#services/venue/surface/parameters.ts";
import {
  cancelAllOrders,
  cancelBatchOrders,
  cancelOrder,
  scheduleCancel,
} from "./endpoints/cancels.ts";
import {
  createApiKey,
  registerSigner,
  revokeApiKey,
  revokeSigner,
} from "./endpoints/credentials.ts";
import { modifyOrder, placeBatchOrders, placeOrder } from "./endpoints/orders.ts";
import { withdraw } from "./endpoints/withdrawals.ts";
import type { Route } from "./route.ts";

const { market } = PARAMETERS;

const PLACE_ERRORS: readonly ErrorCode[] = [
  "ORDER_TYPE_NOT_SUPPORTED",
  "INVALID_ORDER_TERMS",
  "MARKET_NOT_FOUND",
  "DUPLICATED_CLIENT_ID",
  "INVALID_TICK",
  "INVALID_LOT",
  "NUMBER_TOO_LARGE",
  "MIN_NOTIONAL",
  "PRICE_BAND",
  "MARK_UNAVAILABLE",
  "MARK_STALE",
  "INSUFFICIENT_MARGIN",
  "REDUCE_ONLY_WOULD_INCREASE",
  "POST_ONLY_WOULD_CROSS",
  "INVALID_TRIGGER_PRICE",
  "TOO_MANY_OPEN_ORDERS",
  "MARKET_POST_ONLY",
  "MARKET_REDUCE_ONLY",
  "MARKET_HALTED",
];

export const ORDERS: Route[] = [
  {
    method: "POST",
    path: "/v1/orders",
    access: "signed",
    summary: "place_order",
    run: placeOrder,
    body: bodies.placeBody,
    answer: PlacedOrder,
    status: 201,
    errors: PLACE_ERRORS,
  },
  {
    method: "DELETE",
    path: "/v1/orders",
    access: "signed",
    summary: "cancel_all_orders, of one market or of all",
    run: cancelAllOrders,
    query: [market],
    body: bodies.cancelAllBody,
    answer: CanceledOrders,
    errors: ["MARKET_NOT_FOUND"],
  },
  {
    method: "PUT",
    path: "/v1/orders/{order_id}",
    access: "signed",
    summary: "modify_order: on any refusal the order stands as it was",
    run: modifyOrder,
    body: bodies.modifyBody,
    answer: PlacedOrder,
    errors: ["ORDER_NOT_FOUND", "ORDER_IS_CLOSED", ...PLACE_ERRORS],
  },
  {
    method: "DELETE",
    path: "/v1/orders/{order_id}",
    access: "signed",
    summary: "cancel_order; the market may stand in the query, and is else the order's own",
    run: cancelOrder,
    query: [market],
    body: bodies.cancelBody,
    answer: PlacedOrder,
    errors: ["ORDER_NOT_FOUND", "ORDER_IS_CLOSED"],
  },
  {
    method: "POST",
    path: "/v1/orders/batch",
    access: "signed",
    summary: "place_batch_orders: 1 to 50 under one signature, each checked on its own",
    run: placeBatchOrders,
    body: bodies.placeBatchBody,
    answer: BatchAnswer,
    errors: ["BATCH_SIZE_OUT_OF_RANGE", "ORDER_TYPE_NOT_SUPPORTED", "INVALID_ORDER_TERMS"],
  },
  {
    method: "DELETE",
    path: "/v1/orders/batch",
    access: "signed",
    summary: "cancel_batch_orders: 1 to 100 under one signature",
    run: cancelBatchOrders,
    body: bodies.cancelBatchBody,
    answer: BatchAnswer,
    errors: ["BATCH_SIZE_OUT_OF_RANGE"],
  },
  {
    method: "POST",
    path: "/v1/orders/batch/cancel",
    access: "signed",
    summary: "cancel_batch_orders, for clients that cannot send a body with DELETE",
    run: cancelBatchOrders,
    body: bodies.cancelBatchBody,
    answer: BatchAnswer,
    errors: ["BATCH_SIZE_OUT_OF_RANGE"],
  },
  {
    method: "POST",
    path: "/v1/orders/schedule-cancel",
    access: "signed",
    summary: "schedule_cancel, the dead man's switch",
    run: scheduleCancel,
    body: bodies.scheduleCancelBody,
    answer: ScheduledCancel,
  },
];

export const WITHDRAWALS: Route[] = [
  {
    method: "POST",
    path: "/v1/withdrawals",
    access: "signed",
    summary:
      "withdraw: only the owner can sign it, and it has no destination; the amount leaves the balance at once",
    run: withdraw,
    body: bodies.withdrawBody,
    answer: TransferAnswer,
    status: 201,
    errors: ["WITHDRAWAL_TOO_SMALL", "WITHDRAWAL_EXCEEDS_AVAILABLE"],
  },
];

export const CREDENTIALS: Route[] = [
  {
    method: "POST",
    path: "/v1/keys",
    access: "owner",
    summary: "create_api_key: the owner's signature is all it needs",
    run: createApiKey,
    body: bodies.createKeyBody,
    answer: CreatedApiKey,
    status: 201,
    errors: ["INVALID_PUBLIC_KEY", "SIZE_LIMIT"],
  },
  {
    method: "DELETE",
    path: "/v1/keys/{id}",
    access: "signed",
    summary: "revoke_api_key",
    run: revokeApiKey,
    body: bodies.emptyBody,
    answer: RevokedApiKey,
    errors: ["API_KEY_NOT_FOUND"],
  },
  {
    method: "POST",
    path: "/v1/signers",
    access: "signed",
    summary: "register_signer: X-New-Signer-Signature is the new key's over the same digest",
    run: registerSigner,
    body: bodies.registerSignerBody,
    answer: SignerRecord,
    status: 201,
    errors: ["INVALID_PUBLIC_KEY", "DUPLICATED_SIGNER", "SIZE_LIMIT"],
  },
  {
    method: "DELETE",
    path: "/v1/signers/{pubkey}",
    access: "signed",
    summary: "revoke_signer: its orders are cancelled, keys that are pinned to it end",
    run: revokeSigner,
    body: bodies.emptyBody,
    answer: RevokedSigner,
    errors: ["INVALID_PUBLIC_KEY", "SIGNER_NOT_FOUND"],
  },
];
