/** The result of a write as a sentence for the person. In the browser only. */

import { errorText } from "#components/data/errors/error-text.ts";
import { coinIn, shownAverageIn } from "#components/i18n/average-price.ts";
import { clientFormat, clientText } from "#components/i18n/client-text.ts";
import { compareDecimals } from "#components/trading/tables/columns.ts";
import type { CancelReason } from "#lib/protocol/order-states.ts";
import type { OrderRecord } from "#lib/protocol/wire/account.ts";
import { isPlacing, type WriteKind, type WriteRefusal, type WriteResult } from "./write-types.ts";

/** The result of a write, and the sentence that describes it. */
export type Outcome = ToneAndText & {
  /**
   * What the venue did. The tone shows how welcome it is: an accepted change that trades in part and ends is neutral.
   */
  state: WriteResult["state"];
  /** The order that was placed and is open. */
  open?: string | undefined;
};

type ToneAndText = { tone: "good" | "bad" | "neutral"; text: string };

type Accepted = Extract<WriteResult, { state: "accepted" }>;

/** `kind` and `count` describe the write: what it asked for, and for how many orders. */
export function outcomeOf(write: { kind: WriteKind; count: number }, result: WriteResult): Outcome {
  return { ...toneAndText(write, result), state: result.state, ...openOf(write.kind, result) };
}

function openOf(kind: WriteKind, result: WriteResult): Pick<Outcome, "open"> {
  const [order] = result.state === "accepted" && isPlacing(kind) ? result.orders : [];
  return order === undefined || order.status === "CLOSED" ? {} : { open: order.id };
}

function toneAndText(write: { kind: WriteKind; count: number }, result: WriteResult): ToneAndText {
  if (result.state === "rejected") return rejectedOutcome(write.kind, result);
  if (result.state === "never-arrived") return { tone: "neutral", text: neverText(write.kind) };
  const [order] = result.orders;
  switch (write.kind) {
    case "place":
      return order ? placeOutcome(order) : { tone: "good", text: clientText("orders")("open") };
    case "modify":
      return order ? modifyOutcome(order) : { tone: "neutral", text: neverText("modify") };
    case "cancel":
      return order ? cancelOutcome(order) : noneOpen();
    case "group":
    case "batch":
      return batchOutcome(write.count, result);
    case "cancel-batch":
    case "cancel-all":
      return cancelManyOutcome(write, result);
    case "withdraw":
      return { tone: "good", text: clientText("orders")("withdrawalReserved") };
    case "leverage":
      return { tone: "good", text: clientText("orders")("leverageChanged") };
    case "margin":
      return { tone: "good", text: clientText("orders")("marginChanged") };
  }
}

function cancelReasonText(reason: CancelReason): string {
  return clientText("orders")(`reason_${reason}`);
}

function rejectedOutcome(kind: WriteKind, { code, message }: WriteRefusal): ToneAndText {
  const text = clientText("orders");
  const reason = errorText(code, message);
  switch (kind) {
    case "place":
    case "group":
    case "batch":
      return { tone: "bad", text: text("rejected", { reason }) };
    case "modify":
      return { tone: "bad", text: text("notChanged", { reason }) };
    case "withdraw":
      return { tone: "bad", text: text("notWithdrawn", { reason }) };
    case "leverage":
      return { tone: "bad", text: text("leverageNotChanged", { reason }) };
    case "margin":
      return { tone: "bad", text: text("marginNotChanged", { reason }) };
    case "cancel":
    case "cancel-batch":
    case "cancel-all":
      // The order is closed, which is what the cancellation asked for.
      return code === "ORDER_IS_CLOSED"
        ? { tone: "neutral", text: reason }
        : { tone: "bad", text: text("notCancelled", { reason }) };
  }
}

function neverText(kind: WriteKind): string {
  const text = clientText("orders");
  if (isPlacing(kind)) return text("neverPlaced");
  if (kind === "withdraw") return text("neverWithdrawn");
  if (kind === "leverage") return text("leverageNeverChanged");
  if (kind === "margin") return text("marginNeverChanged");
  return kind === "modify" ? text("neverChanged") : text("neverCancelled");
}

function placeOutcome(order: OrderRecord): ToneAndText {
  const text = clientText("orders");
  const filled = hasFilled(order);
  if (order.status === "UNTRIGGERED" || order.status === "WAITING") {
    const price = clientFormat().grouped(order.trigger_price ?? "");
    const key = order.order_type === "TAKE_PROFIT_MARKET" ? "takeProfitSet" : "stopLossSet";
    return { tone: "good", text: text(key, { price }) };
  }
  if (order.status !== "CLOSED") {
    if (!filled) return { tone: "good", text: text("open") };
    return { tone: "good", text: text("partlyFilledOpen", { fill: fillText(order) }) };
  }
  if (order.cancel_reason === "")
    return { tone: "good", text: text("filled", { fill: fillText(order) }) };
  const reason = cancelReasonText(order.cancel_reason);
  return filled
    ? { tone: "neutral", text: text("partlyFilledEnded", { fill: fillText(order), reason }) }
    : { tone: "neutral", text: text("notFilled", { reason }) };
}

