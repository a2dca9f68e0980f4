/** Outcomes of commands as answers to their senders. */
import { type ErrorBody, type Refusal, refusalError } from "#lib/kernel/errors/errors.ts";
import type { OrderRecord } from "#lib/protocol/wire/account.ts";
import type { Order } from "#services/venue/engine/market-state.ts";
import type { Outcome } from "#services/venue/engine/outcome.ts";
import {
  apiKeyRecord,
  placedGroup,
  placedOrder,
  placedOrderJson,
  signerRecord,
  transferRecord,
} from "./records.ts";

/** `body` is a JSON text. */
export type Answer = { status: number; body: string };

/** An order of the account that the answer is for. */
export type FindOrder = (id: number) => OrderRecord | undefined;

/** For commands that no trader signs. */
const NOTHING: FindOrder = () => undefined;

/** `isPlacing`: the command made an order; other commands that answer with one changed it. */
export function outcomeAnswer(outcome: Outcome, isPlacing: boolean, find: FindOrder): Answer {
  const { kind } = outcome;
  if (kind === "order") {
    const body = placedOrderJson(outcome.order, outcome.fills);
    return { status: isPlacing ? 201 : 200, body };
  }
  if (kind === "refused") {
    const { status, body } = refusalAnswer(outcome.refusal, find);
    return { status, body: JSON.stringify(body) };
  }
  if (kind === "duplicate") {
    const { status, body } = refusalAnswer({ code: "DUPLICATE_REQUEST", context: {} }, find);
    body.data = outcomeBody(outcome.original, find);
    return { status, body: JSON.stringify(body) };
  }
  if (kind === "group") return { status: 201, body: JSON.stringify(outcomeBody(outcome, find)) };
  if (kind === "batch") return { status: 200, body: batchJson(outcome.items, find) };
  const makes = kind === "api_key" || kind === "signer" || kind === "transfer";
  return { status: makes ? 201 : 200, body: JSON.stringify(outcomeBody(outcome, find)) };
}

/** The body of an answer; the same again is the `data` of a duplicate (an API key without its text). */
export function outcomeBody(outcome: Outcome, find: FindOrder = NOTHING): unknown {
  switch (outcome.kind) {
    case "order":
      return placedOrder(outcome.order, outcome.fills);
    case "group":
      return placedGroup(outcome.group, outcome.fills);
    case "batch":
      return { results: outcome.items.map((item) => batchItem(item, find)) };
    case "canceled":
      return { results: outcome.orders.map((order) => okItem(order)) };
    case "schedule":
      return { time: outcome.time };
    case "leverage":
      return outcome.leverage;
    case "isolated_margin":
      return outcome.isolated;
    case "api_key":
      return apiKeyRecord(outcome.key);
    case "api_key_revoked":
      return { id: outcome.id, revoked: true };
    case "signer":
      return signerRecord(outcome.signer);
    case "signer_revoked": {
      const canceled = outcome.canceled.map(({ id }) => String(id));
      return { signer: outcome.pubkey, revoked: true, canceled_orders: canceled };
    }
    case "refused":
      return refusalAnswer(outcome.refusal, find).body;
    case "transfer":
      return { transfer: transferRecord(outcome.transfer) };
    case "marks":
      return { applied: outcome.applied, ignored: outcome.ignored };
    case "market_status":
      return { symbol: outcome.symbol, status: outcome.status };
    case "fee_discount":
      return { account: outcome.account, fee_discount_ppm: outcome.discountPpm };
    case "duplicate":
      return outcomeBody(outcome.original, find);
    case "listed":
    case "tick":
    case "writer":
    case "rules":
      return {};
  }
}

/** The body of a batch as text, with the orders' own fast text. */
export function batchJson(items: readonly Outcome[], find: FindOrder): string {
  let text = '{"results":[';
  for (const [index, item] of items.entries()) {
    if (index > 0) text += ",";
    text +=
      item.kind === "order"
        ? `{"status":"ok","order":${placedOrderJson(item.order, item.fills)}}`
        : JSON.stringify(batchItem(item, find));
  }
  return `${text}]}`;
}

function batchItem(item: Outcome, find: FindOrder): unknown {
  if (item.kind === "order") return { status: "ok", order: placedOrder(item.order, item.fills) };
  const { error, message, data } = outcomeBody(item, find) as ErrorBody;
  return { status: "error", error, message, ...(data !== undefined && { data }) };
}

function okItem(order: Order): unknown {
  return { status: "ok", order: placedOrder(order, []) };
}

function refusalAnswer(refusal: Refusal, find: FindOrder): { status: number; body: ErrorBody } {
  const error = refusalError(refusal);
  const body: ErrorBody = { error: error.code, message: error.message };
  if (refusal.code === "TIMESTAMP_OUT_OF_WINDOW") {
    body.data = { server_time: (refusal.context as { serverTime: number }).serverTime };
  }
  if (refusal.code === "DUPLICATED_CLIENT_ID") {
    const { orderId } = refusal.context as { orderId?: number };
    const first = orderId === undefined ? undefined : find(orderId);
    if (first !== undefined) body.data = first;
  }
  return { status: error.status, body };
}
