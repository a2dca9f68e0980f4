/** The one place where a position changes: funding is settled first, then size, cost, balance and fees move together. */

import type { Side } from "#lib/protocol/enumerations.ts";
import { applyIsolatedFill, type IsolatedFill } from "#lib/protocol/orders/isolated-margin.ts";
import { applyFill } from "#lib/protocol/orders/margin.ts";
import { accountMargin, forgetMargin, marginTerms } from "./account-margin.ts";
import { accountChanged, holdingOf } from "./accounts.ts";
import type { EngineEvents, FillEvent, FillKind } from "./events.ts";
import { settleFunding } from "./funding.ts";
import { closeWallet } from "./isolated.ts";
import type { Account, Holding, Isolated, MarketState, OrderSource } from "./market-state.ts";
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
  const { isolated } = holding;
  const fill =
    isolated === null ? undefined : isolatedFill(holding, isolated, signedLots, movement);
  const moved =
    fill ?? applyFill({ size: BigInt(holding.size), cost: holding.cost }, signedLots, value);
  const size = Number(moved.size);
  market.openInterest += Math.max(0, size) - Math.max(0, holding.size);
  // Closed, or turned to the other side: what it paid belongs to the position before.
  if (Math.sign(size) !== Math.sign(holding.size)) holding.fundingPaid = 0n;
  holding.size = size;
  holding.cost = moved.cost;
  holding.updatedAt = state.time;
  forgetMargin(holding);
  if (isolated === null || fill === undefined) account.balance += moved.realizedPnl - fee.charged;
  else moveWallet(state, holding, fill, events);
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

/** The party that the venue closes is the taker of everything but an ordinary fill. */
function isLiquidated({ kind, liquidity }: Movement): boolean {
  return kind !== "FILL" && liquidity === "TAKER";
}

function isolatedFill(
  holding: Holding,
  { wallet }: Isolated,
  lots: bigint,
  movement: Movement,
): IsolatedFill {
  const { value, fee } = movement;
  return applyIsolatedFill(
    { size: BigInt(holding.size), cost: holding.cost, wallet },
    { lots, value, fee: fee.charged, isLiquidated: isLiquidated(movement) },
    marginTerms(holding),
  );
}

/**
 * Money between wallet and balance. What a closed position could not pay is the insurance fund's, and the balance gives no more
 * than the account is worth: rounding may have left it a unit short.
 */
function moveWallet(
  state: VenueState,
  holding: Holding,
  { wallet, returned, drawn }: IsolatedFill,
  events: EngineEvents,
): void {
  const { account, isolated } = holding;
  if (isolated === null) return;
  isolated.wallet = returned;
  if (returned < 0n) closeWallet(state, holding, events);
  else account.balance += returned;
  const { accountValue } = accountMargin(account);
  const given = drawn <= accountValue ? drawn : accountValue > 0n ? accountValue : 0n;
  account.balance -= given;
  isolated.wallet = wallet - drawn + given;
  state.effects.hashAmount(isolated.wallet);
}
