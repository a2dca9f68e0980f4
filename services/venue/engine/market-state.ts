/**
 * The records that the engine keeps: markets, accounts, and the holdings and orders that an account has in a market.
 * Prices are ticks and sizes are lots (safe integers below 2^40), money is a `bigint` of 1e-9 USDC, times are Unix
 * milliseconds.
 */
import type { Decimal } from "#lib/protocol/decimal.ts";
import type { Grouping, OrderType, Side, TimeInForce } from "#lib/protocol/enumerations.ts";
import type { MarketScale } from "#lib/protocol/market/markets.ts";
import type { CancelReason, OrderStatus } from "#lib/protocol/order-states.ts";
import type { MarginTier } from "#lib/protocol/orders/margin.ts";
import type { Market } from "#lib/protocol/wire/market.ts";
import type { OrderBook } from "./order-book.ts";
import type { TriggerBook } from "./trigger-book.ts";

/** The account of the insurance fund. The text is not a base58 key, so no signature for it can exist. */
export const INSURANCE = "insurance";

/** The listing's numbers in the form that arithmetic needs; derived, never stored. */
export type MarketTerms = {
  imRatio: bigint;
  tiers: readonly MarginTier[];
  mmRatio: bigint;
  takerFee: bigint;
  makerFee: bigint;
  liquidationFee: bigint;
  /** Least ticks × lots of an order. */
  minimumTickLots: number;
  /** Share of the premium's average that is left after one second, in 1e-12. */
  fundingDecay: bigint;
};

export type Funding = {
  /** Average premium of the book's impact prices over the mark, 1e-9. */
  premium: bigint;
  /** Rate of a period, 1e-9; positive when longs pay. */
  rate: bigint;
  /** What one long lot has paid since the listing, 1e-18 USDC. */
  index: bigint;
  /** Up to when funding is counted; 0 before the first tick. */
  time: number;
};

export type MarketState = {
  listing: Market;
  scale: MarketScale;
  terms: MarketTerms;
  /** Position in order of listing. */
  ordinal: number;
  book: OrderBook<Order>;
  triggers: TriggerBook<Order>;
  /** 0 before the first mark. */
  markTicks: number;
  markTime: number;
  /** The worst prices at which a buy and a sell may trade. */
  highestBuy: number;
  lowestSell: number;
  /** Counts what margins are computed from: marks and steps of the funding index. */
  riskSeq: number;
  /** 0 before the first trade. */
  lastTradeTicks: number;
  /** Σ of long positions, in lots; equals Σ of short positions. */
  openInterest: number;
  funding: Funding;
  /** Counts changes of the book. */
  bookSeq: number;
  bookTime: number;
};

/** Margin figures of one holding, kept until the holding, the mark or the funding index changes. */
export type HoldingMargin = {
  /** The market's `riskSeq` that they were computed at; -1 when the holding changed since. */
  riskSeq: number;
  /** Unrealised profit and loss less unsettled funding. */
  value: bigint;
  /** Of an isolated position: what its orders reserve in the account's balance. */
  initial: bigint;
  maintenance: bigint;
};

/** What an isolated position has beside the account. */
export type Isolated = {
  /** Money that only this position gains, loses and pays from; 0 without a position. */
  wallet: bigint;
  /** Earliest time of the next liquidation slice. */
  nextSliceAt: number;
  /** The last change of the wallet by its owner. Clients find there what became of a change without an answer. */
  lastChange: { digest: string; timestamp: number } | null;
};

