/** What each event type means, whether anything here causes it, and the data of a test delivery. */
import type { WebhookEventType } from "#lib/protocol/webhooks.ts";

type EventType = {
  description: string;
  /** The data of a test; `null`: nothing of this service causes the event yet, so its data is not defined. */
  sample: Readonly<Record<string, unknown>> | null;
};

const STAGED_ORDER = {
  id: "sto_0123456789abcdef01234567",
  source: { kind: "mcp_key", name: "My assistant" },
  account: "4zvwRjXUKGfvwnParsHAS3HuSVzV5cA4McphgmoCtajS",
  order: {
    market: "BTCUSDC",
    side: "BUY",
    size: "0.01",
    price: "60000",
    order_type: "LIMIT",
    time_in_force: "GTC",
    flags: 0,
    trigger_price: null,
    trigger_source: null,
  },
};

export const EVENT_TYPES: Readonly<Record<WebhookEventType, EventType>> = {
  "signal.created": { description: "A signal clears its thresholds.", sample: null },
  "signal.invalidated": { description: "A signal reaches its invalidation level.", sample: null },
  "catalyst.detected": { description: "A new catalyst is classified.", sample: null },
  "catalyst.updated": {
    description: "The sentiment or the magnitude of a catalyst changes.",
    sample: null,
  },
  "swap.confirmed": { description: "A swap of yours is finalized.", sample: null },
  "swap.failed": { description: "A swap of yours is rejected or fails.", sample: null },
  "agentic.intent": {
    description: "An assistant or a bot proposes an order, which waits for your signature.",
    sample: { ...STAGED_ORDER, state: "waiting", expires_at: "2026-01-01T00:05:00.000Z" },
  },
  "agentic.executed": {
    description: "The venue accepted an order that was proposed and that you signed.",
    sample: { ...STAGED_ORDER, state: "placed", result: { order_id: "1024" } },
  },
  "points.credited": { description: "Points are added to your balance.", sample: null },
  "points.reversed": { description: "Points are taken from your balance.", sample: null },
  "webhook.paused": {
    description: "Another webhook of yours was paused after seven failed attempts.",
    sample: {
      webhook_id: "whk_0123456789abcdef01234567",
      origin: "https://hooks.example",
      reason: "failures",
      delivery_id: "wh_evt_0123456789abcdef01234567",
      last_error: "HTTP 500",
      note: null,
      paused_at: "2026-01-01T00:00:00.000Z",
    },
  },
};
