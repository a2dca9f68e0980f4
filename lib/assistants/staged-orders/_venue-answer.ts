/** What the venue's answer to a signed order says about the order (docs/decisions/002 and 020). */
import { z } from "zod";
import { ServiceError } from "#lib/platform/errors.ts";
import type { UpstreamAnswer } from "#lib/platform/http/upstream.ts";
import { VenueOrder } from "./staged-order.ts";

export type Outcome =
  | { kind: "placed"; record: Record<string, unknown> }
  | { kind: "refused"; code: string; message: string }
  /** It may have arrived, or may still arrive. */
  | { kind: "unknown"; code: string; message: string }
  /** The venue did not look at the order: it may be signed again. */
  | { kind: "not taken"; refusal: ServiceError };

/** With all that is shown of it, so that what is kept can be read. */
const Order = z.looseObject({
  ...VenueOrder.shape,
  digest: z.string(),
  client_id: z.string().nullish(),
});
const Refusal = z.object({ error: z.string(), message: z.string(), data: z.unknown().optional() });

/** Said of the caller or of the moment, before the bytes were looked at: holds for one sending, not for the one before. */
const OF_THE_SENDING = new Set([401, 403, 429]);

const UNREADABLE = {
  kind: "unknown",
  code: "VENUE_UNREACHABLE",
  message: "The venue's answer is not known.",
} as const;

/**
 * `id`: of the staged order. `isFirst`: the bytes left for the first time, so that what is said of this sending is said of the
 * order.
 */
export function outcomeOf(answer: UpstreamAnswer, id: string, isFirst: boolean): Outcome {
  const body = bodyOf(answer);
  if (answer.status === 201) return placedAs(id, body) ?? UNREADABLE;
  const refusal = Refusal.safeParse(body);
  if (!refusal.success) return UNREADABLE;
  const { error: code, message, data } = refusal.data;
  if (code === "DUPLICATE_REQUEST") return originalOf(id, data);
  if (OF_THE_SENDING.has(answer.status)) {
    return isFirst
      ? { kind: "not taken", refusal: refusalOf(code, answer) }
      : { kind: "unknown", code, message };
  }
  return { kind: answer.status < 500 ? "refused" : "unknown", code, message };
}

/** What an order of the venue is to the staged one whose signature it has; `undefined` when it is no order. */
export function placedAs(id: string, record: unknown): Outcome | undefined {
  const order = Order.safeParse(record);
  if (!order.success) return undefined;
  if (order.data.client_id === id) return { kind: "placed", record: order.data };
  return {
    kind: "refused",
    code: "DUPLICATE_REQUEST",
    message: "This signature is that of another order already. Nothing was placed for this one.",
  };
}

/** Bytes that the venue knows: `data` is what it answered to them before. */
function originalOf(id: string, data: unknown): Outcome {
  const outcome = placedAs(id, data);
  if (outcome !== undefined) return outcome;
  const original = Refusal.safeParse(data);
  if (!original.success) return UNREADABLE;
  return { kind: "refused", code: original.data.error, message: original.data.message };
}

/** What the user can do about it. */
function refusalOf(code: string, { retryAfter }: UpstreamAnswer): ServiceError {
  switch (code) {
    case "UNKNOWN_API_KEY":
    case "EXPIRED_API_KEY":
      return new ServiceError("TRADING_NOT_ENABLED");
    case "SIGNER_NOT_AUTHORIZED":
    case "INVALID_SIGNATURE":
      return new ServiceError(code);
    case "RATE_LIMITED":
      return new ServiceError(code, { retryAfterSeconds: Number(retryAfter) || 1 });
    default:
      return new ServiceError("MARKET_DATA_UNAVAILABLE");
  }
}

export function bodyOf(answer: UpstreamAnswer): unknown {
  try {
    return JSON.parse(answer.body.toString("utf8"));
  } catch {
    return undefined;
  }
}