/** What one account has in one market. */
export type Holding = {
  account: Account;
  market: MarketState;
  /** Signed, in lots. */
  size: number;
  /** Signed money paid for the position. */
  cost: bigint;
  /** The funding index up to which this position has paid. */
  fundingIndex: bigint;
  /** Funding that it has paid since it was opened. It decides nothing, so the state's hash does not cover it. */
  fundingPaid: bigint;
  /** Chosen by the account; 0 until it chooses one. */
  leverage: number;
  /** Null while the position shares the account's balance with others. */
  isolated: Isolated | null;
  /** Resting orders, oldest first. */
  orders: Set<Order>;
  /** Orders that wait for their trigger, or for their entry, oldest first. */
  untriggered: Set<Order>;
  openBuy: number;
  openSell: number;
  /** Lots of resting reduce-only orders; they all stand against the position. */
  openReduceOnly: number;
  updatedAt: number;
  /** Loss of the resting orders if they filled at their own prices, at the mark `openLossTicks`; -1 when not known. */
  openLoss: bigint;
  openLossTicks: number;
  /** No resting buy is above, no resting sell below: between them a mark makes no loss. Known when `openLossTicks` is. */
  buyCeiling: number;
  sellFloor: number;
  margin: HoldingMargin;
  /** Version of this holding's valid entry in the liquidation index; older entries are void. */
  indexVersion: number;
};

export type Signer = { pubkey: string; label: string; scopes: number; expiresAt: number };

export type Account = {
  pubkey: string;
  /** Order of appearance: breaks ties the same way in every replay. */
  ordinal: number;
  balance: bigint;
  holdings: Map<string, Holding>;
  signers: Map<string, Signer>;
  /** The latest closed orders, oldest first; older ones are in the history. */
  closed: Set<Order>;
  openOrders: number;
  /** Open orders by the name that their client gave them. */
  clientIds: Map<string, Order>;
  /** Names that are taken for a day from the placement, whatever became of the order. */
  keptClientIds: Map<string, KeptClientId>;
  /** Live API keys by id. */
  apiKeys: Map<string, ApiKey>;
  feeDiscountPpm: number;
  /** When the dead man's switch cancels everything; 0 when it is not set. */
  cancelAt: number;
  /** Earliest time of the next liquidation slice. */
  nextSliceAt: number;
  seq: number;
  updatedAt: number;
};

/** The name of an order: it is taken until `until` (Unix ms), and as long as the order is open. */
export type KeptClientId = {
  account: Account;
  clientId: string;
  orderId: number;
  until: number;
};

/** How the partner ledger classifies the order's fees. */
export type OrderSource = "perp" | "copy";

export type Order = {
  id: number;
  account: Account;
  signer: string;
  market: MarketState;
  side: Side;
  type: OrderType;
  timeInForce: TimeInForce;
  flags: number;
  /** 0 for an order without a price. */
  ticks: number;
  /** 0 for an order without a trigger. */
  triggerTicks: number;
  /** 0 the last trade, 1 the mark, as signed; null without a trigger. */
  triggerSource: 0 | 1 | null;
  size: number;
  /**
   * Size and price as they were last signed, so that clients can recompute the digest; null for the venue's own orders, and the
   * size also for orders that follow the position.
   */
  sizeText: Decimal | null;
  priceText: Decimal | null;
  triggerText: Decimal | null;
  remaining: number;
  filled: number;
  filledValue: bigint;
  status: OrderStatus;
  cancelReason: CancelReason;
  clientId: string | null;
  source: OrderSource;
  timestamp: number;
  digest: string;
  createdAt: number;
  updatedAt: number;
  seq: number;
  /** Rank among orders of one price: by arrival, renewed when a change of the order loses its priority. */
  priority: number;
  /** The price it is queued at: its own while it rests, its trigger while it waits. */
  queueTicks: number;
  /** Neighbours in that queue. */
  previous: Order | undefined;
  next: Order | undefined;
  group: OrderGroup | undefined;
};

/** Orders that were signed together and end each other (docs/decisions/089). */
export type OrderGroup = {
  /** The id of its first order. */
  id: number;
  grouping: Grouping;
  /** The order whose fills the children protect; undefined when they follow the position. */
  entry: Order | undefined;
  children: readonly Order[];
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

/** Money of `lots` at `ticks`, exact. */
export function notional(market: MarketState, ticks: number, lots: number): bigint {
  return BigInt(ticks) * BigInt(lots) * market.scale.valueOfTickLot;
}