/** A change that crosses the book trades at once: the outcome then reports the trade. */
function modifyOutcome(order: OrderRecord): ToneAndText {
  if (order.status === "CLOSED") return placeOutcome(order);
  const { grouped } = clientFormat();
  const price = grouped(order.trigger_price ?? order.price ?? "");
  const size = grouped(order.size);
  return { tone: "good", text: clientText("orders")("changed", { size, price }) };
}

function cancelOutcome(order: OrderRecord): ToneAndText {
  const text = clientText("orders");
  if (order.cancel_reason === "USER_CANCELED") {
    const key = hasFilled(order) ? "cancelledRest" : "cancelled";
    return { tone: "good", text: text(key, fillOf(order)) };
  }
  if (order.cancel_reason === "") return { tone: "neutral", text: text("hadFilled") };
  const reason = cancelReasonText(order.cancel_reason);
  return { tone: "neutral", text: text("hadEnded", { reason }) };
}

function batchOutcome(total: number, result: Accepted): ToneAndText {
  const text = clientText("orders");
  const placed = result.orders.toSorted((a, b) => Number(BigInt(a.id) - BigInt(b.id)));
  if (placed.length === total) {
    const each = placed.map(placeOutcome);
    const isGood = each.every(({ tone }) => tone === "good");
    const texts = new Set(each.map((one) => one.text));
    // The rungs of a ladder are told once.
    const isAlike = texts.size === 1 && total > 1;
    return {
      tone: isGood ? "good" : "neutral",
      text: isAlike ? text("placedCount", { count: total }) : [...texts].join(" "),
    };
  }
  const sentences = [
    text("placedCount", { count: placed.length }),
    ...refusedSentences(total, result.refusals),
  ];
  if (result.missing > 0) sentences.push(text("missingCount", { count: result.missing, total }));
  return { tone: "bad", text: sentences.join(" ") };
}

function cancelManyOutcome(
  { kind, count }: { kind: WriteKind; count: number },
  { orders, refusals }: Accepted,
): ToneAndText {
  const text = clientText("orders");
  if (orders.length === 0 && refusals.length === 0) {
    // Either the orders have gone from the open ones, or there were none. For `cancel-all` both read the same.
    return kind === "cancel-all" ? { tone: "good", text: text("noneLeft") } : noneOpen();
  }
  const ended = refusals.filter(({ code }) => code === "ORDER_IS_CLOSED").length;
  const others = refusals.filter(({ code }) => code !== "ORDER_IS_CLOSED");
  const sentences: string[] = [];
  if (orders.length > 0) sentences.push(text("cancelledCount", { count: orders.length }));
  if (ended > 0) sentences.push(text("endedBefore", { count: ended }));
  sentences.push(...refusedSentences(count, others));
  const tone = others.length > 0 ? "bad" : orders.length > 0 ? "good" : "neutral";
  return { tone, text: sentences.join(" ") };
}

/** One sentence for each reason, with the number of its orders. */
function refusedSentences(total: number, refusals: readonly WriteRefusal[]): string[] {
  const text = clientText("orders");
  const byReason = new Map<string, number>();
  for (const { code, message } of refusals) {
    const reason = errorText(code, message);
    byReason.set(reason, (byReason.get(reason) ?? 0) + 1);
  }
  return [...byReason].map(([reason, count]) => text("refusedCount", { count, total, reason }));
}

function noneOpen(): ToneAndText {
  return { tone: "good", text: clientText("orders")("noneOpen") };
}

function hasFilled({ filled_size }: OrderRecord): boolean {
  return /[1-9]/.test(filled_size);
}

function fillOf({ market, filled_size, avg_fill_price }: OrderRecord) {
  const { grouped } = clientFormat();
  const price = avg_fill_price === null ? "—" : grouped(shownAverageIn(market, avg_fill_price));
  return { size: grouped(filled_size), price };
}

/** `Bought 0.5 BTC at 64,000.5`, or `Bought 0.2 of 0.5 BTC at …`. */
function fillText(order: OrderRecord): string {
  const text = clientText("orders");
  const isBuy = order.side === "BUY";
  const { size: filled, price } = fillOf(order);
  const coin = coinIn(order.market);
  const size = clientFormat().grouped(order.size);
  if (compareDecimals(order.filled_size, order.size) === 0)
    return text(isBuy ? "newsBought" : "newsSold", { size: filled, coin, price });
  return text(isBuy ? "newsPartBought" : "newsPartSold", { filled, size, coin, price });
}
