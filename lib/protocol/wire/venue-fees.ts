/** The venue's feed of charged fees, and the discount of referred accounts. */
import { z } from "zod";
import { account, count, nextPage, orderId, pubkey, signedDecimal, time } from "./values.ts";

/** A fee charged to one side of a trade. A trade has one record for its taker and one for its maker. */
export const ChargedFee = z.object({
  /** Ascends strictly over all accounts and markets, with gaps: fills without a fee take numbers too. */
  seq: count,
  /** Also `insurance`, whose fills are free. */
  account,
  market: z.string(),
  /** Unique over all markets; with `liquidity` it identifies the record. */
  trade_id: count,
  /** Null for a fill without an order of the account; such fills are free. */
  order_id: orderId.nullable(),
  /** The market's fee, and the fee after the account's discount: USD with up to 9 digits, each rounded up. */
  gross: signedDecimal,
  charged: signedDecimal,
  liquidity: z.enum(["MAKER", "TAKER"]),
  source: z.enum(["perp", "copy"]),
  created_at: time,
});
export const ChargedFeePage = z.object({ results: z.array(ChargedFee), next: nextPage });

export const FeeDiscount = z.object({ account: pubkey, fee_discount_ppm: count });
