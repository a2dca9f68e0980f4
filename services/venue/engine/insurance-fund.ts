/** The insurance fund: takes over positions that the book cannot close, pays what their accounts lack, and sells them. */

import { divideUp } from "#lib/protocol/decimal.ts";
import { RATIO_SCALE } from "#lib/protocol/market/markets.ts";
import { MARK_STALE_MS } from "#lib/protocol/orders/rules.ts";
import { accountMargin } from "./account-margin.ts";
import { insuranceOf } from "./accounts.ts";
import { deleverage } from "./auto-deleverage.ts";
import { closeOnBook } from "./close-on-book.ts";
import type { EngineEvents } from "./events.ts";
import { isLiquid } from "./is-liquid.ts";
import { type Holding, notional } from "./market-state.ts";
import { transferPosition } from "./transfer-position.ts";
import type { VenueState } from "./venue-state.ts";

/** The fund sells a part of this size at a time. */
const SLICES = 5;

/** The positions go to the fund at the mark less the liquidation fee; what their owner then lacks is the caller's to cover. */
export function takeOver(
  state: VenueState,
  positions: readonly Holding[],
  events: EngineEvents,
): void {
  const insurance = insuranceOf(state);
  for (const holding of positions) {
    const { market, size } = holding;
    const lots = Math.abs(size);
    const atMark = notional(market, market.markTicks, lots);
    const fee = takeOverFee(holding);
    const value = size > 0 ? atMark - fee : atMark + fee;
    transferPosition(state, holding, { to: insurance, lots, value, kind: "TAKEOVER" }, events);
  }
}

/** True when the fund would still be worth something after it took the positions and paid what is lacking of their worth. */
export function fundCanTake(
  state: VenueState,
  positions: readonly Holding[],
  worth: bigint,
): boolean {
  let discount = 0n;
  for (const holding of positions) discount += takeOverFee(holding);
  const left = worth - discount;
  const fund = accountMargin(insuranceOf(state)).accountValue;
  return fund + worth - (left > 0n ? left : 0n) >= 0n;
}

/** By how much the fund pays less than the mark for a position. */
function takeOverFee({ market, size }: Holding): bigint {
  const value = notional(market, market.markTicks, Math.abs(size));
  return divideUp(value * market.terms.liquidationFee, RATIO_SCALE);
}

/** Closes a part of the fund's positions on the book, no worse than the price it took them at. */
export function unwindInsurance(state: VenueState, events: EngineEvents): void {
  const insurance = insuranceOf(state);
  for (const holding of insurance.holdings.values()) {
    if (holding.size !== 0 && mayUnwind(state, holding)) unwind(state, holding, events);
  }
  const held = [...insurance.holdings.values()].filter(({ size }) => size !== 0);
  const liquid = held.length > 0 && held.every((holding) => isLiquid(state, holding));
  if (liquid && accountMargin(insurance).accountValue < 0n) deleverage(state, insurance, events);
}

function unwind(state: VenueState, holding: Holding, events: EngineEvents): void {
  const { market, size } = holding;
  const mark = BigInt(market.markTicks);
  const { liquidationFee } = market.terms;
  const spread = (mark * liquidationFee) / RATIO_SCALE;
  const limitTicks = Number(size > 0 ? mark - spread : mark + spread);
  const lots = Math.ceil(Math.abs(size) / SLICES);
  closeOnBook(state, holding, { lots, limitTicks }, events);
}

function mayUnwind(state: VenueState, { market }: Holding): boolean {
  const { status } = market.listing;
  const fresh = state.time - market.markTime <= MARK_STALE_MS;
  return fresh && (status === "Normal" || status === "ReduceOnly");
}
