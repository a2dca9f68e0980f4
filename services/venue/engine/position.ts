/** The one place where a position changes: funding is settled first, then size, cost, balance and fees move together. */

import type { Side } from "#lib/protocol/enumerations.ts";
import { applyFill } from "#lib/protocol/orders/margin.ts";
import { forgetMargin } from "./account-margin.ts";
import { accountChanged, holdingOf } from "./accounts.ts";
import type { EngineEvents, FillEvent, FillKind } from "./events.ts";
import { settleFunding } from "./funding.ts";
import type { Account, MarketState, OrderSource } from "./market-state.ts";
import type { VenueState } from "./venue-state.ts";

/** The side of a trade whose position changes; its id is 0 when no order is behind it. */
export type Party = {
  id: number;
  account: Account;
  market: MarketState;
  side: Side;
  source: OrderSource;
};

export type Movement = {
  tradeId: number;
  kind: FillKind;
  lots: number;
  /** Money exchanged for the lots, ≥ 0. */
  value: bigint;
  fee: { gross: bigint; charged: bigint };
  liquidity: FillEvent["liquidity"];
};

export function movePosition(
  state: VenueState,
  party: Party,
  movement: Movement,
  events: EngineEvents,
): void {
  const { account, market, side } = party;
  const { lots, value, fee } = movement;
  const holding = holdingOf(account, market);
  settleFunding(state, holding, events);
  const signedLots = BigInt(side === "BUY" ? lots : -lots);
  const moved = applyFill({ size: BigInt(holding.size), cost: holding.cost }, signedLots, value);
  const size = Number(moved.size);
  market.openInterest += Math.max(0, size) - Math.max(0, holding.size);
  // Closed, or turned to the other side: what it paid belongs to the position before.
  if (Math.sign(size) !== Math.sign(holding.size)) holding.fundingPaid = 0n;
  holding.size = size;
  holding.cost = moved.cost;
  holding.updatedAt = state.time;
  forgetMargin(holding);
  account.balance += moved.realizedPnl - fee.charged;
  state.fees += fee.charged;
  state.effects.hashNumber(size);
  state.effects.hashAmount(moved.cost);
  accountChanged(state, account);
  const id = state.nextFillId;
  state.nextFillId += 1;
  events.fill({
    id,
    tradeId: movement.tradeId,
    kind: movement.kind,
    account: account.pubkey,
    orderId: party.id,
    market,
    side,
    lots,
    value,
    grossFee: fee.gross,
    fee: fee.charged,
    liquidity: movement.liquidity,
    realizedPnl: moved.realizedPnl,
    source: party.source,
    time: state.time,
  });
}
