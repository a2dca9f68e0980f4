/**
 * Records of an account. The venue publishes them, and the app checks them and passes them on. Times are
 * Unix milliseconds, money is in USDC.
 */
import { z } from "zod";
import {
  GROUPING_CODE,
  MARGIN_MODE_CODE,
  ORDER_TYPE_CODE,
  TIME_IN_FORCE_CODE,
  TRIGGER_SOURCE_CODE,
  WITHDRAWAL_STATUSES,
} from "#lib/protocol/enumerations.ts";
import { CLOSING_REASONS, ORDER_STATUSES } from "#lib/protocol/order-states.ts";
import { side } from "./market.ts";
import {
  account,
  count,
  decimal,
  nextPage,
  orderId,
  pubkey,
  signedDecimal,
  time,
} from "./values.ts";

const namesOf = <Name extends string>(codes: Record<Name, number>) =>
  z.enum(Object.keys(codes) as Name[]);

/** An order. */
export const OrderRecord = z
  .object({
    id: orderId,
    account,
    signer: z.string(),
    market: z.string(),
    side,
    size: decimal,
    remaining_size: decimal,
    filled_size: decimal,
    /** Null until the first fill. */
    avg_fill_price: decimal.nullable(),
    price: decimal.nullable(),
    order_type: namesOf(ORDER_TYPE_CODE),
    time_in_force: namesOf(TIME_IN_FORCE_CODE),
    flags: z.int().min(0).max(3),
    trigger_price: decimal.nullable(),
    trigger_source: namesOf(TRIGGER_SOURCE_CODE).nullable(),
    status: z.enum(ORDER_STATUSES),
    cancel_reason: z.enum(CLOSING_REASONS).describe("Empty when the order was filled"),
    client_id: z.string().nullable(),
    seq_no: count,
    timestamp: time.describe("The signed timestamp"),
    /** It identifies the write even when its answer was lost. */
    digest: z
      .string()
      .regex(/^(?:[0-9a-f]{64})?$/)
      .describe("Digest of the signed bytes; empty for an order of the venue"),
    created_at: time,
    last_updated_at: time,
    group_id: orderId
      .optional()
      .describe("Of an order of a group: the id of the group's first order"),
    parent_id: orderId
      .nullable()
      .optional()
      .describe(
        "Of an order of a group: the entry that it protects; null for the entry itself and with POSITION",
      ),
    grouping: namesOf(GROUPING_CODE)
      .optional()
      .describe(
        "Of an order of a group. ENTRY: it protects what the entry fills. POSITION: its size is that of the position",
      ),
  })
  .meta({ id: "Order" });
export type OrderRecord = z.output<typeof OrderRecord>;
export const OrderPage = z.object({ results: z.array(OrderRecord), next: nextPage });

/** One fill of the order that was just placed, from its owner's point of view. */
const Fill = z
  .object({
    trade_id: count,
    price: decimal,
    size: decimal,
    fee: signedDecimal,
    liquidity: z.enum(["TAKER", "MAKER"]),
  })
  .meta({ id: "Fill" });
export type Fill = z.output<typeof Fill>;

/** The answer of `POST /v1/orders`: the order and its immediate fills. */
export const PlacedOrder = z
  .object({ ...OrderRecord.shape, fills: z.array(Fill) })
  .meta({ id: "PlacedOrder" });
export type PlacedOrder = z.output<typeof PlacedOrder>;

/** The answer of `POST /v1/orders/group`: the orders as they were signed, the entry first. */
export const PlacedGroup = z
  .object({
    group_id: orderId.describe("Id of the group's first order"),
    grouping: namesOf(GROUPING_CODE).describe("As it was signed"),
    orders: z.array(PlacedOrder).describe("The orders of the group, the entry first"),
  })
  .meta({ id: "PlacedGroup" });
export type PlacedGroup = z.output<typeof PlacedGroup>;

const ItemOk = z.object({ status: z.literal("ok"), order: PlacedOrder });
const ItemError = z.object({
  status: z.literal("error"),
  error: z.string(),
  message: z.string(),
  data: OrderRecord.optional().describe("With DUPLICATED_CLIENT_ID: the order that has the id"),
});
export const BatchAnswer = z
  .object({ results: z.array(z.discriminatedUnion("status", [ItemOk, ItemError])) })
  .meta({ id: "BatchResult" });
export const CanceledOrders = z.object({ results: z.array(ItemOk) });
export const ScheduledCancel = z.object({ time: time.nullable() });

/** The leverage that an account chose in a market. */
export const ChosenLeverage = z.object({
  market: z.string(),
  mode: namesOf(MARGIN_MODE_CODE).describe(
    "CROSS: the position shares the account's balance. ISOLATED: it has a wallet of its own",
  ),
  leverage: count.describe("Most value of a position for a unit of its initial margin"),
});

