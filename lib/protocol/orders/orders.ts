/** Orders in the names of the wire (docs/api/README.md). */
import {
  ORDER_FLAG,
  type OrderType,
  type Side,
  type TimeInForce,
  TRIGGER_SOURCE_CODE,
  type TriggerSource,
} from "#lib/protocol/enumerations.ts";

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

/** The signer of orders that the venue itself places to close a position. It is not a base58 key. */
export const VENUE_SIGNER = "venue";

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
