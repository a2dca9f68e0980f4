/** The order book as rows: sorted by price, grouped by multiples of the tick, with running totals. */
import { divideHalfUp, formatDecimal, formatFixed, parseDecimal } from "#lib/protocol/decimal.ts";
import type { MarketScale } from "#lib/protocol/market/markets.ts";
import type { OrderRecord } from "#lib/protocol/wire/account.ts";
import type { OrderBook } from "#lib/protocol/wire/market.ts";

export type BookRow = {
  /** With all digits of the tick, as the venue writes prices. */
  price: string;
  size: string;
  /** Size from the best row to this one, in the base asset. */
  total: string;
  /** What an order that takes everything down to this row pays or gets, in 1e-9 USDC. Exact: computed by level. */
  cost: bigint;
  /** `cost` for one unit, rounded to the digits of the tick. */
  average: string;
  /** The running total as a share of the deepest one shown, 0 to 1 in hundredths. */
  depth: number;
  /** The row's size as a share of the largest one shown, 0 to 1 in hundredths. */
  share: number;
  /** Remaining size of the account's own orders in this row; `undefined` without one. */
  own: string | undefined;
};

export type BookSides = {
  asks: BookRow[];
  bids: BookRow[];
  /** The bids' share of the size shown, in whole percent; `undefined` when nothing is shown. */
  bidPercent: number | undefined;
};

export type OwnOrder = Pick<OrderRecord, "side" | "price" | "remaining_size">;

export type GroupOptions = {
  scale: MarketScale;
  /** Ticks in one row. */
  multiple: number;
  /** Rows of each side. */
  rows: number;
  own: readonly OwnOrder[];
};

type Side = "ask" | "bid";
type Level = { ticks: bigint; lots: bigint };
/** Lots and value (lots × ticks) of the levels in a row. */
type Group = { ticks: bigint; lots: bigint; worth: bigint };

/**
 * Groups both sides, best price first. Bids are rounded down and asks up, so that a row never looks better than it is.
 */
export function groupBook(book: OrderBook, options: GroupOptions): BookSides {
  const asks = groupsOf(book.asks, "ask", options);
  const bids = groupsOf(book.bids, "bid", options);
  const [askLots, bidLots] = [lotsOf(asks), lotsOf(bids)];
  const largest = [...asks, ...bids].reduce((most, { lots }) => (lots > most ? lots : most), 0n);
  const reach = { total: askLots > bidLots ? askLots : bidLots, largest };
  const all = askLots + bidLots;
  return {
    asks: rowsOf(asks, reach, { ...options, own: ownBySide("ask", options) }),
    bids: rowsOf(bids, reach, { ...options, own: ownBySide("bid", options) }),
    bidPercent: all === 0n ? undefined : Number(divideHalfUp(bidLots * 100n, all)),
  };
}

/** Whether two rows show the same, so that the row need not render. */
export function isSameRow(a: BookRow, b: BookRow): boolean {
  return a === b || (Object.keys(a) as (keyof BookRow)[]).every((field) => a[field] === b[field]);
}

function groupsOf(side: Record<string, string>, name: Side, options: GroupOptions): Group[] {
  const { scale, rows, multiple } = options;
  const grouped = new Map<bigint, Group>();
  for (const [price, size] of Object.entries(side)) {
    const level = toLevel(price, size, scale);
    if (!level) continue;
    const ticks = bucket(level.ticks, name, multiple);
    const group = grouped.get(ticks) ?? { ticks, lots: 0n, worth: 0n };
    group.lots += level.lots;
    group.worth += level.lots * level.ticks;
    grouped.set(ticks, group);
  }
  return [...grouped.values()]
    .toSorted((a, b) => (name === "ask" ? 1 : -1) * compare(a.ticks, b.ticks))
    .slice(0, rows);
}

type Reach = { total: bigint; largest: bigint };
type OwnLots = ReadonlyMap<bigint, bigint>;

