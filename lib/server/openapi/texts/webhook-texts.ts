/** What the fields of webhooks and their deliveries mean (docs/api/webhooks.md). */
import { fieldTexts, joinTexts } from "#lib/kernel/openapi/field-texts.ts";

const WEBHOOK_OWNERS =
  "webhooks webhook CreateWebhookAnswer GetWebhookAnswer UpdateWebhookAnswer PauseWebhookAnswer ResumeWebhookAnswer";

const WEBHOOKS = fieldTexts({
  [WEBHOOK_OWNERS]: {
    id: "whk_ and 24 hex characters",
    url: "Address that deliveries are sent to",
    events: "Types of events that are delivered",
    filter: "Narrows the events",
    status: "active, or paused: nothing is sent and events wait",
    pause: "Why and when it was paused; null while it is active",
    max_per_second: "Most deliveries that begin in a second",
    secrets: "Live secrets, the newest first",
    oldest_waiting_at: "Time of the oldest event that waits; null: none",
    created_at: "When the webhook was registered",
  },
  "CreateWebhookAnswer CreateWebhookSecretAnswer": {
    secret: "The signing secret, in this answer only; null when you gave your own",
  },
  CreateWebhookSecretAnswer: { webhook: "The webhook with its secrets" },
  filter: {
    assets: "Only events of these assets, and those without an asset",
    markets: "Only events of these markets, and those without a market",
    accounts: "Only events of these wallets, and those without a wallet",
    min_conviction: "Only events of at least this conviction, and those without one",
  },
  pause: {
    at: "When it was paused",
    delivery_id: "The delivery that failed; null: it was paused for another reason",
    last_error: "HTTP status or failure of its last attempt; null: none",
  },
  secrets: {
    created_at: "When the secret was added",
    sid: "Id of the secret",
  },
  skipped: {
    events: "Events that were only counted",
    from: "Time of the first one",
    to: "Time of the last one",
  },
  last_24h: {
    delivered: "Deliveries that a 2xx answer ended",
    dead: "Deliveries that failed seven times",
  },
  UpdateWebhookRequest: { url: "New address, which accepts POST" },
  ListWebhooksAnswer: { webhooks: "Webhooks of the account" },
  ListWebhookEventTypesAnswer: { event_types: "Every type of event" },
  event_types: { type: "Name of the type", description: "When the event is sent" },
  TestWebhookAnswer: { delivery_id: "The test delivery" },
});

const DELIVERIES = fieldTexts({
  "deliveries GetWebhookDeliveryAnswer": {
    type: "Type of the event",
    dedup_key: "The same in every attempt and replay of the event",
    livemode: "false for a test",
    replay_of: "The delivery that this one sends again; null: none",
    state:
      "pending; sending; delivered; dead after seven failed attempts; canceled: given up by its owner",
    attempts: "Attempts so far",
    next_attempt_at: "When the next attempt is due; null: there is none",
    ended_at: "When it was delivered or given up; null before",
    did: "Id of the delivery",
  },
  to_come: { number: "Number of the attempt", at: "Earliest time" },
  runs: {
    number: "Number of the attempt, 1 to 7",
    due_at: "When it was due",
    started_at: "When it began",
    ended_at: "When it ended",
    status: "HTTP status of the answer; null without one",
    failure:
      "Why it failed; null: it did not. status: not 2xx. lost: the process that sent it ended",
  },
  phases: {
    resolve_ms: "Look-up of the host name, in milliseconds",
    connect_ms: "Connection with TLS, in milliseconds; 0 on a kept connection",
    read_ms: "Reading of the response, in milliseconds",
  },
  ReplayWebhookDeliveriesRequest: { delivery_ids: "Deliveries to send again, at most 1,000" },
  ReplayWebhookDeliveriesAnswer: { replayed: "The new deliveries" },
  replayed: { delivery_id: "The old delivery", new_delivery_id: "The new delivery" },
  RecoverWebhookEventsRequest: { to: "End of the span, inclusive" },
  RecoverWebhookEventsAnswer: { dry_run: "Nothing was created" },
});

