/**
 * The data of webhook events of trading: the account is a wallet that is linked to the owner of the webhook. Money is in
 * USDC, times are ISO 8601 in UTC.
 */
import { z } from "zod";
import { OrderRecord, TransferRecord } from "./account.ts";
import { LiquidationSum, MarginRecord } from "./account-stream.ts";
import { account, decimal, orderId, signedDecimal } from "./values.ts";

const moment = z.iso.datetime({ precision: 3 });

const ofOrder = {
  account,
  order_id: orderId,
  market: z.string().describe("Symbol of the market"),
  side: z.enum(["BUY", "SELL"]),
};

const record = OrderRecord.shape;

/** An order as it ended. */
const EndedOrder = z.strictObject({
  client_id: record.client_id,
  order_type: record.order_type,
  size: record.size,
  filled_size: record.filled_size,
  avg_fill_price: record.avg_fill_price,
  price: record.price,
  trigger_price: record.trigger_price,
  status: record.status,
  cancel_reason: record.cancel_reason,
  group_id: orderId.nullable().describe("The id of its group's first order; null without one"),
  parent_id: orderId.nullable().describe("The entry that it protects; null for none"),
  grouping: record.grouping.unwrap().nullable(),
  created_at: moment,
});

/** The data of `order.filled`. */
export const OrderFilledEvent = z.strictObject({
  ...ofOrder,
  size: decimal.describe("What filled now, in one block"),
  price: decimal.describe("Average price of it"),
  fee: signedDecimal.describe("Fees of it"),
  realized_pnl: signedDecimal.describe("Profit and loss of what it closed, before fees"),
  filled_at: moment,
  order: EndedOrder.nullable().describe("The order as it ended; null while it is open"),
});

/** The data of `order.ended`. */
export const OrderEndedEvent = z.strictObject({ ...ofOrder, ended_at: moment, order: EndedOrder });

/** The data of `position.liquidated`. */
export const PositionLiquidatedEvent = z.strictObject({
  account,
  reason: z
    .enum(["LIQUIDATION", "ADL"])
    .describe("ADL: the account had enough margin, and a bankrupt one was closed against it"),
  positions: z
    .array(z.strictObject(LiquidationSum.shape.positions.element.shape))
    .describe("What was closed, by market"),
  account_value: signedDecimal.describe("What the account is worth after it"),
  liquidated_at: moment,
});

const margin = MarginRecord.shape;

/** The data of `margin.warning`. */
export const MarginWarningEvent = z.strictObject({
  account,
  level: z.enum(["WARNING", "DANGER"]).describe("WARNING from a share of 0.5, DANGER from 0.8"),
  maintenance_share: margin.maintenance_share,
  nearest: margin.nearest,
  reached_at: moment,
});

const transfer = TransferRecord.shape;

/** The data of `transfer.settled`. */
export const TransferSettledEvent = z.strictObject({
  id: transfer.id,
  account,
  kind: transfer.kind,
  status: z
    .enum(["SETTLED", "RETURNED"])
    .describe("RETURNED: a withdrawal that was not paid; its amount is back in the balance"),
  amount: transfer.amount,
  fee: transfer.fee,
  asset: transfer.asset,
  tx_hash: transfer.tx_hash,
  reference: transfer.reference,
  reason: transfer.reason,
  created_at: moment,
  ended_at: moment,
});

export type TradingEventData = {
  "order.filled": z.output<typeof OrderFilledEvent>;
  "order.ended": z.output<typeof OrderEndedEvent>;
  "position.liquidated": z.output<typeof PositionLiquidatedEvent>;
  "margin.warning": z.output<typeof MarginWarningEvent>;
  "transfer.settled": z.output<typeof TransferSettledEvent>;
};
