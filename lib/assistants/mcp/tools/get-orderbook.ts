import { z } from "zod";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { type Decimal, decimalPlaces, parseDecimal } from "#lib/protocol/decimal.ts";
import { marketData } from "#lib/trading/market-data/market-hub.ts";
import { decimal, marketSymbol, READS, timeOf } from "./_fields.ts";
import { defineTool } from "./define-tool.ts";

const MAX_DEPTH = 50;
/** The book is polled more than once a second while it is in demand. */
const STALE_AFTER_MS = 5_000;

const levels = z.array(z.strictObject({ price: decimal, size: decimal }));

export const getOrderbook = defineTool({
  name: "get_orderbook",
  title: "Get Order Book",
  description:
    "Returns the order book of one market: bids and asks, best price first, with the size at each price in the base asset. Use it to judge liquidity and slippage.",
  scope: "read:market",
  annotations: READS,
  input: z.strictObject({
    market: marketSymbol,
    depth: z.int().min(1).max(MAX_DEPTH).default(10).describe("Price levels of each side"),
  }),
  output: z.strictObject({
    market: z.string(),
    bids: levels.describe("Highest price first"),
    asks: levels.describe("Lowest price first"),
    read_at: z.iso.datetime().describe("When the book was read, by the venue's clock"),
    is_stale: z.boolean().describe("True when the book is too old to trade on: say so"),
  }),
  run: async (_context, { market, depth }) => {
    const { orderbook, orderbookReadAt } = await marketData().freshSnapshot(market);
    if (orderbook === undefined || orderbookReadAt === undefined) {
      throw new ServiceError("MARKET_DATA_UNAVAILABLE");
    }
    return {
      market,
      bids: levelsOf(orderbook.bids).toReversed().slice(0, depth),
      asks: levelsOf(orderbook.asks).slice(0, depth),
      read_at: timeOf(orderbookReadAt),
      is_stale: marketData().venueNow() - orderbookReadAt > STALE_AFTER_MS,
    };
  },
});

/** Lowest price first. */
function levelsOf(side: Record<string, Decimal>): { price: string; size: string }[] {
  const prices = Object.keys(side);
  const places = Math.max(0, ...prices.map(decimalPlaces));
  const rows = Object.entries(side).map(([price, size]) => ({
    row: { price, size },
    scaled: parseDecimal(price, places) ?? 0n,
  }));
  rows.sort((one, other) => (one.scaled < other.scaled ? -1 : 1));
  return rows.map(({ row }) => row);
}
