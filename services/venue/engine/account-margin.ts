/** Margin of an account over all its markets, by the shared formula of `lib/protocol/margin`. */
import { type MarketMargin, marketMargin } from "#lib/protocol/margin.ts";
import { type Account, type Holding, type MarketState, notional } from "./state.ts";

export type AccountMargin = MarketMargin & { accountValue: bigint };

/** A holding as it would be: what a planned order changes, before it is carried out. */
export type PlannedHolding = Pick<Holding, "size" | "cost" | "openBuy" | "openSell"> & {
  market: MarketState;
  openLoss: bigint;
};

export function holdingMargin(holding: PlannedHolding): MarketMargin {
  const { listing, scale, markTicks } = holding.market;
  return marketMargin(
    {
      size: BigInt(holding.size),
      cost: holding.cost,
      openBuy: BigInt(holding.openBuy),
      openSell: BigInt(holding.openSell),
      openLoss: holding.openLoss,
    },
    {
      markTicks: BigInt(markTicks),
      valueOfTickLot: scale.valueOfTickLot,
      imRatio: BigInt(listing.im_ratio),
      mmRatio: BigInt(listing.mm_ratio),
      takerFee: BigInt(listing.taker_fee),
    },
  );
}

/** Σ over the account's markets; `planned` stands in for the holding of its market. */
export function accountMargin(
  account: Account,
  planned?: { holding: PlannedHolding; balance: bigint },
): AccountMargin {
  const total = { unrealizedPnl: 0n, initialMargin: 0n, maintenanceMargin: 0n };
  let plannedSeen = planned === undefined;
  for (const holding of account.holdings.values()) {
    const isPlanned = planned !== undefined && holding.market === planned.holding.market;
    plannedSeen ||= isPlanned;
    if (!isPlanned && holding.size === 0 && holding.orders.size === 0) continue;
    addMargin(
      total,
      holdingMargin(isPlanned ? planned.holding : { ...holding, openLoss: openLoss(holding) }),
    );
  }
  if (planned !== undefined && !plannedSeen) addMargin(total, holdingMargin(planned.holding));
  const balance = planned?.balance ?? account.balance;
  return { ...total, accountValue: balance + total.unrealizedPnl };
}

/** Loss of the resting orders if they filled at their own prices while the mark stands where it is. */
export function openLoss(holding: Holding): bigint {
  let loss = 0n;
  for (const order of holding.orders) {
    loss += orderOpenLoss(holding.market, order.side, order.ticks, order.remaining);
  }
  return loss;
}

export function orderOpenLoss(
  market: MarketState,
  side: "BUY" | "SELL",
  ticks: number,
  lots: number,
): bigint {
  const worse = side === "BUY" ? ticks - market.markTicks : market.markTicks - ticks;
  return worse > 0 ? notional(market, worse, lots) : 0n;
}

function addMargin(total: MarketMargin, part: MarketMargin): void {
  total.unrealizedPnl += part.unrealizedPnl;
  total.initialMargin += part.initialMargin;
  total.maintenanceMargin += part.maintenanceMargin;
}
