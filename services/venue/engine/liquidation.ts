/**
 * Accounts below their maintenance margin: their orders are cancelled and their positions closed in slices on the book, no
 * worse than the fillable price; below two thirds of maintenance the insurance fund takes what is left at the mark less
 * the liquidation fee; what would drive the fund below zero is closed against opposite positions instead. An isolated position
 * goes the same way alone, on its wallet.
 */
import { divideUp } from "#lib/protocol/decimal.ts";
import { RATIO_SCALE } from "#lib/protocol/market/markets.ts";
import { isReduceOnly } from "#lib/protocol/orders/orders.ts";
import { type AccountMargin, accountMargin, holdingMargin } from "./account-margin.ts";
import { accountChanged, holdingOf, insuranceOf } from "./accounts.ts";
import { deleverage, deleverageIsolated } from "./auto-deleverage.ts";
import { cancelWhere } from "./cancel-orders.ts";
import { closeOnBook } from "./close-on-book.ts";
import type { EngineEvents } from "./events.ts";
import { protects } from "./group-children.ts";
import { fundCanTake, takeOver } from "./insurance-fund.ts";
import { isLiquid } from "./is-liquid.ts";
import { closeWallet, creditPosition, crossPositions, marginBehind } from "./isolated.ts";
import { type Account, type Holding, INSURANCE, type Order } from "./market-state.ts";
import { coverShortfall } from "./shortfall.ts";
import type { VenueState } from "./venue-state.ts";

const SLICE_INTERVAL_MS = 1_000;
/** A slice is this part of the position. */
const SLICES = 5;
/** A position worth less than so many minimum orders is closed at once. */
const SMALL_POSITION = 5;

/** Liquidates the accounts below maintenance, oldest account first. */
export function runLiquidations(state: VenueState, events: EngineEvents): void {
  const endangered = new Set<Account>();
  for (const account of state.unindexed) {
    if (!state.liquidations.file(account)) endangered.add(account);
  }
  state.unindexed.clear();
  for (const market of state.markets.values()) {
    for (const account of state.liquidations.endangered(market)) endangered.add(account);
  }
  for (const account of endangered) state.unindexed.add(account);
  // Chosen on exact margins before the first liquidation changes any. Accounts that the index returns early are dropped.
  const below = [...endangered]
    .toSorted((a, b) => a.ordinal - b.ordinal)
    .flatMap((account) => [...belowMaintenance(account)]);
  for (const one of below) {
    if (one.account.pubkey === INSURANCE) continue;
    if (one.isolated === undefined) liquidate(state, one.account, events);
    else liquidateIsolated(state, one.isolated, events);
  }
}

/** What of an account is to be liquidated: the positions that share its balance, and isolated ones each by itself. */
function* belowMaintenance(
  account: Account,
): Generator<{ account: Account; isolated?: Holding }, void, undefined> {
  if (isBelowMaintenance(accountMargin(account))) yield { account };
  for (const isolated of account.holdings.values()) {
    if (isolated.isolated === null || isolated.size === 0) continue;
    if (isBelowMaintenance(marginBehind(isolated))) yield { account, isolated };
  }
}

function liquidate(state: VenueState, account: Account, events: EngineEvents): void {
  const positions = crossPositions(account);
  const liquid = positions.filter((held) => isLiquid(state, held));
  if (liquid.length === 0) return;
  if (!isBelowMaintenance(accountMargin(account))) return;
  const closesIsolated = (order: Order) =>
    isReduceOnly(order) && holdingOf(account, order.market).isolated !== null;
  const wanted = (order: Order) => !protects(order) && !closesIsolated(order);
  cancelWhere(state, account, { wanted, reason: "LIQUIDATION" }, events);
  const margin = accountMargin(account);
  // A position that cannot be closed now must not keep the others from being closed.
  const whole = liquid.length === positions.length;
  if (whole && 3n * margin.accountValue < 2n * margin.maintenanceMargin) {
    if (fundCanTake(state, positions, margin.accountValue)) {
      takeOver(state, positions, events);
      coverShortfall(state, account, events);
    } else {
      deleverage(state, account, events);
    }
  } else if (account.nextSliceAt <= state.time) {
    account.nextSliceAt = state.time + SLICE_INTERVAL_MS;
    closeSlice(state, largest(liquid), margin, events);
  }
}

/** Nothing but this market's orders and position changes, and nothing is paid from the balance. */
function liquidateIsolated(state: VenueState, holding: Holding, events: EngineEvents): void {
  const { account, isolated, market } = holding;
  if (isolated === null || holding.size === 0 || !isLiquid(state, holding)) return;
  if (!isBelowMaintenance(marginBehind(holding))) return;
  const wanted = (order: Order) => order.market === market && !protects(order);
  cancelWhere(state, account, { wanted, reason: "LIQUIDATION" }, events);
  const margin = marginBehind(holding);
  if (3n * margin.accountValue < 2n * margin.maintenanceMargin) {
    if (fundCanTake(state, [holding], margin.accountValue)) takeOver(state, [holding], events);
    else deleverageIsolated(state, holding, events);
  } else if (isolated.nextSliceAt <= state.time) {
    isolated.nextSliceAt = state.time + SLICE_INTERVAL_MS;
    closeSlice(state, holding, margin, events);
  }
  if (holding.size === 0) closeWallet(state, holding, events);
  accountChanged(state, account);
}

function isBelowMaintenance(margin: AccountMargin): boolean {
  return margin.accountValue < margin.maintenanceMargin;
}

function largest(positions: Holding[]): Holding {
  return positions.reduce((most, held) =>
    holdingMargin(held).maintenance > holdingMargin(most).maintenance ? held : most,
  );
}

/** One slice on the book, and the liquidation fee on what it filled, as far as there is anything to pay it. */
function closeSlice(
  state: VenueState,
  holding: Holding,
  margin: AccountMargin,
  events: EngineEvents,
): void {
  const { account, market } = holding;
  const held = Math.abs(holding.size);
  const small = market.markTicks * held <= SMALL_POSITION * market.terms.minimumTickLots;
  const lots = small ? held : Math.ceil(held / SLICES);
  const limitTicks = fillableTicks(holding, margin);
  const value = closeOnBook(state, holding, { lots, limitTicks }, events);
  if (value === 0n) return;
  const fee = divideUp(value * market.terms.liquidationFee, RATIO_SCALE);
  const worth = marginBehind(holding).accountValue;
  const charged = worth <= 0n ? 0n : fee < worth ? fee : worth;
  const insurance = insuranceOf(state);
  creditPosition(holding, -charged);
  insurance.balance += charged;
  accountChanged(state, account);
  accountChanged(state, insurance);
  const paid = { kind: "LIQUIDATION_FEE", market } as const;
  events.balance({ ...paid, account: account.pubkey, amount: -charged });
  events.balance({ ...paid, account: insurance.pubkey, amount: charged });
  coverShortfall(state, account, events);
}

/**
 * The worst price of a slice (dYdX's fillable price): the mark, less the maintenance ratio times the share of maintenance that
 * is lost already. It rounds towards the mark.
 */
function fillableTicks({ market, size }: Holding, margin: AccountMargin): number {
  const { maintenanceMargin, accountValue } = margin;
  const lost = accountValue > 0n ? maintenanceMargin - accountValue : maintenanceMargin;
  const mark = BigInt(market.markTicks);
  const spread = (mark * market.terms.mmRatio * lost) / (RATIO_SCALE * maintenanceMargin);
  return Number(size > 0 ? mark - spread : mark + spread);
}
