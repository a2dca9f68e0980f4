/** Signed writes. */
import type { ErrorCode } from "#lib/kernel/errors/errors.ts";
import {
  BatchAnswer,
  CanceledOrders,
  CreatedApiKey,
  PlacedGroup,
  PlacedOrder,
  RevokedApiKey,
  RevokedSigner,
  ScheduledCancel,
  SignerRecord,
  TransferAnswer,
} from "#lib/protocol/wire/account.ts";
import { IsolatedMarginRecord, LeverageRecord } from "#lib/protocol/wire/leverage.ts";
import * as bodies from "#services/venue/surface/bodies.ts";
import { PARAMETERS } from "#services/venue/surface/parameters.ts";
import {
  cancelAllOrders,
  cancelBatchOrders,
  cancelByClientId,
  cancelOrder,
  scheduleCancel,
} from "./endpoints/cancels.ts";
import {
  createApiKey,
  registerSigner,
  revokeApiKey,
  revokeSigner,
} from "./endpoints/credentials.ts";
import { updateIsolatedMargin, updateLeverage } from "./endpoints/leverage.ts";
import { modifyOrder, placeBatchOrders, placeOrder, placeOrderGroup } from "./endpoints/orders.ts";
import { withdraw } from "./endpoints/withdrawals.ts";
import type { Route } from "./route.ts";

const { market } = PARAMETERS;

