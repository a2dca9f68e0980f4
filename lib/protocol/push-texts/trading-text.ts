/** What a push of trading says: what happened with its figures, then what to do. */
import { formatFixed, parseSigned } from "#lib/protocol/decimal.ts";
import { assetOf } from "#lib/protocol/market/market-assets.ts";
import type { CancelReason } from "#lib/protocol/order-states.ts";
import type { TradingPush } from "#lib/protocol/wire/trading-pushes.ts";
import { figure, fill, signed } from "./figures.ts";

/** `{name}` is replaced by a value. */
export type TradingTexts = {
  BUY: string;
  SELL: string;
  BUY_part: string;
  SELL_part: string;
  /** Before what was bought or sold, `{fill}`. */
  TAKE_PROFIT_MARKET: string;
  STOP_LOSS_MARKET: string;
  trigger: string;
  result: string;
  rest: string;
  failed_TAKE_PROFIT_MARKET: string;
  failed_STOP_LOSS_MARKET: string;
  /** The order of a failed one. */
  failed_BUY: string;
  failed_SELL: string;
  unprotected: string;
  reasons: Readonly<Record<CancelReason, string>>;
  WARNING: string;
  DANGER: string;
  nearest: string;
  marginCall: string;
  liquidatedLong: string;
  liquidatedShort: string;
  deleveraged: string;
  deleveragedWhy: string;
  others: string;
  closedResult: string;
  remains: string;
  closed: string;
  value: string;
  deposit: string;
  paid: string;
  returned: string;
  returnedWhy: string;
  moneyBack: string;
  withdrawalFee: string;
  transaction: string;
};

type Of<Event extends TradingPush["event"]> = Extract<TradingPush, { event: Event }>;
type Text = { title: string; body: string; path: string };

/** @param tag language tag for `Intl` */
export function tradingText(data: TradingPush, texts: TradingTexts, tag: string): Text {
  const terms = { texts, tag };
  switch (data.event) {
    case "order_filled":
      return filledText(data, terms);
    case "protection_failed":
      return failedText(data, terms);
    case "margin_level":
      return marginText(data, terms);
    case "liquidated":
    case "deleveraged":
      return closedText(data, terms);
    case "deposit_credited":
    case "withdrawal_paid":
    case "withdrawal_returned":
      return moneyText(data, terms);
  }
}

type Terms = { texts: TradingTexts; tag: string };

function filledText(data: Of<"order_filled">, { texts, tag }: Terms): Text {
  const { side, market, order_type: type, filled_size: filled, cancel_reason: reason } = data;
  const values = {
    filled: figure(filled, { tag }),
    size: figure(data.size, { tag }),
    coin: assetOf(market),
    price: priceText(data.price, tag),
  };
  const isPart = reason !== "" && !isZero(data.size);
  const template: keyof TradingTexts = isPart ? `${side}_part` : side;
  const what = fill(texts[template], values);
  const isTrigger = type === "TAKE_PROFIT_MARKET" || type === "STOP_LOSS_MARKET";
  const { trigger_price: trigger, realized_pnl: pnl } = data;
  return {
    title: isTrigger ? fill(texts[type], { fill: what }) : what,
    body: joined([
      trigger === null ? "" : fill(texts.trigger, { price: figure(trigger, { tag }) }),
      pnl === null || isZero(pnl) ? "" : fill(texts.result, { pnl: money(pnl, tag, true) }),
      isPart ? fill(texts.rest, { reason: texts.reasons[reason] }) : "",
    ]),
    path: marketPath(market),
  };
}

function failedText(data: Of<"protection_failed">, { texts, tag }: Terms): Text {
  const { market, side, size, trigger_price: trigger, order_type: type } = data;
  // An order for a whole position has no size of its own.
  const amount = isZero(size) ? "" : `${figure(size, { tag })} `;
  const order = fill(texts[`failed_${side}`], { size: amount, coin: assetOf(market) });
  const failed = type === "TAKE_PROFIT_MARKET" ? type : "STOP_LOSS_MARKET";
  return {
    title: fill(texts[`failed_${failed}`], {
      order,
      reason: texts.reasons[data.cancel_reason],
    }),
    body: joined([
      trigger === null ? "" : fill(texts.trigger, { price: figure(trigger, { tag }) }),
      data.reduces === 1 ? texts.unprotected : "",
    ]),
    path: marketPath(market),
  };
}

