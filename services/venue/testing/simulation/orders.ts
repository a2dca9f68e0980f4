/** Orders as people send them: mostly sensible, sometimes wrong. */
import { formatDecimal } from "#lib/protocol/decimal.ts";
import { ORDER_FLAG, type OrderType, type Side } from "#lib/protocol/enumerations.ts";
import { closingSide, type OrderGroupFields } from "#lib/protocol/orders/groups.ts";
import {
  firesRising,
  NO_TRIGGER,
  type PlaceOrderFields,
  triggerAt,
} from "#lib/protocol/orders/orders.ts";
import type { MarketState } from "#services/venue/engine/market-state.ts";
import type { VenueState } from "#services/venue/engine/venue-state.ts";
import type { Person } from "./people.ts";
import type { Random } from "./random.ts";

type Terms = Pick<PlaceOrderFields, "order_type" | "time_in_force" | "flags">;

const LIMIT: Terms = { order_type: "LIMIT", time_in_force: "GTC", flags: 0 };
const TAKER_TERMS: readonly [Terms, ...Terms[]] = [
  LIMIT,
  LIMIT,
  LIMIT,
  { ...LIMIT, flags: ORDER_FLAG.POST_ONLY },
  { ...LIMIT, flags: ORDER_FLAG.REDUCE_ONLY },
  { ...LIMIT, time_in_force: "IOC" },
  { ...LIMIT, time_in_force: "FOK" },
  { order_type: "MARKET", time_in_force: "IOC", flags: 0 },
  { order_type: "MARKET", time_in_force: "IOC", flags: 0 },
  { order_type: "MARKET", time_in_force: "IOC", flags: 0 },
  { order_type: "MARKET", time_in_force: "FOK", flags: 0 },
  { order_type: "MARKET", time_in_force: "IOC", flags: ORDER_FLAG.REDUCE_ONLY },
];
const MAKER_TERMS: readonly [Terms, ...Terms[]] = [
  LIMIT,
  LIMIT,
  { ...LIMIT, flags: ORDER_FLAG.POST_ONLY },
];
const ENTRY_TERMS: readonly [Terms, ...Terms[]] = [
  LIMIT,
  LIMIT,
  { ...LIMIT, flags: ORDER_FLAG.POST_ONLY },
  { ...LIMIT, time_in_force: "IOC" },
  { order_type: "MARKET", time_in_force: "IOC", flags: 0 },
  { order_type: "MARKET", time_in_force: "FOK", flags: 0 },
];
const TRIGGERS: readonly [OrderType, ...OrderType[]] = ["STOP_LOSS_MARKET", "TAKE_PROFIT_MARKET"];

/** An order of `person` in `market`, near its mark. */
export function orderOf(
  state: VenueState,
  person: Person,
  market: MarketState,
  random: Random,
): PlaceOrderFields {
  const side: Side = random.oneIn(2) ? "BUY" : "SELL";
  const size = sizeText(market, lotsOf(state, person, market, random));
  if (!person.isMaker && random.oneIn(6)) return triggerOf(market, side, size, random);
  const terms = person.isMaker ? random.pick(MAKER_TERMS) : random.pick(TAKER_TERMS);
  const ticks = priceOf(market, side, person, random);
  const hasPrice = (terms.order_type === "LIMIT") !== random.oneIn(500);
  return {
    market: market.listing.symbol,
    side,
    size,
    price: hasPrice ? priceText(market, ticks) : null,
    ...terms,
    ...NO_TRIGGER,
  };
}

function triggerOf(
  market: MarketState,
  side: Side,
  size: string,
  random: Random,
): PlaceOrderFields {
  const away = Math.round(market.markTicks * (random.between(990, 1_010) / 1_000));
  return {
    market: market.listing.symbol,
    side,
    size,
    price: null,
    order_type: random.pick(TRIGGERS),
    time_in_force: random.pick(["GTC", "IOC"]),
    flags: random.oneIn(2) ? ORDER_FLAG.REDUCE_ONLY : 0,
    ...triggerAt(
      priceText(market, Math.max(1, away)),
      random.pick(["LastPrice", "MarkPrice"] as const),
    ),
  };
}