const MEMO_FAULTS: readonly ErrorCode[] = [
  "MEMO_MALFORMED",
  "MEMO_SIGNER",
  "MEMO_ACCOUNTS",
  "MEMO_LOOKUP_TABLES",
  "MEMO_BLOCKHASH",
  "MEMO_INSTRUCTION",
  "MEMO_COUNT",
  "MEMO_TEXT",
];
const PLACE_ERRORS: readonly ErrorCode[] = [
  "ORDER_TYPE_NOT_SUPPORTED",
  "INVALID_ORDER_TERMS",
  "MARKET_NOT_FOUND",
  "DUPLICATED_CLIENT_ID",
  "CLIENT_ID_LIMIT",
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

const GROUP_ERRORS: readonly ErrorCode[] = [
  "GROUP_COUNT",
  "GROUP_TYPE",
  "GROUP_DUPLICATED_TYPE",
  "GROUP_MARKET",
  "GROUP_FLAGS",
  "GROUP_SIZE",
  "GROUP_SIDE",
  "GROUP_PRICE",
  "NO_POSITION",
];

export const ORDERS: Route[] = [
  {
    method: "POST",
    path: "/v1/orders",
    name: "placeOrder",
    access: "signed",
    summary: "Places an order (place_order)",
    run: placeOrder,
    body: bodies.placeBody,
    answer: PlacedOrder,
    status: 201,
    errors: PLACE_ERRORS,
  },
  {
    method: "DELETE",
    path: "/v1/orders",
    name: "cancelAllOrders",
    access: "signed",
    summary: "Cancels all orders, or those of one market (cancel_all_orders)",
    run: cancelAllOrders,
    query: [market],
    body: bodies.cancelAllBody,
    answer: CanceledOrders,
    errors: ["MARKET_NOT_FOUND"],
  },
  {
    method: "PUT",
    path: "/v1/orders/{order_id}",
    name: "modifyOrder",
    access: "signed",
    summary: "Changes an order (modify_order); a refusal leaves it unchanged",
    run: modifyOrder,
    body: bodies.modifyBody,
    answer: PlacedOrder,
    errors: ["ORDER_NOT_FOUND", "ORDER_IS_CLOSED", "GROUP_SIZE", "GROUP_PRICE", ...PLACE_ERRORS],
  },
  {
    method: "DELETE",
    path: "/v1/orders/{order_id}",
    name: "cancelOrder",
    access: "signed",
    summary: "Cancels an order (cancel_order); the market in the query is optional",
    run: cancelOrder,
    query: [market],
    body: bodies.cancelBody,
    answer: PlacedOrder,
    errors: ["ORDER_NOT_FOUND", "ORDER_IS_CLOSED"],
  },
  {
    method: "DELETE",
    path: "/v1/orders/client/{client_id}",
    name: "cancelOrderByClientId",
    access: "signed",
    summary: "Cancels the open order with this client_id (cancel_by_client_id)",
    run: cancelByClientId,
    body: bodies.emptyBody,
    answer: PlacedOrder,
    errors: ["ORDER_NOT_FOUND", "ORDER_IS_CLOSED"],
  },
  {
    method: "POST",
    path: "/v1/orders/batch",
    name: "placeOrderBatch",
    access: "signed",
    summary:
      "Places 1 to 50 orders under one signature, each checked on its own (place_batch_orders)",
    run: placeBatchOrders,
    body: bodies.placeBatchBody,
    answer: BatchAnswer,
    errors: ["BATCH_SIZE_OUT_OF_RANGE", "ORDER_TYPE_NOT_SUPPORTED", "INVALID_ORDER_TERMS"],
  },
  {
    method: "POST",
    path: "/v1/orders/group",
    name: "placeOrderGroup",
    access: "signed",
    summary:
      "Places an entry with the orders that protect it, or orders that protect a position, under one signature; all or none (place_order_group)",
    run: placeOrderGroup,
    body: bodies.placeGroupBody,
    answer: PlacedGroup,
    status: 201,
    errors: ["BATCH_SIZE_OUT_OF_RANGE", ...GROUP_ERRORS, ...PLACE_ERRORS],
  },
  {
    method: "DELETE",
    path: "/v1/orders/batch",
    name: "cancelOrderBatch",
    access: "signed",
    summary: "Cancels 1 to 100 orders under one signature (cancel_batch_orders)",
    run: cancelBatchOrders,
    body: bodies.cancelBatchBody,
    answer: BatchAnswer,
    errors: ["BATCH_SIZE_OUT_OF_RANGE"],
  },
  {
    method: "POST",
    path: "/v1/orders/batch/cancel",
    name: "cancelOrderBatchByPost",
    access: "signed",
    summary:
      "Cancels 1 to 100 orders, for clients that cannot send a body with DELETE (cancel_batch_orders)",
    run: cancelBatchOrders,
    body: bodies.cancelBatchBody,
    answer: BatchAnswer,
    errors: ["BATCH_SIZE_OUT_OF_RANGE"],
  },
  {
    method: "POST",
    path: "/v1/orders/schedule-cancel",
    name: "scheduleCancel",
    access: "signed",
    summary:
      "Cancels all orders at a time unless you renew it: the dead man's switch (schedule_cancel)",
    run: scheduleCancel,
    body: bodies.scheduleCancelBody,
    answer: ScheduledCancel,
  },
];

export const LEVERAGE: Route[] = [
  {
    method: "POST",
    path: "/v1/leverage",
    name: "updateLeverage",
    access: "signed",
    summary: "Sets leverage and margin mode of the account in a market (update_leverage)",
    run: updateLeverage,
    body: bodies.leverageBody,
    answer: LeverageRecord,
    errors: [
      "MARKET_NOT_FOUND",
      "LEVERAGE_OUT_OF_RANGE",
      "LEVERAGE_NEEDS_MARGIN",
      "MARGIN_MODE_IN_USE",
    ],
  },
  {
    method: "POST",
    path: "/v1/isolated-margin",
    name: "updateIsolatedMargin",
    access: "signed",
    summary: "Adds margin to an isolated position, or removes it (update_isolated_margin)",
    run: updateIsolatedMargin,
    body: bodies.isolatedMarginBody,
    answer: IsolatedMarginRecord,
    errors: [
      "MARKET_NOT_FOUND",
      "POSITION_NOT_ISOLATED",
      "ISOLATED_MARGIN_NOT_FREE",
      "ISOLATED_MARGIN_NEEDED",
    ],
  },
];

export const WITHDRAWALS: Route[] = [
  {
    method: "POST",
    path: "/v1/withdrawals",
    name: "withdraw",
    access: "signed",
    summary:
      "Withdraws USDC to the owner's own token account; the amount leaves the balance at once (withdraw)",
    run: withdraw,
    body: bodies.withdrawBody,
    answer: TransferAnswer,
    status: 201,
    errors: [
      "WITHDRAWAL_TOO_SMALL",
      "WITHDRAWAL_EXCEEDS_AVAILABLE",
      "WITHDRAWAL_FEE",
      "WITHDRAWALS_A_DAY",
    ],
  },
];

export const CREDENTIALS: Route[] = [
  {
    method: "POST",
    path: "/v1/keys",
    name: "createApiKey",
    access: "owner",
    summary: "Creates an API key; it is in this answer only (create_api_key)",
    run: createApiKey,
    headers: [PARAMETERS.memoTransaction],
    body: bodies.createKeyBody,
    answer: CreatedApiKey,
    status: 201,
    errors: ["INVALID_PUBLIC_KEY", "SIZE_LIMIT", ...MEMO_FAULTS],
  },
  {
    method: "DELETE",
    path: "/v1/keys/{id}",
    name: "revokeApiKey",
    access: "signed",
    summary: "Revokes an API key (revoke_api_key)",
    run: revokeApiKey,
    body: bodies.emptyBody,
    answer: RevokedApiKey,
    errors: ["API_KEY_NOT_FOUND"],
  },
  {
    method: "POST",
    path: "/v1/signers",
    name: "registerSigner",
    access: "signed",
    summary: "Registers a signer with an expiry (register_signer)",
    run: registerSigner,
    headers: [PARAMETERS.newSignerSignature, PARAMETERS.memoTransaction],
    body: bodies.registerSignerBody,
    answer: SignerRecord,
    status: 201,
    errors: ["INVALID_PUBLIC_KEY", "DUPLICATED_SIGNER", "SIZE_LIMIT", ...MEMO_FAULTS],
  },
  {
    method: "DELETE",
    path: "/v1/signers/{pubkey}",
    name: "revokeSigner",
    access: "signed",
    summary:
      "Revokes a signer: its orders are cancelled, and keys that are pinned to it end (revoke_signer)",
    run: revokeSigner,
    body: bodies.emptyBody,
    answer: RevokedSigner,
    errors: ["INVALID_PUBLIC_KEY", "SIGNER_NOT_FOUND"],
  },
];
