/**
 * The state of the venue. Only `apply` changes it, one command at a time; it holds no clock, no randomness and no
 * floating-point money.
 */
import type { EffectLog } from "./effect-log.ts";
import type { Fifo } from "./fifo.ts";
import type { LiquidationIndex } from "./liquidation-index.ts";
import type { Account, ApiKey, KeptClientId, MarketState, Order } from "./market-state.ts";
import type { Outcome } from "./outcome.ts";
import type { Deposit, Withdrawal } from "./transfers.ts";

export type VenueState = {
  markets: Map<string, MarketState>;
  accounts: Map<string, Account>;
  /** Open orders and the retained closed ones, by id. */
  orders: Map<number, Order>;
  /** The retained closed orders of all accounts, oldest first. */
  closedOrders: Fifo<Order>;
  /** By the SHA-256 of their text. */
  apiKeys: Map<string, ApiKey>;
  /** Deposits by their reference. */
  transfers: Map<string, Deposit>;
  /** By id, in the order in which they were reserved. */
  withdrawals: Map<string, Withdrawal>;
  /** Outcome of each signed write by its digest, until its timestamp has left the window. */
  digests: Map<string, Outcome>;
  /** The same digests in order of arrival, so that the oldest can be forgotten. */
  digestQueue: Fifo<{ digest: string; until: number }>;
  /** The names of orders that are taken for a day, oldest placement first. */
  clientIdQueue: Fifo<KeptClientId>;
  /** The number of the last rule that holds; 0 before the first. */
  rules: number;
  /** Accounts whose dead man's switch is set. */
  scheduled: Set<Account>;
  /** Accounts that changed since the liquidation index last filed them. */
  unindexed: Set<Account>;
  liquidations: LiquidationIndex;
  fees: bigint;
  /** Funding that payers have settled and receivers have not; what rounding leaves stays here. */
  fundingPool: bigint;
  /** Σ of all deposits. */
  deposits: bigint;
  /** Σ of withdrawals that are reserved or sent. */
  reserved: bigint;
  /** Σ of withdrawals that are settled. */
  withdrawn: bigint;
  nextOrderId: number;
  nextTradeId: number;
  nextFillId: number;
  nextPriority: number;
  /** Sequence number of the last command. */
  seq: number;
  time: number;
  effects: EffectLog;
};
