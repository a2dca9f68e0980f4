/** Deliveries as the OpenAPI document describes them. */
import { ATTEMPT_WAITS_S, MAX_ATTEMPTS } from "#lib/protocol/webhook-retry-schedule.ts";
import {
  ATTEMPT_TIMEOUT_MS,
  SIGNATURE_TOLERANCE_S,
  WEBHOOK_EVENT_TYPES,
} from "#lib/protocol/webhooks.ts";
import { deliveryOf } from "#lib/protocol/wire/webhook.ts";
import { EVENT_TYPES } from "./event-types.ts";

const AT = "2026-01-01T00:00:00.000Z";
const SECONDS = String(Date.parse(AT) / 1_000);
const EVENT = "0123456789abcdef".repeat(4);
const DELIVERY = "wh_evt_0123456789abcdef01234567";

const DESCRIPTIONS = {
  "X-Svc-Delivery-Id": "Id of the delivery, as in the body; the same in every attempt",
  "X-Svc-Signature": `t=<Unix seconds>,v1=<hex>, with a v1 for each live secret: HMAC-SHA256 of <t>.<body> under it. Refuse a t more than ${SIGNATURE_TOLERANCE_S} s from your clock`,
  "webhook-id": "dedup_key of the body (Standard Webhooks)",
  "webhook-timestamp": "Unix seconds (Standard Webhooks)",
  "webhook-signature": "v1,<base64>, separated by spaces (Standard Webhooks)",
};

const EXAMPLES: Record<keyof typeof DESCRIPTIONS, string> = {
  "X-Svc-Delivery-Id": DELIVERY,
  "X-Svc-Signature": `t=${SECONDS},v1=${EVENT}`,
  "webhook-id": EVENT,
  "webhook-timestamp": SECONDS,
  "webhook-signature": `v1,${"A".repeat(43)}=`,
};

const headers = Object.entries(DESCRIPTIONS).map(([name, description]) => ({
  name,
  description,
  example: EXAMPLES[name as keyof typeof DESCRIPTIONS],
}));

const waits = ATTEMPT_WAITS_S.slice(1).join(", ");
const answers = {
  accepted: `Accepted. Answer within ${ATTEMPT_TIMEOUT_MS / 1_000} s, and work afterwards`,
  failed: `A failed attempt, as without an answer. The next ones begin ${waits} s after the failure before; after ${MAX_ATTEMPTS} failures the webhook is paused`,
};

export const DELIVERED_EVENTS = WEBHOOK_EVENT_TYPES.map((type) => {
  const { description, schema, sample } = EVENT_TYPES[type];
  return {
    name: type,
    summary: description,
    headers,
    body: deliveryOf(type, schema),
    example: {
      id: DELIVERY,
      type,
      created_at: AT,
      dedup_key: EVENT,
      data: sample,
      livemode: true,
    },
    ...answers,
  };
});
