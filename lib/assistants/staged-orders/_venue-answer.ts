/** Interprets the venue's answer to a signed order (docs/decisions, 002 and 020). */
import { z } from "zod";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import type { HttpAnswer } from "#lib/kernel/http/http-client.ts";
import { bodyOf } from "#lib/trading/venue-access/ask-venue.ts";
import { type StagedOrderRow, VenueOrder } from "./staged-order.ts";

export type Outcome =
  | { kind: "placed"; record: Record<string, unknown> }
  | { kind: "refused"; code: string; message: string }
  /** It may have arrived or may still arrive. */
  | { kind: "unknown"; code: string; message: string }
  /** The venue did not process the order: it may be signed again. */
  | { kind: "not taken"; refusal: ServiceError };

/** The order record with all fields that pages show. */
const Order = z.looseObject({
  ...VenueOrder.shape,
  digest: z.string(),
  client_id: z.string().nullish(),
});
const Group = z.object({ orders: z.array(z.unknown()) });
const Refusal = z.object({ error: z.string(), message: z.string(), data: z.unknown().optional() });

/** What identifies a proposal's order at the venue. */
type Proposed = Pick<StagedOrderRow, "id" | "target">;

/** Refusals of the caller or of the moment, before the bytes were processed: they say nothing about an earlier attempt. */
const OF_THE_SENDING = new Set([401, 403, 429]);

const UNREADABLE = {
  kind: "unknown",
  code: "VENUE_UNREACHABLE",
  message: "The venue's answer is not known.",
} as const;

/**
 * `isFirst`: the bytes were sent for the first time, so that a refusal of this attempt is one of
 * the order.
 */
export function outcomeOf(answer: HttpAnswer, row: Proposed, isFirst: boolean): Outcome {
  const body = bodyOf(answer);
  if (answer.status === 201 || answer.status === 200) return placedAs(row, body) ?? UNREADABLE;
  const refusal = Refusal.safeParse(body);
  if (!refusal.success) return UNREADABLE;
  const { error: code, message, data } = refusal.data;
  if (code === "DUPLICATE_REQUEST") return originalOf(row, data);
  if (OF_THE_SENDING.has(answer.status)) {
    return isFirst
      ? { kind: "not taken", refusal: refusalOf(code, answer) }
      : { kind: "unknown", code, message };
  }
  return { kind: answer.status < 500 ? "refused" : "unknown", code, message };
}

/**
 * The outcome `placed` for an order record of the venue, or for a group by its entry; `undefined` for any other value. A new
 * order has the proposal's id as its name; a changed or cancelled one is known by its own id.
 */
export function placedAs({ id, target }: Proposed, record: unknown): Outcome | undefined {
  const group = Group.safeParse(record);
  const order = Order.safeParse(group.success ? group.data.orders[0] : record);
  if (!order.success) return undefined;
  const isOwn = target === null ? order.data.client_id === id : order.data.id === target.order_id;
  if (isOwn) return { kind: "placed", record: order.data };
  return {
    kind: "refused",
    code: "DUPLICATE_REQUEST",
    message: "This signature is that of another order already. Nothing was placed for this one.",
  };
}

/** For bytes that the venue knows, `data` is its original answer. */
function originalOf(row: Proposed, data: unknown): Outcome {
  const outcome = placedAs(row, data);
  if (outcome !== undefined) return outcome;
  const original = Refusal.safeParse(data);
  if (!original.success) return UNREADABLE;
  return { kind: "refused", code: original.data.error, message: original.data.message };
}

/** Advice for the user. */
function refusalOf(code: string, { headers }: HttpAnswer): ServiceError {
  switch (code) {
    case "UNKNOWN_API_KEY":
    case "EXPIRED_API_KEY":
      return new ServiceError("TRADING_NOT_ENABLED");
    case "SIGNER_NOT_AUTHORIZED":
    case "INVALID_SIGNATURE":
      return new ServiceError(code);
    case "RATE_LIMITED":
      return new ServiceError(code, { retryAfterSeconds: Number(headers["retry-after"]) || 1 });
    default:
      return new ServiceError("MARKET_DATA_UNAVAILABLE");
  }
}
