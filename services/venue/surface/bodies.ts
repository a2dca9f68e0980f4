/**
 * Bodies of the writes as they are published. Readers of bodies are written by hand, because every order passes them and
 * each refusal names its field; they take the names they know from here.
 */
import { z } from "zod";
import { MARKET_STATUSES } from "#lib/protocol/enumerations.ts";
import { anchorFields } from "#lib/protocol/wire/reserves.ts";
import { decimal, orderId, pubkey, time } from "#lib/protocol/wire/values.ts";

const side = z.enum(["BUY", "SELL"]);
const orderType = z.enum(["MARKET", "LIMIT", "TAKE_PROFIT_MARKET", "STOP_LOSS_MARKET"]);
const market = z.string().max(32).describe("Market symbol");
/** Any signed body may repeat the timestamp of the header. */
const signed = { timestamp: time.optional().describe("If given, equal to X-Signature-Timestamp") };

const order = {
  market,
  side,
  size: decimal.describe("A multiple of the market's base_lot_size; the bytes that were signed"),
  price: decimal.nullish().describe("LIMIT only; the bytes that were signed"),
  order_type: orderType,
  time_in_force: z.enum(["GTC", "IOC", "FOK"]),
  flags: z.int().min(0).max(3).nullish().describe("Bit field: 1 post-only, 2 reduce-only"),
  trigger_price: decimal.nullish().describe("TAKE_PROFIT_MARKET and STOP_LOSS_MARKET only"),
  trigger_source: z
    .union([z.enum(["LastPrice", "MarkPrice"]), z.literal([0, 1])])
    .nullish()
    .describe("What the trigger watches; required with a trigger price"),
  client_id: z
    .string()
    .min(1)
    .max(36)
    .nullish()
    .describe(
      'Names one order of the account for 24 hours, and while it is open; not signed. Not "." and not ".."',
    ),
};

const LIMIT_ORDER = {
  market: "BTCUSDC",
  side: "BUY",
  size: "0.01",
  price: "60000",
  order_type: "LIMIT",
  time_in_force: "GTC",
} as const;

const PROTECTION = {
  market: "BTCUSDC",
  side: "SELL",
  size: "0.01",
  time_in_force: "GTC",
  flags: 2,
  trigger_source: "MarkPrice",
} as const;

export const placeBody = z
  .strictObject({ ...order, ...signed })
  .meta({ examples: [{ ...LIMIT_ORDER, client_id: "my-order-1" }] });
export const placeBatchBody = z
  .strictObject({ orders: z.array(z.strictObject(order)).min(1).max(50), ...signed })
  .meta({ examples: [{ orders: [LIMIT_ORDER] }] });
export const placeGroupBody = z
  .strictObject({
    grouping: z
      .enum(["ENTRY", "POSITION"])
      .describe(
        "ENTRY: an entry (LIMIT or MARKET), then one or two children that protect what it fills. POSITION: one or two orders that protect the position",
      ),
    orders: z
      .array(
        z.strictObject({
          ...order,
          size: decimal
            .nullish()
            .describe(
              "As in an order; absent with POSITION, where the size is that of the position",
            ),
        }),
      )
      .min(1)
      .max(3)
      .describe("Children are TAKE_PROFIT_MARKET or STOP_LOSS_MARKET, reduce-only, one of a type"),
    ...signed,
  })
  .meta({
    examples: [
      {
        grouping: "ENTRY",
        orders: [
          LIMIT_ORDER,
          { ...PROTECTION, order_type: "TAKE_PROFIT_MARKET", trigger_price: "66000" },
          { ...PROTECTION, order_type: "STOP_LOSS_MARKET", trigger_price: "58000" },
        ],
      },
    ],
  });
export const modifyBody = z
  .strictObject({
    market,
    side: side.describe("As in the order"),
    order_type: orderType.describe("As in the order"),
    size: z
      .union([decimal, z.literal("")])
      .describe(
        "The new total size, with what is filled; empty for an order that follows the position",
      ),
    price: decimal
      .nullish()
      .describe("The new price, or the new trigger price of an order that waits for its trigger"),
    ...signed,
  })
  .meta({
    examples: [
      { market: "BTCUSDC", side: "BUY", order_type: "LIMIT", size: "0.02", price: "60000" },
    ],
  });

export const leverageBody = z
  .strictObject({
    market,
    leverage: z
      .int()
      .min(1)
      .max(65_535)
      .describe("From 1 to the market's highest, which is ratio_scale / im_ratio"),
    mode: z
      .enum(["CROSS", "ISOLATED"])
      .describe(
        "CROSS: the position shares the account's balance. ISOLATED: it has a wallet of its own. It changes only without a position and without open orders in the market",
      ),
    ...signed,
  })
  .meta({ examples: [{ market: "BTCUSDC", leverage: 10, mode: "CROSS" }] });