/** The money and margin of an isolated position. The account's own figures contain none of it. */
export const IsolatedPosition = z.object({
  market: z.string(),
  wallet: signedDecimal.describe(
    "Settled money that only this position gains, loses and pays from",
  ),
  value: signedDecimal.describe(
    "Wallet plus unrealised profit and loss at the mark, less unsettled funding",
  ),
  initial_margin: decimal.describe("Of the position as it is, by the chosen leverage"),
  maintenance_margin: decimal.describe("Below it the position is liquidated, and nothing else"),
});

/** Balances and margin of one account. */
export const AccountRecord = z
  .object({
    account,
    /** Settled collateral. */
    balance: signedDecimal,
    /** Balance plus unrealised profit and loss at the mark, less unsettled funding. */
    account_value: signedDecimal,
    initial_margin: decimal,
    maintenance_margin: decimal,
    /** `account_value - initial_margin`, never below zero. */
    free_collateral: decimal,
    unrealized_pnl: signedDecimal,
    /** Funding that the positions owe (positive) or are due. */
    unsettled_funding: signedDecimal,
    settlement_asset: z.string(),
    /** `LIQUIDATING` while the account is worth less than its maintenance margin. */
    status: z.enum(["ACTIVE", "LIQUIDATING"]),
    /** Taken off every trading fee, in parts per million. */
    fee_discount_ppm: count,
    leverage: z
      .array(ChosenLeverage)
      .optional()
      .describe("By market, where the account chose one; absent when it chose none"),
    isolated: z
      .array(IsolatedPosition)
      .optional()
      .describe("Isolated positions; absent without one"),
    seq_no: count,
    last_updated_at: time,
  })
  .meta({ id: "Account" });
export type AccountRecord = z.output<typeof AccountRecord>;
export const AccountList = z.object({ results: z.array(AccountRecord) });

/** A position. `size` is signed: negative is short. */
export const PositionRecord = z
  .object({
    account,
    market: z.string(),
    side: z.enum(["LONG", "SHORT"]),
    size: signedDecimal,
    average_entry_price: decimal,
    cost: signedDecimal,
    mark_price: decimal,
    unrealized_pnl: signedDecimal,
    /** Funding since the position last changed, not settled yet: positive is owed, negative is due. */
    unsettled_funding: signedDecimal,
    /** Settled funding since the position was opened: positive was paid, negative received. Absent at an older venue. */
    paid_funding: signedDecimal.optional(),
    /** The mark at which the account would fall below maintenance while other marks do not move; null when there is none. */
    liquidation_price: decimal.nullable(),
    initial_margin: decimal,
    maintenance_margin: decimal,
    isolated_wallet: signedDecimal
      .optional()
      .describe("Settled money of an isolated position; absent for one that shares the balance"),
    last_updated_at: time,
  })
  .meta({ id: "Position" });
export type PositionRecord = z.output<typeof PositionRecord>;
export const PositionList = z.object({ results: z.array(PositionRecord) });

/** A deposit or a withdrawal. */
export const TransferRecord = z
  .object({
    id: z.string(),
    account,
    kind: z.enum(["DEPOSIT", "WITHDRAWAL"]),
    status: z
      .enum(WITHDRAWAL_STATUSES)
      .describe(
        "A deposit is SETTLED. A withdrawal is RESERVED (taken from the balance), SENT, SETTLED, or RETURNED (back in the balance)",
      ),
    amount: decimal.describe("Amount without a sign"),
    fee: decimal.nullable().describe("Fee of a withdrawal, part of the amount; null for a deposit"),
    asset: z.string(),
    tx_hash: z
      .string()
      .nullable()
      .describe(
        "The transaction on the chain, base58. Of a withdrawal null until it is SENT, then the latest one that was sent; null for a deposit that came over no chain",
      ),
    source: z.string().nullable(),
    reference: z.string().nullable().describe("Reference of a deposit; it is credited once"),
    digest: z.string().nullable().describe("Digest of the signed bytes of a withdrawal"),
    reason: z.string().nullable().describe("Why a RETURNED withdrawal was not sent"),
    created_at: time,
    settled_at: time.nullable().describe("When the transaction was reported final; else null"),
    last_updated_at: time,
  })
  .meta({ id: "Transfer" });
export type TransferRecord = z.output<typeof TransferRecord>;
export const TransferPage = z.object({ results: z.array(TransferRecord), next: nextPage });
/** What a withdrawal costs, and how often one is taken. */
export const WithdrawalTerms = z
  .object({
    fee: decimal.describe("Fee of a withdrawal in USDC, part of its amount"),
    opening_fee: decimal.describe(
      "USDC in addition, when the payment opens the owner's token account",
    ),
    a_day: count.describe("Most withdrawals of an account in 24 hours"),
  })
  .meta({ id: "WithdrawalTerms" });
