/** Bodies of the answers as they are published; the tests hold real answers against them. */
import { z } from "zod";
import { MARKET_STATUSES } from "#lib/protocol/market/markets.ts";
import { CLOSING_REASONS } from "#lib/protocol/orders/orders.ts";
import { count, decimal, orderId, pubkey, signedDecimal, time } from "./values.ts";

/** Accounts of reads; the insurance fund has no key. */
const account = z.union([pubkey, z.literal("insurance")]);
const side = z.enum(["BUY", "SELL"]);
const nextPage = z.string().nullable().describe("Give it as `cursor` for the next page");

export const errorBody = z
  .strictObject({
    error: z.string().describe("A code of the closed catalogue"),
    message: z.string(),
    data: z.unknown().optional(),
    request_id: z.string().optional(),
  })
  .meta({ id: "Error" });

export const orderRecord = z
  .strictObject({
    id: orderId,
    account,
    signer: z.string(),
    market: z.string(),
    side,
    size: decimal,
    remaining_size: decimal,
    filled_size: decimal,
    avg_fill_price: decimal.nullable(),
    price: decimal.nullable(),
    order_type: z.enum(["MARKET", "LIMIT", "TAKE_PROFIT_MARKET", "STOP_LOSS_MARKET"]),
    time_in_force: z.enum(["GTC", "IOC", "FOK"]),
    flags: z.int().min(0).max(3),
    trigger_price: decimal.nullable(),
    trigger_source: z.enum(["LastPrice", "MarkPrice"]).nullable(),
    status: z.enum(["NEW", "UNTRIGGERED", "OPEN", "CLOSED"]),
    cancel_reason: z.enum(CLOSING_REASONS).describe("Empty when the order was filled"),
    client_id: z.string().nullable(),
    seq_no: count,
    timestamp: time.describe("The signed timestamp"),
    digest: z
      .string()
      .regex(/^(?:[0-9a-f]{64})?$/)
      .describe("Of the signed bytes; empty for an order of the venue's own"),
    created_at: time,
    last_updated_at: time,
  })
  .meta({ id: "Order" });

const fill = z
  .strictObject({
    trade_id: count,
    price: decimal,
    size: decimal,
    fee: signedDecimal,
    liquidity: z.enum(["TAKER", "MAKER"]),
  })
  .meta({ id: "Fill" });

export const placedOrder = z
  .strictObject({ ...orderRecord.shape, fills: z.array(fill) })
  .meta({ id: "PlacedOrder" });

const itemOk = z.strictObject({ status: z.literal("ok"), order: placedOrder });
const itemError = z.strictObject({
  status: z.literal("error"),
  error: z.string(),
  message: z.string(),
});
export const batchAnswer = z
  .strictObject({ results: z.array(z.discriminatedUnion("status", [itemOk, itemError])) })
  .meta({ id: "BatchResult" });
export const canceledAnswer = z.strictObject({ results: z.array(itemOk) });
export const scheduleAnswer = z.strictObject({ time: time.nullable() });

const keyFields = {
  id: z.string(),
  account: pubkey,
  signer: pubkey,
  label: z.string(),
  expires_at: time,
  created_at: time,
};
const keyRecord = z.strictObject(keyFields).meta({ id: "ApiKey" });
export const createdKey = z.strictObject({
  key: z
    .string()
    .regex(/^apikey_[0-9a-f]{64}$/)
    .describe("Shown this once; the venue keeps its hash"),
  ...keyFields,
});
export const keysAnswer = z.strictObject({ results: z.array(keyRecord) });
export const revokedKey = z.strictObject({ id: z.string(), revoked: z.literal(true) });

export const signerRecord = z
  .strictObject({ signer: pubkey, label: z.string(), scopes: z.int(), expires_at: time })
  .meta({ id: "Signer" });
export const signersAnswer = z.strictObject({ results: z.array(signerRecord) });
export const revokedSigner = z.strictObject({
  signer: pubkey,
  revoked: z.literal(true),
  canceled_orders: z.array(orderId),
});

export const accountsAnswer = z.strictObject({
  results: z.array(
    z
      .strictObject({
        account,
        balance: signedDecimal,
        account_value: signedDecimal,
        initial_margin: decimal,
        maintenance_margin: decimal,
        free_collateral: decimal,
        unrealized_pnl: signedDecimal,
        unsettled_funding: signedDecimal,
        settlement_asset: z.string(),
        status: z.enum(["ACTIVE", "LIQUIDATING"]),
        fee_discount_ppm: count,
        seq_no: count,
        last_updated_at: time,
      })
      .meta({ id: "Account" }),
  ),
});

export const positionsAnswer = z.strictObject({
  results: z.array(
    z
      .strictObject({
        account,
        market: z.string(),
        side: z.enum(["LONG", "SHORT"]),
        size: signedDecimal,
        average_entry_price: decimal,
        cost: signedDecimal,
        mark_price: decimal,
        unrealized_pnl: signedDecimal,
        unsettled_funding: signedDecimal,
        liquidation_price: decimal.nullable(),
        initial_margin: decimal,
        maintenance_margin: decimal,
        last_updated_at: time,
      })
      .meta({ id: "Position" }),
  ),
});

export const ordersAnswer = z.strictObject({ results: z.array(orderRecord), next: nextPage });

const transfer = z
  .strictObject({
    id: z.string(),
    account,
    kind: z.literal("DEPOSIT"),
    amount: signedDecimal,
    asset: z.string(),
    tx_hash: z.string().nullable(),
    source: z.string(),
    reference: z.string(),
    created_at: time,
  })
  .meta({ id: "Transfer" });
