/** What a chat message about an event says: a title, a sentence and the page of this site that shows more. */
import type { z } from "zod";
import type { MailLocale } from "#lib/platform/mail/mail-locales.ts";
import { assetOf } from "#lib/protocol/market/market-assets.ts";
import ar from "#lib/protocol/push-texts/ar.ts";
import de from "#lib/protocol/push-texts/de.ts";
import en from "#lib/protocol/push-texts/en.ts";
import { figure, fill } from "#lib/protocol/push-texts/figures.ts";
import { type PushTexts, pushText } from "#lib/protocol/push-texts/push-text.ts";
import { tradingText } from "#lib/protocol/push-texts/trading-text.ts";
import type { WebhookEventType } from "#lib/protocol/webhooks.ts";
import type { TradingEventData } from "#lib/protocol/wire/trading-events.ts";
import type { TradingPush } from "#lib/protocol/wire/trading-pushes.ts";
import { AGENTIC_EXECUTED } from "#lib/webhooks/event-types/agentic-executed.ts";
import { AGENTIC_INTENT } from "#lib/webhooks/event-types/agentic-intent.ts";
import { CATALYST_DETECTED } from "#lib/webhooks/event-types/catalyst-detected.ts";
import { CATALYST_UPDATED } from "#lib/webhooks/event-types/catalyst-updated.ts";
import { MARGIN_WARNING } from "#lib/webhooks/event-types/margin-warning.ts";
import { ORDER_ENDED } from "#lib/webhooks/event-types/order-ended.ts";
import { ORDER_FILLED } from "#lib/webhooks/event-types/order-filled.ts";
import { PARTNER_ACCRUED } from "#lib/webhooks/event-types/partner-accrued.ts";
import { PAYOUT_PAID } from "#lib/webhooks/event-types/payout-paid.ts";
import { POINTS_CREDITED } from "#lib/webhooks/event-types/points-credited.ts";
import { POINTS_REVERSED } from "#lib/webhooks/event-types/points-reversed.ts";
import { POSITION_LIQUIDATED } from "#lib/webhooks/event-types/position-liquidated.ts";
import { PRICE_ALERT } from "#lib/webhooks/event-types/price-alert.ts";
import { REFERRAL_CREATED } from "#lib/webhooks/event-types/referral-created.ts";
import { SIGNAL_CREATED } from "#lib/webhooks/event-types/signal-created.ts";
import { SIGNAL_INVALIDATED } from "#lib/webhooks/event-types/signal-invalidated.ts";
import { SWAP_CONFIRMED } from "#lib/webhooks/event-types/swap-confirmed.ts";
import { SWAP_FAILED } from "#lib/webhooks/event-types/swap-failed.ts";
import { TRANSFER_SETTLED } from "#lib/webhooks/event-types/transfer-settled.ts";
import { WEBHOOK_PAUSED } from "#lib/webhooks/event-types/webhook-paused.ts";
import { CHAT_AR } from "./texts/chat-ar.ts";
import { CHAT_DE } from "./texts/chat-de.ts";
import { CHAT_EN } from "./texts/chat-en.ts";
import type { ChatTexts } from "./texts/chat-texts.ts";

export type ChatMessage = {
  title: string;
  text: string;
  /** Address of the page. */
  url: string;
  /** What the link to it says. */
  open: string;
};

/** `tag` is a language tag for `Intl`. */
type Words = { chat: ChatTexts; push: PushTexts; tag: string };
type Text = { title: string; text: string; path: string };

const WORDS: Readonly<Record<MailLocale, Words>> = {
  en: { chat: CHAT_EN, push: en, tag: en.tag },
  de: { chat: CHAT_DE, push: de, tag: de.tag },
  ar: { chat: CHAT_AR, push: ar, tag: ar.tag },
};

type Event = {
  type: WebhookEventType;
  /** JSON text. */
  data: string;
  /** False for a test. */
  isLive: boolean;
};

/** Data of a test may be anything: what does not fit its type is named by the type alone. */
export function chatMessage(
  { type, data, isLive }: Event,
  { locale, baseUrl }: { locale: MailLocale | null; baseUrl: string },
): ChatMessage {
  const words = WORDS[locale ?? "en"];
  const { chat } = words;
  const found = WRITERS[type](JSON.parse(data), words) ?? {
    title: fill(chat.unknown, { type }),
    text: "",
    path: "/settings/webhooks",
  };
  return {
    title: isLive ? found.title : fill(chat.test, { title: found.title }),
    text: found.text,
    url: `${baseUrl}${found.path}`,
    open: chat.open,
  };
}

type Writer = (data: unknown, words: Words) => Text | undefined;

/** A writer that gets only data which fit the schema. */
function of<Schema extends z.ZodType>(
  { schema }: { schema: Schema },
  write: (data: z.output<Schema>, words: Words) => Text,
): Writer {
  return (data, words) => {
    const parsed = schema.safeParse(data);
    return parsed.success ? write(parsed.data, words) : undefined;
  };
}

