/** Events of an account by type, with the data that each carries. A new event is one more line here. */
import type { NoticeKind } from "#lib/protocol/partner/enumerations.ts";
import type { SecurityFacts, SecurityKind } from "#lib/protocol/security-notices.ts";
import type { PartnerNotice } from "#lib/protocol/wire/partner.ts";
import type {
  AlertPush,
  ApprovalPush,
  CalendarPush,
  MarketPush,
} from "#lib/protocol/wire/pushes.ts";
import type { TradingPush } from "#lib/protocol/wire/trading-pushes.ts";
import type { WebhookPaused } from "#lib/protocol/wire/webhook.ts";

/** How the proposal of an order ended at the venue. */
export type StagedOrderEnd = {
  staged_order_id: string;
  account: string;
  /** `BUY 0.01 BTCUSDC LIMIT 60000` */
  order: string;
  /** The venue's order; null when it was refused. */
  order_id: string | null;
  /** The venue's refusal; null when it was placed. */
  error: string | null;
};

export type AccountEvents = {
  [Kind in NoticeKind as `partner.${Kind}`]: PartnerNotice["data"];
} & {
  [Kind in SecurityKind as `security.${Kind}`]: SecurityFacts;
} & {
  /** The venue took the order that the user signed. */
  "agentic.executed": StagedOrderEnd;
  /** The venue refused it, or it never arrived. */
  "agentic.refused": StagedOrderEnd;
  /** Not by its owner. */
  "webhook.paused": WebhookPaused;
  /** A release of the calendar. */
  "push.calendar": CalendarPush;
  /** A price. */
  "push.market": MarketPush;
  /** An order that waits for the user's approval. */
  "push.approval": ApprovalPush;
  /** An order, the margin or the money of one of the user's trading accounts. */
  "push.trading": TradingPush;
  /** A price alert of the user's own that fired. */
  "push.alert": AlertPush;
};

export type AccountEventType = keyof AccountEvents;
