/** A market's rules in the form of the assistant endpoint's tools and resources. */
import { z } from "zod";
import { formatDecimal } from "#lib/protocol/decimal.ts";
import { MARKET_STATUSES } from "#lib/protocol/enumerations.ts";
import type { Market } from "#lib/protocol/wire/market.ts";

const decimal = z.string().regex(/^-?\d+(?:\.\d+)?$/);

const RATIO_DECIMALS = 6;

export const ListedMarket = z.strictObject({
  market: z.string(),
  base_asset: z.string(),
  quote_asset: z.string(),
  kind: z.literal("perpetual future"),
  status: z
    .enum(MARKET_STATUSES)
    .describe(
      "Normal; PostOnly: orders may only rest; ReduceOnly: orders may only reduce; Halted: no orders",
    ),
  price_tick: decimal.describe("Prices are multiples of it"),
  size_lot: decimal.describe("Sizes are multiples of it"),
  min_notional: decimal.describe("Minimum value of an order, in the quote asset"),
  initial_margin_ratio: decimal.describe("Part of the notional: 0.05 allows 20× leverage"),
  maintenance_margin_ratio: decimal,
  maker_fee_ratio: decimal,
  taker_fee_ratio: decimal,
});

export function listed(market: Market): z.output<typeof ListedMarket> {
  return {
    market: market.symbol,
    base_asset: market.base_asset.symbol,
    quote_asset: market.quote_asset.symbol,
    kind: "perpetual future",
    status: market.status,
    price_tick: market.price_tick,
    size_lot: market.base_lot_size,
    min_notional: market.min_notional,
    initial_margin_ratio: ratio(market.im_ratio),
    maintenance_margin_ratio: ratio(market.mm_ratio),
    maker_fee_ratio: ratio(market.maker_fee),
    taker_fee_ratio: ratio(market.taker_fee),
  };
}

function ratio(parts: number): string {
  return formatDecimal(BigInt(parts), RATIO_DECIMALS);
}
