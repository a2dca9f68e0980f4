/**
 * The account's lines in a market: open orders, orders being placed, and the position's entry and liquidation price.
 */

import type { Write } from "#components/trading/writes/use-orders.ts";
import { parseSigned } from "#lib/protocol/decimal.ts";
import type { Side } from "#lib/protocol/enumerations.ts";
import { type MarketScale, MONEY_DECIMALS } from "#lib/protocol/market/markets.ts";
import { profitAt } from "#lib/protocol/orders/margin.ts";
import type { OrderRecord, PositionRecord } from "#lib/protocol/wire/account.ts";
import type { LineTone } from "./price-lines.ts";

export type ChartLine = { id: string; price: string; tone: LineTone } & (
  | { kind: "order"; order: OrderRecord }
  | { kind: "write"; write: Write; side: Side; size: string }
  | { kind: "entry" | "liquidation"; position: PositionRecord }
);

export type OrderLine = Extract<ChartLine, { kind: "order" }>;

type Own = {
  orders: readonly OrderRecord[];
  positions: readonly PositionRecord[];
  writes: readonly Write[];
};

/** The price of an order's line: its limit, or its trigger. */
export function orderPrice(order: {
  price: string | null;
  trigger_price: string | null;
}): string | undefined {
  return order.trigger_price ?? order.price ?? undefined;
}

export function linesOf(market: string, { orders, positions, writes }: Own): ChartLine[] {
  const lines: ChartLine[] = [];
  for (const position of positions) {
    if (position.market !== market) continue;
    const entry = position.average_entry_price;
    lines.push({ id: "entry", kind: "entry", price: entry, tone: "entry", position });
    const end = position.liquidation_price;
    if (end === null) continue;
    lines.push({
      id: "liquidation",
      kind: "liquidation",
      price: end,
      tone: "liquidation",
      position,
    });
  }
  const known = new Set<string>();
  for (const order of orders) {
    const price = orderPrice(order);
    if (order.market !== market || price === undefined || order.status === "CLOSED") continue;
    known.add(order.digest);
    lines.push(orderLine(order, price));
  }
  for (const write of writes) {
    const order = write.kind === "place" && isUnderWay(write) ? write.order : undefined;
    const price = order && orderPrice(order);
    if (!order || price === undefined || order.market !== market || known.has(write.digest))
      continue;
    const { side, size } = order;
    const line = {
      id: write.digest,
      price,
      tone: toneOf(side, order.order_type),
      write,
      side,
      size,
    } as const;
    lines.push({ ...line, kind: "write" });
  }
  return lines;
}

const orderLines = new WeakMap<OrderRecord, OrderLine>();

/** Returns the same object for the same record, so that other labels do not render. */
function orderLine(order: OrderRecord, price: string): OrderLine {
  const line =
    orderLines.get(order) ??
    ({
      id: order.id,
      kind: "order",
      price,
      tone: toneOf(order.side, order.order_type),
      order,
    } as const);
  orderLines.set(order, line);
  return line;
}

/** Signed, without a known result. */
export function isUnderWay({ state }: Pick<Write, "state">): boolean {
  return state === "sending" || state === "unknown";
}

/** The write that moves this order now, if any. */
export function moveOf(orderId: string, writes: readonly Write[]): Write | undefined {
  return writes.find(
    (write) =>
      write.kind === "modify" &&
      write.orderIds.includes(orderId) &&
      (write.state === "signing" || isUnderWay(write)),
  );
}

/** What takes a profit or stops a loss is told apart by that: both may be sales. */
function toneOf(side: Side, type: OrderRecord["order_type"] | undefined): LineTone {
  if (type === "TAKE_PROFIT_MARKET") return "profit";
  if (type === "STOP_LOSS_MARKET") return "loss";
  return side === "BUY" ? "buy" : "sell";
}

/** Profit of a position at a mark, in 1e-9 USDC. */
export function profitOfPosition(
  position: Pick<PositionRecord, "size" | "cost">,
  mark: string,
  scale: MarketScale,
): bigint | undefined {
  const size = parseSigned(position.size, scale.sizeDecimals);
  const price = parseSigned(mark, scale.priceDecimals);
  const cost = parseSigned(position.cost, MONEY_DECIMALS);
  if (size === undefined || price === undefined || cost === undefined) return undefined;
  const unit = 10n ** BigInt(MONEY_DECIMALS - scale.sizeDecimals - scale.priceDecimals);
  return profitAt({ size, cost }, price, unit);
}