const TIMING = fieldTexts({
  GetWebhookAdherenceAnswer: {
    to: "The last planned time that is counted",
    all: "Figures of all attempts",
  },
  "all by_attempt": {
    attempts: "Attempts that began",
    p50_ms: "Median delay in milliseconds; null without attempts",
    p95_ms: "95th percentile of the delay in milliseconds",
    p99_ms: "99th percentile of the delay in milliseconds",
    most_ms: "Largest delay in milliseconds",
  },
  by_attempt: {
    number: "Number of the attempt, 1 to 7",
    wait_seconds: "Wait after the failure before, in seconds",
  },
  late: {
    delivery_id: "The delivery",
    number: "Number of the attempt",
    due_at: "When it was due",
    started_at: "When it began",
    late_ms: "Delay in milliseconds",
    reason:
      "pause: the webhook was paused. lease: the process that had it ended. rate: max_per_second. slots: as many attempts as allowed were running. busy: the service was busy",
  },
  DiagnoseWebhookSignatureAnswer: {
    ok: "The signature passes",
    age_seconds: "Age of its time in seconds; null when it cannot be read",
  },
});

const EVENT_TEXTS = fieldTexts({
  "SignalCreatedEvent SignalInvalidatedEvent CatalystDetectedEvent CatalystUpdatedEvent SwapConfirmedEvent SwapFailedEvent AgenticIntentEvent AgenticExecutedEvent PointsCreditedEvent PointsReversedEvent WebhookPausedEvent PriceAlertEvent OrderFilledEvent OrderEndedEvent PositionLiquidatedEvent MarginWarningEvent TransferSettledEvent ReferralCreatedEvent PartnerAccruedEvent PayoutPaidEvent":
    { type: "Type of the event", data: "What happened" },
  "WebhookPausedEvent.data": {
    webhook_id: "The webhook that was paused",
    paused_at: "When it was paused",
  },
  "OrderFilledEvent.data OrderEndedEvent.data": {
    order_id: "Id of the order",
    side: "BUY or SELL",
    filled_at: "When it filled",
    ended_at: "When it ended",
    order: "The order as it ended",
  },
  "OrderFilledEvent.data.order OrderEndedEvent.data.order": {
    client_id: "The client's own id of the order; null: none",
    filled_size: "What filled of it",
    avg_fill_price: "Average price of its fills; null: none",
    status: "CLOSED",
    grouping: "Of an order of a group: ENTRY or POSITION; null for any other",
    created_at: "When it was placed",
  },
  "PositionLiquidatedEvent.data": { liquidated_at: "When the venue closed no more" },
  "MarginWarningEvent.data": { reached_at: "When the share reached the bound" },
  "TransferSettledEvent.data": {
    id: "Id of the transfer",
    kind: "DEPOSIT or WITHDRAWAL",
    asset: "USDC",
    created_at: "When it was credited or requested",
    ended_at: "When it reached this status",
  },
});

const OPERATOR = fieldTexts({
  "PauseWebhookAnswer.webhook ResumeWebhookAnswer.webhook GetWebhookAnswer.webhook ListWebhooksAnswer.webhooks":
    {
      user_id: "Account of the webhook",
      origin: "Scheme, host and port of its address",
      reason: "Why it is paused; null while it is active",
      note: "What the operator wrote; null: nothing",
      paused_at: "When it was paused; null while it is active",
      waiting: "Deliveries that wait for an attempt",
      oldest_due_at: "When the oldest of them is due; null: none",
      last_error: "Failure of the last failed attempt; null: none",
    },
  "PauseWebhookAnswer ResumeWebhookAnswer GetWebhookAnswer": { webhook: "The webhook" },
  GetWebhookAnswer: {
    states: "Number of deliveries by state",
    failures: "The latest failed attempts",
  },
  states: { state: "State of deliveries", count: "Number of deliveries" },
  failures: {
    at: "When the attempt ended",
    delivery_id: "The delivery",
    type: "Type of the event",
    attempt: "Number of the attempt",
    error: "HTTP status, or name of the failure",
  },
  PauseWebhookRequest: { reason: "Why; the owner reads it" },
});

const PARAMETERS = fieldTexts({
  "listWebhookDeliveries.query": {
    state: "Only deliveries in this state",
    type: "Only of this type",
  },
  query: {
    hours: "Length of the time that is looked at, 1 to 168 hours",
    paused: "Only paused webhooks, or only active ones",
  },
});

export const WEBHOOK_TEXTS = joinTexts(
  WEBHOOKS,
  DELIVERIES,
  TIMING,
  EVENT_TEXTS,
  OPERATOR,
  PARAMETERS,
);
