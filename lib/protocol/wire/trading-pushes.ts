/** The data of `push.trading`: what happened in a trading account of the user. Money is in USDC; numbers and prices are exact decimals. */
import { z } from "zod";
import { ORDER_TYPE_CODE } from "#lib/protocol/enumerations.ts";
import { CLOSING_REASONS } from "#lib/protocol/order-states.ts";
import { account, decimal, orderId, signedDecimal } from "./values.ts";

const market = z.string().describe("Symbol of the market");

const order = {
  account,
  order_id: orderId,
  market,
  side: z.enum(["BUY", "SELL"]),
  order_type: z.enum(Object.keys(ORDER_TYPE_CODE) as (keyof typeof ORDER_TYPE_CODE)[]),
  trigger_price: decimal.nullable().describe("Null for an order without a trigger"),
  size: decimal.describe("Size of the order"),
  cancel_reason: z.enum(CLOSING_REASONS).describe("Empty when the whole order was filled"),
};

/** An order that ended, filled in whole or in part. */
const OrderFilled = z.strictObject({
  event: z.literal("order_filled"),
  ...order,
  filled_size: decimal,
  price: decimal.describe("Average price of its fills"),
  realized_pnl: signedDecimal
    .nullable()
    .describe("Profit and loss before fees; null when its fills are not all known"),
});

/** A take profit or a stop loss that ended without a fill, not by its owner. */
const ProtectionFailed = z.strictObject({
  event: z.literal("protection_failed"),
  ...order,
  reduces: z.int().describe("1: it could only reduce a position; else 0"),
});

/** The maintenance share has reached 0.5 (WARNING) or 0.8 (DANGER). */
const MarginLevelReached = z.strictObject({
  event: z.literal("margin_level"),
  account,
  level: z.enum(["WARNING", "DANGER"]),
  maintenance_share: decimal.nullable().describe("Null when the account is worth nothing"),
  market: market.nullable().describe("The position that is nearest to its liquidation price"),
  mark_price: decimal.nullable(),
  liquidation_price: decimal.nullable(),
});

const closed = {
  account,
  market: market.describe("The largest of the positions"),
  size: signedDecimal.describe("Closed size of it, signed as the position was"),
  price: decimal.describe("Average price at which it was closed"),
  remaining_size: signedDecimal,
  others: z.int().describe("How many other positions were closed"),
  realized_pnl: signedDecimal.describe("Of all of them, before fees"),
  fee: signedDecimal.describe("Of all of them"),
  account_value: signedDecimal.describe("What the account is worth after it"),
};

const Liquidated = z.strictObject({ event: z.literal("liquidated"), ...closed });
/** Positions of an account with enough margin were closed, against those of a bankrupt one. */
const Deleveraged = z.strictObject({ event: z.literal("deleveraged"), ...closed });

const transfer = { account, amount: decimal, asset: z.string() };

const DepositCredited = z.strictObject({
  event: z.literal("deposit_credited"),
  ...transfer,
  tx_hash: z.string().nullable(),
});

const WithdrawalPaid = z.strictObject({
  event: z.literal("withdrawal_paid"),
  ...transfer,
  fee: decimal.nullable().describe("Part of the amount"),
  tx_hash: z.string().nullable(),
});

const WithdrawalReturned = z.strictObject({
  event: z.literal("withdrawal_returned"),
  ...transfer,
  reason: z.string().nullable().describe("Written by custody: show it as text"),
});

export const TradingPush = z.discriminatedUnion("event", [
  OrderFilled,
  ProtectionFailed,
  MarginLevelReached,
  Liquidated,
  Deleveraged,
  DepositCredited,
  WithdrawalPaid,
  WithdrawalReturned,
]);
export type TradingPush = z.output<typeof TradingPush>;
