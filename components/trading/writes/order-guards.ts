/** Checks that order records of an answer have the shape of one before they are used. */

import { isDecimal } from "#lib/protocol/decimal.ts";
import { CLOSING_REASONS } from "#lib/protocol/enumerations.ts";
import { isRecord } from "#lib/protocol/is-record.ts";
import type { OrderRecord } from "#lib/protocol/wire/account.ts";

const STATUSES = new Set<unknown>(["NEW", "UNTRIGGERED", "OPEN", "CLOSED"]);
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
