/** The order book as rows: sorted by price, grouped by multiples of the tick, with running totals. */
import { formatFixed, parseDecimal } from "#lib/protocol/decimal.ts";
import type { OrderBook } from "#lib/protocol/market-data.ts";
import type { MarketScale } from "#lib/protocol/markets.ts";
import type { OrderRecord } from "#lib/protocol/orders.ts";

export type BookRow = {
  /** As the venue writes prices, with all digits of the tick. */
  price: string;
  size: string;
  total: string;
  /** Running total as a share of the deepest row shown, 0 to 1: the length of the depth bar. */
  depth: number;
  /** An open order of this account stands here. */
  own: boolean;
};

export type BookSides = { asks: BookRow[]; bids: BookRow[] };

export type GroupOptions = {
  scale: MarketScale;
  /** How many ticks make one row. */
  multiple: number;
  /** Rows a side, best first. */
  rows: number;
  own: readonly Pick<OrderRecord, "side" | "price">[];
};

type Level = { ticks: bigint; lots: bigint };

/** Sides from best to worst. Bids are grouped down and asks up, so that a row never looks better than it is. */
export function groupBook(book: OrderBook, options: GroupOptions): BookSides {
  const asks = sideRows(book.asks, "ask", options);
  const bids = sideRows(book.bids, "bid", options);
  const deepest = Math.max(asks.deepest, bids.deepest);
  const scaled = (rows: (BookRow & { reach: number })[]) =>
    rows.map(({ reach, ...row }) => ({ ...row, depth: deepest === 0 ? 0 : reach / deepest }));
  return { asks: scaled(asks.rows), bids: scaled(bids.rows) };
}

function sideRows(side: Record<string, string>, name: "ask" | "bid", options: GroupOptions) {
  const { scale, rows: limit } = options;
  const ownTicks = new Set(
    options.own
      .filter((order) => (order.side === "SELL") === (name === "ask") && order.price !== null)
      .map((order) => bucket(toTicks(order.price ?? "", scale) ?? -1n, name, options.multiple)),
  );
  const grouped = new Map<bigint, bigint>();
  for (const [price, size] of Object.entries(side)) {
    const level = toLevel(price, size, scale);
    if (!level) continue;
    const at = bucket(level.ticks, name, options.multiple);
    grouped.set(at, (grouped.get(at) ?? 0n) + level.lots);
  }
  const best = [...grouped].toSorted(([a], [b]) =>
    name === "ask" ? compare(a, b) : compare(b, a),
  );
  let total = 0n;
  const rows = best.slice(0, limit).map(([ticks, lots]) => {
    total += lots;
    return {
      price: formatFixed(ticks * scale.tickUnits, scale.priceDecimals),
      size: formatFixed(lots * scale.lotUnits, scale.sizeDecimals),
      total: formatFixed(total * scale.lotUnits, scale.sizeDecimals),
      own: ownTicks.has(ticks),
      depth: 0,
      reach: Number(total),
    };
  });
  return { rows, deepest: Number(total) };
}

/** The choices of grouping that make sense for a market: the tick and round multiples of it. */
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

function bucket(ticks: bigint, side: "ask" | "bid", multiple: number): bigint {
  const step = BigInt(multiple);
  const down = (ticks / step) * step;
  return side === "bid" || down === ticks ? down : down + step;
}

function compare(a: bigint, b: bigint): number {
  return a < b ? -1 : Number(a > b);
}
