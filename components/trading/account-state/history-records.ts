/** Records of the venue's history reads. Times are Unix milliseconds, money is in USDC. */
import type { Decimal } from "#lib/protocol/decimal.ts";
import type { Side } from "#lib/protocol/orders/orders.ts";

/** One side of a fill. TAKEOVER and ADL fills have no order of this account. */
export type FillRecord = {
  id: number;
  account: string;
  market: string;
  trade_id: number;
  order_id: string | null;
  trade_type: "FILL" | "LIQUIDATION" | "TAKEOVER" | "ADL";
  side: Side;
  price: Decimal;
  size: Decimal;
  /** Negative for a rebate. */
  fee: Decimal;
  liquidity: "MAKER" | "TAKER";
  realized_pnl: Decimal;
  source: "perp" | "copy";
  created_at: number;
};

/** A funding settlement: a positive amount was paid, a negative one received. `size` is the position's. */
export type FundingRecord = {
  id: number;
  account: string;
  market: string;
  size: Decimal;
  amount: Decimal;
  created_at: number;
};

export type TransferRecord = {
  id: string;
  account: string;
  /** The venue has deposits only. */
  kind: "DEPOSIT" | "WITHDRAWAL";
  amount: Decimal;
  asset: string;
  tx_hash: string | null;
  source: string;
  reference: string;
  created_at: number;
};

type FillTotals = { volume: Decimal; fees: Decimal; realized_pnl: Decimal; fills: number };
type FundingTotals = { paid: Decimal; received: Decimal; payments: number };

/** `complete` is false when the sums begin at `since`, after the start of the span. Days are UTC, newest first. */
type Summary<Totals> = {
  total: Totals;
  days: readonly (Totals & { day: string })[];
  markets: readonly (Totals & { market: string })[];
  complete: boolean;
  since: number | null;
};

export type FillsSummary = Summary<FillTotals>;
export type FundingSummary = Summary<FundingTotals>;
