/**
 * Take profit and stop loss of an order: reduce-only orders triggered by the mark, sent with it as a group under one signature.
 * At the venue they wait until the order fills.
 */

import { refusalText } from "#components/data/errors/refusal-text.ts";
import { readTyped } from "#components/i18n/typed-number.ts";
import {
  divideHalfUp,
  divideUp,
  formatDecimal,
  formatFixed,
  parseDecimal,
} from "#lib/protocol/decimal.ts";
import { ORDER_FLAG, type OrderType, type Side } from "#lib/protocol/enumerations.ts";
import {
  lotsText,
  type MarketScale,
  MONEY_DECIMALS,
  ticksText,
} from "#lib/protocol/market/markets.ts";
import { childPriceProblem, closingSide } from "#lib/protocol/orders/groups.ts";
import { magnitude, profitAt, tradingFee } from "#lib/protocol/orders/margin.ts";
import type { Preview } from "#lib/protocol/orders/order-preview.ts";
import { type PlaceOrderFields, triggerAt } from "#lib/protocol/orders/orders.ts";
import type { Market } from "#lib/protocol/wire/market.ts";
import type { AttachedDraft, AttachedUnit, OrderDraft } from "./draft.ts";
import { figureError, formatPrice, triggerError, type Wording } from "./ticket-text.ts";
import { countTyped } from "./typed-figure.ts";

export type AttachedKind = "takeProfit" | "stopLoss";

const ORDER_TYPE = { takeProfit: "TAKE_PROFIT_MARKET", stopLoss: "STOP_LOSS_MARKET" } as const;

/** The entry from which attached orders are computed. */
export type Entry = {
  side: Side;
  lots: bigint;
  /** Cost of the lots at the prices of book and order, 1e-9 USDC. */
  value: bigint;
  /** Fees of the entry, 1e-9 USDC. */
  fee: bigint;
  market: Market;
  scale: MarketScale;
  markTicks: bigint;
  feeDiscountPpm: bigint;
  liquidationTicks: bigint | undefined;
  /** The price of an order that is not placed yet; `undefined` without one, and for a position. */
  limitTicks?: bigint | undefined;
};

/** A take profit or stop loss that goes with an order. */
export type Attached = {
  /** `undefined` while the field is empty or gives no price. */
  ticks?: bigint;
  /** Profit or loss after the fees of entry and exit when the order closes at its trigger; 1e-9 USDC. */
  profit?: bigint;
  error?: string | undefined;
  warning?: string | undefined;
};

export function checkAttached(
  kind: AttachedKind,
  draft: AttachedDraft,
  entry: Entry,
  wording: Wording,
): Attached {
  const read = readTyped(draft.text, wording.format.locale);
  if (read.state === "empty") return {};
  if (read.state === "unreadable") return { error: wording.text(read.problem) };
  const { ticks, error } = ticksOfAttached(kind, draft, entry, wording);
  if (ticks === undefined) return { error };
  const exit = { side: closingSide(entry.side), type: ORDER_TYPE[kind], ticks };
  return {
    ticks,
    profit: profitAfterFees(ticks, entry),
    error: (entry.limitTicks === undefined ? triggerError : entryError)(exit, entry, wording),
    warning: beyondLiquidation(kind, ticks, entry, wording),
  };
}

/** Before its entry fills, a trigger price must lie on its side of where the entry fills. */
function entryError(
  { side, type, ticks }: { side: Side; type: OrderType; ticks: bigint },
  { side: entrySide, limitTicks, markTicks, scale }: Entry,
  wording: Wording,
): string | undefined {
  if (limitTicks === undefined) return undefined;
  const problem = childPriceProblem(
    { side, type, triggerTicks: Number(ticks) },
    { side: entrySide, ticks: Number(limitTicks) },
    { market: { markTicks: Number(markTicks), scale }, number: 2 },
  );
  return problem && refusalText(problem, wording);
}

/** The attached order to sign. */
export function attachedFields(kind: AttachedKind, ticks: bigint, entry: Entry): PlaceOrderFields {
  return {
    market: entry.market.symbol,
    side: closingSide(entry.side),
    size: lotsText(entry.lots, entry.scale),
    price: null,
    order_type: ORDER_TYPE[kind],
    flags: ORDER_FLAG.REDUCE_ONLY,
    time_in_force: "GTC",
    ...triggerAt(ticksText(ticks, entry.scale)),
  };
}

/** Profit of the entry when all of it closes at a price, after the fees of both. */
export function profitAfterFees(ticks: bigint, entry: Entry): bigint {
  const value = ticks * entry.lots * entry.scale.valueOfTickLot;
  const fees = entry.fee + tradingFee(value, takerPpm(entry), entry.feeDiscountPpm);
  return grossProfit(ticks, entry) - fees;
}

function grossProfit(ticks: bigint, { side, lots, value, scale }: Entry): bigint {
  const held = side === "BUY" ? { size: lots, cost: value } : { size: -lots, cost: -value };
  return profitAt(held, ticks, scale.valueOfTickLot);
}

/** The gain of a price over the entry's average, as a rate with four decimals. */
export function rateFromEntry(ticks: bigint, entry: Entry): string {
  return formatFixed(gainE4(ticks, entry), 4);
}

