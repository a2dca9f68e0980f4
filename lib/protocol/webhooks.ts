/**
 * Webhooks: event types, states, and the header that signs a delivery
 * (docs/api/webhooks.md). Free of dependencies, so that pages can use it too.
 */

/** In the order of docs/api/webhooks.md. */
export const WEBHOOK_EVENT_TYPES = [
  "signal.created",
  "signal.invalidated",
  "catalyst.detected",
  "catalyst.updated",
  "swap.confirmed",
  "swap.failed",
  "agentic.intent",
  "agentic.executed",
  "points.credited",
  "points.reversed",
  "webhook.paused",
  "order.filled",
  "order.ended",
  "position.liquidated",
  "margin.warning",
  "transfer.settled",
  "price.alert",
] as const;

export type WebhookEventType = (typeof WEBHOOK_EVENT_TYPES)[number];

/** From the start of the attempt to the last byte of the response. */
export const ATTEMPT_TIMEOUT_MS = 5_000;

/** A receiver refuses a signature whose `t` differs from its clock by more than this. */
export const SIGNATURE_TOLERANCE_S = 300;

export const WEBHOOK_STATUSES = ["active", "paused"] as const;

/**
 * `failures`: a delivery failed seven times. `owner`: paused by hand. `secret`: no secret can be
 * decrypted.
 * `receiver`: the receiver answered with `webhook-delivery: disable`.
 * `operator`: paused by the operator of the service, and only the operator can resume it.
 */
export const PAUSE_REASONS = ["failures", "owner", "secret", "receiver", "operator"] as const;
export type PauseReason = (typeof PAUSE_REASONS)[number];

export const DELIVERY_STATES = ["pending", "sending", "delivered", "dead", "canceled"] as const;

/** What a recovery sends again. `missing`: events that have no delivery. */
export const RECOVERABLE = ["dead", "canceled", "delivered", "missing"] as const;

/**
 * Why an attempt failed: the status was not 2xx, or there was no response. `gone`: the status was 410. `aborted`, `disabled`: a
 * receiver that failed asked for no more attempts of this delivery, or of any. `lost`: the process that sent it ended.
 */
export const ATTEMPT_FAILURES = [
  "status",
  "gone",
  "aborted",
  "disabled",
  "timeout",
  "no_address",
  "target_refused",
  "unreachable",
  "lost",
] as const;
export type AttemptFailure = (typeof ATTEMPT_FAILURES)[number];

/**
 * Milliseconds of each step of an attempt; null: not reached. On a reused connection the first
 * steps take no time.
 */
export type AttemptPhases = {
  resolve_ms: number | null;
  connect_ms: number | null;
  /** From the request to the head of the response. */
  answer_ms: number | null;
  read_ms: number | null;
};

/** Where a webhook's URL leads, judged by its text. */
export const WEBHOOK_TARGETS = ["public", "internal", "simulated"] as const;
export type WebhookTarget = (typeof WEBHOOK_TARGETS)[number];

/** Why a URL is refused at registration. */
export const WEBHOOK_URL_PROBLEMS = [
  "malformed",
  "too_long",
  "credentials",
  "fragment",
  "port",
  "own_host",
  "blocked",
  "not_public",
  "not_https",
] as const;
export type WebhookUrlProblem = (typeof WEBHOOK_URL_PROBLEMS)[number];

/**
 * Why an attempt began late. `pause`: the webhook was paused. `lease`: the process of an earlier
 * run ended. `rate`: max_per_second.
 * `slots`: the webhook had the maximum number of attempts under way. `busy`: none of these, so the
 * service was busy.
 */
export const LATE_REASONS = ["pause", "lease", "rate", "slots", "busy"] as const;
export type LateReason = (typeof LATE_REASONS)[number];

export const WEBHOOK_LIMITS = {
  webhooks: 20,
  secrets: 3,
  assets: 50,
  /** Deliveries of one replay. */
  replays: 1_000,
  /** Deliveries that one recovery creates. */
  recovered: 10_000,
  /**
   * Attempts of one webhook at a time. Fewer after one without an answer, and until the first
   * attempt has ended.
   */
  attempts: 16,
  attemptsWhenSlow: 4,
  attemptsAtFirst: 1,
  urlCharacters: 2_048,
  /** Bytes of `data` as JSON text. */
  dataBytes: 32_768,
  /** Waiting deliveries of a webhook. Further events are counted, but get no delivery. */
  waiting: 100_000,
  /** Days for which events, deliveries and attempts are kept. */
  days: 30,
} as const;

export const DELIVERY_ID_HEADER = "x-svc-delivery-id";
export const WEBHOOK_SIGNATURE_HEADER = "x-svc-signature";