function rowsOf(
  groups: readonly Group[],
  reach: Reach,
  { scale, own }: { scale: MarketScale; own: OwnLots },
): BookRow[] {
  let [total, worth] = [0n, 0n];
  return groups.map((group) => {
    total += group.lots;
    worth += group.worth;
    const mine = own.get(group.ticks);
    return {
      price: formatFixed(group.ticks * scale.tickUnits, scale.priceDecimals),
      size: sizeText(group.lots, scale),
      total: sizeText(total, scale),
      cost: worth * scale.valueOfTickLot,
      average: formatFixed(
        total === 0n ? 0n : divideHalfUp(worth * scale.tickUnits, total),
        scale.priceDecimals,
      ),
      depth: hundredths(total, reach.total),
      share: hundredths(group.lots, reach.largest),
      own:
        mine === undefined ? undefined : formatDecimal(mine * scale.lotUnits, scale.sizeDecimals),
    };
  });
}

/** Lots of the account's own orders, by row. */
function ownBySide(name: Side, { own, scale, multiple }: GroupOptions): OwnLots {
  const lots = new Map<bigint, bigint>();
  for (const { side, price, remaining_size } of own) {
    if ((side === "SELL") !== (name === "ask") || price === null) continue;
    const level = toLevel(price, remaining_size, scale);
    if (!level) continue;
    const at = bucket(level.ticks, name, multiple);
    lots.set(at, (lots.get(at) ?? 0n) + level.lots);
  }
  return lots;
}

function lotsOf(groups: readonly Group[]): bigint {
  return groups.reduce((sum, { lots }) => sum + lots, 0n);
}

function sizeText(lots: bigint, scale: MarketScale): string {
  return formatFixed(lots * scale.lotUnits, scale.sizeDecimals);
}

function hundredths(part: bigint, whole: bigint): number {
  return whole === 0n ? 0 : Number(divideHalfUp(part * 100n, whole)) / 100;
}

/** The distance between the best prices, absolute and as a share of their middle; `undefined` while a side is empty. */
export function spreadOf(
  sides: Pick<BookSides, "asks" | "bids">,
  scale: MarketScale,
): { width: string; rate: string; mid: string } | undefined {
  const high = parseDecimal(sides.asks[0]?.price ?? "", scale.priceDecimals);
  const low = parseDecimal(sides.bids[0]?.price ?? "", scale.priceDecimals);
  if (high === undefined || low === undefined || high + low === 0n) return undefined;
  const rate = divideHalfUp((high - low) * 2n * 10n ** 6n, high + low);
  return {
    width: formatFixed(high - low, scale.priceDecimals),
    rate: formatFixed(rate, 6),
    // One more digit for half a tick.
    mid: formatFixed((high + low) * 5n, scale.priceDecimals + 1),
  };
}

/** The offered groupings: the tick and round multiples of it. */
export const GROUP_MULTIPLES = [1, 10, 50, 100, 500] as const;

function toLevel(price: string, size: string, scale: MarketScale): Level | undefined {
  const ticks = toTicks(price, scale);
  const units = parseDecimal(size, scale.sizeDecimals);
  if (ticks === undefined || units === undefined) return undefined;
  return { ticks, lots: units / scale.lotUnits };
}

function toTicks(price: string, scale: MarketScale): bigint | undefined {
  const units = parseDecimal(price, scale.priceDecimals);
  return units === undefined ? undefined : units / scale.tickUnits;
}

function bucket(ticks: bigint, side: Side, multiple: number): bigint {
  const step = BigInt(multiple);
  const down = (ticks / step) * step;
  return side === "bid" || down === ticks ? down : down + step;
}

function compare(a: bigint, b: bigint): number {
  return a < b ? -1 : Number(a > b);
}

/** A row of the book by its side and its distance from the spread, as written in `data-row`. */
export type RowName = { side: "ask" | "bid"; index: number };

type Rows = { asks: readonly unknown[]; bids: readonly unknown[] };

/** The row in the tab order: the one last focused, or the best one. */
export function tabbableRow(sides: Rows, last: RowName | undefined): RowName {
  const rows = last?.side === "ask" ? sides.asks.length : sides.bids.length;
  if (last && rows > 0) return { side: last.side, index: Math.min(last.index, rows - 1) };
  return { side: sides.bids.length > 0 ? "bid" : "ask", index: 0 };
}

/** @returns `undefined` for text that names no row, such as `ask-3` */
export function parseRowName(text: string | undefined): RowName | undefined {
  const [side, index] = (text ?? "").split("-");
  if ((side !== "ask" && side !== "bid") || !/^\d+$/.test(index ?? "")) return undefined;
  return { side, index: Number(index) };
}
