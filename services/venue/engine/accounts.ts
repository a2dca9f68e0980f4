/** Accounts and their holdings; both are created at their first use. */
import type { Account, Holding, MarketState } from "./market-state.ts";
import { INSURANCE } from "./market-state.ts";
import type { VenueState } from "./venue-state.ts";

export function accountOf(state: VenueState, pubkey: string): Account {
  let account = state.accounts.get(pubkey);
  if (account === undefined) {
    account = emptyAccount(state, pubkey);
    state.accounts.set(pubkey, account);
  }
  return account;
}

/** An account that is not part of the state: for reads of one that does not exist. */
export function emptyAccount(state: VenueState, pubkey: string): Account {
  return {
    pubkey,
    ordinal: state.accounts.size,
    balance: 0n,
    holdings: new Map(),
    signers: new Map(),
    closed: new Set(),
    openOrders: 0,
    clientIds: new Map(),
    keptClientIds: new Map(),
    apiKeys: new Map(),
    feeDiscountPpm: 0,
    cancelAt: 0,
    nextSliceAt: 0,
    seq: state.seq,
    updatedAt: state.time,
  };
}

/** The account that takes over positions and pays what a bankrupt account cannot. */
export function insuranceOf(state: VenueState): Account {
  return accountOf(state, INSURANCE);
}

export function holdingOf(account: Account, market: MarketState): Holding {
  let holding = account.holdings.get(market.listing.symbol);
  if (holding === undefined) {
    holding = {
      account,
      market,
      size: 0,
      cost: 0n,
      fundingIndex: market.funding.index,
      fundingPaid: 0n,
      leverage: 0,
      isolated: null,
      orders: new Set(),
      untriggered: new Set(),
      openBuy: 0,
      openSell: 0,
      openReduceOnly: 0,
      updatedAt: 0,
      openLoss: 0n,
      openLossTicks: -1,
      buyCeiling: 0,
      sellFloor: Number.MAX_SAFE_INTEGER,
      margin: { riskSeq: -1, value: 0n, initial: 0n, maintenance: 0n },
      indexVersion: 0,
    };
    account.holdings.set(market.listing.symbol, holding);
  }
  return holding;
}

/** Call it when any of the account's kept figures may have changed. */
export function accountChanged(state: VenueState, account: Account): void {
  account.seq = state.seq;
  account.updatedAt = state.time;
  state.unindexed.add(account);
  state.effects.hashNumber(account.ordinal);
  state.effects.hashAmount(account.balance);
  state.effects.listener?.account(account);
}
