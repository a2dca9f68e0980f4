/** Initial margin after an order, on the exact position, balance and open orders that its match leaves. */

import { type Refusal, refusal } from "#lib/kernel/errors/errors.ts";
import { formatDecimal } from "#lib/protocol/decimal.ts";
import { MONEY_DECIMALS } from "#lib/protocol/market/markets.ts";
import { applyFill } from "#lib/protocol/orders/margin.ts";
import { mayRest } from "#lib/protocol/orders/orders.ts";
import {
  type AccountMargin,
  accountMargin,
  type Exposure,
  exposureMargin,
  openLoss,
  orderOpenLoss,
  plannedMargin,
  unsettledFunding,
} from "./account-margin.ts";
import { type Holding, notional, type Order } from "./market-state.ts";
import type { MatchPlan } from "./matching.ts";
import { feesOf } from "./trading-fees.ts";

/** Why the account cannot carry an order that adds risk, if so. */
export function marginProblem(
  order: Order,
  holding: Holding,
  plan: MatchPlan,
): Refusal | undefined {
  const after = marginAfter(order, holding, plan);
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
  const after = marginAfter(order, holding, plan);
  if (after.accountValue >= after.initialMargin) return undefined;
  if (after.accountValue < 0n) return insufficient(after);
  const before = accountMargin(order.account);
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

function marginAfter(order: Order, holding: Holding, plan: MatchPlan): AccountMargin {
  const { market, side } = order;
  const { exposure, balance } = positionAfter(order, holding, plan);
  const rests = mayRest(order) ? order.remaining - plan.filled : 0;
  exposure.openBuy += side === "BUY" ? rests : 0;
  exposure.openSell += side === "SELL" ? rests : 0;
  exposure.openLoss += orderOpenLoss(market, side, order.ticks, rests);
  return plannedMargin(holding, exposureMargin(exposure), balance);
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
  const exposure: Exposure = {
    market,
    size,
    cost,
    openBuy: holding.openBuy,
    openSell: holding.openSell,
    openLoss: openLoss(holding),
    unsettledFunding: funding,
    leverage: holding.leverage,
  };
  return { exposure, balance };
}
