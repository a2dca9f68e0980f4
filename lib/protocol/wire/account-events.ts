/** Events of an account by type, with the data that each carries. A new event is one more line here. */
import type { NoticeKind } from "#lib/protocol/partner/enumerations.ts";
import type { PauseReason } from "#lib/protocol/webhooks.ts";
import type { PartnerNotice } from "#lib/protocol/wire/partner.ts";

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

export type WebhookPaused = {
  webhook_id: string;
  /** Scheme, host and port of its URL. */
  origin: string;
  reason: PauseReason;
  /** The delivery that died, and `HTTP 500` or the name of the failure; null for other reasons. */
  delivery_id: string | null;
  last_error: string | null;
  /** What the operator wrote, who paused it. */
  note: string | null;
  /** ISO 8601. */
  paused_at: string;
};

export type AccountEvents = {
  [Kind in NoticeKind as `partner.${Kind}`]: PartnerNotice["data"];
} & {
  /** The venue took the order that the user signed. */
  "agentic.executed": StagedOrderEnd;
  /** The venue refused it, or it never arrived. */
  "agentic.refused": StagedOrderEnd;
  /** Not by its owner. */
  "webhook.paused": WebhookPaused;
};

export type AccountEventType = keyof AccountEvents;
