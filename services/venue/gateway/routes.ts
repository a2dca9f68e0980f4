/** Everything that the venue answers to: the router and the published description read this one table. */

import type { z } from "zod";
import type { ErrorCode } from "#lib/errors.ts";
import * as answers from "#services/venue/surface/answers.ts";
import * as bodies from "#services/venue/surface/bodies.ts";
import { PARAMETERS, type Parameter } from "#services/venue/surface/parameters.ts";
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
import * as operator from "./endpoints/operator.ts";
import { modifyOrder, placeBatchOrders, placeOrder } from "./endpoints/orders.ts";
import * as reads from "./endpoints/reads.ts";
import type { Run } from "./signed-write.ts";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

/** Who may ask: anybody, the holder of a key, a signer of the account, the account itself without a key, the operator. */
export type Access = "public" | "account" | "signed" | "owner" | "operator";

export type Route = {
  method: Method;
  /** At most one segment is variable. */
  path: string;
  access: Access;
  summary: string;
  run: Run;
  query?: readonly Parameter[];
  body?: z.ZodType;
  answer: z.ZodType;
  /** 200 when absent. */
  status?: 201;
  /** A second status with the same body. */
  otherStatus?: 200;
  /** Codes of this operation beside those of its access. */
  errors?: readonly ErrorCode[];
};

const { market, marketOrAll, depth, status, cursor, pageSize, startAt, endAt, resolution } =
  PARAMETERS;

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

const PUBLIC: Route[] = [
  {
    method: "GET",
    path: "/v1/time",
    access: "public",
    summary: "The venue's clock",
    run: reads.getTime,
    answer: answers.timeAnswer,
  },
  {
    method: "GET",
    path: "/v1/markets",
    access: "public",
    summary: "All markets with their rules",
    run: reads.publicRead("markets"),
    answer: answers.marketsAnswer,
  },
  {
    method: "GET",
    path: "/v1/markets/stats",
    access: "public",
    summary: "The last 24 hours",
    run: reads.publicRead("stats", reads.requiredMarketParams),
    query: [marketOrAll],
    answer: answers.statsAnswer,
    errors: ["MARKET_NOT_FOUND"],
  },
  {
    method: "GET",
    path: "/v1/orderbook/{symbol}",
    access: "public",
    summary: "The book, best prices first counted",
    run: reads.publicRead("orderbook", reads.bookParams),
    query: [depth],
    answer: answers.bookAnswer,
    errors: ["MARKET_NOT_FOUND"],
  },
  {
    method: "GET",
    path: "/v1/markets/bbo/{symbol}",
    access: "public",
    summary: "Best bid and offer",
    run: reads.publicRead("bbo", reads.bboParams),
    answer: answers.bboAnswer,
    errors: ["MARKET_NOT_FOUND"],
  },
  {
    method: "GET",
    path: "/v1/trades",
    access: "public",
    summary: "Fills, oldest first; without start_at and cursor the latest page",
    run: reads.publicRead("trades", reads.tradesParams),
    query: [{ ...market, required: true }, pageSize, startAt, cursor],
    answer: answers.tradesAnswer,
    errors: ["MARKET_NOT_FOUND"],
  },
  {
    method: "GET",
    path: "/v1/markets/kline",
    access: "public",
    summary: "Bars of fills; those without a fill are left out",
    run: reads.publicRead("kline", reads.klineParams),
    query: [{ ...market, required: true }, resolution, startAt, endAt],
    answer: answers.klineAnswer,
    errors: ["MARKET_NOT_FOUND"],
  },
  {
    method: "GET",
    path: "/v1/blocks/latest",
    access: "public",
    summary: "The last block that was made durable",
    run: reads.publicRead("block"),
    answer: answers.blockAnswer,
  },
];

