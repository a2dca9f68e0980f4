/** Orders in the names of the wire (spec 2, "Order write body" and "Enumerations"). */
import type { Decimal } from "#lib/protocol/decimal.ts";

/** Signed numeric values of the enumerations. Order-type codes 2, 3, 4 and 6 are reserved and never re-used. */
export const SIDE_CODE = { BUY: 0, SELL: 1 } as const;
export const ORDER_TYPE_CODE = {
  MARKET: 0,
  LIMIT: 1,
  TAKE_PROFIT_MARKET: 5,
  STOP_LOSS_MARKET: 7,
} as const;
export const TIME_IN_FORCE_CODE = { GTC: 0, IOC: 1, FOK: 2 } as const;
export const TRIGGER_SOURCE_CODE = { LastPrice: 0, MarkPrice: 1 } as const;
export const ORDER_FLAG = { POST_ONLY: 1, REDUCE_ONLY: 2 } as const;

export type Side = keyof typeof SIDE_CODE;
export type OrderType = keyof typeof ORDER_TYPE_CODE;
export type TimeInForce = keyof typeof TIME_IN_FORCE_CODE;
export type TriggerSource = keyof typeof TRIGGER_SOURCE_CODE;

/** The JSON body of `POST /v1/orders`. `client_id` is the only field outside the signature. */
export type PlaceOrderBody = {
  market: string;
  side: Side;
  size: string;
  price?: string | null;
  order_type: OrderType;
  time_in_force: TimeInForce;
  flags?: number;
  trigger_price?: string | null;
  trigger_source?: TriggerSource | 0 | 1 | null;
  client_id?: string | null;
};

export function isTriggerType(type: OrderType): boolean {
  return type === "TAKE_PROFIT_MARKET" || type === "STOP_LOSS_MARKET";
}

export function isReduceOnly({ flags }: { flags: number }): boolean {
  return (flags & ORDER_FLAG.REDUCE_ONLY) !== 0;
}

export function isPostOnly({ flags }: { flags: number }): boolean {
  return (flags & ORDER_FLAG.POST_ONLY) !== 0;
}

/** Whether what does not trade at once stays in the book. */
export function mayRest(order: { type: OrderType; timeInForce: TimeInForce }): boolean {
  return order.type === "LIMIT" && order.timeInForce === "GTC";
}

/** Whether an order that waits triggers by a rising price; else by a falling one. */
export function firesRising(type: OrderType, side: Side): boolean {
  return (type === "STOP_LOSS_MARKET") === (side === "BUY");
}

export type OrderStatus = "NEW" | "UNTRIGGERED" | "OPEN" | "CLOSED";

/** The signer of orders that the venue itself places to close a position. It is not a base58 key. */
export const VENUE_SIGNER = "venue";

/** Why a CLOSED order ended; empty when it was filled. */
export const CLOSING_REASONS = [
  "",
  "IOC_UNFILLED",
  "FOK_NOT_FILLABLE",
  "NO_LIQUIDITY",
  "PRICE_BAND",
  "USER_CANCELED",
  "SCHEDULED_CANCEL",
  "SIGNER_REVOKED",
  "SELF_TRADE",
  "NOT_ENOUGH_MARGIN",
  "REDUCE_ONLY_INVALID",
  "LIQUIDATION",
  "MARKET_CLOSED",
] as const;
export type CancelReason = (typeof CLOSING_REASONS)[number];

/** An order as the venue's reads return it. Times are Unix milliseconds. */
export type OrderRecord = {
  id: string;
  account: string;
  signer: string;
  market: string;
  side: Side;
  size: Decimal;
  remaining_size: Decimal;
  filled_size: Decimal;
  /** Null until the first fill. */
  avg_fill_price: Decimal | null;
  price: Decimal | null;
  order_type: OrderType;
  time_in_force: TimeInForce;
  flags: number;
  trigger_price: Decimal | null;
  trigger_source: TriggerSource | null;
  status: OrderStatus;
  cancel_reason: CancelReason;
  client_id: string | null;
  seq_no: number;
  /** The signed timestamp. */
  timestamp: number;
  /** Lowercase hex of the signed digest, which identifies the write even when its answer was lost. */
  digest: string;
  created_at: number;
  last_updated_at: number;
};

/** `LIQUIDATION` when the taker was liquidated. */
export type TradeType = "FILL" | "LIQUIDATION";

