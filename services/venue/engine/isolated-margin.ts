/** `update_isolated_margin`: moves money between the account's balance and the wallet of an isolated position. */
import { type Refusal, refusal } from "#lib/kernel/errors/errors.ts";
import { formatDecimal } from "#lib/protocol/decimal.ts";
import { MONEY_DECIMALS } from "#lib/protocol/market/markets.ts";
import { removableMargin } from "#lib/protocol/orders/isolated-margin.ts";
import { MARGIN_CHANGE_FORM, marginChange } from "#lib/protocol/orders/margin-change.ts";
import type { IsolatedMarginRecord } from "#lib/protocol/wire/leverage.ts";
import { accountMargin, unsettledFunding } from "./account-margin.ts";
import { accountChanged } from "./accounts.ts";
import type { CommandOf } from "./commands.ts";
import { marginBehind } from "./isolated.ts";
import type { Holding, Isolated } from "./market-state.ts";
import { type Outcome, refused } from "./outcome.ts";
import type { VenueState } from "./venue-state.ts";

export function updateIsolatedMargin(
  state: VenueState,
  { signed, market: symbol, amount: text }: CommandOf<"update_isolated_margin">,
): Outcome {
  if (!state.markets.has(symbol)) return refused(refusal("MARKET_NOT_FOUND", { market: symbol }));
  const amount = marginChange(text);
  if (amount === undefined || amount === 0n) {
    return refused(refusal("INVALID_FIELD", { field: "amount", reason: MARGIN_CHANGE_FORM }));
  }
  const holding = state.accounts.get(signed.account)?.holdings.get(symbol);
  if (holding === undefined || holding.isolated === null || holding.size === 0) {
    return refused(refusal("POSITION_NOT_ISOLATED", { market: symbol }));
  }
  const problem = amount > 0n ? addingProblem(holding, amount) : removingProblem(holding, -amount);
  if (problem !== undefined) return refused(problem);
  moveMargin(state, holding, holding.isolated, amount);
  const { digest, timestamp } = signed;
  holding.isolated.lastChange = { digest, timestamp };
  return { kind: "isolated_margin", isolated: isolatedRecord(holding, holding.isolated) };
}

/** From the balance to the wallet, or back when `amount` is negative. */
export function moveMargin(
  state: VenueState,
  { account }: Holding,
  isolated: Isolated,
  amount: bigint,
): void {
  account.balance -= amount;
  isolated.wallet += amount;
  state.effects.hashAmount(isolated.wallet);
  accountChanged(state, account);
}

function addingProblem({ account }: Holding, amount: bigint): Refusal | undefined {
  const { accountValue, initialMargin } = accountMargin(account);
  const free = accountValue > initialMargin ? accountValue - initialMargin : 0n;
  return amount <= free ? undefined : unavailable("ISOLATED_MARGIN_NOT_FREE", free);
}

function removingProblem(holding: Holding, amount: bigint): Refusal | undefined {
  const most = removable(holding);
  return amount <= most ? undefined : unavailable("ISOLATED_MARGIN_NEEDED", most);
}

function unavailable(
  code: "ISOLATED_MARGIN_NOT_FREE" | "ISOLATED_MARGIN_NEEDED",
  most: bigint,
): Refusal {
  return refusal(code, { available: formatDecimal(most, MONEY_DECIMALS) });
}

function removable(holding: Holding): bigint {
  const { accountValue, initialMargin } = marginBehind(holding);
  const wallet = holding.isolated?.wallet ?? 0n;
  const owed = unsettledFunding(holding);
  return removableMargin({ wallet, owed, worth: accountValue, initialMargin });
}

export function isolatedRecord(holding: Holding, { wallet }: Isolated): IsolatedMarginRecord {
  const { accountValue, initialMargin, maintenanceMargin } = marginBehind(holding);
  return {
    market: holding.market.listing.symbol,
    wallet: formatDecimal(wallet, MONEY_DECIMALS),
    value: formatDecimal(accountValue, MONEY_DECIMALS),
    initial_margin: formatDecimal(initialMargin, MONEY_DECIMALS),
    maintenance_margin: formatDecimal(maintenanceMargin, MONEY_DECIMALS),
    removable: formatDecimal(removable(holding), MONEY_DECIMALS),
  };
}