/** An entry with its protection, or the protection of the position; one in twelve has something wrong. */
export function groupOf(
  state: VenueState,
  person: Person,
  market: MarketState,
  random: Random,
): OrderGroupFields {
  const { symbol } = market.listing;
  const held = state.accounts.get(person.account)?.holdings.get(symbol)?.size ?? 0;
  const isEntry = held === 0 ? !random.oneIn(6) : random.oneIn(2);
  const side: Side = isEntry ? random.pick(["BUY", "SELL"]) : held > 0 ? "BUY" : "SELL";
  const lots = lotsOf(state, person, market, random);
  const ticks = priceOf(market, side, person, random);
  const terms = random.pick(ENTRY_TERMS);
  const entry: PlaceOrderFields = {
    market: symbol,
    side,
    size: sizeText(market, lots),
    price: terms.order_type === "LIMIT" ? priceText(market, ticks) : null,
    ...terms,
    ...NO_TRIGGER,
  };
  const types = random.oneIn(2) ? TRIGGERS : [random.pick(TRIGGERS)];
  const near = terms.order_type === "LIMIT" && isEntry ? ticks : market.markTicks;
  const children = types.map((type) => {
    const own = random.oneIn(3) ? Math.max(1, Math.floor(lots / 2)) : lots;
    const size = isEntry ? sizeText(market, own) : "";
    return childOf({ market, side, type, size, near }, random);
  });
  const orders = isEntry ? [entry, ...children] : children;
  const group: OrderGroupFields = { grouping: isEntry ? "ENTRY" : "POSITION", orders };
  return random.oneIn(12) ? spoiled(group, random) : group;
}

type ChildTerms = { market: MarketState; side: Side; type: OrderType; size: string; near: number };

/** `side` is that of the position; the trigger lies up to 3 % from `near`, mostly on its side. */
function childOf({ market, side, type, size, near }: ChildTerms, random: Random): PlaceOrderFields {
  const closing = closingSide(side);
  const up = firesRising(type, closing) !== random.oneIn(20);
  const away = 1_000_000 + (up ? 1 : -1) * random.between(1_000, 30_000);
  const ticks = Math.max(1, Math.round((near * away) / 1_000_000));
  return {
    market: market.listing.symbol,
    side: closing,
    size,
    price: null,
    order_type: type,
    time_in_force: random.pick(["GTC", "IOC"]),
    flags: ORDER_FLAG.REDUCE_ONLY,
    ...triggerAt(priceText(market, ticks), random.pick(["LastPrice", "MarkPrice"] as const)),
  };
}

/** With one mistake. */
function spoiled({ grouping, orders }: OrderGroupFields, random: Random): OrderGroupFields {
  const [first, ...others] = orders;
  const last = others.at(-1) ?? first;
  if (first === undefined || last === undefined) return { grouping, orders };
  const before = orders.slice(0, -1);
  const mistakes: readonly [OrderGroupFields, ...OrderGroupFields[]] = [
    { grouping, orders: [...orders, last, last] },
    { grouping: grouping === "ENTRY" ? "POSITION" : "ENTRY", orders },
    { grouping, orders: [...before, { ...last, flags: 0 }] },
    { grouping, orders: [...before, { ...last, market: "ETHUSDC" }] },
    { grouping, orders: [...before, { ...last, side: closingSide(last.side) }] },
    { grouping, orders: [...before, { ...last, size: last.size === "" ? "1" : "" }] },
    { grouping, orders: [...before, last, last] },
    { grouping, orders: [{ ...first, flags: ORDER_FLAG.REDUCE_ONLY }, ...others] },
  ];
  return random.pick(mistakes);
}

/** Makers quote around the mark, takers across it; some miss the band. */
export function priceOf(
  market: MarketState,
  side: Side,
  { isMaker }: Person,
  random: Random,
): number {
  const mark = market.markTicks;
  const away = random.oneIn(25) ? random.between(-130_000, 130_000) : awayPpm(isMaker, random);
  const ppm = side === "BUY" ? -away : away;
  return Math.max(1, Math.round((mark * (1_000_000 + ppm)) / 1_000_000));
}

/** Parts per million from the mark to the side where the order waits. */
function awayPpm(isMaker: boolean, random: Random): number {
  return isMaker ? random.between(-500, 9_000) : random.between(-12_000, 6_000);
}

/** A part of the largest size that the person orders, in whole lots. */
export function lotsOf(
  state: VenueState,
  person: Person,
  market: MarketState,
  random: Random,
): number {
  const balance = state.accounts.get(person.account)?.balance ?? 0n;
  const dared = (balance * BigInt(random.below(person.appetite) + 1)) / 10n;
  const lot = BigInt(Math.max(1, market.markTicks)) * market.scale.valueOfTickLot;
  const lots = Number(dared / lot);
  return Math.max(random.below(3), lots);
}

export function priceText(market: MarketState, ticks: number): string {
  return formatDecimal(BigInt(ticks) * market.scale.tickUnits, market.scale.priceDecimals);
}

export function sizeText(market: MarketState, lots: number): string {
  return formatDecimal(BigInt(lots) * market.scale.lotUnits, market.scale.sizeDecimals);
}
