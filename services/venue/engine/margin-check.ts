/** Initial margin after an order, on the exact position, balance and open orders that its match leaves. */

import { type Refusal, refusal } from "#lib/kernel/errors/errors.ts";
import { formatDecimal } from "#lib/protocol/decimal.ts";
import { MONEY_DECIMALS } from "#lib/protocol/market/markets.ts";
import { applyIsolatedFill, heldMargin } from "#lib/protocol/orders/isolated-margin.ts";
import { applyFill } from "#lib/protocol/orders/margin.ts";
import { mayRest } from "#lib/protocol/orders/orders.ts";
import {
  type AccountMargin,
  accountMargin,
  type Exposure,
  exposureMargin,
  marginTerms,
  openLoss,
  orderOpenLoss,
  plannedMargin,
  unsettledFunding,
} from "./account-margin.ts";
import { marginBehind } from "./isolated.ts";
import { type Holding, type Isolated, notional, type Order } from "./market-state.ts";
import type { MatchPlan } from "./matching.ts";
import { feesOf } from "./trading-fees.ts";

/** Why the account cannot carry an order that adds risk, if so. */
export function marginProblem(
  order: Order,
  holding: Holding,
  plan: MatchPlan,
): Refusal | undefined {
  const { account: after, isolated } = marginAfter(order, holding, plan);
  const problem = isolated === undefined ? undefined : weakened(isolated, marginBehind(holding));
  if (problem !== undefined) return problem;
  return after.accountValue >= after.initialMargin ? undefined : insufficient(after);
}

/**
 * Why an order that reduces may not trade as planned, if so: closing at a bad price must neither leave a debt nor weaken
 * the rest of the account, or a trader could sell a position cheaply to a second account at the insurance fund's cost.
 */
export function reductionProblem(
  order: Order,
  holding: Holding,
  plan: MatchPlan,
): Refusal | undefined {
  if (plan.fills.length === 0) return undefined;
  const { account, isolated } = marginAfter(order, holding, plan);
  return isolated === undefined
    ? weakened(account, accountMargin(order.account))
    : weakened(isolated, marginBehind(holding));
}

function weakened(after: AccountMargin, before: AccountMargin): Refusal | undefined {
  if (after.accountValue >= after.initialMargin) return undefined;
  if (after.accountValue < 0n) return insufficient(after);
  const weaker =
    after.accountValue * before.maintenanceMargin < before.accountValue * after.maintenanceMargin;
  return weaker ? insufficient(after) : undefined;
}

function insufficient(margin: AccountMargin): Refusal {
  return refusal("INSUFFICIENT_MARGIN", {
    required: formatDecimal(margin.initialMargin, MONEY_DECIMALS),
    available: formatDecimal(margin.accountValue, MONEY_DECIMALS),
  });
}

type MarginAfter = {
  account: AccountMargin;
  /** Of an isolated position. */
  isolated: AccountMargin | undefined;
};

function marginAfter(order: Order, holding: Holding, plan: MatchPlan): MarginAfter {
  const { market, side } = order;
  const { exposure, balance, wallet, unpaid } =
    holding.isolated === null
      ? { ...positionAfter(order, holding, plan), wallet: undefined, unpaid: 0n }
      : isolatedAfter(order, holding, holding.isolated, plan);
  const rests = mayRest(order) ? order.remaining - plan.filled : 0;
  exposure.openBuy += side === "BUY" ? rests : 0;
  exposure.openSell += side === "SELL" ? rests : 0;
  exposure.openLoss += orderOpenLoss(market, side, order.ticks, rests);
  const planned = exposureMargin(exposure);
  const account = plannedMargin(holding, planned, balance);
  if (wallet === undefined) return { account, isolated: undefined };
  const isolated = {
    accountValue: unpaid < 0n ? unpaid : wallet + planned.value,
    initialMargin: heldMargin(BigInt(exposure.size), marginTerms(exposure)),
    maintenanceMargin: planned.maintenance,
  };
  return { account, isolated };
}

function positionAfter(
  order: Order,
  holding: Holding,
  plan: MatchPlan,
): { exposure: Exposure; balance: bigint } {
  const { market, account, side } = order;
  const funding = unsettledFunding(holding);
  let { balance } = account;
  let { size, cost } = holding;
  for (const { maker, lots } of plan.fills) {
    const value = notional(market, maker.ticks, lots);
    const signed = BigInt(side === "BUY" ? lots : -lots);
    const moved = applyFill({ size: BigInt(size), cost }, signed, value);
    size = Number(moved.size);
    cost = moved.cost;
    balance += moved.realizedPnl - feesOf(account, value, market.terms.takerFee).charged;
  }
  return { exposure: exposureOf(holding, size, cost, funding), balance };
}

/** `unpaid` is what a closed position could not pay of its loss, ≤ 0. */
function isolatedAfter(
  order: Order,
  holding: Holding,
  { wallet: before }: Isolated,
  plan: MatchPlan,
): { exposure: Exposure; balance: bigint; wallet: bigint; unpaid: bigint } {
  const { market, account, side } = order;
  const terms = marginTerms(holding);
  let { balance } = account;
  let position = {
    size: BigInt(holding.size),
    cost: holding.cost,
    wallet: before - unsettledFunding(holding),
  };
  let unpaid = 0n;
  for (const { maker, lots } of plan.fills) {
    const value = notional(market, maker.ticks, lots);
    const fee = feesOf(account, value, market.terms.takerFee).charged;
    const signed = BigInt(side === "BUY" ? lots : -lots);
    const trade = { lots: signed, value, fee, isLiquidated: false };
    const fill = applyIsolatedFill(position, trade, terms);
    if (fill.returned < 0n) unpaid += fill.returned;
    else balance += fill.returned;
    balance -= fill.drawn;
    position = fill;
  }
  const exposure = exposureOf(holding, Number(position.size), position.cost, 0n);
  return { exposure, balance, wallet: position.wallet, unpaid };
}

function exposureOf(
  holding: Holding,
  size: number,
  cost: bigint,
  unsettledFunding: bigint,
): Exposure {
  return {
    market: holding.market,
    size,
    cost,
    openBuy: holding.openBuy,
    openSell: holding.openSell,
    openLoss: openLoss(holding),
    unsettledFunding,
    leverage: holding.leverage,
    isIsolated: holding.isolated !== null,
  };
}
