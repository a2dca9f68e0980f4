/** Margins and liquidations computed from scratch, to check what the engine updates step by step; for tests. */
import { reservedMargin } from "#lib/protocol/orders/isolated-margin.ts";
import { leverageRatio, type MarginTerms, marketMargin } from "#lib/protocol/orders/margin.ts";
import { marginTiers } from "#lib/protocol/orders/margin-terms.ts";
import {
  type AccountMargin,
  accountMargin,
  unsettledFunding,
} from "#services/venue/engine/account-margin.ts";
import {
  type Account,
  type Holding,
  INSURANCE,
  notional,
} from "#services/venue/engine/market-state.ts";
import type { VenueState } from "#services/venue/engine/venue-state.ts";

/** Margin of an account from its positions and orders alone. */
export function marginFromNothing(account: Account): AccountMargin {
  let accountValue = account.balance;
  let initialMargin = 0n;
  let maintenanceMargin = 0n;
  for (const holding of account.holdings.values()) {
    const exposure = { size: BigInt(holding.size), cost: holding.cost, ...openSums(holding) };
    const terms = termsOf(holding);
    if (holding.isolated !== null) {
      initialMargin += reservedMargin(exposure, terms);
      continue;
    }
    const margin = marketMargin(exposure, terms);
    accountValue += margin.unrealizedPnl - unsettledFunding(holding);
    initialMargin += margin.initialMargin;
    maintenanceMargin += margin.maintenanceMargin;
  }
  return { accountValue, initialMargin, maintenanceMargin };
}

/** True when an isolated position is worth less than it must keep. */
export function isIsolatedBelow(holding: Holding): boolean {
  if (holding.isolated === null || holding.size === 0) return false;
  const noOrders = { openBuy: 0n, openSell: 0n, openLoss: 0n };
  const exposure = { size: BigInt(holding.size), cost: holding.cost, ...noOrders };
  const { unrealizedPnl, maintenanceMargin } = marketMargin(exposure, termsOf(holding));
  const worth = holding.isolated.wallet + unrealizedPnl - unsettledFunding(holding);
  return worth < maintenanceMargin;
}

function termsOf({ market, leverage }: Holding): MarginTerms {
  return {
    markTicks: BigInt(market.markTicks),
    valueOfTickLot: market.scale.valueOfTickLot,
    imRatio: BigInt(market.listing.im_ratio),
    tiers: marginTiers(market.listing),
    ...(leverage > 0 && { leverageRatio: leverageRatio(leverage) }),
    mmRatio: BigInt(market.listing.mm_ratio),
    takerFee: BigInt(market.listing.taker_fee),
  };
}

function openSums({ market, orders }: Holding) {
  const sums = { openBuy: 0n, openSell: 0n, openLoss: 0n };
  for (const { side, ticks, remaining } of orders) {
    if (side === "BUY") sums.openBuy += BigInt(remaining);
    else sums.openSell += BigInt(remaining);
    const worse = side === "BUY" ? ticks - market.markTicks : market.markTicks - ticks;
    if (worse > 0) sums.openLoss += notional(market, worse, remaining);
  }
  return sums;
}

/**
 * Kept margins equal those computed from scratch; every account and isolated position below maintenance waits for the next
 * liquidation; no account without a position on its balance is in debt. The insurance fund is not liquidated.
 * @throws Error that names the first account that breaks one of these.
 */
export function checkFromNothing(state: VenueState): void {
  for (const account of state.accounts.values()) {
    const cached = accountMargin(account);
    const fresh = marginFromNothing(account);
    const same =
      cached.accountValue === fresh.accountValue &&
      cached.initialMargin === fresh.initialMargin &&
      cached.maintenanceMargin === fresh.maintenanceMargin;
    if (!same)
      throw new Error(`cached margin of ${account.pubkey}: ${text(cached)}, not ${text(fresh)}`);
    if (account.pubkey === INSURANCE) continue;
    const holdings = [...account.holdings.values()];
    const below =
      fresh.accountValue < fresh.maintenanceMargin || holdings.some((one) => isIsolatedBelow(one));
    if (below && !state.unindexed.has(account)) {
      throw new Error(`${account.pubkey} is below maintenance and no liquidation will see it`);
    }
    const flat = holdings.every(({ size, isolated }) => size === 0 || isolated !== null);
    if (flat && account.balance < 0n) {
      throw new Error(`${account.pubkey} owes ${-account.balance} and has no position`);
    }
  }
}

function text(margin: AccountMargin): string {
  return `${margin.accountValue} ${margin.initialMargin} ${margin.maintenanceMargin}`;
}
