/**
 * What happened to all accounts, in the order of the journal, for the notices of their owners. The venue keeps it for a
 * day; the reader key reads it.
 */
import { z } from "zod";
import { OrderRecord, TransferRecord } from "./account.ts";
import { LiquidationSum, MarginRecord } from "./account-stream.ts";
import { account, decimal, orderId, signedDecimal, time } from "./values.ts";

/** `<height>-<index>`, as the ids of an account's stream. Ascends strictly. */
const noticeId = z.string().regex(/^\d{1,15}-\d{1,15}$/);

const place = {
  id: noticeId.describe("Place in the journal; ascends strictly over all accounts"),
  account,
  created_at: time,
};

/** An order that filled, in whole or in part, or ended. */
export const OrderNotice = z
  .object({
    ...place,
    type: z.literal("order"),
    order_id: orderId,
    market: z.string().describe("Symbol of the market"),
    side: z.enum(["BUY", "SELL"]),
    filled: z
      .object({
        size: decimal.describe("What filled now"),
        price: decimal.describe("Average price of it"),
        fee: signedDecimal.describe("Fees of it"),
        realized_pnl: signedDecimal.describe("Profit and loss of what it closed, before fees"),
      })
      .nullable()
      .describe("Null for an order that ended without a further fill"),
    order: OrderRecord.nullable().describe("The order as it ended; null while it is open"),
  })
  .meta({ id: "OrderNotice" });

export const TransferNotice = z
  .object({ ...place, type: z.literal("transfer"), transfer: TransferRecord })
  .meta({ id: "TransferNotice" });

/** The maintenance share of an account has reached a bound: once for each, until it is below 0.4. */
export const MarginNotice = z
  .object({ ...place, type: z.literal("margin"), margin: MarginRecord })
  .meta({ id: "MarginNotice" });

/** Positions that the venue closed. */
export const LiquidationNotice = z
  .object({
    ...place,
    type: z.literal("liquidation"),
    reason: z
      .enum(["LIQUIDATION", "ADL"])
      .describe(
        "ADL: auto-deleveraging closed positions of an account with enough margin, against those of a bankrupt one",
      ),
    liquidation: LiquidationSum,
  })
  .meta({ id: "LiquidationNotice" });

export const VenueNotice = z.discriminatedUnion("type", [
  OrderNotice,
  TransferNotice,
  MarginNotice,
  LiquidationNotice,
]);
export type VenueNotice = z.output<typeof VenueNotice>;

export const VenueNoticePage = z.object({
  results: z.array(VenueNotice),
  next: noticeId.nullable().describe("The last id of a full page; null on the last page"),
  last: noticeId.describe(
    "Where the journal ends: a reader that has no place yet begins there. Without `after` only this is answered",
  ),
});

/** A page, as a reader of the feed gets it. */
export type NoticePage = {
  /** In the order of the journal. */
  notices: VenueNotice[];
  /** The last id of `notices`, to continue at once; null when there was no more. */
  next: string | null;
  /** Where the journal ends: a reader that has no place yet begins there. */
  last: string;
};

export type NoticeFeed = {
  /**
   * Up to 500 notices behind the one with the id `after`; `undefined` gives none, and where the journal ends.
   * @throws UpstreamError, and nothing else, when the venue fails or refuses
   */
  readNotices(after: string | undefined, signal?: AbortSignal): Promise<NoticePage>;
  /** Closes idle connections. */
  close(): void;
};

/** Negative when `one` is before `other`; ids are `<height>-<index>`. */
export function compareNoticeIds(one: string, other: string): number {
  const [height = 0, index = 0] = one.split("-").map(Number);
  const [otherHeight = 0, otherIndex = 0] = other.split("-").map(Number);
  return height - otherHeight || index - otherIndex;
}
