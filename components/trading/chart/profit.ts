/** What a position has made at a mark, in 1e-9 USDC. */
import { parseSigned } from "#lib/protocol/decimal.ts";
import { profitAt } from "#lib/protocol/margin.ts";
import { type MarketScale, MONEY_DECIMALS } from "#lib/protocol/markets.ts";
import type { PositionRecord } from "#lib/protocol/orders.ts";

export function profitOfPosition(
  position: Pick<PositionRecord, "size" | "cost">,
  mark: string,
  scale: MarketScale,
): bigint | undefined {
  const size = parseSigned(position.size, scale.sizeDecimals);
  const price = parseSigned(mark, scale.priceDecimals);
  const cost = parseSigned(position.cost, MONEY_DECIMALS);
  if (size === undefined || price === undefined || cost === undefined) return undefined;
  const unit = 10n ** BigInt(MONEY_DECIMALS - scale.sizeDecimals - scale.priceDecimals);
  return profitAt({ size, cost }, price, unit);
}