export const transfersAnswer = z.strictObject({ results: z.array(transfer), next: nextPage });
export const transferAnswer = z.strictObject({ transfer });

export const fillsAnswer = z.strictObject({
  results: z.array(
    z
      .strictObject({
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
        fee: signedDecimal,
        liquidity: z.enum(["MAKER", "TAKER"]),
        realized_pnl: signedDecimal,
        source: z.enum(["perp", "copy"]),
        created_at: time,
      })
      .meta({ id: "OwnFill" }),
  ),
  next: nextPage,
});

export const fundingAnswer = z.strictObject({
  results: z.array(
    z
      .strictObject({
        id: count,
        account,
        market: z.string(),
        size: signedDecimal.describe("Of the position"),
        amount: signedDecimal.describe("Positive was paid, negative received"),
        created_at: time,
      })
      .meta({ id: "FundingPayment" }),
  ),
  next: nextPage,
});

export const timeAnswer = z.strictObject({ server_time: time });

const asset = z.strictObject({ symbol: z.string(), decimals: count });
export const marketsAnswer = z.array(
  z
    .strictObject({
      id: count,
      symbol: z.string(),
      base_asset: asset,
      quote_asset: asset,
      kind: z.literal("Perpetual"),
      flags: count,
      status: z.enum(MARKET_STATUSES),
      base_lot_size: decimal,
      price_tick: decimal,
      min_notional: decimal,
      price_band_ratio: count,
      im_ratio: count,
      mm_ratio: count,
      liquidation_fee: count,
      maker_fee: z.int(),
      taker_fee: z.int(),
      risk_factor: z.number(),
      funding_ema_half_life_seconds: count,
      funding_period_seconds: count,
      funding_interest_rate: z.int(),
      funding_interest_clamp: count,
      funding_rate_cap: count,
      impact_notional: decimal,
      ratio_scale: count,
    })
    .meta({ id: "Market", description: "Ratios are integers in parts of ratio_scale" }),
);

export const statsAnswer = z.strictObject({
  results: z.array(
    z
      .strictObject({
        symbol: z.string(),
        last_traded_price: decimal.describe("The last fill, not the mark; 0 before the first"),
        volume_24h: decimal,
        price_change_rate_24h: signedDecimal,
        timestamp: time,
        mark_price: decimal.nullable(),
        mark_updated_at: time,
        funding_rate: signedDecimal.describe("Of a funding period; positive when longs pay"),
        open_interest: decimal,
        trades_24h: count,
        trades_today: count,
      })
      .meta({ id: "Stats" }),
  ),
});

const traded = decimal.describe("In USDC, each trade once");
const money = decimal.describe("In USDC");
export const totalsAnswer = z.strictObject({
  value_locked: money.describe(
    "USDC in custody: all deposits, of the insurance fund too, less withdrawals",
  ),
  volume_24h: traded,
  volume_7d: traded.describe("In USDC, each trade once; by whole hours"),
  volume_all: traded,
  trades_24h: count,
  trades_7d: count,
  trades_all: count,
  open_interest: money.describe("In USDC: all long positions at the mark"),
  markets: count,
  as_of: time,
});

const levels = z.record(z.string(), decimal).describe("Size by price; sort it by price");
export const bookAnswer = z.strictObject({ asks: levels, bids: levels });
export const bboAnswer = z.strictObject({
  market: z.string(),
  ask: decimal.nullable(),
  bid: decimal.nullable(),
  ask_size: decimal.nullable(),
  bid_size: decimal.nullable(),
  seq_no: count,
  last_updated_at: time,
});

const trade = z
  .strictObject({
    id: count.describe("Unique, strictly ascending: follow the tape by it"),
    market: z.string(),
    price: decimal,
    side,
    size: decimal,
    created_at: time,
    trade_type: z.enum(["FILL", "LIQUIDATION"]),
  })
  .meta({ id: "Trade" });
export const tradesAnswer = z.strictObject({ results: z.array(trade), next: nextPage });

export const klineAnswer = z.strictObject({
  results: z.array(
    z.strictObject({
      time,
      open: decimal,
      high: decimal,
      low: decimal,
      close: decimal,
      volume: decimal.describe("In the base asset"),
    }),
  ),
});

export const blockAnswer = z.strictObject({
  height: count,
  time,
  state_hash: z.string().regex(/^[0-9a-f]{64}$/),
  commands: count,
  settle_ms: z
    .number()
    .min(0)
    .describe("Write and sync in milliseconds; 0 for a block of an earlier run"),
  interval_ms: z
    .number()
    .min(0)
    .nullable()
    .describe("Mean time between the latest blocks of this run, at most 100; null before two"),
});

export const marksAnswer = z.strictObject({
  applied: z.array(z.string()),
  ignored: z
    .array(
      z.strictObject({
        market: z.string(),
        reason: z.enum(["unknown", "tick", "too_large", "confidence", "jump"]),
      }),
    )
    .describe("Marks that the venue did not take: the last ones stay"),
});
export const statusAnswer = z.strictObject({
  symbol: z.string(),
  status: z.enum(MARKET_STATUSES),
});
export const feeDiscountAnswer = z.strictObject({ account: pubkey, fee_discount_ppm: count });
export const feesAnswer = z.strictObject({
  results: z.array(
    z.strictObject({
      seq: count,
      account,
      market: z.string(),
      trade_id: count,
      order_id: orderId.nullable(),
      gross: signedDecimal,
      charged: signedDecimal,
      liquidity: z.enum(["MAKER", "TAKER"]),
      source: z.enum(["perp", "copy"]),
      created_at: time,
    }),
  ),
  next: nextPage,
});
