/**
 * Auto-deleveraging: a bankrupt account's positions are closed against opposite ones at the bankruptcy price, at which
 * the account, or the wallet of an isolated position, is worth exactly nothing. Positions with the largest gain and leverage come first (Hyperliquid's ranking).
 */
import { magnitude } from "#lib/protocol/orders/margin.ts";
import { accountMargin, holdingMargin } from "./account-margin.ts";
import { insuranceOf } from "./accounts.ts";
import type { EngineEvents } from "./events.ts";
import { settleFunding } from "./funding.ts";
import { crossPositions, marginBehind, walletToFund } from "./isolated.ts";
import { type Account, type Holding, type MarketState, notional } from "./market-state.ts";
import { coverShortfall, moveBalance } from "./shortfall.ts";
import { transferPosition } from "./transfer-position.ts";
import type { VenueState } from "./venue-state.ts";

const SCORE_UNIT = 1_000_000n;

export function deleverage(state: VenueState, account: Account, events: EngineEvents): void {
  // Shorts first: the price at which one is closed cannot fall below nothing, and what is left of the loss is the longs'.
  const positions = crossPositions(account).toSorted(
    (a, b) => Number(a.size > 0) - Number(b.size > 0),
  );
  for (const holding of positions) settleFunding(state, holding, events);
  closeAll(state, positions, accountMargin(account).accountValue, events);
  // What rounding left over is the fund's, either way.
  const insurance = insuranceOf(state);
  if (account !== insurance) moveBalance(state, { from: account, to: insurance }, events);
}

/** The same of one isolated position, whose wallet then has nothing left. */
export function deleverageIsolated(
  state: VenueState,
  holding: Holding,
  events: EngineEvents,
): void {
  settleFunding(state, holding, events);
  closeAll(state, [holding], marginBehind(holding).accountValue, events);
  walletToFund(state, holding, events);
}

/** Closes the positions at prices that use up exactly what their owner is worth. */
function closeAll(
  state: VenueState,
  positions: readonly Holding[],
  ownersWorth: bigint,
  events: EngineEvents,
): void {
  let worth = ownersWorth;
  let values = 0n;
  for (const holding of positions) values += markValue(holding);
  for (const holding of positions) {
    // The worth is shared out by the size of the positions; the last takes what rounding left.
    const value = markValue(holding);
    const even = values === value ? worth : (worth * value) / values;
    const share = holding.size < 0 && even < -value ? -value : even;
    worth -= share;
    values -= value;
    closeAgainstRanked(state, holding, holding.size > 0 ? value - share : value + share, events);
  }
}

function markValue({ market, size }: Holding): bigint {
  return notional(market, market.markTicks, Math.abs(size));
}

/**
 * Closes the whole position for `total`, in parts proportional to the lots; the last part takes what rounding left. No
 * account takes more than it can pay for while others can: what it could not pay would be the fund's loss.
 */
function closeAgainstRanked(
  state: VenueState,
  holding: Holding,
  total: bigint,
  events: EngineEvents,
): void {
  let lotsLeft = Math.abs(holding.size);
  let valueLeft = total;
  for (const mayOwe of [false, true]) {
    for (const opposite of ranked(state, holding)) {
      const most = Math.min(lotsLeft, Math.abs(opposite.size));
      const lots = mayOwe ? most : Math.min(most, payableLots(opposite, lotsLeft, valueLeft));
      if (lots === 0) continue;
      const value = lots === lotsLeft ? valueLeft : (valueLeft * BigInt(lots)) / BigInt(lotsLeft);
      const kind = "ADL";
      transferPosition(state, holding, { to: opposite.account, lots, value, kind }, events);
      coverShortfall(state, opposite.account, events);
      lotsLeft -= lots;
      valueLeft -= value;
      if (lotsLeft === 0) return;
    }
  }
}

/** Lots that the account can take of `lots` for `value` and still be worth something at the mark. */
function payableLots(holding: Holding, lots: number, value: bigint): number {
  const { market, size } = holding;
  const atMark = notional(market, market.markTicks, lots);
  const loss = size > 0 ? atMark - value : value - atMark;
  if (loss <= 0n) return lots;
  // A unit less: parts of the value are rounded.
  const worth = marginBehind(holding).accountValue - 1n;
  return worth <= 0n ? 0 : Number((worth * BigInt(lots)) / loss);
}

/** Opposite positions, in the order in which they are deleveraged. */
function ranked(state: VenueState, { market, size }: Holding): Holding[] {
  const opposite: { holding: Holding; score: bigint }[] = [];
  for (const account of state.accounts.values()) {
    const holding = account.holdings.get(market.listing.symbol);
    if (holding === undefined || holding.size === 0 || holding.size > 0 === size > 0) continue;
    opposite.push({ holding, score: score(holding, market) });
  }
  opposite.sort((a, b) => {
    if (a.score !== b.score) return a.score > b.score ? -1 : 1;
    return a.holding.account.ordinal - b.holding.account.ordinal;
  });
  return opposite.map(({ holding }) => holding);
}

/** Gain over cost, times position over what is behind it. Those behind which nothing is come last: they could not pay. */
function score(holding: Holding, market: MarketState): bigint {
  const { accountValue } = marginBehind(holding);
  if (accountValue <= 0n) return -(10n ** 30n);
  const cost = magnitude(holding.cost);
  const gain = holdingMargin(holding).value;
  const leverage =
    (notional(market, market.markTicks, Math.abs(holding.size)) * SCORE_UNIT) / accountValue;
  return cost === 0n ? leverage : (gain * SCORE_UNIT * leverage) / cost;
}
