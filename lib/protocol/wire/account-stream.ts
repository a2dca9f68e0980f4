/**
 * Events of an account's stream (docs/api/account-stream.md). The venue makes them from its journal, and the app passes
 * them on unchanged.
 */
import { z } from "zod";
import {
  AccountRecord,
  FillRecord,
  FundingRecord,
  OrderRecord,
  PositionRecord,
  TransferRecord,
} from "./account.ts";
import { account, decimal, signedDecimal } from "./values.ts";

/** A fill, and the trigger that sent its order. */
export const StreamFill = z
  .object({
    ...FillRecord.shape,
    trigger_price: decimal.nullable().describe("Trigger of the order; null for one without"),
  })
  .meta({ id: "StreamFill" });
export type StreamFill = z.output<typeof StreamFill>;

/** How close an account is to its liquidation. */
export const MARGIN_LEVELS = ["SAFE", "WARNING", "DANGER", "LIQUIDATING"] as const;
export type MarginLevel = (typeof MARGIN_LEVELS)[number];

/** What a liquidation closed in one market. */
const LiquidatedPosition = z
  .object({
    market: z.string().describe("Symbol of the market"),
    size: signedDecimal.describe("Closed size, signed as the position was"),
    average_price: decimal.describe("Average price at which it was closed"),
    realized_pnl: signedDecimal.describe("Profit and loss of what was closed, before fees"),
    fee: signedDecimal.describe("Trading and liquidation fees"),
    remaining_size: signedDecimal.describe("What is left of the position"),
  })
  .meta({ id: "LiquidatedPosition" });

/** The sum of a liquidation that has ended. */
export const LiquidationSum = z
  .object({
    positions: z.array(LiquidatedPosition).describe("What was closed, by market"),
    account_value: signedDecimal.describe("What the account is worth after it"),
  })
  .meta({ id: "LiquidationSum" });
export type LiquidationSum = z.output<typeof LiquidationSum>;

export const MarginRecord = z
  .object({
    account,
    level: z
      .enum(MARGIN_LEVELS)
      .describe(
        "WARNING from a maintenance share of 0.5, DANGER from 0.8, both until it is below 0.4; LIQUIDATING until the venue closes no more",
      ),
    maintenance_share: decimal
      .nullable()
      .describe(
        "Maintenance margin over account value: at 1 the venue begins to close positions. Null when the account is worth nothing and has positions",
      ),
    nearest: z
      .object({
        market: z.string().describe("Symbol of its market"),
        mark_price: decimal.describe("The market's mark"),
        liquidation_price: decimal.describe("The mark at which the account is liquidated"),
      })
      .nullable()
      .describe("The position whose mark is nearest to its liquidation price"),
    liquidation: LiquidationSum.nullable().describe("Once, when a liquidation has ended"),
  })
  .meta({ id: "Margin" });
export type MarginRecord = z.output<typeof MarginRecord>;

/** First, when the events since `Last-Event-ID` are not known any more: the current state follows. */
export const StreamReset = z
  .object({ account, reset: z.literal(true).describe("Always true") })
  .meta({ id: "StreamReset" });

/** The payload of each event, by its name. */
export const ACCOUNT_STREAM_EVENTS = {
  reset: StreamReset,
  account: AccountRecord,
  order: OrderRecord,
  fill: StreamFill,
  position: PositionRecord,
  transfer: TransferRecord,
  funding: FundingRecord,
  margin: MarginRecord,
} as const;

/** The data of any of these events. */
export const AccountStreamEvent = z.union(Object.values(ACCOUNT_STREAM_EVENTS)).meta({
  id: "AccountStreamEvent",
  examples: [
    {
      account: "11111111111111111111111111111111",
      level: "WARNING",
      maintenance_share: "0.512",
      nearest: { market: "BTCUSDC", mark_price: "61000.5", liquidation_price: "58210.4" },
      liquidation: null,
    },
  ],
});

export type AccountStreamEventName = keyof typeof ACCOUNT_STREAM_EVENTS;
