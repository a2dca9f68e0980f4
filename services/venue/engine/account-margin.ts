/** Margin of an account over its markets, by the shared formula of `lib/protocol/margin`. Isolated positions have their own. */

import type { Side } from "#lib/protocol/enumerations.ts";
import { reservedMargin } from "#lib/protocol/orders/isolated-margin.ts";
import {
  fundingOwed,
  leverageRatio,
  type MarginTerms,
  marketMargin,
} from "#lib/protocol/orders/margin.ts";
import {
  type Account,
  type Holding,
  type HoldingMargin,
  type MarketState,
  notional,
} from "./market-state.ts";

export type AccountMargin = {
  /** Balance, unrealised profit and loss, less unsettled funding. */
  accountValue: bigint;
  initialMargin: bigint;
  maintenanceMargin: bigint;
};

/** What margin is computed from: a holding as it is, or as an order would leave it. */
export type Exposure = {
  market: MarketState;
  size: number;
  cost: bigint;
  openBuy: number;
  openSell: number;
  openLoss: bigint;
  unsettledFunding: bigint;
  /** The account's own; 0 where it chose none. */
  leverage: number;
  isIsolated: boolean;
};

export type ExposureMargin = Omit<HoldingMargin, "riskSeq">;

export function exposureMargin(exposure: Exposure): ExposureMargin {
  const { cost, openLoss } = exposure;
  const terms = marginTerms(exposure);
  const sizes = {
    size: BigInt(exposure.size),
    cost,
    openBuy: BigInt(exposure.openBuy),
    openSell: BigInt(exposure.openSell),
    openLoss,
  };
  const margin = marketMargin(sizes, terms);
  return {
    value: margin.unrealizedPnl - exposure.unsettledFunding,
    initial: exposure.isIsolated ? reservedMargin(sizes, terms) : margin.initialMargin,
    maintenance: margin.maintenanceMargin,
  };
}

export function marginTerms({
  market,
  leverage,
}: Pick<Exposure, "market" | "leverage">): MarginTerms {
  const { terms } = market;
  return {
    markTicks: BigInt(market.markTicks),
    valueOfTickLot: market.scale.valueOfTickLot,
    imRatio: terms.imRatio,
    leverageRatio: leverage === 0 ? 0n : leverageRatio(leverage),
    tiers: terms.tiers,
    mmRatio: terms.mmRatio,
    takerFee: terms.takerFee,
  };
}

/** The least ratio of initial margin in the market: what it is without the tiers of large positions. */
export function baseRatio({ market, leverage }: Holding): bigint {
  const { imRatio } = market.terms;
  if (leverage === 0) return imRatio;
  const own = leverageRatio(leverage);
  return own > imRatio ? own : imRatio;
}

/** Funding that the position owes (positive) or is due (negative) since it last settled, 1e-9 USDC. */
export function unsettledFunding(holding: Holding): bigint {
  if (holding.size === 0) return 0n;
  const change = holding.market.funding.index - holding.fundingIndex;
  return change === 0n ? 0n : fundingOwed(BigInt(holding.size), change);
}

/** Figures of one holding; computed again only when it, the mark or the funding index changed. */
export function holdingMargin(holding: Holding): HoldingMargin {
  const { margin, market } = holding;
  if (margin.riskSeq === market.riskSeq) return margin;
  const { size, cost, openBuy, openSell } = holding;
  const fresh = exposureMargin({
    market,
    size,
    cost,
    openBuy,
    openSell,
    openLoss: openLoss(holding),
    unsettledFunding: unsettledFunding(holding),
    leverage: holding.leverage,
    isIsolated: holding.isolated !== null,
  });
  margin.riskSeq = market.riskSeq;
  margin.value = fresh.value;
  margin.initial = fresh.initial;
  margin.maintenance = fresh.maintenance;
  return margin;
}

/** Call it when the holding changed: its kept figures no longer hold. */
export function forgetMargin(holding: Holding): void {
  holding.margin.riskSeq = -1;
}

/** Σ over the account's markets that share its balance, with what orders of isolated positions reserve there. */
export function accountMargin(account: Account): AccountMargin {
  let accountValue = account.balance;
  let initialMargin = 0n;
  let maintenanceMargin = 0n;
  for (const holding of account.holdings.values()) {
    if (isEmpty(holding)) continue;
    const margin = holdingMargin(holding);
    initialMargin += margin.initial;
    if (holding.isolated !== null) continue;
    accountValue += margin.value;
    maintenanceMargin += margin.maintenance;
  }
  return { accountValue, initialMargin, maintenanceMargin };
}

/** The account's margin with `planned` in place of one holding, and with another balance. */
export function plannedMargin(
  changed: Holding,
  planned: ExposureMargin,
  balance: bigint,
): AccountMargin {
  const isIsolated = changed.isolated !== null;
  let accountValue = isIsolated ? balance : balance + planned.value;
  let initialMargin = planned.initial;
  let maintenanceMargin = isIsolated ? 0n : planned.maintenance;
  for (const holding of changed.account.holdings.values()) {
    if (holding === changed || isEmpty(holding)) continue;
    const margin = holdingMargin(holding);
    initialMargin += margin.initial;
    if (holding.isolated !== null) continue;
    accountValue += margin.value;
    maintenanceMargin += margin.maintenance;
  }
  return { accountValue, initialMargin, maintenanceMargin };
}

export function isEmpty(holding: Holding): boolean {
  return holding.size === 0 && holding.openBuy === 0 && holding.openSell === 0;
}

/** Loss of the resting orders if they filled at their own prices at the present mark. */
export function openLoss(holding: Holding): bigint {
  const { market } = holding;
  const { markTicks } = market;
  if (holding.openLossTicks === markTicks) return holding.openLoss;
  const known = holding.openLossTicks !== -1;
  const between = holding.buyCeiling <= markTicks && holding.sellFloor >= markTicks;
  if (!known || !between) sumOpenLoss(holding);
  else holding.openLoss = 0n;
  holding.openLossTicks = markTicks;
  return holding.openLoss;
}

function sumOpenLoss(holding: Holding): void {
  let loss = 0n;
  let ceiling = 0;
  let floor = Number.MAX_SAFE_INTEGER;
  for (const { side, ticks, remaining } of holding.orders) {
    if (side === "BUY") ceiling = Math.max(ceiling, ticks);
    else floor = Math.min(floor, ticks);
    const { market } = holding;
    const worse = side === "BUY" ? ticks - market.markTicks : market.markTicks - ticks;
    if (worse > 0) loss += notional(market, worse, remaining);
  }
  holding.openLoss = loss;
  holding.buyCeiling = ceiling;
  holding.sellFloor = floor;
}

export function orderOpenLoss(
  market: MarketState,
  side: Side,
  ticks: number,
  lots: number,
): bigint {
  const worse = side === "BUY" ? ticks - market.markTicks : market.markTicks - ticks;
  return worse > 0 ? notional(market, worse, lots) : 0n;
}

/** The account's margin with the parts of its value, for the account's records. */
export function accountFigures(
  account: Account,
): AccountMargin & { unrealizedPnl: bigint; unsettledFunding: bigint } {
  let funding = 0n;
  for (const holding of account.holdings.values()) {
    if (holding.isolated === null) funding += unsettledFunding(holding);
  }
  const margin = accountMargin(account);
  const unrealizedPnl = margin.accountValue - account.balance + funding;
  return { ...margin, unrealizedPnl, unsettledFunding: funding };
}