export type WithdrawalTerms = z.output<typeof WithdrawalTerms>;
export const TransferAnswer = z.object({ transfer: TransferRecord });

/** One side of a fill. */
export const FillRecord = z
  .object({
    id: count,
    account,
    market: z.string(),
    trade_id: count,
    order_id: orderId.nullable(),
    trade_type: z
      .enum(["FILL", "LIQUIDATION", "TAKEOVER", "ADL"])
      .describe("TAKEOVER and ADL are fills without an order of this account"),
    side,
    price: decimal,
    size: decimal,
    /** Negative for a rebate. */
    fee: signedDecimal,
    liquidity: z.enum(["MAKER", "TAKER"]),
    realized_pnl: signedDecimal,
    source: z.enum(["perp", "copy"]),
    created_at: time,
  })
  .meta({ id: "OwnFill" });
export type FillRecord = z.output<typeof FillRecord>;
export const FillPage = z.object({ results: z.array(FillRecord), next: nextPage });
export type FillPage = z.output<typeof FillPage>;

/** A funding settlement. */
export const FundingRecord = z
  .object({
    id: count,
    account,
    market: z.string(),
    size: signedDecimal.describe("Signed size of the position"),
    amount: signedDecimal.describe("Positive was paid, negative was received"),
    notional: decimal.optional().describe("Value of the position at the mark"),
    rate: signedDecimal
      .optional()
      .describe("Funding rate of a period at that time; positive when longs pay"),
    created_at: time,
  })
  .meta({ id: "FundingPayment" });
export type FundingRecord = z.output<typeof FundingRecord>;
export const FundingPage = z.object({ results: z.array(FundingRecord), next: nextPage });

const keyFields = {
  id: z.string(),
  account: pubkey,
  /** The signer that the key is pinned to; the account itself when it is pinned to no other. */
  signer: pubkey,
  label: z.string(),
  /** 0: it does not expire. */
  expires_at: time,
  created_at: time,
};
export const ApiKey = z.object(keyFields).meta({ id: "ApiKey" });
export const CreatedApiKey = z.object({
  key: z
    .string()
    .regex(/^apikey_[0-9a-f]{64}$/)
    .describe("The key, in this answer only; the venue keeps its hash"),
  ...keyFields,
});
export const ApiKeyList = z.object({ results: z.array(ApiKey) });

export const VenueKeyRecord = z
  .strictObject({
    ...keyFields,
    held: z.boolean().describe("True for the key that this service trades with"),
  })
  .meta({ id: "VenueKey" });
export type VenueKeyRecord = z.output<typeof VenueKeyRecord>;
export const VenueKeyList = z.strictObject({ results: z.array(VenueKeyRecord) });
export type VenueKeyList = z.output<typeof VenueKeyList>;

/** The key that this service trades with, without its secret; null before trading is enabled. */
export const HeldKey = z.strictObject({
  key: z
    .strictObject({
      id: z.string(),
      label: z.string(),
      created_at: time,
      /** Null when the key does not expire. */
      expires_at: time.nullable(),
    })
    .nullable(),
});
export type HeldKey = z.output<typeof HeldKey>;
export const RevokedApiKey = z.object({ id: z.string(), revoked: z.literal(true) });

export const SignerRecord = z
  .object({ signer: pubkey, label: z.string(), scopes: z.int(), expires_at: time })
  .meta({ id: "Signer" });
export type SignerRecord = z.output<typeof SignerRecord>;
export const SignerList = z.object({ results: z.array(SignerRecord) });
export type SignerList = z.output<typeof SignerList>;
export const RevokedSigner = z.object({
  signer: pubkey,
  revoked: z.literal(true),
  canceled_orders: z.array(orderId),
});
export type RevokedSigner = z.output<typeof RevokedSigner>;

const FillTotals = z.strictObject({
  /** Price × size. */
  volume: decimal,
  fees: signedDecimal,
  realized_pnl: signedDecimal,
  fills: z.int(),
});
const FundingTotals = z.strictObject({
  paid: decimal,
  received: decimal,
  payments: z.int(),
});

/** `complete` false: the sums contain only rows since `since`. Days are UTC, newest first. */
const coverage = { complete: z.boolean(), since: z.int().nullable() };

/** Sums over a span of time. */
export const FillsSummary = z.strictObject({
  total: FillTotals,
  days: z.array(FillTotals.extend({ day: z.string() })),
  markets: z.array(FillTotals.extend({ market: z.string() })),
  ...coverage,
});
export type FillsSummary = z.output<typeof FillsSummary>;

export const FundingSummary = z.strictObject({
  total: FundingTotals,
  days: z.array(FundingTotals.extend({ day: z.string() })),
  markets: z.array(FundingTotals.extend({ market: z.string() })),
  ...coverage,
});
export type FundingSummary = z.output<typeof FundingSummary>;
