/** Commands of the operator: listings, market states, fee discounts, deposits. */
import { refusal } from "#lib/kernel/errors/errors.ts";
import { accountChanged, accountOf } from "./accounts.ts";
import type { CommandOf } from "./commands.ts";
import { createMarket } from "./create-market.ts";
import type { EngineEvents } from "./events.ts";
import type { Outcome } from "./outcome.ts";
import type { Deposit } from "./transfers.ts";
import type { VenueState } from "./venue-state.ts";

export function listMarket(state: VenueState, { market }: CommandOf<"list_market">): Outcome {
  const listed = createMarket(market, state.markets.size, state.time);
  state.markets.set(market.symbol, listed);
  state.effects.hashNumber(listed.ordinal);
  return { kind: "listed", symbol: market.symbol };
}

export function setMarketStatus(
  state: VenueState,
  { market: symbol, status }: CommandOf<"set_market_status">,
): Outcome {
  const market = state.markets.get(symbol);
  if (market === undefined) {
    return { kind: "refused", refusal: refusal("MARKET_NOT_FOUND", { market: symbol }) };
  }
  market.listing = { ...market.listing, status };
  state.effects.hashNumber(market.ordinal);
  return { kind: "market_status", symbol, status };
}

/** Sets the discount of a referred account, which keeps it for life. */
export function setFeeDiscount(
  state: VenueState,
  { account: pubkey, discountPpm }: CommandOf<"set_fee_discount">,
): Outcome {
  const account = accountOf(state, pubkey);
  account.feeDiscountPpm = discountPpm;
  accountChanged(state, account);
  state.effects.hashNumber(discountPpm);
  return { kind: "fee_discount", account: pubkey, discountPpm };
}

/** A reference takes effect once; with another account, amount or transaction it is a mistake of the caller. */
export function deposit(
  state: VenueState,
  command: CommandOf<"deposit">,
  events: EngineEvents,
): Outcome {
  const before = state.transfers.get(command.reference);
  const { id, account: pubkey, amount, reference, source, txHash = null } = command;
  if (before !== undefined) {
    const same = before.account === pubkey && before.amount === amount;
    if (same && before.txHash === txHash)
      return { kind: "transfer", transfer: before, repeated: true };
    return { kind: "refused", refusal: refusal("DUPLICATED_REFERENCE") };
  }
  const { time: createdAt, seq } = state;
  const given = { id, account: pubkey, amount, reference, source, txHash };
  const transfer: Deposit = { kind: "DEPOSIT", ...given, createdAt, seq };
  state.transfers.set(reference, transfer);
  const account = accountOf(state, pubkey);
  account.balance += amount;
  state.deposits += amount;
  accountChanged(state, account);
  events.balance({ account: pubkey, kind: "DEPOSIT", market: null, amount });
  state.effects.listener?.transfer(transfer);
  return { kind: "transfer", transfer, repeated: false };
}