const WRITERS: Readonly<Record<WebhookEventType, Writer>> = {
  "signal.created": of(SIGNAL_CREATED, (data, { chat, tag }) => {
    const values = {
      entry: figure(data.entry, { tag }),
      target: figure(data.target, { tag }),
      invalidation: figure(data.invalidation, { tag }),
      conviction: figure(data.conviction.toFixed(2), { tag }),
    };
    return {
      title: fill(chat[`signal_${data.direction}`], { market: data.market }),
      text: noted(fill(chat.signalLevels, values), data, chat),
      path: `/signals/${data.id}`,
    };
  }),
  "signal.invalidated": of(SIGNAL_INVALIDATED, (data, { chat, tag }) => {
    const close = figure(data.outcome.close, { tag });
    const values = { close, invalidation: figure(data.invalidation, { tag }) };
    return {
      title: fill(chat[`invalidated_${data.direction}`], { market: data.market }),
      text: noted(fill(chat.invalidatedWhy, values), data, chat),
      path: `/signals/${data.id}`,
    };
  }),
  "catalyst.detected": of(CATALYST_DETECTED, (data, words) =>
    catalystText(data, words, data.headline),
  ),
  "catalyst.updated": of(CATALYST_UPDATED, (data, words) =>
    catalystText(data, words, fill(words.chat.catalystUpdated, { headline: data.headline })),
  ),
  "swap.confirmed": of(SWAP_CONFIRMED, (data, { chat, tag }) => ({
    title: fill(chat.swapConfirmed, { in: amount(data.in, tag), out: amount(data.out, tag) }),
    text: noted(fill(chat.swapFee, { fee: amount(data.fee, tag) }), data, chat),
    path: "/account/swaps",
  })),
  "swap.failed": of(SWAP_FAILED, (data, { chat, tag }) => ({
    title: fill(chat.swapFailed, { in: amount(data.in, tag), out: amount(data.out, tag) }),
    text: noted(data.status === "refunded" ? chat.swapRefunded : chat.swapFailedWhy, data, chat),
    path: "/account/swaps",
  })),
  "agentic.intent": of(
    AGENTIC_INTENT,
    ({ id, action = "place", order, source, expires_at }, { chat, push }) => {
      const { side, size, market } = order;
      const what = { staged_order_id: id, action, side, size, market, expires_at };
      const notice = { ...what, outcome: null };
      const { title, body, path } = pushText({ type: "push.approval", data: notice }, push, "UTC");
      return { title, text: `${fill(chat.proposedBy, { source: source.name })} ${body}`, path };
    },
  ),
  "agentic.executed": of(AGENTIC_EXECUTED, ({ id, order, source, result }, { chat, tag }) => {
    const { side, size, market } = order;
    const { filled_size: filled, avg_fill_price: price } = result;
    const values = { size: figure(size, { tag }), coin: assetOf(market) };
    const fills =
      price === null
        ? chat.placedOpen
        : fill(chat.placedFilled, {
            filled: figure(filled, { tag }),
            price: figure(price, { tag }),
          });
    return {
      title: fill(chat[`placed_${side}`], values),
      text: `${fills} ${fill(chat.proposedBy, { source: source.name })}`,
      path: `/approvals/${encodeURIComponent(id)}`,
    };
  }),
  "points.credited": of(POINTS_CREDITED, ({ points, balance }, { chat, tag }) => ({
    title: fill(chat.pointsCredited, { points: figure(String(points), { tag }) }),
    text: fill(chat.pointsBalance, { balance: figure(String(balance), { tag }) }),
    path: "/account/points",
  })),
  "points.reversed": of(POINTS_REVERSED, ({ points, balance }, { chat, tag }) => ({
    title: fill(chat.pointsReversed, { points: figure(String(points), { tag }) }),
    text: `${chat.pointsReversedWhy} ${fill(chat.pointsBalance, { balance: figure(String(balance), { tag }) })}`,
    path: "/account/points",
  })),
  "webhook.paused": of(WEBHOOK_PAUSED, (data, { chat }) => {
    const { webhook_id: id, origin, reason, last_error: error, note } = data;
    const sentences = [
      chat.pauses[reason],
      note ?? "",
      error === null ? "" : fill(chat.lastError, { error }),
    ];
    return {
      title: fill(chat.webhookPaused, { webhook: data.name ?? origin }),
      text: sentences.filter((sentence) => sentence !== "").join(" "),
      path: `/settings/webhooks/${encodeURIComponent(id)}`,
    };
  }),
  "order.filled": of(ORDER_FILLED, (data, words) => {
    const { account, order_id, market, side, size, price, realized_pnl, order } = data;
    return ofPush(words, {
      event: "order_filled",
      account,
      order_id,
      market,
      side,
      order_type: order?.order_type ?? "LIMIT",
      trigger_price: order?.trigger_price ?? null,
      // The end of the rest is an event of its own, so this one is about what filled.
      size,
      filled_size: size,
      cancel_reason: "",
      price,
      realized_pnl,
    });
  }),
  "order.ended": of(ORDER_ENDED, ({ side, market, order }, { chat, push, tag }) => {
    // An order for a whole position has no size of its own.
    const size = /[1-9]/.test(order.size) ? figure(order.size, { tag }) : "";
    const filled = /[1-9]/.test(order.filled_size)
      ? fill(chat.endedFilled, { filled: figure(order.filled_size, { tag }) })
      : "";
    const reason = push.trading.reasons[order.cancel_reason];
    return {
      title: fill(chat[`ended_${side}`], { size, coin: assetOf(market) }).replace(/ {2,}/g, " "),
      text: `${fill(chat.endedWhy, { reason })} ${filled}`.trim(),
      path: "/account/orders",
    };
  }),
  "position.liquidated": of(POSITION_LIQUIDATED, (data, words) => liquidationText(data, words)),
  "margin.warning": of(MARGIN_WARNING, ({ account, level, maintenance_share, nearest }, words) =>
    ofPush(words, {
      event: "margin_level",
      account,
      level,
      maintenance_share,
      market: nearest?.market ?? null,
      mark_price: nearest?.mark_price ?? null,
      liquidation_price: nearest?.liquidation_price ?? null,
    }),
  ),
  "transfer.settled": of(TRANSFER_SETTLED, (data, words) => {
    const { account, kind, status, amount: sum, asset, fee, tx_hash, reason } = data;
    const moved = { account, amount: sum, asset };
    if (status === "RETURNED") {
      return ofPush(words, { event: "withdrawal_returned", ...moved, reason });
    }
    return kind === "DEPOSIT"
      ? ofPush(words, { event: "deposit_credited", ...moved, tx_hash })
      : ofPush(words, { event: "withdrawal_paid", ...moved, fee, tx_hash });
  }),
  "referral.created": of(REFERRAL_CREATED, ({ link, sub }, { chat }) => ({
    title: chat.referralCreated,
    text: [link, sub].filter((one) => one !== null).join(" · "),
    path: "/partner",
  })),
  "partner.accrued": of(PARTNER_ACCRUED, (data, { chat, tag }) => ({
    title: fill(chat.partnerAccrued, { earned: figure(data.earned, { tag }) }),
    text: noted(fill(chat.partnerFees, { fees: figure(data.fees, { tag }) }), data, chat),
    path: "/partner",
  })),
  "payout.paid": of(PAYOUT_PAID, (data, { chat, tag }) => ({
    title: fill(chat.payoutPaid, { amount: figure(data.amount, { tag }) }),
    text: noted(data.recipient, data, chat),
    path: "/partner",
  })),
  "price.alert": of(PRICE_ALERT, (data, { push }) => {
    const { title, body, path } = pushText({ type: "push.alert", data }, push, "UTC");
    return { title, text: body, path };
  }),
};

