/** The texts of an order in the receipt. */

import type { Format } from "#components/i18n/format.ts";
import type { FeatureText } from "#components/i18n/sources.ts";
import { divideUp, formatDecimal } from "#lib/protocol/decimal.ts";
import { marketScale, RATIO_SCALE } from "#lib/protocol/market/markets.ts";
import { priceTicks, signedLots } from "#lib/protocol/orders/holdings.ts";
import {
  followedPrice,
  isPostOnly,
  isReduceOnly,
  type PlaceOrderFields,
} from "#lib/protocol/orders/orders.ts";
import type { Market } from "#lib/protocol/wire/market.ts";

type Wording = { text: FeatureText<"signing">; format: Pick<Format, "grouped"> };
type CostWording = { text: FeatureText<"signing">; format: Format };

/**
 * The name of an order that waits for a trigger, and its conditions: the trigger and the price it follows, the order's
 * own price, and whether it only reduces.
 */
export function conditionsOf(
  order: PlaceOrderFields,
  { text, format: { grouped } }: Wording,
): { name: string | undefined; conditions: string[] } {
  const conditions: string[] = [];
  if (order.trigger_price !== null) {
    const onLast = followedPrice(order) === "LastPrice";
    conditions.push(
      text(onLast ? "whenLast" : "whenMark", { price: grouped(order.trigger_price) }),
    );
  }
  conditions.push(
    order.price === null ? text("atMarket") : text("at", { price: grouped(order.price) }),
  );
  if (isReduceOnly(order)) conditions.push(text("onlyReduces"));
  return { name: nameOf(order, text), conditions };
}

function nameOf({ order_type: type }: PlaceOrderFields, text: Wording["text"]): string | undefined {
  if (type === "TAKE_PROFIT_MARKET") return text("takeProfit");
  return type === "STOP_LOSS_MARKET" ? text("stopLoss") : undefined;
}

/** Value, fee and distance from the mark. A market order has no price: it is valued at the trigger or at the mark. */
export function costRows(
  order: PlaceOrderFields,
  { market, mark }: { market: Market; mark: string | undefined },
  { text, format }: CostWording,
): [string, string][] {
  const scale = marketScale(market);
  const markTicks = priceTicks(mark, scale);
  const own = order.price ?? order.trigger_price;
  const ticks = own === null ? markTicks : priceTicks(own, scale);
  if (ticks === undefined) return [];
  const value = signedLots(order.size, scale) * ticks * scale.valueOfTickLot;
  const postOnly = isPostOnly(order);
  const rate = BigInt(postOnly ? market.maker_fee : market.taker_fee);
  const amount = (scaled: bigint) => {
    const usdc = text("usdc", { amount: format.money(scaled) });
    return order.price === null ? text("about", { amount: usdc }) : usdc;
  };
  const fee = divideUp(value * rate, RATIO_SCALE);
  const rows: [string, string][] = [
    [text("value"), amount(value)],
    [text(postOnly ? "feeWhenFilled" : "feeAtMost"), amount(fee)],
  ];
  if (mark === undefined || markTicks === undefined || markTicks === 0n) return rows;
  rows.push([text("markNow"), format.figure(mark, scale.priceDecimals)]);
  if (own === null) return rows;
  const distance = ((ticks - markTicks) * RATIO_SCALE) / markTicks;
  rows.push([text("distance"), format.percent(formatDecimal(distance, 6))]);
  return rows;
}
