/**
 * What an answer proves about a write. An answer that proves nothing leaves the write unknown: a lost answer never
 * makes an order look failed.
 */

import type { Answer, Failure } from "#components/data/http.ts";
import { isDecimal, parseDecimal } from "#lib/protocol/decimal.ts";
import { isRecord } from "#lib/protocol/is-record.ts";
import { CLOSING_REASONS, ORDER_STATUSES } from "#lib/protocol/order-states.ts";
import type { OrderRecord } from "#lib/protocol/wire/account.ts";
import type { Intent, WriteRefusal, WriteResult } from "./write-types.ts";

/**
 * Refusals that hold for the signed bytes, however often they were sent: form checks give the same result each time,
 * and a refusal by the engine (every 422) means that the engine had not seen the bytes before and remembers them now.
 * Other refusals, such as an old timestamp, an ended session or a rate limit, may concern only a second sending while
 * the first took effect: a browser resends a request on its own when a kept-alive connection breaks before the answer.
 */
const CONCERNS_THE_BYTES: ReadonlySet<string> = new Set([
  "MALFORMED_BODY",
  "UNKNOWN_FIELD",
  "MISSING_FIELD",
  "INVALID_DECIMAL",
  "INVALID_ENUM",
  "INVALID_FIELD",
  "ORDER_TYPE_NOT_SUPPORTED",
  "INVALID_ORDER_TERMS",
  "BATCH_SIZE_OUT_OF_RANGE",
  "GROUP_COUNT",
  "GROUP_TYPE",
  "GROUP_DUPLICATED_TYPE",
  "GROUP_MARKET",
  "GROUP_FLAGS",
  "GROUP_SIZE",
  "INVALID_SIGNATURE",
  "MARKET_NOT_FOUND",
  "ORDER_NOT_FOUND",
  "ORDER_IS_CLOSED",
  "MARKET_HALTED",
]);

/** More decimals than any decimal has. */
const MAX_DECIMALS = 32;

/** What is certain after this answer, whichever sending it belongs to; `undefined` when nothing is. */
export function interpretAnswer(intent: Intent, answer: Answer): WriteResult | undefined {
  if (answer.ok) return readAccepted(intent, answer.body);
  if (answer.code === "DUPLICATE_REQUEST") return readDuplicate(intent, answer.data);
  const refusal = refusalOf(answer);
  return refusal && concernsTheBytes(answer) ? refusal : undefined;
}

/**
 * The refusal of this sending, before anything was executed. Unless it concerns the bytes, a read that does not show
 * their effect has to confirm it. `undefined` for any other 5xx (VENUE_UNREACHABLE, VENUE_TIMEOUT, INTERNAL, a proxy's
 * page): the write may have taken effect.
 */
export function refusalOf(answer: Answer): Extract<WriteResult, { state: "rejected" }> | undefined {
  // A status without a code of the catalogue does not come from the venue: it is a proxy's page or a broken answer.
  if (answer.ok || answer.code.startsWith("HTTP_")) return undefined;
  const { status, code, message } = answer;
  // The venue knows these bytes already, so this does not refuse them.
  if (code === "DUPLICATE_REQUEST") return undefined;
  // Both are sent before anything is executed.
  const isUntouched = code === "DRAINING" || code === "NOT_PRIMARY";
  const isRefused = (status >= 400 && status < 500) || isUntouched;
  return isRefused || concernsTheBytes(answer) ? { state: "rejected", code, message } : undefined;
}

export function concernsTheBytes({ status, code }: Failure): boolean {
  return status === 422 || CONCERNS_THE_BYTES.has(code);
}

