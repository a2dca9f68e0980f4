/** Reads a market from the venue when an order is proposed. */
import "server-only";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { UpstreamError } from "#lib/kernel/http/http-client.ts";
import { config } from "#lib/platform/config/config.ts";
import type { Market, OrderBook } from "#lib/protocol/wire/market.ts";
import { createVenueClient, type VenueClient } from "#lib/trading/venue-client/client.ts";

/** Prices are decimals; null: there is none yet, or that side of the book is empty. */
export type MarketFacts = {
  market: Market;
  mark: string | null;
  /** When the mark was accepted, and the venue's present time: Unix milliseconds. */
  markedAt: number | null;
  time: number;
  lastTrade: string | null;
  bid: string | null;
  ask: string | null;
  book: OrderBook;
};

/** Levels of each side, the venue's maximum. */
const BOOK_DEPTH = 1_000;

let opened: { url: string; client: VenueClient } | undefined;

/** Shared, to keep its connections between calls. */
function venue(): VenueClient {
  const { venueAddresses: url } = config();
  if (opened?.url !== url) {
    opened?.client.close();
    opened = { url, client: createVenueClient(url) };
  }
  return opened.client;
}

/** @throws MARKET_NOT_FOUND, MARKET_DATA_UNAVAILABLE */
export async function readMarketFacts(symbol: string): Promise<MarketFacts> {
  const market = (await orUnavailable(venue().markets())).find((one) => one.symbol === symbol);
  if (market === undefined) throw new ServiceError("MARKET_NOT_FOUND", { market: symbol });
  const [stats, best, { book }, time] = await orUnavailable(
    Promise.all([
      venue().allStats(),
      venue().bestBidOffer(symbol),
      venue().orderBook(symbol, BOOK_DEPTH),
      venue().time(),
    ]),
  );
  const row = stats.find((one) => one.symbol === symbol);
  return {
    market,
    mark: row?.mark_price ?? null,
    markedAt: row?.mark_updated_at || null,
    time,
    lastTrade: row?.last_traded_price ?? null,
    bid: best.bid,
    ask: best.ask,
    book,
  };
}

/** The venue's clock, in Unix milliseconds. @throws VENUE_UNREACHABLE */
export async function readVenueClock(): Promise<number> {
  try {
    return await venue().time();
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    const refusal = new ServiceError("VENUE_UNREACHABLE");
    refusal.cause = error;
    throw refusal;
  }
}

async function orUnavailable<Value>(reading: Promise<Value>): Promise<Value> {
  try {
    return await reading;
  } catch (error) {
    throw error instanceof UpstreamError ? unavailable(error) : error;
  }
}

export function unavailable(cause: unknown): ServiceError {
  const refusal = new ServiceError("MARKET_DATA_UNAVAILABLE");
  refusal.cause = cause;
  return refusal;
}
