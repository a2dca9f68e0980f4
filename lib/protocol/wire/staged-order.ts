/** An order that a machine proposed, as its owner and its proposer read it. */
import { z } from "zod";
import {
  STAGED_ORDER_ACTIONS,
  STAGED_ORDER_SOURCES,
  STAGED_ORDER_STATES,
} from "#lib/protocol/staged-orders.ts";

const moment = z.iso.datetime();
/** A decimal number as text. */
export const decimal = z.string().regex(/^-?\d+(\.\d+)?$/);

/** The signed fields, except for the time of the signature. */
const StagedTerms = z.strictObject({
  market: z.string(),
  side: z.enum(["BUY", "SELL"]),
  size: decimal,
  /** Set for LIMIT orders. */
  price: decimal.nullable(),
  order_type: z.enum(["MARKET", "LIMIT", "TAKE_PROFIT_MARKET", "STOP_LOSS_MARKET"]),
  time_in_force: z.enum(["GTC", "IOC", "FOK"]),
  /** A bit field: POST_ONLY = 1, REDUCE_ONLY = 2. */
  flags: z.int(),
  trigger_price: decimal.nullable(),
  trigger_source: z.enum(["LastPrice", "MarkPrice"]).nullable(),
});

/** The market at the time of the proposal. Money in USDC; null: not known. */
export const MarketSnapshot = z.strictObject({
  mark_price: decimal.nullable(),
  /** When the mark was accepted; absent from older proposals. */
  mark_updated_at: moment.nullable().optional(),
  best_bid: decimal.nullable(),
  best_ask: decimal.nullable(),
  /** Size at the order's own price, its trigger price or the mark; of a reduce-only order no more than the position. */
  notional: decimal.nullable(),
  /**
   * Taker fee at the highest of the order's own price, the mark and the best opposite price, as far as the order could trade
   * at it. A market order that goes deeper into the book can cost a little more.
   */
  fee: decimal.nullable(),
  /** Initial margin for the lots that it adds to the position: "0" when it only reduces. */
  initial_margin: decimal.nullable(),
  /**
   * Margin that the account lacked for the whole size, where what the book could not fill counts at the mark: "0" when nothing. Null when the account could not be read, and for an order
   * that waits for its trigger; absent from older proposals.
   */
  margin_missing: decimal.nullable().optional(),
  /**
   * Size that the book would have filled at once, of an order that never rests. Null for an order that may rest or that waits
   * for its trigger, and without a mark; absent from older proposals.
   */
  fillable: decimal.nullable().optional(),
  /** Signed size of the account's position before the order: negative is short. */
  position: decimal.nullable(),
});

/** The open order that a proposal changes or cancels, as it was when it was proposed. */
const StagedTarget = z.strictObject({
  order_id: z.string().describe("Id of the order at the venue"),
  size: decimal.describe("Total size, with what is filled"),
  filled_size: decimal.describe("What had filled before"),
  price: decimal.nullable().describe("Limit price; null for an order with a trigger"),
  trigger_price: decimal.nullable().describe("Null for an order without a trigger"),
  follows_position: z
    .boolean()
    .describe("Its size is that of the position, and no size of it is signed"),
});
export type StagedTarget = z.output<typeof StagedTarget>;

/** Warnings for the user as of the proposal. They block nothing. */
const Warning = z.strictObject({
  code: z
    .enum(["INSUFFICIENT_MARGIN", "PARTIAL_FILL"])
    .describe(
      "INSUFFICIENT_MARGIN: the account had too little for it. PARTIAL_FILL: the book held less than its size, and what does not fill at once is cancelled",
    ),
  message: z.string(),
});

export const StagedOrder = z.strictObject({
  id: z.string().describe("sto_ and 24 hex characters"),
  state: z
    .enum(STAGED_ORDER_STATES)
    .describe(
      "waiting for the user; sending after the user's signature; then placed, refused by the venue, or unknown while its answer is missing. declined by the user, withdrawn by its proposer or with its key, expired after 5 minutes.",
    ),
  action: z
    .enum(STAGED_ORDER_ACTIONS)
    .optional()
    .describe(
      "place: order is a new order. close: order is a reduce-only market order of the whole position. modify: order is what the order of target becomes. cancel: order is the order of target, which ends. Absent from older events, which are all place",
    ),
  target: StagedTarget.nullable()
    .optional()
    .describe(
      "The order that is changed or cancelled, as of the proposal; null for place and close. Absent from older events",
    ),
  /** The proposer. The name is the client's own, or the one that the owner gave the key. */
  source: z.strictObject({ kind: z.enum(STAGED_ORDER_SOURCES), name: z.string() }),
  account: z.string().describe("Base58 public key of the wallet that is to sign"),
  order: StagedTerms,
  protection: z
    .array(StagedTerms)
    .optional()
    .describe(
      "Take profit and stop loss that protect what the order fills, placed with it under the same signature. Absent from older events",
    ),
  /** Text of a machine, to be shown as a quotation. */
  reason: z.string().nullable(),
  reference: z.string().nullable(),
  signal_id: z.string().nullable().describe("The signal that the order follows from; null: none"),
  snapshot: MarketSnapshot,
  warnings: z.array(Warning).describe("Warnings as of the proposal; empty once it no longer waits"),
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
      fee: decimal
        .nullable()
        .optional()
        .describe(
          "Fee of `filled_size` in USDC, negative for a rebate; null: not known. Absent from older events",
        ),
      /** Why a CLOSED order ended; empty when it was filled. */
      cancel_reason: z.string(),
    })
    .nullable(),
  /** Why the venue refused it, or a note that its answer is missing. */
  error: z.strictObject({ code: z.string(), message: z.string() }).nullable(),
  approval_url: z.url(),
});

export type StagedOrder = z.output<typeof StagedOrder>;

/** A page of them, the newest first. `next` is the cursor of the page after this one. */
export const StagedOrderPage = z.strictObject({
  orders: z.array(StagedOrder),
  next: z.string().nullable(),
});
export type StagedOrderPage = z.output<typeof StagedOrderPage>;

/** What a badge needs. */
export const WaitingOrders = z.strictObject({
  count: z.int(),
  newest: StagedOrder.nullable(),
  has_proposers: z
    .boolean()
    .describe(
      "Whether a key or an app is connected to the account. Without one, no order can come",
    ),
});
export type WaitingOrders = z.output<typeof WaitingOrders>;