/** The venue's answer to a write that took effect; `undefined` for anything else, including another order's record. */
function readAccepted(intent: Intent, body: unknown): WriteResult | undefined {
  switch (intent.kind) {
    case "modify": {
      const order = readOrder(body, intent.account);
      // The order's id is proof enough: the terms may have changed again since.
      return order && order.id === intent.orderIds[0] ? accepted([order]) : undefined;
    }
    case "place":
    case "cancel": {
      const order = readOrder(body, intent.account);
      return order && isEffect(intent, order) ? accepted([order]) : undefined;
    }
    case "withdraw": {
      const transfer = isRecord(body) ? body["transfer"] : undefined;
      return isTransferOf(intent, transfer) ? accepted([]) : undefined;
    }
    case "leverage":
      return isLeverageOf(intent, body) ? accepted([]) : undefined;
    case "margin":
      return isRecord(body) && body["market"] === intent.market && "wallet" in body
        ? accepted([])
        : undefined;
    case "group":
      return readGroup(intent, body);
    case "batch":
    case "cancel-batch":
      return readBatch(intent, body);
    case "cancel-all": {
      const items = readItems(intent, body);
      if (items === undefined || items.refusals.length > 0) return undefined;
      const closed = items.orders.every((order) => isCancelled(intent, order));
      return closed ? accepted(items.orders) : undefined;
    }
  }
}

/** Whether this record shows that the write took effect on it, or that nothing is left for it to do. */
export function isEffect(intent: Intent, order: OrderRecord): boolean {
  switch (intent.kind) {
    case "place":
    case "group":
    case "batch":
      return order.digest === intent.digest;
    case "cancel":
    case "cancel-batch":
      return intent.orderIds.includes(order.id) && order.status === "CLOSED";
    case "cancel-all":
      return isCancelled(intent, order);
    case "modify":
      return intent.orderIds[0] === order.id && hasTerms(intent, order);
    case "withdraw":
    case "leverage":
    case "margin":
      return false;
  }
}

/** Whether this record is the withdrawal that the write asked for: it carries the digest of the signed bytes. */
export function isTransferOf({ account, digest }: Intent, transfer: unknown): boolean {
  if (!isRecord(transfer)) return false;
  const { kind, account: owner, digest: signed } = transfer;
  return kind === "WITHDRAWAL" && owner === account && signed === digest;
}

/** Whether this record has the leverage that the write asked for. */
export function isLeverageOf({ market, leverage, mode }: Intent, record: unknown): boolean {
  return (
    isRecord(record) &&
    record["market"] === market &&
    record["leverage"] === leverage &&
    (mode === undefined || record["mode"] === mode)
  );
}

/**
 * Whether the record of the market's leverage shows the change of margin as the last one; `undefined` when it cannot tell, because
 * the market is not isolated any more or a later change hides this one.
 */
export function hasMarginChange(
  { market, digest, timestamp }: Intent,
  records: readonly unknown[],
): boolean | undefined {
  const record = records.find((one) => isRecord(one) && one["market"] === market);
  if (!isRecord(record) || record["mode"] !== "ISOLATED") return undefined;
  const last = record["last_margin_change"];
  if (last === undefined) return false;
  if (!isRecord(last)) return undefined;
  if (last["digest"] === digest) return true;
  return Number(last["timestamp"]) < timestamp ? false : undefined;
}

function isCancelled({ market }: Intent, order: OrderRecord): boolean {
  return order.status === "CLOSED" && (market === null || order.market === market);
}

function hasTerms({ change }: Intent, order: OrderRecord): boolean {
  // An order that follows the position signs no size.
  if (change === undefined || (change.size !== "" && !isSameFigure(order.size, change.size))) {
    return false;
  }
  const price = order.trigger_price ?? order.price;
  return change.price === null || (price !== null && isSameFigure(price, change.price));
}

/** The venue may keep another text of the same number: `64000` for a signed `64000.0`. */
function isSameFigure(a: string, b: string): boolean {
  const scaled = parseDecimal(a, MAX_DECIMALS);
  return scaled !== undefined && scaled === parseDecimal(b, MAX_DECIMALS);
}

/** A group is placed whole. */
function readGroup(intent: Intent, body: unknown): WriteResult | undefined {
  if (!isRecord(body) || !Array.isArray(body["orders"])) return undefined;
  const read = (body["orders"] as unknown[]).map((order) => readOrder(order, intent.account));
  const orders = read.filter((order) => order !== undefined && isEffect(intent, order));
  const isWhole = orders.length === intent.count && read.length === intent.count;
  return isWhole ? accepted(orders as OrderRecord[]) : undefined;
}