const ACCOUNT: Route[] = [
  {
    method: "GET",
    path: "/v1/accounts",
    access: "account",
    summary: "Balance and margin of the key's account",
    run: reads.accountRead("accounts"),
    answer: answers.accountsAnswer,
  },
  {
    method: "GET",
    path: "/v1/positions",
    access: "account",
    summary: "Open positions",
    run: reads.accountRead("positions", reads.marketParams),
    query: [market],
    answer: answers.positionsAnswer,
    errors: ["MARKET_NOT_FOUND"],
  },
  {
    method: "GET",
    path: "/v1/orders",
    access: "account",
    summary: "Orders, newest first",
    run: reads.accountRead("orders", reads.ordersParams),
    query: [status, market, cursor, { ...pageSize, description: "1 to 1000, else 1000" }],
    answer: answers.ordersAnswer,
    errors: ["MARKET_NOT_FOUND"],
  },
  {
    method: "GET",
    path: "/v1/orders/{order_id}",
    access: "account",
    summary: "One order",
    run: reads.accountRead("order", reads.orderParams),
    answer: answers.orderRecord,
    errors: ["MALFORMED_PATH", "ORDER_NOT_FOUND"],
  },
  {
    method: "GET",
    path: "/v1/fills",
    access: "account",
    summary: "Own fills, newest first",
    run: reads.accountRead("fills", reads.pageParams),
    query: [market, cursor, pageSize],
    answer: answers.fillsAnswer,
    errors: ["MARKET_NOT_FOUND"],
  },
  {
    method: "GET",
    path: "/v1/funding",
    access: "account",
    summary: "Own funding payments, newest first",
    run: reads.accountRead("funding", reads.pageParams),
    query: [market, cursor, pageSize],
    answer: answers.fundingAnswer,
    errors: ["MARKET_NOT_FOUND"],
  },
  {
    method: "GET",
    path: "/v1/transfers/search",
    access: "account",
    summary: "Deposits and withdrawals, newest first",
    run: reads.accountRead("transfers", reads.transfersParams),
    query: [PARAMETERS.account, cursor, pageSize],
    answer: answers.transfersAnswer,
  },
  {
    method: "GET",
    path: "/v1/keys",
    access: "account",
    summary: "Live API keys, without their texts",
    run: reads.accountRead("keys"),
    answer: answers.keysAnswer,
  },
  {
    method: "GET",
    path: "/v1/signers",
    access: "account",
    summary: "Delegated signers",
    run: reads.accountRead("signers"),
    answer: answers.signersAnswer,
  },
];

const ORDERS: Route[] = [
  {
    method: "POST",
    path: "/v1/orders",
    access: "signed",
    summary: "place_order",
    run: placeOrder,
    body: bodies.placeBody,
    answer: answers.placedOrder,
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
    answer: answers.canceledAnswer,
    errors: ["MARKET_NOT_FOUND"],
  },
  {
    method: "PUT",
    path: "/v1/orders/{order_id}",
    access: "signed",
    summary: "modify_order: on any refusal the order stands as it was",
    run: modifyOrder,
    body: bodies.modifyBody,
    answer: answers.placedOrder,
    errors: ["MALFORMED_PATH", "ORDER_NOT_FOUND", "ORDER_IS_CLOSED", ...PLACE_ERRORS],
  },
  {
    method: "DELETE",
    path: "/v1/orders/{order_id}",
    access: "signed",
    summary: "cancel_order; the market may stand in the query, and is else the order's own",
    run: cancelOrder,
    query: [market],
    body: bodies.cancelBody,
    answer: answers.placedOrder,
    errors: ["MALFORMED_PATH", "ORDER_NOT_FOUND", "ORDER_IS_CLOSED"],
  },
  {
    method: "POST",
    path: "/v1/orders/batch",
    access: "signed",
    summary: "place_batch_orders: 1 to 50 under one signature, each judged on its own",
    run: placeBatchOrders,
    body: bodies.placeBatchBody,
    answer: answers.batchAnswer,
    errors: ["BATCH_SIZE_OUT_OF_RANGE", "ORDER_TYPE_NOT_SUPPORTED", "INVALID_ORDER_TERMS"],
  },
  {
    method: "DELETE",
    path: "/v1/orders/batch",
    access: "signed",
    summary: "cancel_batch_orders: 1 to 100 under one signature",
    run: cancelBatchOrders,
    body: bodies.cancelBatchBody,
    answer: answers.batchAnswer,
    errors: ["BATCH_SIZE_OUT_OF_RANGE"],
  },
  {
    method: "POST",
    path: "/v1/orders/batch/cancel",
    access: "signed",
    summary: "cancel_batch_orders, for clients that can not send a body with DELETE",
    run: cancelBatchOrders,
    body: bodies.cancelBatchBody,
    answer: answers.batchAnswer,
    errors: ["BATCH_SIZE_OUT_OF_RANGE"],
  },
  {
    method: "POST",
    path: "/v1/orders/schedule-cancel",
    access: "signed",
    summary: "schedule_cancel, the dead man's switch",
    run: scheduleCancel,
    body: bodies.scheduleCancelBody,
    answer: answers.scheduleAnswer,
  },
];