function marginText(data: Of<"margin_level">, { texts, tag }: Terms): Text {
  const { level, maintenance_share: share, market, mark_price: mark } = data;
  const { liquidation_price: price } = data;
  const nearest =
    market === null || price === null || mark === null
      ? ""
      : fill(texts.nearest, {
          coin: assetOf(market),
          price: priceText(price, tag),
          mark: priceText(mark, tag),
        });
  return {
    title: fill(texts[level], { share: percent(share, tag) }),
    body: [nearest, texts.marginCall].filter((part) => part !== "").join(" "),
    path: market === null ? "/account" : marketPath(market),
  };
}

function closedText(data: Of<"liquidated" | "deleveraged">, { texts, tag }: Terms): Text {
  const { event, size, remaining_size: rest, others } = data;
  const isLong = !size.startsWith("-");
  const coin = assetOf(data.market);
  const liquidated = isLong ? texts.liquidatedLong : texts.liquidatedShort;
  const left = { size: figure(unsigned(rest), { tag }), coin };
  const sentences = [
    event === "deleveraged" ? texts.deleveragedWhy : "",
    others === 0 ? "" : fill(texts.others, { count: figure(String(others), { tag }) }),
    fill(texts.closedResult, {
      pnl: money(data.realized_pnl, tag, true),
      fee: money(data.fee, tag),
    }),
    isZero(rest) ? texts.closed : fill(texts.remains, left),
    fill(texts.value, { value: money(data.account_value, tag) }),
  ];
  return {
    title: fill(event === "liquidated" ? liquidated : texts.deleveraged, {
      size: figure(unsigned(size), { tag }),
      coin,
      price: priceText(data.price, tag),
    }),
    body: sentences.filter((part) => part !== "").join(" "),
    path: "/account",
  };
}

function moneyText(
  data: Of<"deposit_credited" | "withdrawal_paid" | "withdrawal_returned">,
  { texts, tag }: Terms,
): Text {
  const amount = `${figure(data.amount, { tag })} ${data.asset}`;
  const path = "/account/transfers";
  if (data.event === "withdrawal_returned") {
    const why = data.reason === null ? "" : fill(texts.returnedWhy, { reason: data.reason });
    const body = [why, texts.moneyBack].filter((part) => part !== "").join(" ");
    return { title: fill(texts.returned, { amount }), body, path };
  }
  const { tx_hash: hash } = data;
  const transaction = hash === null ? "" : fill(texts.transaction, { hash: shortHash(hash) });
  if (data.event === "deposit_credited") {
    return { title: fill(texts.deposit, { amount }), body: transaction, path };
  }
  const fee =
    data.fee === null || isZero(data.fee)
      ? ""
      : fill(texts.withdrawalFee, { fee: `${figure(data.fee, { tag })} ${data.asset}` });
  return { title: fill(texts.paid, { amount }), body: joined([fee, transaction]), path };
}

function joined(parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join(" · ");
}

function marketPath(market: string): string {
  return `/trade/${encodeURIComponent(market)}`;
}

/** In dollars and cents. */
function money(amount: string, tag: string, isSigned = false): string {
  const scaled = parseSigned(amount, 2);
  if (scaled === undefined) return amount;
  const text = formatFixed(scaled, 2);
  return isSigned ? signed(text, { tag }) : figure(text, { tag });
}

/** The most significant digits of a price: averages are divisions. */
const PRICE_DIGITS = 8;

/** A price on average, without more digits than a market has. */
function priceText(price: string, tag: string): string {
  const [whole = "", decimals = ""] = price.split(".");
  const leading = whole === "0" ? -decimals.search(/[1-9]|$/) : whole.length;
  const places = Math.max(0, PRICE_DIGITS - leading);
  if (decimals.length <= places) return figure(price, { tag });
  const scaled = parseSigned(price, places);
  if (scaled === undefined) return price;
  const rounded = formatFixed(scaled, places);
  const text = rounded.includes(".") ? rounded.replace(/\.?0+$/, "") : rounded;
  return figure(text, { tag });
}

/** With one decimal. Without a share the account is worth nothing. */
function percent(share: string | null, tag: string): string {
  const scaled = share === null ? undefined : parseSigned(share, 3);
  if (scaled === undefined) return ">100 %";
  return `${figure(formatFixed(scaled, 1), { tag })} %`;
}

function unsigned(size: string): string {
  return size.replace("-", "");
}

function isZero(text: string): boolean {
  return !/[1-9]/.test(text);
}

function shortHash(hash: string): string {
  return hash.length <= 12 ? hash : `${hash.slice(0, 4)}…${hash.slice(-4)}`;
}