function gainE4(ticks: bigint, entry: Entry): bigint {
  return divideHalfUp(grossProfit(ticks, entry) * 10_000n, entry.value > 0n ? entry.value : 1n);
}

/** The text for this price in another unit. Percent and profit are magnitudes. */
export function attachedAmount(unit: AttachedUnit, ticks: bigint, entry: Entry): string {
  if (unit === "price") return ticksText(ticks, entry.scale);
  if (unit === "percent") return formatDecimal(magnitude(gainE4(ticks, entry)), 2);
  const cents = divideHalfUp(profitAfterFees(ticks, entry), 10_000_000n);
  return formatDecimal(magnitude(cents), 2);
}

function ticksOfAttached(
  kind: AttachedKind,
  { unit, text }: AttachedDraft,
  entry: Entry,
  wording: Wording,
): { ticks?: bigint | undefined; error?: string | undefined } {
  const { market, scale } = entry;
  const { locale, grouped } = wording.format;
  if (unit === "price") {
    const { count, problem } = countTyped("trigger", text, { listing: market, scale }, locale);
    return { ticks: count, error: figureError("trigger", problem, wording) };
  }
  const read = readTyped(text, locale);
  const typed = read.state === "figure" && entry.lots > 0n ? read.text : "";
  const amount = parseDecimal(typed, unit === "percent" ? 2 : MONEY_DECIMALS);
  const by = unit === "percent" ? byPercent : byProfit;
  const ticks = amount === undefined ? undefined : by(kind, amount, entry);
  if (ticks !== undefined && ticks > 0n) return { ticks };
  return { error: wording.text("attachedNoPrice", { step: grouped(market.price_tick) }) };
}

/**
 * Rounded to the next tick, away from the entry for a profit and towards it for a loss: never less profit, never more
 * loss.
 */
function byPercent(kind: AttachedKind, hundredths: bigint, entry: Entry): bigint {
  const up = (kind === "takeProfit") === (entry.side === "BUY");
  const factor = up ? 10_000n + hundredths : 10_000n - hundredths;
  const perTick = entry.lots * entry.scale.valueOfTickLot * 10_000n;
  const ticks = (entry.value * factor) / perTick;
  const exact = ticks * perTick === entry.value * factor;
  return exact || entry.side === "SELL" ? ticks : ticks + 1n;
}

/** The price closest to the entry at which the profit after fees is at least this, or the loss at most this. */
function byProfit(kind: AttachedKind, amount: bigint, entry: Entry): bigint | undefined {
  const target = kind === "takeProfit" ? amount : -amount;
  const long = entry.side === "BUY";
  const enough = (ticks: bigint) => profitAfterFees(ticks, entry) >= target;
  // Bisection: profit grows with the price of a long and falls with that of a short.
  let low = 0n;
  let high = entry.markTicks * 8n + 1n;
  if (enough(long ? high : low) === false || enough(long ? low : high)) return undefined;
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (enough(middle) === long) high = middle;
    else low = middle;
  }
  return long ? high : low;
}

function atLeastZero(lots: bigint): bigint {
  return lots > 0n ? lots : 0n;
}

function beyondLiquidation(
  kind: AttachedKind,
  ticks: bigint,
  entry: Entry,
  wording: Wording,
): string | undefined {
  const { liquidationTicks: liquidation, side, scale } = entry;
  if (kind === "takeProfit") {
    return profitAfterFees(ticks, entry) < 0n ? wording.text("takeProfitLoses") : undefined;
  }
  if (liquidation === undefined) return undefined;
  const beyond = side === "BUY" ? ticks <= liquidation : ticks >= liquidation;
  if (!beyond) return undefined;
  return wording.text("stopBeyondLiquidation", { price: formatPrice(liquidation, scale, wording) });
}

function takerPpm({ market }: Entry): bigint {
  return BigInt(market.taker_fee);
}

/** The entry of the attached orders: what fills or rests. When the order turns a position, only the part that opens. */
export function entryOf(
  { side }: Pick<OrderDraft, "side">,
  { preview, held }: { preview: Preview; held: bigint },
  terms: Pick<Entry, "market" | "scale" | "markTicks" | "feeDiscountPpm" | "limitTicks">,
): Entry {
  const { after, filledLots, restLots, filledValue, value } = preview;
  const turns = held !== 0n && held > 0n !== (side === "BUY");
  // Lots that the position has on the order's side once it has filled; negative: what rests closes so many first.
  const gained = side === "BUY" ? after.position.size : -after.position.size;
  const opened = turns ? atLeastZero(gained) : filledLots;
  const openedValue = turns && opened > 0n ? magnitude(after.position.cost) : filledValue;
  const waiting = turns && gained < 0n ? atLeastZero(restLots + gained) : restLots;
  const shareOf = (amount: bigint, part: bigint, whole: bigint) =>
    whole > 0n ? divideUp(amount * part, whole) : 0n;
  return {
    ...terms,
    side,
    lots: opened + waiting,
    value: (opened > 0n ? openedValue : 0n) + shareOf(value - filledValue, waiting, restLots),
    fee: shareOf(preview.fee, opened, filledLots) + shareOf(preview.restingFee, waiting, restLots),
    liquidationTicks: after.liquidationTicks,
  };
}