/** The text of the push about the same event. */
function ofPush({ push, tag }: Words, data: TradingPush): Text {
  const { title, body, path } = tradingText(data, push.trading, tag);
  return { title, text: body, path };
}

function liquidationText(data: TradingEventData["position.liquidated"], words: Words): Text {
  const { account, reason, positions, account_value } = data;
  const [first] = positions;
  if (first === undefined) {
    return { title: words.push.trading.closed, text: "", path: "/account" };
  }
  return ofPush(words, {
    event: reason === "ADL" ? "deleveraged" : "liquidated",
    account,
    market: first.market,
    size: first.size,
    price: first.average_price,
    remaining_size: first.remaining_size,
    others: positions.length - 1,
    realized_pnl: first.realized_pnl,
    fee: first.fee,
    account_value,
  });
}

type CatalystData = z.output<(typeof CATALYST_DETECTED)["schema"]>;

function catalystText(data: CatalystData, { chat }: Words, title: string): Text {
  const { type, magnitude, sentiment, assets, summary } = data;
  const facts = fill(chat.catalystFacts, {
    type: chat.catalystTypes[type],
    magnitude: String(magnitude),
    sentiment: chat.sentiments[sentiment.direction],
    assets: assets.join(", "),
  }).replace(/ · $/, "");
  const text = noted(summary === "" ? facts : `${facts}\n${summary}`, data, chat);
  return { title, text, path: `/catalysts/${encodeURIComponent(data.id)}` };
}

function amount(side: { asset: string; amount: string }, tag: string): string {
  return `${figure(side.amount, { tag })} ${side.asset}`;
}

/** With a note that the event did not really happen. */
function noted(text: string, { simulated }: { simulated: boolean }, chat: ChatTexts): string {
  return simulated ? `${text} ${chat.simulated}` : text;
}
