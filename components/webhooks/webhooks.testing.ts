/** Webhooks and their deliveries for tests of their pages. */

import { type ComponentType, createElement, type ReactNode } from "react";
import { PageTexts } from "#components/i18n/page-texts.tsx";
import type {
  Webhook,
  WebhookCheck,
  WebhookDelivery,
  WebhookDeliverySummary,
} from "#lib/protocol/wire/webhook.ts";
import webhooks from "./messages/en/webhooks.ts";
import type { TabProps } from "./tab-props.ts";

/** Wraps a page in the texts of webhooks. */
export function withTexts(page: ReactNode): ReactNode {
  const props = { messages: { webhooks }, children: page };
  return createElement(PageTexts, props);
}

/** A time on the day that all tests use. */
export const atTime = (time: string): string => `2026-05-01T${time}.000Z`;

export function webhook(change: Partial<Webhook> = {}): Webhook {
  return {
    id: "whk_1",
    url: "https://hooks.example/in",
    name: null,
    format: "json",
    headers: [],
    receiver_may_stop: "header",
    events: ["agentic.intent", "agentic.executed"],
    filter: {},
    status: "active",
    pause: null,
    will_pause_at: null,
    secrets: [{ id: "whs_1", created_at: atTime("09:00:00"), retires_at: null }],
    max_per_second: 50,
    target: "public",
    waiting: 0,
    oldest_waiting_at: null,
    skipped: null,
    dead: 0,
    last_24h: { delivered: 0, dead: 0, failing: 0, last_error: null },
    created_at: atTime("09:00:00"),
    ...change,
  };
}

/** The answer about a draft with nothing wrong. */
export function check(change: Partial<WebhookCheck> = {}): WebhookCheck {
  return {
    url_problem: null,
    matched: null,
    unknown: { assets: [], markets: [], accounts: [] },
    suggested_format: null,
    preview: null,
    ...change,
  };
}

export function paused(change: Partial<NonNullable<Webhook["pause"]>> = {}): Partial<Webhook> {
  const pause = {
    reason: "failures" as const,
    at: atTime("11:00:00"),
    delivery_id: "wh_evt_1",
    last_error: "HTTP 500",
    note: null,
    ...change,
  };
  return { status: "paused", pause };
}

export function summary(change: Partial<WebhookDeliverySummary> = {}): WebhookDeliverySummary {
  return {
    id: "wh_evt_1",
    type: "agentic.intent",
    created_at: atTime("11:00:00"),
    dedup_key: "agentic.intent:1",
    livemode: true,
    replay_of: null,
    state: "delivered",
    attempts: 1,
    next_attempt_at: null,
    ended_at: atTime("11:00:01"),
    last_error: null,
    ...change,
  };
}

type Run = WebhookDelivery["runs"][number];

export function run(change: Partial<Run> = {}): Run {
  return {
    number: 1,
    due_at: atTime("11:00:00"),
    started_at: "2026-05-01T11:00:00.020Z",
    ended_at: "2026-05-01T11:00:00.870Z",
    status: 204,
    failure: null,
    response: "",
    address: "192.0.2.1",
    phases: { resolve_ms: 5, connect_ms: 20, answer_ms: 800, read_ms: 25 },
    ...change,
  };
}

export function delivery(change: Partial<WebhookDelivery> = {}): WebhookDelivery {
  return {
    ...summary(),
    body: '{"id":"wh_evt_1","data":{}}',
    to_come: [],
    runs: [run()],
    ...change,
  };
}

/** One tab of a webhook. Callbacks do nothing unless given. */
export function tabElement(
  tab: ComponentType<TabProps>,
  of: Webhook,
  handlers: Partial<Omit<TabProps, "webhook">> = {},
): ReactNode {
  const props: TabProps = {
    webhook: of,
    onChange: () => Promise.resolve(),
    onDeleting: () => {},
    onSecret: () => {},
    ...handlers,
  };
  return withTexts(createElement(tab, props));
}
