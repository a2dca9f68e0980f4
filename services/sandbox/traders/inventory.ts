/** What a maker does about its inventory, as pure functions. Money is 1e-9 USDC, sizes are signed lots. */
import { parseDecimal } from "#lib/protocol/decimal.ts";
import type { Side } from "#lib/protocol/enumerations.ts";
import type { MarketScale } from "#lib/protocol/market/markets.ts";
import { magnitude } from "#lib/protocol/orders/margin.ts";
import type { PositionRecord } from "#lib/protocol/wire/account.ts";

export type Reduction = { side: Side; lots: bigint };

/** Signed lots of a position as the venue reports it. */
export function positionLots(position: PositionRecord | undefined, scale: MarketScale): bigint {
  if (!position) return 0n;
  const negative = position.size.startsWith("-");
  const units = parseDecimal(negative ? position.size.slice(1) : position.size, scale.sizeDecimals);
  const lots = (units ?? 0n) / scale.lotUnits;
  return negative || position.side === "SHORT" ? -lots : lots;
}

/** What a position is worth at the mark; negative when short. */
export function positionNotional(lots: bigint, markTicks: bigint, scale: MarketScale): bigint {
  return lots * markTicks * scale.valueOfTickLot;
}

/** How far a ladder leans against an inventory: `-maxSkewPpm` when the limit is reached long, the reverse short. */
export function inventorySkew(
  notional: bigint,
  terms: { limit: bigint; maxSkewPpm: bigint },
): bigint {
  const capped = magnitude(notional) > terms.limit ? terms.limit : magnitude(notional);
  const skew = (capped * terms.maxSkewPpm) / terms.limit;
  return notional > 0n ? -skew : skew;
}

/** The order that halves what a position has beyond its limit, or none. */
export function reduction(
  lots: bigint,
  terms: { notional: bigint; limit: bigint },
): Reduction | undefined {
  const held = magnitude(terms.notional);
  if (held <= terms.limit || lots === 0n) return undefined;
  const excess = (magnitude(lots) * (held - terms.limit / 2n)) / held;
  return excess === 0n ? undefined : { side: lots > 0n ? "SELL" : "BUY", lots: excess };
}