/** A public fill. `side` is the taker's. `id` is unique and strictly ascending: follow the tape by id. */
export type Trade = {
  id: number;
  market: string;
  price: Decimal;
  side: Side;
  size: Decimal;
  created_at: number;
  trade_type: TradeType;
};

/** One fill of the order that was just placed, from its owner's point of view. */
export type Fill = {
  trade_id: number;
  price: Decimal;
  size: Decimal;
  fee: Decimal;
  liquidity: "TAKER" | "MAKER";
};

/** The answer of `POST /v1/orders`: the order and its immediate fills. */
export type PlacedOrder = OrderRecord & { fills: Fill[] };

/** A position. `size` is signed: negative is short. Money is in USDC. */
export type PositionRecord = {
  account: string;
  market: string;
  side: "LONG" | "SHORT";
  size: Decimal;
  average_entry_price: Decimal;
  cost: Decimal;
  mark_price: Decimal;
  unrealized_pnl: Decimal;
  /** Funding since the position last changed, not settled yet: positive is owed, negative is due. */
  unsettled_funding: Decimal;
  /** The mark at which the account would fall below maintenance while other marks do not move; null when there is none. */
  liquidation_price: Decimal | null;
  initial_margin: Decimal;
  maintenance_margin: Decimal;
  last_updated_at: number;
};

/** Balances and margin of one account, in USDC. */
export type AccountRecord = {
  account: string;
  /** Settled collateral. */
  balance: Decimal;
  /** Balance plus unrealised profit and loss at the mark, less unsettled funding. */
  account_value: Decimal;
  initial_margin: Decimal;
  maintenance_margin: Decimal;
  /** `account_value - initial_margin`, never below zero. */
  free_collateral: Decimal;
  unrealized_pnl: Decimal;
  /** Funding that the positions owe (positive) or are due. */
  unsettled_funding: Decimal;
  settlement_asset: string;
  /** `LIQUIDATING` while the account is worth less than its maintenance margin. */
  status: "ACTIVE" | "LIQUIDATING";
  /** Taken off every trading fee, in parts per million. */
  fee_discount_ppm: number;
  seq_no: number;
  last_updated_at: number;
};

/** The ten signed fields of `place_order`, in order but for the timestamp that ends them. */
export type PlaceOrderFields = {
  market: string;
  side: Side;
  size: string;
  price: string | null;
  order_type: OrderType;
  flags: number;
  time_in_force: TimeInForce;
  trigger_price: string | null;
  trigger_source: 0 | 1 | null;
};

/** The signed fields of a body; absent options are their defaults. */
export function placeOrderFields(body: PlaceOrderBody): PlaceOrderFields {
  const source = body.trigger_source ?? null;
  return {
    market: body.market,
    side: body.side,
    size: body.size,
    price: body.price ?? null,
    order_type: body.order_type,
    flags: body.flags ?? 0,
    time_in_force: body.time_in_force,
    trigger_price: body.trigger_price ?? null,
    trigger_source: typeof source === "string" ? TRIGGER_SOURCE_CODE[source] : source,
  };
}

/** The signed fields of a body with names instead of codes. */
export function placeOrderTerms(body: PlaceOrderBody) {
  return { ...placeOrderFields(body), trigger_source: followedPrice(body) };
}

/** The body of signed fields; options without a value are left out, and the venue reads them as none. */
export function placeOrderBody(order: PlaceOrderFields): PlaceOrderBody {
  const { market, side, size, price, order_type, time_in_force, flags } = order;
  const { trigger_price, trigger_source } = order;
  return {
    market,
    side,
    size,
    ...(price === null ? {} : { price }),
    order_type,
    time_in_force,
    flags,
    ...(trigger_price === null ? {} : { trigger_price }),
    ...(trigger_source === null ? {} : { trigger_source }),
  };
}

type TriggerFields = Pick<PlaceOrderFields, "trigger_price" | "trigger_source">;

export const NO_TRIGGER = {
  trigger_price: null,
  trigger_source: null,
} as const satisfies TriggerFields;

/** The trigger of an order that waits for a price. */
export function triggerAt(price: string, source: TriggerSource = "MarkPrice"): TriggerFields {
  return { trigger_price: price, trigger_source: TRIGGER_SOURCE_CODE[source] };
}

/** The price that an order's trigger follows, by its name. */
export function followedPrice({
  trigger_source: source = null,
}: Pick<PlaceOrderBody, "trigger_source">): TriggerSource | null {
  if (source === null || typeof source === "string") return source;
  return source === TRIGGER_SOURCE_CODE.LastPrice ? "LastPrice" : "MarkPrice";
}
