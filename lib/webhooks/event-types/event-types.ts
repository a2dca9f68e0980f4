/** All event types (docs/api/webhooks.md). */
import type { WebhookEventType } from "#lib/protocol/webhooks.ts";
import { AGENTIC_EXECUTED } from "./agentic-executed.ts";
import { AGENTIC_INTENT } from "./agentic-intent.ts";
import { CATALYST_DETECTED } from "./catalyst-detected.ts";
import { CATALYST_UPDATED } from "./catalyst-updated.ts";
import type { EventType } from "./event-type.ts";
import { MARGIN_WARNING } from "./margin-warning.ts";
import { ORDER_ENDED } from "./order-ended.ts";
import { ORDER_FILLED } from "./order-filled.ts";
import { PARTNER_ACCRUED } from "./partner-accrued.ts";
import { PAYOUT_PAID } from "./payout-paid.ts";
import { POINTS_CREDITED } from "./points-credited.ts";
import { POINTS_REVERSED } from "./points-reversed.ts";
import { POSITION_LIQUIDATED } from "./position-liquidated.ts";
import { PRICE_ALERT } from "./price-alert.ts";
import { REFERRAL_CREATED } from "./referral-created.ts";
import { SIGNAL_CREATED } from "./signal-created.ts";
import { SIGNAL_INVALIDATED } from "./signal-invalidated.ts";
import { SWAP_CONFIRMED } from "./swap-confirmed.ts";
import { SWAP_FAILED } from "./swap-failed.ts";
import { TRANSFER_SETTLED } from "./transfer-settled.ts";
import { WEBHOOK_PAUSED } from "./webhook-paused.ts";

export const EVENT_TYPES: Readonly<Record<WebhookEventType, EventType>> = {
  "signal.created": SIGNAL_CREATED,
  "signal.invalidated": SIGNAL_INVALIDATED,
  "catalyst.detected": CATALYST_DETECTED,
  "catalyst.updated": CATALYST_UPDATED,
  "swap.confirmed": SWAP_CONFIRMED,
  "swap.failed": SWAP_FAILED,
  "agentic.intent": AGENTIC_INTENT,
  "agentic.executed": AGENTIC_EXECUTED,
  "points.credited": POINTS_CREDITED,
  "points.reversed": POINTS_REVERSED,
  "webhook.paused": WEBHOOK_PAUSED,
  "order.filled": ORDER_FILLED,
  "order.ended": ORDER_ENDED,
  "position.liquidated": POSITION_LIQUIDATED,
  "margin.warning": MARGIN_WARNING,
  "transfer.settled": TRANSFER_SETTLED,
  "price.alert": PRICE_ALERT,
  "referral.created": REFERRAL_CREATED,
  "partner.accrued": PARTNER_ACCRUED,
  "payout.paid": PAYOUT_PAID,
};