function readBatch(intent: Intent, body: unknown): WriteResult | undefined {
  const items = readItems(intent, body);
  if (items === undefined || items.orders.length + items.refusals.length !== intent.count) {
    return undefined;
  }
  if (!items.orders.every((order) => isEffect(intent, order))) return undefined;
  const [first] = items.refusals;
  // No order of the batch was accepted: the result reads like the refusal of one order.
  if (first !== undefined && items.orders.length === 0 && intent.kind === "batch") {
    return { state: "rejected", ...first };
  }
  return { state: "accepted", missing: 0, ...items };
}

type Items = { orders: OrderRecord[]; refusals: WriteRefusal[] };

function readItems({ account }: Intent, body: unknown): Items | undefined {
  if (!isRecord(body) || !Array.isArray(body["results"])) return undefined;
  const items: Items = { orders: [], refusals: [] };
  for (const item of body["results"] as unknown[]) {
    if (!isRecord(item)) return undefined;
    const order = item["status"] === "ok" ? readOrder(item["order"], account) : undefined;
    const refusal = item["status"] === "error" ? readRefusal(item) : undefined;
    if (order !== undefined) items.orders.push(order);
    else if (refusal !== undefined) items.refusals.push(refusal);
    else return undefined;
  }
  return items;
}

/** The result of the first sending of the same bytes: its effect, or its refusal. */
function readDuplicate(intent: Intent, data: unknown): WriteResult | undefined {
  const effect = readAccepted(intent, data);
  if (effect) return effect;
  const refusal = isRecord(data) ? readRefusal(data) : undefined;
  return refusal && { state: "rejected", ...refusal };
}

function readRefusal({ error, message }: Readonly<Record<string, unknown>>) {
  if (typeof error !== "string" || typeof message !== "string") return undefined;
  return { code: error, message };
}

export function accepted(orders: readonly OrderRecord[], missing = 0): WriteResult {
  return { state: "accepted", orders, refusals: [], missing };
}

const STATUSES = new Set<unknown>(ORDER_STATUSES);
const TYPES = new Set<unknown>(["MARKET", "LIMIT", "TAKE_PROFIT_MARKET", "STOP_LOSS_MARKET"]);
const TIMES_IN_FORCE = new Set<unknown>(["GTC", "IOC", "FOK"]);
const REASONS = new Set<unknown>(CLOSING_REASONS);

const isFigure = (value: unknown): boolean => typeof value === "string" && isDecimal(value);
const isFigureOrNull = (value: unknown): boolean => value === null || isFigure(value);
const isTime = (value: unknown): boolean => Number.isSafeInteger(value);

/** The check of each field that is read. */
const CHECKS: Readonly<Record<string, (value: unknown) => boolean>> = {
  id: (value) => typeof value === "string" && /^[1-9]\d{0,19}$/.test(value),
  market: (value) => typeof value === "string" && value.length > 0 && value.length <= 32,
  side: (value) => value === "BUY" || value === "SELL",
  size: isFigure,
  remaining_size: isFigure,
  filled_size: isFigure,
  avg_fill_price: isFigureOrNull,
  price: isFigureOrNull,
  trigger_price: isFigureOrNull,
  order_type: (value) => TYPES.has(value),
  time_in_force: (value) => TIMES_IN_FORCE.has(value),
  flags: isTime,
  status: (value) => STATUSES.has(value),
  cancel_reason: (value) => REASONS.has(value),
  digest: (value) => typeof value === "string",
  created_at: isTime,
};

/** `value` as an order of `account`, or `undefined` when it is not one. */
export function readOrder(value: unknown, account: string): OrderRecord | undefined {
  if (!isRecord(value) || value["account"] !== account) return undefined;
  for (const [name, holds] of Object.entries(CHECKS)) if (!holds(value[name])) return undefined;
  return value as OrderRecord;
}

/**
 * A page of orders, newest first; `undefined` when any of them is not an order of `account`. `next` is null on the last
 * page.
 */
export function readOrderPage(
  body: unknown,
  account: string,
): { orders: OrderRecord[]; next: string | null } | undefined {
  if (!isRecord(body) || !Array.isArray(body["results"])) return undefined;
  const orders: OrderRecord[] = [];
  for (const value of body["results"] as unknown[]) {
    const order = readOrder(value, account);
    if (order === undefined) return undefined;
    orders.push(order);
  }
  const next = body["next"] ?? null;
  return next === null || typeof next === "string" ? { orders, next } : undefined;
}