export const isolatedMarginBody = z
  .strictObject({
    market,
    amount: z
      .string()
      .describe("USDC with at most 6 decimals; with a minus it is removed from the wallet"),
    ...signed,
  })
  .meta({ examples: [{ market: "BTCUSDC", amount: "25" }] });

export const cancelBody = z.strictObject({ market: market.nullish(), ...signed });
export const cancelBatchBody = z.strictObject({
  orders: z
    .array(z.strictObject({ order_id: z.union([orderId, z.int().min(0)]), market }))
    .min(1)
    .max(100),
  ...signed,
});
export const cancelAllBody = z.strictObject(signed);
export const emptyBody = z.strictObject(signed);
export const scheduleCancelBody = z.strictObject({
  time: time.nullable().describe("When all orders are cancelled; null takes the schedule back"),
  ...signed,
});

const expiry = z.int().min(0);

export const createKeyBody = z.strictObject({
  label: z.string().max(64),
  signer: pubkey.nullish().describe("The signer that the key is pinned to; by default the account"),
  expires_at: expiry.nullish().describe("Unix milliseconds; 0: the key does not expire"),
  ...signed,
});
export const registerSignerBody = z.strictObject({
  signer: pubkey,
  label: z.string().max(64),
  scopes: z.int().min(1).max(7).describe("Bit field: 1 trade, 2 cancel, 4 copy trading"),
  expires_at: expiry.describe("Unix milliseconds"),
  ...signed,
});

const usdc = decimal.describe("USDC, at most 6 decimals");
const transaction = z
  .string()
  .regex(/^[1-9A-HJ-NP-Za-km-z]{64,88}$/)
  .meta({ id: "TransactionSignature", description: "Base58 of 64 bytes" });

export const withdrawBody = z.strictObject({
  amount: usdc.describe(
    "USDC as signed, at most 6 decimals. Amount less fee is paid to the account's own token account, at least 1",
  ),
  fee: usdc
    .nullish()
    .describe(
      "Fee of `GET /v1/withdrawals/terms`, part of the amount, as signed. Absent: no fee is signed",
    ),
  opens_account: z
    .boolean()
    .nullish()
    .describe("The payment opens the token account. The fee then contains `opening_fee`"),
  ...signed,
});
export const sentBody = z.strictObject({
  signature: transaction,
  last_valid_block_height: z
    .int()
    .min(0)
    .describe("Above this height the transaction can no longer land"),
});
export const settledBody = z.strictObject({
  tx_hash: transaction.describe("One of the transactions that were reported as sent"),
});
export const returnedBody = z.strictObject({ reason: z.string().min(1).max(200) });

/** A proof has no terms: it shows everything durable. */
export const reservesBody = z.strictObject({});
export const anchorBody = z.strictObject(anchorFields);

export const marksBody = z.strictObject({
  marks: z
    .record(
      z.string(),
      z.union([decimal, z.strictObject({ price: decimal, confidence: decimal.nullish() })]),
    )
    .meta({ examples: [{ BTCUSDC: { price: "60000.5", confidence: "12.5" } }] }),
});
const txHash = transaction.nullish().describe("Required with the custody key");
const reference = z.string().max(128).describe("Name of the payment; it is credited once");
export const depositBody = z.strictObject({
  account: pubkey,
  amount: usdc,
  reference,
  source: z
    .string()
    .max(128)
    .optional()
    .describe("Where the funds came from; operator or custody when absent"),
  tx_hash: txHash,
});
export const insuranceBody = z.strictObject({ amount: usdc, reference, tx_hash: txHash });
/** The item of a change of a stream. */
export const followedAccount = z.strictObject({
  account: pubkey,
  after: z
    .string()
    .max(32)
    .nullish()
    .describe("Id of the last event that the caller has of it; absent: begin with its state"),
});
export const followBody = z.strictObject({
  follow: z.array(followedAccount).max(1_000).optional().describe("Accounts to add"),
  unfollow: z
    .array(z.strictObject({ account: pubkey }))
    .max(1_000)
    .optional()
    .describe("Accounts to take away"),
});
export const statusBody = z.strictObject({ status: z.enum(MARKET_STATUSES) });
export const feeDiscountBody = z.strictObject({
  fee_discount_ppm: z
    .int()
    .min(0)
    .max(1_000_000)
    .describe("Taken off every trading fee; with the partner key at most 100000"),
});
