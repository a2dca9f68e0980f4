/** Outcomes of commands as answers to their senders. */
import { type ErrorBody, type Refusal, refusalError } from "#lib/kernel/errors/errors.ts";
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

/** `isPlacing`: the command made an order; other commands that answer with one changed it. */
export function outcomeAnswer(outcome: Outcome, isPlacing: boolean): Answer {
  const { kind } = outcome;
  if (kind === "order") {
    const body = placedOrderJson(outcome.order, outcome.fills);
    return { status: isPlacing ? 201 : 200, body };
  }
  if (kind === "refused") {
    const { status, body } = refusalAnswer(outcome.refusal);
    return { status, body: JSON.stringify(body) };
  }
  if (kind === "duplicate") {
    const { status, body } = refusalAnswer({ code: "DUPLICATE_REQUEST", context: {} });
    body.data = outcomeBody(outcome.original);
    return { status, body: JSON.stringify(body) };
  }
  if (kind === "group") return { status: 201, body: JSON.stringify(outcomeBody(outcome)) };
  if (kind === "batch") return { status: 200, body: batchJson(outcome.items) };
  const makes = kind === "api_key" || kind === "signer" || kind === "transfer";
  return { status: makes ? 201 : 200, body: JSON.stringify(outcomeBody(outcome)) };
}

/** The body of an answer; the same again is the `data` of a duplicate (an API key without its text). */
export function outcomeBody(outcome: Outcome): unknown {
  switch (outcome.kind) {
    case "order":
      return placedOrder(outcome.order, outcome.fills);
    case "group":
      return placedGroup(outcome.group, outcome.fills);
    case "batch":
      return { results: outcome.items.map(batchItem) };
    case "canceled":
      return { results: outcome.orders.map((order) => okItem(order)) };
    case "schedule":
      return { time: outcome.time };
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
      return refusalAnswer(outcome.refusal).body;
    case "transfer":
      return { transfer: transferRecord(outcome.transfer) };
    case "marks":
      return { applied: outcome.applied, ignored: outcome.ignored };
    case "market_status":
      return { symbol: outcome.symbol, status: outcome.status };
    case "fee_discount":
      return { account: outcome.account, fee_discount_ppm: outcome.discountPpm };
    case "duplicate":
      return outcomeBody(outcome.original);
    case "listed":
    case "tick":
    case "writer":
      return {};
  }
}

/** `JSON.stringify({ results: items.map(batchItem) })`, with the orders' own fast text. */
export function batchJson(items: readonly Outcome[]): string {
  let text = '{"results":[';
  for (const [index, item] of items.entries()) {
    if (index > 0) text += ",";
    text +=
      item.kind === "order"
        ? `{"status":"ok","order":${placedOrderJson(item.order, item.fills)}}`
        : JSON.stringify(batchItem(item));
  }
  return `${text}]}`;
}

function batchItem(item: Outcome): unknown {
  if (item.kind === "order") return { status: "ok", order: placedOrder(item.order, item.fills) };
  const body = outcomeBody(item) as ErrorBody;
  return { status: "error", error: body.error, message: body.message };
}

function okItem(order: Order): unknown {
  return { status: "ok", order: placedOrder(order, []) };
}

function refusalAnswer(refusal: Refusal): { status: number; body: ErrorBody } {
  const error = refusalError(refusal);
  const body: ErrorBody = { error: error.code, message: error.message };
  if (refusal.code === "TIMESTAMP_OUT_OF_WINDOW") {
    body.data = { server_time: (refusal.context as { serverTime: number }).serverTime };
  }
  return { status: error.status, body };
}
