/**
 * The text of a push in a language. The app puts it into web pushes, and pages show it in the list
 * of notifications.
 */
import type { PushKind } from "#lib/protocol/market-knowledge.ts";
import type {
  AlertPush,
  ApprovalPush,
  CalendarPush,
  MarketPush,
} from "#lib/protocol/wire/pushes.ts";
import type { TradingPush } from "#lib/protocol/wire/trading-pushes.ts";
import { withUnit } from "#lib/protocol/with-unit.ts";
import { figure, fill, signed } from "./figures.ts";
import { type TradingTexts, tradingText } from "./trading-text.ts";

export const PUSH_LOCALES = ["en", "de", "ar"] as const;
export type PushLocale = (typeof PUSH_LOCALES)[number];

/** `{name}` is replaced by a value. */
export type PushTexts = {
  /** The language tag for `Intl`, with Latin digits. */
  tag: string;
  kinds: Readonly<Record<PushKind, string>>;
  /** Added before the text of an item from a sample calendar. */
  sample: string;
  due: string;
  number: string;
  forecast: string;
  previous: string;
  surprise: string;
  crossed_up: string;
  crossed_down: string;
  moved_hour: string;
  moved_day: string;
  price: string;
  /** `{what}` is one of the proposals. */
  approve: string;
  approved: string;
  declined: string;
  withdrawn: string;
  expired: string;
  proposal_BUY: string;
  proposal_SELL: string;
  proposal_close: string;
  proposal_modify: string;
  proposal_cancel: string;
  approveUntil: string;
  reached_above: string;
  reached_below: string;
  trading: TradingTexts;
  testTitle: string;
  testBody: string;
};

export type PushNotice =
  | { type: "push.calendar"; data: CalendarPush }
  | { type: "push.market"; data: MarketPush }
  | { type: "push.approval"; data: ApprovalPush }
  | { type: "push.trading"; data: TradingPush }
  | { type: "push.alert"; data: AlertPush };

export type PushText = {
  title: string;
  body: string;
  /** The page to which it links, on this site. */
  path: string;
};

/** @param timeZone IANA name of the zone of its times */
export function pushText(notice: PushNotice, texts: PushTexts, timeZone: string): PushText {
  switch (notice.type) {
    case "push.calendar":
      return calendarText(notice.data, texts, timeZone);
    case "push.market":
      return marketText(notice.data, texts, timeZone);
    case "push.approval":
      return approvalText(notice.data, texts, timeZone);
    case "push.alert":
      return alertText(notice.data, texts, timeZone);
    case "push.trading":
      return tradingText(notice.data, texts.trading, texts.tag);
  }
}

function calendarText(data: CalendarPush, texts: PushTexts, timeZone: string): PushText {
  const { slot, kind, title, period, unit, forecast, previous, actual, surprise } = data;
  const value = (text: string) => withUnit(figure(text, texts), unit, texts.tag);
  const at = Date.parse(data.scheduled_at);
  const isDay = data.precision === "day";
  const time = isDay ? dayOf(at, texts) : timeOf(at, texts, timeZone);
  const head =
    slot === "number" && actual !== null
      ? fill(texts.number, { kind: texts.kinds[kind], value: value(actual) })
      : fill(texts.due, { kind: texts.kinds[kind], time });
  const parts = [
    period === null ? title : `${title}, ${period}`,
    forecast === null ? "" : fill(texts.forecast, { value: value(forecast) }),
    previous === null ? "" : fill(texts.previous, { value: value(previous) }),
    surprise === null
      ? ""
      : fill(texts.surprise, { value: withUnit(signed(surprise, texts), unit, texts.tag) }),
  ];
  return {
    title: data.simulated === 1 ? `${texts.sample}: ${head}` : head,
    body: parts.filter((part) => part !== "").join(" · "),
    path: "/calendar",
  };
}

function marketText(data: MarketPush, texts: PushTexts, timeZone: string): PushText {
  const { asset, market, level, percent, minutes, direction, price } = data;
  const values = { asset, market, level: figure(level ?? "", texts) };
  const isHour = minutes === 60;
  const title =
    level === null
      ? fill(isHour ? texts.moved_hour : texts.moved_day, {
          market,
          percent: withUnit(signed(percent ?? "0", texts), "%", texts.tag),
        })
      : fill(direction === "up" ? texts.crossed_up : texts.crossed_down, values);
  const time = timeOf(Date.parse(data.closed_at), texts, timeZone);
  return {
    title,
    body: fill(texts.price, { price: figure(price, texts), time }),
    path: `/trade/${encodeURIComponent(market)}`,
  };
}

function approvalText(data: ApprovalPush, texts: PushTexts, timeZone: string): PushText {
  const { staged_order_id: id, action, side, size, market, expires_at: end, outcome } = data;
  const isChange = action === "close" || action === "modify" || action === "cancel";
  const proposal = texts[`proposal_${isChange ? action : side}`];
  const what = fill(proposal, { size: figure(size, texts), market });
  const time = timeOf(Date.parse(end), texts, timeZone);
  const head = outcome ?? "approve";
  return {
    title: fill(texts[head], { what }),
    body: head === "approve" ? fill(texts.approveUntil, { time }) : "",
    path: `/approvals/${encodeURIComponent(id)}`,
  };
}

function alertText(data: AlertPush, texts: PushTexts, timeZone: string): PushText {
  const { asset, market, direction, price, mark, note } = data;
  const time = timeOf(Date.parse(data.reached_at), texts, timeZone);
  const reached = fill(texts.price, { price: figure(mark, texts), time });
  return {
    title: fill(texts[`reached_${direction}`], { asset, price: figure(price, texts) }),
    body: note === null ? reached : `${note} · ${reached}`,
    path: `/trade/${encodeURIComponent(market)}`,
  };
}

function timeOf(at: number, { tag }: PushTexts, timeZone: string): string {
  return new Intl.DateTimeFormat(tag, {
    timeZone,
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZoneName: "short",
  }).format(at);
}

/** Formats the day in UTC. */
function dayOf(at: number, { tag }: PushTexts): string {
  const day = { day: "numeric", month: "short", timeZone: "UTC" } as const;
  return new Intl.DateTimeFormat(tag, day).format(at);
}
