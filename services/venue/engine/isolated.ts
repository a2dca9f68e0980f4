/** Isolated positions: the money and the margin behind a position, whether it shares the account's balance or has a wallet. */
import { heldMargin } from "#lib/protocol/orders/isolated-margin.ts";
import { liquidationTicks as marginLiquidationTicks } from "#lib/protocol/orders/margin.ts";
import { type AccountMargin, accountMargin, holdingMargin, marginTerms } from "./account-margin.ts";
import { accountChanged, insuranceOf } from "./accounts.ts";
import type { EngineEvents } from "./events.ts";
import type { Account, Holding } from "./market-state.ts";
import type { VenueState } from "./venue-state.ts";

/** Changes the money that the position gains and pays from. */
export function creditPosition({ account, isolated }: Holding, amount: bigint): void {
  if (isolated === null) account.balance += amount;
  else isolated.wallet += amount;
}

/** The margin that decides whether the position is liquidated: its own, or that of the whole account. */
export function marginBehind(holding: Holding): AccountMargin {
  const { account, isolated, size } = holding;
  if (isolated === null) return accountMargin(account);
  const { value, maintenance } = holdingMargin(holding);
  return {
    accountValue: isolated.wallet + value,
    initialMargin: heldMargin(BigInt(size), marginTerms(holding)),
    maintenanceMargin: maintenance,
  };
}

/** Positions that share the account's balance. */
export function crossPositions(account: Account): Holding[] {
  return [...account.holdings.values()].filter(
    ({ size, isolated }) => size !== 0 && isolated === null,
  );
}

/** What is left in the wallet of a position that was closed returns to the balance; what it lacks is the insurance fund's. */
export function closeWallet(state: VenueState, holding: Holding, events: EngineEvents): void {
  const { account, isolated } = holding;
  if (isolated === null || isolated.wallet === 0n) return;
  if (isolated.wallet < 0n) return walletToFund(state, holding, events);
  account.balance += isolated.wallet;
  isolated.wallet = 0n;
}

/** Everything that the wallet has, or owes, becomes the insurance fund's. */
export function walletToFund(state: VenueState, holding: Holding, events: EngineEvents): void {
  const { account, isolated, market } = holding;
  if (isolated === null || isolated.wallet === 0n) return;
  const insurance = insuranceOf(state);
  const amount = isolated.wallet;
  isolated.wallet = 0n;
  insurance.balance += amount;
  accountChanged(state, insurance);
  const move = { kind: "INSURANCE", market } as const;
  events.balance({ ...move, account: account.pubkey, amount: -amount });
  events.balance({ ...move, account: insurance.pubkey, amount });
}

/** Worth of the account with its isolated positions. A loss that a wallet cannot pay is the insurance fund's. */
export function totalWorth(account: Account): { worth: bigint; unpaid: bigint } {
  let worth = accountMargin(account).accountValue;
  let unpaid = 0n;
  for (const holding of account.holdings.values()) {
    if (holding.isolated === null || holding.size === 0) continue;
    const own = holding.isolated.wallet + holdingMargin(holding).value;
    if (own > 0n) worth += own;
    else unpaid -= own;
  }
  return { worth, unpaid };
}

/** The mark, in ticks, at which the position would be liquidated if no other mark moved. */
export function liquidationTicks(holding: Holding): bigint | undefined {
  const { accountValue, maintenanceMargin } = marginBehind(holding);
  return marginLiquidationTicks(BigInt(holding.size), accountValue - maintenanceMargin, {
    markTicks: BigInt(holding.market.markTicks),
    valueOfTickLot: holding.market.scale.valueOfTickLot,
    mmRatio: holding.market.terms.mmRatio,
  });
}
