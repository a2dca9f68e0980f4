/** What notices of fills, ended orders, liquidations and margin say. In the browser only. */
import { coinIn, shownAverageIn } from "#components/i18n/average-price.ts";
import { clientFormat, clientText } from "#components/i18n/client-text.ts";
import { orderSummary } from "#components/i18n/order-summary.ts";
import { openDeposit } from "#components/trading/transfers/core/transfer-dialog-state.ts";
import type { Notification } from "#components/ui/notify.ts";
import type { FillRecord, OrderRecord, PositionRecord } from "#lib/protocol/wire/account.ts";
import { type Forced, forcedByPosition } from "./fill-sums.ts";
import type { OrderNews } from "./order-news.ts";

/** What orders earned in 1e-9 USDC, by their id; without those whose fills are not all known. */
export type Results = ReadonlyMap<string, bigint>;

/** Orders that ended for one reason, as with their position, are one sentence. */
export function orderNotices(news: readonly OrderNews[], results: Results): Notification[] {
  const ends = new Map<OrderRecord["cancel_reason"], OrderNews[]>();
  for (const one of news) {
    if (one.kind !== "ended") continue;
    const reason = one.order.cancel_reason;
    ends.set(reason, [...(ends.get(reason) ?? []), one]);
  }
  return [
    ...news.filter(({ kind }) => kind !== "ended").map((one) => fillNotice(one, results)),
    ...[...ends].map(([reason, orders]) => endNotice(reason, orders)),
  ];
}

function endNotice(
  cancelReason: OrderRecord["cancel_reason"],
  orders: readonly OrderNews[],
): Notification {
  const text = clientText("orders");
  const reason = text(`reason_${cancelReason}`);
  const [first, second] = orders;
  if (first === undefined || second !== undefined)
    return { tone: "neutral", text: text("newsEndedMany", { count: orders.length, reason }) };
  const order = orderSummary(first.order);
  return { tone: "neutral", text: text("newsEnded", { order, reason }) };
}

function fillNotice({ kind, order }: OrderNews, results: Results): Notification {
  const text = clientText("orders");
  const { grouped } = clientFormat();
  const coin = coinIn(order.market);
  const price = averageOf(order.market, order.avg_fill_price ?? order.price ?? "");
  const filled = grouped(order.filled_size);
  const isBuy = order.side === "BUY";
  const result = resultText(results.get(order.id));
  if (kind === "part-filled") {
    const part = { filled, size: grouped(order.size), coin, price };
    return notice("good", text(isBuy ? "newsPartBought" : "newsPartSold", part), result);
  }
  const whole = text(isBuy ? "newsBought" : "newsSold", { size: filled, coin, price });
  if (order.trigger_price === null) return notice("good", whole, result);
  const isProfit = order.order_type === "TAKE_PROFIT_MARKET";
  const trigger = text("newsTrigger", { price: grouped(order.trigger_price) });
  return notice(
    isProfit ? "good" : "neutral",
    text(isProfit ? "newsTakeProfit" : "newsStopLoss", { fill: whole }),
    [trigger, result].filter(Boolean).join(" · "),
  );
}

/** Each position of these forced fills in one notice. */
export function forcedNotices(
  fills: readonly FillRecord[],
  positions: readonly PositionRecord[],
): Notification[] {
  return forcedByPosition(fills).map((forced) => forcedNotice(forced, positions));
}

function forcedNotice(
  { kind, market, side, size, price, pnl, fee, firstFill }: Forced,
  positions: readonly PositionRecord[],
): Notification {
  const text = clientText("orders");
  const { grouped, money, signedMoney } = clientFormat();
  const coin = coinIn(market);
  const rest = positions.find((position) => position.market === market)?.size.replace("-", "");
  const closed = { size: grouped(size), coin, price: averageOf(market, price) };
  const sentences = [
    text("newsForcedResult", { pnl: signedMoney(pnl), fee: money(fee) }),
    rest === undefined
      ? text("newsNothingRemains")
      : text("newsRemains", { size: grouped(rest), coin }),
  ];
  const isLong = side === "SELL";
  const liquidated = isLong ? "newsLiquidatedLong" : "newsLiquidatedShort";
  return {
    tone: "bad",
    text: text(kind === "reduced" ? "newsReduced" : liquidated, closed),
    detail: sentences.join(" "),
    key: `${kind} ${market} ${firstFill.toString()}`,
    ...(rest === undefined ? {} : { action: { text: text("deposit"), run: openDeposit } }),
  };
}

function notice(
  tone: Notification["tone"],
  text: string,
  detail: string | undefined,
): Notification {
  return detail ? { tone, text, detail } : { tone, text };
}

/** A result of nothing is that of an order which opened a position. */
function resultText(pnl: bigint | undefined): string | undefined {
  if (pnl === undefined || pnl === 0n) return undefined;
  return clientText("orders")("newsResult", { pnl: clientFormat().signedMoney(pnl) });
}

function averageOf(market: string, price: string): string {
  return clientFormat().grouped(shownAverageIn(market, price));
}