const CREDENTIALS: Route[] = [
  {
    method: "POST",
    path: "/v1/keys",
    access: "owner",
    summary: "create_api_key: the owner's signature is all it needs",
    run: createApiKey,
    body: bodies.createKeyBody,
    answer: answers.createdKey,
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
    answer: answers.revokedKey,
    errors: ["API_KEY_NOT_FOUND"],
  },
  {
    method: "POST",
    path: "/v1/signers",
    access: "signed",
    summary: "register_signer: X-New-Signer-Signature is the new key's over the same digest",
    run: registerSigner,
    body: bodies.registerSignerBody,
    answer: answers.signerRecord,
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
    answer: answers.revokedSigner,
    errors: ["INVALID_PUBLIC_KEY", "SIGNER_NOT_FOUND"],
  },
];

const OPERATOR: Route[] = [
  {
    method: "POST",
    path: "/v1/operator/marks",
    access: "operator",
    summary: "Prices of the oracle, with the half width of their confidence",
    run: operator.setMarks,
    body: bodies.marksBody,
    answer: answers.marksAnswer,
    errors: ["MARKET_NOT_FOUND", "INVALID_TICK", "NUMBER_TOO_LARGE"],
  },
  {
    method: "POST",
    path: "/v1/operator/deposits",
    access: "operator",
    summary: "Credits an account; 200 when the reference was credited before",
    run: operator.deposit,
    body: bodies.depositBody,
    answer: answers.transferAnswer,
    status: 201,
    otherStatus: 200,
    errors: ["INVALID_PUBLIC_KEY", "NUMBER_TOO_LARGE"],
  },
  {
    method: "POST",
    path: "/v1/operator/insurance",
    access: "operator",
    summary: "Credits the insurance fund; 200 when the reference was credited before",
    run: operator.depositInsurance,
    body: bodies.insuranceBody,
    answer: answers.transferAnswer,
    status: 201,
    otherStatus: 200,
    errors: ["NUMBER_TOO_LARGE"],
  },
  {
    method: "POST",
    path: "/v1/operator/markets/{symbol}/status",
    access: "operator",
    summary: "What a market takes; cancels are taken always",
    run: operator.setMarketStatus,
    body: bodies.statusBody,
    answer: answers.statusAnswer,
    errors: ["MARKET_NOT_FOUND"],
  },
  {
    method: "POST",
    path: "/v1/operator/accounts/{pubkey}/fee-discount",
    access: "operator",
    summary: "What an account is spared of every trading fee",
    run: operator.setFeeDiscount,
    body: bodies.feeDiscountBody,
    answer: answers.feeDiscountAnswer,
    errors: ["INVALID_PUBLIC_KEY"],
  },
  {
    method: "GET",
    path: "/v1/operator/fees",
    access: "operator",
    summary: "Each charged fee, in sequence",
    run: reads.operatorRead("fees", reads.feesParams),
    query: [PARAMETERS.afterSeq, pageSize],
    answer: answers.feesAnswer,
  },
];

export const ROUTES: readonly Route[] = [
  ...PUBLIC,
  ...ACCOUNT,
  ...ORDERS,
  ...CREDENTIALS,
  ...OPERATOR,
];
