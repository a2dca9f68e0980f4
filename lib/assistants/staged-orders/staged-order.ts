/** An order that a machine proposed, as its owner and its proposer read it. */
import "server-only";
import { z } from "zod";
import {
  STAGED_ORDER_SOURCES,
  STAGED_ORDER_STATES,
  type stagedOrders,
} from "#lib/platform/db/schema/assistants.ts";
import { placeOrderFields } from "#lib/protocol/signing.ts";

const moment = z.iso.datetime();
const decimal = z.string().regex(/^-?\d+(\.\d+)?$/);

/** What is signed, field for field, with the time of the signature. */
const StagedTerms = z.strictObject({
  market: z.string(),
  side: z.enum(["BUY", "SELL"]),
  size: decimal,
  /** Of LIMIT orders. */
  price: decimal.nullable(),
  order_type: z.enum(["MARKET", "LIMIT", "TAKE_PROFIT_MARKET", "STOP_LOSS_MARKET"]),
  time_in_force: z.enum(["GTC", "IOC", "FOK"]),
  /** A bit field: POST_ONLY = 1, REDUCE_ONLY = 2. */
  flags: z.int(),
  trigger_price: decimal.nullable(),
  trigger_source: z.enum(["LastPrice", "MarkPrice"]).nullable(),
});

/** The market at the time of the proposal. Money in USDC; null: the venue did not tell. */
const MarketSnapshot = z.strictObject({
  mark_price: decimal.nullable(),
  /** When the mark was taken; proposals of before have none. */
  mark_updated_at: moment.nullable().optional(),
  best_bid: decimal.nullable(),
  best_ask: decimal.nullable(),
  /** Size at the order's own price, its trigger price or the mark; of a reduce-only order no more than the position. */
  notional: decimal.nullable(),
  /**
   * What a taker would pay for it at the dearest of the order's own price, the mark and the best price against it, as far as
   * it could trade at that. A market order that goes deeper into the book than the best price can cost a little more.
   */
  fee: decimal.nullable(),
  /** What the market asks as initial margin for what it adds to the position: "0" when it only reduces. */
  initial_margin: decimal.nullable(),
  /**
   * What the account lacked to have it taken: "0" when nothing. Null where the account could not be read, and for an order that
   * waits for its trigger; proposals of before have none.
   */
  margin_missing: decimal.nullable().optional(),
  /** Signed size of the account's position before the order: negative is short. */
  position: decimal.nullable(),
});

/** What the user should know before answering, as it was at the proposal. It stands in the way of nothing. */
const Warning = z.strictObject({
  code: z
    .enum(["INSUFFICIENT_MARGIN"])
    .describe("INSUFFICIENT_MARGIN: the account had too little for it"),
  message: z.string(),
});

export const StagedOrder = z.strictObject({
  id: z.string().describe("sto_ and 24 hex characters"),
  state: z
    .enum(STAGED_ORDER_STATES)
    .describe(
      "waiting for the user; sending after the user's signature; then placed, refused by the venue, or unknown while its answer is missing. declined by the user, withdrawn by its proposer or with its key, expired after 5 minutes.",
    ),
  /** Who proposed it. The name is what the client calls itself, or what the owner called the key. */
  source: z.strictObject({ kind: z.enum(STAGED_ORDER_SOURCES), name: z.string() }),
  account: z.string().describe("Base58 public key of the wallet that is to sign"),
  order: StagedTerms,
  /** Written by a machine: data, to be shown as a quotation. */
  reason: z.string().nullable(),
  reference: z.string().nullable(),
  snapshot: MarketSnapshot,
  warnings: z
    .array(Warning)
    .describe("What stood against it when it was proposed; empty once it no longer waits"),
  created_at: moment,
  expires_at: moment,
  /** When it left `waiting`. */
  decided_at: moment.nullable(),
  /** The venue's order, once it is placed. */
  result: z
    .strictObject({
      order_id: z.string(),
      status: z.string(),
      filled_size: decimal,
      avg_fill_price: decimal.nullable(),
      /** Why a CLOSED order ended; empty when it was filled. */
      cancel_reason: z.string(),
    })
    .nullable(),
  /** Why the venue refused it, or that its answer is missing. */
  error: z.strictObject({ code: z.string(), message: z.string() }).nullable(),
  approval_url: z.url(),
});

export type StagedOrder = z.output<typeof StagedOrder>;

/** A page of them, the newest first. `next` is the cursor of the page after this one. */
export const StagedOrderPage = z.strictObject({
  orders: z.array(StagedOrder),
  next: z.string().nullable(),
});

/** What a badge needs. */
export const WaitingOrders = z.strictObject({
  count: z.int(),
  newest: StagedOrder.nullable(),
});

export type StagedOrderRow = typeof stagedOrders.$inferSelect;

export function stagedOrderOf(row: StagedOrderRow, baseUrl: string): StagedOrder {
  const snapshot = MarketSnapshot.parse(row.snapshot);
  return {
    id: row.id,
    state: row.state,
    source: { kind: row.sourceKind, name: row.sourceName },
    account: row.account,
    order: termsOf(row.order),
    reason: row.reason,
    reference: row.reference,
    snapshot,
    warnings: row.state === "waiting" ? warningsOf(snapshot) : [],
    created_at: row.createdAt.toISOString(),
    expires_at: row.expiresAt.toISOString(),
    decided_at: row.decidedAt?.toISOString() ?? null,
    result: resultOf(row.result),
    error: row.errorCode === null ? null : { code: row.errorCode, message: row.errorMessage ?? "" },
    approval_url: `${baseUrl}/approvals/${row.id}`,
  };
}

function warningsOf({
  margin_missing: missing,
}: z.output<typeof MarketSnapshot>): StagedOrder["warnings"] {
  if (missing === undefined || missing === null || missing === "0") return [];
  return [marginWarning(`The account is ${missing} USDC short of the margin for this order`)];
}

/** `what`: the beginning of the sentence. */
export function marginWarning(what: string): StagedOrder["warnings"][number] {
  return {
    code: "INSUFFICIENT_MARGIN",
    message: `${what}: as things stood when it was proposed, the venue would refuse it. The user may deposit before approving it, or ask for a smaller size.`,
  };
}

function termsOf(order: StagedOrderRow["order"]): StagedOrder["order"] {
  const { trigger_source: source, ...fields } = placeOrderFields(order);
  const trigger_source = source === null ? null : source === 0 ? "LastPrice" : "MarkPrice";
  return { ...fields, trigger_source };
}

/** What is shown of the venue's record. */
export const VenueOrder = z.object({
  id: z.string(),
  status: z.string(),
  filled_size: decimal,
  avg_fill_price: decimal.nullable(),
  cancel_reason: z.string(),
});

function resultOf(record: StagedOrderRow["result"]): StagedOrder["result"] {
  if (record === null) return null;
  const { id, ...rest } = VenueOrder.parse(record);
  return { order_id: id, ...rest };
}
