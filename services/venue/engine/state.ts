/**
 * The state of the venue. Only `apply` changes it, one command at a time; it holds no clock, no randomness
 * and no floating-point money. Prices are ticks and sizes are lots (safe integers below 2^40), money is a
 * `bigint` of 1e-9 USDC, times are Unix milliseconds.
 */
import type { Refusal } from "#lib/errors.ts";
import type { Decimal } from "#lib/protocol/decimal.ts";
import type { Market, MarketScale } from "#lib/protocol/markets.ts";
import type {
  CancelReason,
  OrderStatus,
  OrderType,
  Side,
  TimeInForce,
} from "#lib/protocol/orders.ts";
import type { OrderBook } from "./order-book.ts";

/** Ticks and lots stay below this, so that every count is exact as a `number`. */
export const COUNT_LIMIT = 2 ** 40;

export type MarketState = {
  listing: Market;
  scale: MarketScale;
  book: OrderBook;
  /** 0 before the first mark. */
  markTicks: number;
  markTime: number;
  /** 0 before the first trade. */
  lastTradeTicks: number;
  /** Σ of long positions, in lots; equals Σ of short positions. */
  openInterest: number;
  /** Counts changes of the book. */
  bookSeq: number;
  bookTime: number;
};

/** What one account has in one market. */
export type Holding = {
  market: MarketState;
  /** Signed, in lots. */
  size: number;
  /** Signed money paid for the position. */
  cost: bigint;
  /** Resting orders, oldest first. */
  orders: Set<Order>;
  openBuy: number;
  openSell: number;
  /** Lots of resting reduce-only orders; they all stand against the position. */
  openReduceOnly: number;
  updatedAt: number;
};

export type Signer = { pubkey: string; label: string; scopes: number; expiresAt: number };

export type Account = {
  pubkey: string;
  balance: bigint;
  holdings: Map<string, Holding>;
  signers: Map<string, Signer>;
  /** The latest closed orders, oldest first; older ones are in the journal. */
  closed: Order[];
  openOrders: number;
  clientIds: Set<string>;
  apiKeys: number;
  seq: number;
  updatedAt: number;
};

export type Order = {
  id: number;
  account: Account;
  signer: string;
  market: MarketState;
  side: Side;
  type: OrderType;
  timeInForce: TimeInForce;
  flags: number;
  /** 0 for a market order. */
  ticks: number;
  size: number;
  /** Size and price as they were signed: whoever holds the record can recompute the digest. */
  sizeText: Decimal;
  priceText: Decimal | null;
  remaining: number;
  filled: number;
  filledValue: bigint;
  status: OrderStatus;
  cancelReason: CancelReason;
  clientId: string | null;
  timestamp: number;
  digest: string;
  createdAt: number;
  updatedAt: number;
  seq: number;
  /** Neighbours in the queue of its price level, while it rests. */
  previous: Order | undefined;
  next: Order | undefined;
};

/** A key is stored as the SHA-256 of its text; it identifies the caller and can sign nothing. */
export type ApiKey = {
  id: string;
  hash: string;
  account: string;
  /** The signer that reads are pinned to: the account itself unless another was named. */
  signer: string;
  label: string;
  /** 0 when it does not expire. */
  expiresAt: number;
  createdAt: number;
};

export type TradeRow = {
  id: number;
  ticks: number;
  lots: number;
  takerSide: Side;
  time: number;
};

export type FillRow = {
  tradeId: number;
  ticks: number;
  lots: number;
  fee: bigint;
};

export type Transfer = {
  id: string;
  account: string;
  amount: bigint;
  reference: string;
  source: string;
  createdAt: number;
};

/** What a command did. A refusal is an answer like any other and is journaled with its command. */
export type Outcome =
  | { kind: "refused"; refusal: Refusal }
  | { kind: "order"; order: Order; fills: FillRow[] }
  | { kind: "api_key"; key: ApiKey }
  | { kind: "signer"; signer: Signer }
  | { kind: "transfer"; transfer: Transfer; repeated: boolean }
  | { kind: "marks"; applied: string[] }
  | { kind: "listed"; symbol: string }
  | { kind: "duplicate"; original: Outcome };

export type VenueState = {
  markets: Map<string, MarketState>;
  accounts: Map<string, Account>;
  /** Open orders and the retained closed ones, by id. */
  orders: Map<number, Order>;
  apiKeys: Map<string, ApiKey>;
  transfers: Map<string, Transfer>;
  /** Outcome of each signed write by its digest, until its timestamp has left the window. */
  digests: Map<string, Outcome>;
  /** The same digests in order of arrival, so that the oldest can be forgotten. */
  digestQueue: { digest: string; until: number }[];
  fees: bigint;
  deposits: bigint;
  nextOrderId: number;
  nextTradeId: number;
  /** Sequence number of the last command. */
  seq: number;
  time: number;
};

/** Trades are handed to the listener as they happen; history is a projection, not state. */
export type EngineEvents = {
  trade: (market: MarketState, trade: TradeRow) => void;
  mark: (market: MarketState) => void;
};

export function emptyState(): VenueState {
  return {
    markets: new Map(),
    accounts: new Map(),
    orders: new Map(),
    apiKeys: new Map(),
    transfers: new Map(),
    digests: new Map(),
    digestQueue: [],
    fees: 0n,
    deposits: 0n,
    nextOrderId: 1,
    nextTradeId: 1,
    seq: 0,
    time: 0,
  };
}

/** Money of `lots` at `ticks`, exact. */
export function notional(market: MarketState, ticks: number, lots: number): bigint {
  return BigInt(ticks) * BigInt(lots) * market.scale.valueOfTickLot;
}

export function accountOf(state: VenueState, pubkey: string): Account {
  let account = state.accounts.get(pubkey);
  if (account === undefined) {
    account = {
      pubkey,
      balance: 0n,
      holdings: new Map(),
      signers: new Map(),
      closed: [],
      openOrders: 0,
      clientIds: new Set(),
      apiKeys: 0,
      seq: state.seq,
      updatedAt: state.time,
    };
    state.accounts.set(pubkey, account);
  }
  return account;
}

export function holdingOf(account: Account, market: MarketState): Holding {
  let holding = account.holdings.get(market.listing.symbol);
  if (holding === undefined) {
    holding = {
      market,
      size: 0,
      cost: 0n,
      orders: new Set(),
      openBuy: 0,
      openSell: 0,
      openReduceOnly: 0,
      updatedAt: 0,
    };
    account.holdings.set(market.listing.symbol, holding);
  }
  return holding;
}
