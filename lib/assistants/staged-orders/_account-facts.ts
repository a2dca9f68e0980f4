/** Reads the signing account from the venue, and computes whether it could afford the order at present. */
import "server-only";
import type { z } from "zod";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { formatDecimal } from "#lib/protocol/decimal.ts";
import { lotsText, MONEY_DECIMALS } from "#lib/protocol/market/markets.ts";
import type { AccountRecords } from "#lib/protocol/orders/holdings.ts";
import { effectOf } from "#lib/protocol/orders/order-effect.ts";
import { mayRest, type PlaceOrderFields } from "#lib/protocol/orders/orders.ts";
import { AccountList, OrderPage, PositionList } from "#lib/protocol/wire/account.ts";
import { readVenue, type VenueRead } from "#lib/trading/venue-access/forward.ts";
import { type MarketFacts, unavailable } from "./_market-facts.ts";

/** Maximum of an account's orders in one market. */
const MAX_ORDERS = 1_000;

export type AccountFacts = {
  /** Signed size in the order's market. */
  position: string;
  /** `undefined` when a part of it could not be read. */
  records: AccountRecords | undefined;
};

type Asking = { account: string; market: string; now: number };

/** `undefined` when the account has not enabled trading, so that it cannot be read. @throws MARKET_DATA_UNAVAILABLE */
export async function readAccountFacts({
  account,
  market,
  now,
}: Asking): Promise<AccountFacts | undefined> {
  const read = <Contract extends z.ZodType>(one: VenueRead<Contract>) =>
    readVenue({ actor: { account }, now }, one);
  const open = `/v1/orders?status=OPEN&market=${market}&page_size=${MAX_ORDERS}`;
  try {
    const [positions, accounts, orders] = await Promise.all([
      read({ path: "/v1/positions", contract: PositionList }),
      // Only the margin check needs these two, so their failure does not refuse the proposal.
      read({ path: "/v1/accounts", contract: AccountList }).catch(() => undefined),
      read({ path: open, contract: OrderPage }).catch(() => undefined),
    ]);
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

/**
 * The deposit, in USDC as a decimal, with which the account could afford the whole order; "0" when it can at present. The same
 * arithmetic as the ticket's. Null when unknown, and for an order that waits for its trigger.
 */
export function missingMargin(
  order: PlaceOrderFields,
  { market, mark, book }: MarketFacts,
  records: AccountRecords | undefined,
): string | null {
  if (records === undefined) return null;
  const { preview } = effectOf(order, { market, mark: mark ?? undefined, book, records });
  return preview === undefined ? null : formatDecimal(preview.entire.missing, MONEY_DECIMALS);
}

/** The account is left out: what the book holds is the same for everybody. */
const NOBODY: AccountRecords = { account: null, positions: [], orders: [] };

/** The size, as a decimal, that the book would fill at once; null for an order that may rest or waits, and without a mark. */
export function fillableSize(
  order: PlaceOrderFields,
  { market, mark, book }: MarketFacts,
): string | null {
  if (mayRest({ type: order.order_type, timeInForce: order.time_in_force })) return null;
  const { preview, scale } = effectOf(order, {
    market,
    mark: mark ?? undefined,
    book,
    records: NOBODY,
  });
  return preview === undefined ? null : lotsText(preview.filledLots, scale);
}
