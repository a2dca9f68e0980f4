/** Margins and liquidations computed from scratch, to check what the engine updates step by step; for tests. */
import { leverageRatio, marketMargin } from "#lib/protocol/orders/margin.ts";
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
    const { market } = holding;
    const sums = openSums(holding);
    const margin = marketMargin(
      { size: BigInt(holding.size), cost: holding.cost, ...sums },
      {
        markTicks: BigInt(market.markTicks),
        valueOfTickLot: market.scale.valueOfTickLot,
        imRatio: BigInt(market.listing.im_ratio),
        tiers: marginTiers(market.listing),
        ...(holding.leverage > 0 && { leverageRatio: leverageRatio(holding.leverage) }),
        mmRatio: BigInt(market.listing.mm_ratio),
        takerFee: BigInt(market.listing.taker_fee),
      },
    );
    accountValue += margin.unrealizedPnl - unsettledFunding(holding);
    initialMargin += margin.initialMargin;
    maintenanceMargin += margin.maintenanceMargin;
  }
  return { accountValue, initialMargin, maintenanceMargin };
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
 * Kept margins equal those computed from scratch; every account below maintenance waits for the next liquidation; no account
 * without a position is in debt. The insurance fund is not liquidated.
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
    const below = fresh.accountValue < fresh.maintenanceMargin;
    if (below && !state.unindexed.has(account)) {
      throw new Error(`${account.pubkey} is below maintenance and no liquidation will see it`);
    }
    const flat = [...account.holdings.values()].every(({ size }) => size === 0);
    if (flat && account.balance < 0n) {
      throw new Error(`${account.pubkey} owes ${-account.balance} and has no position`);
    }
  }
}

function text(margin: AccountMargin): string {
  return `${margin.accountValue} ${margin.initialMargin} ${margin.maintenanceMargin}`;
}
