/** Reads the signing account from the venue, and computes whether it could afford the order at present. */
import "server-only";
import { z } from "zod";
import { ServiceError } from "#lib/platform/errors.ts";
import { type Decimal, formatDecimal } from "#lib/protocol/decimal.ts";
import { MONEY_DECIMALS } from "#lib/protocol/market/markets.ts";
import type { AccountRecords } from "#lib/protocol/orders/holdings.ts";
import { effectOf } from "#lib/protocol/orders/order-effect.ts";
import type { PlaceOrderFields } from "#lib/protocol/orders/orders.ts";
import { askWithKey } from "#lib/trading/venue-access/forward.ts";
import { type MarketFacts, unavailable } from "./_market-facts.ts";
import { bodyOf } from "./_venue-answer.ts";

/** Maximum of an account's orders in one market. */
const MOST_ORDERS = 1_000;

const decimal = z.custom<Decimal>(
  (text) => typeof text === "string" && /^-?\d+(\.\d+)?$/.test(text),
);

const Accounts = z.object({
  results: z.array(
    z.object({
      balance: decimal,
      account_value: decimal,
      initial_margin: decimal,
      maintenance_margin: decimal,
      fee_discount_ppm: z.int(),
    }),
  ),
});

const Positions = z.object({
  results: z.array(
    z.object({
      market: z.string(),
      size: decimal,
      cost: decimal,
      mark_price: decimal,
      unsettled_funding: decimal,
    }),
  ),
});

const Orders = z.object({
  results: z.array(
    z.object({
      id: z.string(),
      market: z.string(),
      side: z.enum(["BUY", "SELL"]),
      price: decimal.nullable(),
      remaining_size: decimal,
      flags: z.int(),
      status: z.enum(["OPEN", "UNTRIGGERED"]),
      created_at: z.int(),
    }),
  ),
});

export type AccountFacts = {
  /** Signed size in the order's market. */
  position: string;
  /** `undefined` when a part of it could not be read. */
  records: AccountRecords | undefined;
};

type Asking = { account: string; market: string; now: number };

/** `undefined` when the account has not enabled trading, so that it cannot be read. @throws MARKET_DATA_UNAVAILABLE */
export async function readAccountFacts(asking: Asking): Promise<AccountFacts | undefined> {
  const { market } = asking;
  const open = `/v1/orders?status=OPEN&market=${market}&page_size=${MOST_ORDERS}`;
  try {
    const [positions, accounts, orders] = await Promise.all([
      ask(asking, "/v1/positions", Positions),
      // Only the margin check needs these two, so their failure does not refuse the proposal.
      ask(asking, "/v1/accounts", Accounts).catch(() => undefined),
      ask(asking, open, Orders).catch(() => undefined),
    ]);
    if (positions === undefined) return undefined;
    const { results } = positions;
    return {
      position: results.find((one) => one.market === market)?.size ?? "0",
      records: accounts &&
        orders && {
          account: accounts.results[0] ?? null,
          positions: results,
          orders: orders.results,
        },
    };
  } catch (error) {
    if (error instanceof ServiceError && error.code === "TRADING_NOT_ENABLED") return undefined;
    throw unavailable(error);
  }
}

/** `undefined`: the venue no longer knows the key. */
async function ask<Body>(
  { account, now }: Asking,
  path: string,
  body: z.ZodType<Body>,
): Promise<Body | undefined> {
  const { answer } = await askWithKey(
    { actor: { account }, now },
    { method: "GET", path, headers: {} },
  );
  return answer.status === 401 ? undefined : body.parse(bodyOf(answer));
}

/**
 * The deposit, in USDC as a decimal, with which the venue would accept the order; "0" when it would accept it at present. The
 * same arithmetic as the ticket's. Null when unknown, and for an order that waits for its trigger.
 */
export function missingMargin(
  order: PlaceOrderFields,
  { market, mark, book }: MarketFacts,
  records: AccountRecords | undefined,
): string | null {
  if (records === undefined) return null;
  const { preview } = effectOf(order, { market, mark: mark ?? undefined, book, records });
  return preview === undefined ? null : formatDecimal(preview.missing, MONEY_DECIMALS);
}
