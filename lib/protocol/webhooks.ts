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
  "referral.created",
  "partner.accrued",
  "payout.paid",
] as const;

export type WebhookEventType = (typeof WEBHOOK_EVENT_TYPES)[number];

/** From the start of the attempt to the last byte of the response. */
export const ATTEMPT_TIMEOUT_MS = 5_000;

/** A receiver refuses a signature whose `t` differs from its clock by more than this. */
export const SIGNATURE_TOLERANCE_S = 300;

/** How the body of a delivery is written: the event as JSON, or a message for a chat service. */
export const WEBHOOK_FORMATS = ["json", "slack", "discord", "teams"] as const;
export type WebhookFormat = (typeof WEBHOOK_FORMATS)[number];
export type ChatFormat = Exclude<WebhookFormat, "json">;

/**
 * Whether a failing receiver may end its deliveries. `never`: each gets its seven attempts. `header`: by the header
 * `webhook-delivery`. `header_or_410`: also by the status 410, which pauses the webhook.
 */
export const RECEIVER_STOPS = ["never", "header", "header_or_410"] as const;
export type ReceiverStop = (typeof RECEIVER_STOPS)[number];

export const WEBHOOK_STATUSES = ["active", "paused"] as const;

/**
 * `failures`: a delivery failed seven times. `owner`: paused by hand. `secret`: no secret can be
 * decrypted. `headers`: a header of the owner's cannot be decrypted.
 * `receiver`: the receiver answered with `webhook-delivery: disable`, or with 410 where the owner allowed that.
 * `operator`: paused by the operator of the service, and only the operator can resume it.
 */
export const PAUSE_REASONS = [
  "failures",
  "owner",
  "secret",
  "headers",
  "receiver",
  "operator",
] as const;
export type PauseReason = (typeof PAUSE_REASONS)[number];

export const DELIVERY_STATES = ["pending", "sending", "delivered", "dead", "canceled"] as const;

/** What a recovery sends again. `missing`: events that have no delivery. */
export const RECOVERABLE = ["dead", "canceled", "delivered", "missing"] as const;

/**
 * Why an attempt failed: the status was not 2xx, or there was no response. `gone`: the status was 410. `aborted`, `disabled`: a
 * receiver that failed asked for no more attempts of this delivery, or of any. `rejected`: the status was 2xx, but the body says that the
 * chat service did not post the message. `lost`: the process that sent it ended.
 */
export const ATTEMPT_FAILURES = [
  "status",
  "gone",
  "aborted",
  "disabled",
  "rejected",
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
  /** Of a filter. */
  markets: 50,
  accounts: 50,
  nameCharacters: 60,
  /** Headers of the owner's own. */
  headers: 10,
  headerNameCharacters: 64,
  headerValueCharacters: 1_024,
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

/** Deliveries that begin in a second, unless the owner says otherwise. Chat services take about one. */
export const DEFAULT_PER_SECOND: Readonly<Record<WebhookFormat, number>> = {
  json: 50,
  slack: 1,
  discord: 1,
  teams: 1,
};

/**
 * Headers that the service sets, that belong to the connection, or that say who sent the request: the owner's own cannot have these
 * names. Below are beginnings of such names.
 */
const RESERVED_HEADERS: ReadonlySet<string> = new Set([
  "accept-encoding",
  "connection",
  "content-encoding",
  "content-length",
  "content-type",
  "cookie",
  "cookie2",
  "date",
  "expect",
  "forwarded",
  "host",
  "http2-settings",
  "keep-alive",
  "max-forwards",
  "origin",
  "referer",
  "set-cookie",
  "te",
  "trailer",
  "trailers",
  "transfer-encoding",
  "upgrade",
  "user-agent",
  "via",
  "x-real-ip",
]);
const RESERVED_BEGINNINGS = ["proxy-", "sec-", "webhook-", "x-forwarded-", "x-svc-"];

/** Why a header of the owner's is refused. */
export type HeaderProblem = "name" | "reserved" | "value";

/** Values are visible ASCII with spaces inside, so no line break can begin another header. */
export function headerProblem(name: string, value: string | null): HeaderProblem | undefined {
  const { headerNameCharacters: longest, headerValueCharacters: longestValue } = WEBHOOK_LIMITS;
  if (name.length > longest || !/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/.test(name)) return "name";
  const lower = name.toLowerCase();
  const isReserved =
    RESERVED_HEADERS.has(lower) || RESERVED_BEGINNINGS.some((start) => lower.startsWith(start));
  if (isReserved) return "reserved";
  if (value === null) return undefined;
  return value.length <= longestValue && /^[!-~](?:[ -~]*[!-~])?$/.test(value)
    ? undefined
    : "value";
}

/** The format that the address of a chat service takes; `undefined` for any other address. */
export function formatOfAddress(address: string): ChatFormat | undefined {
  const url = URL.parse(address);
  if (url === null) return undefined;
  const { hostname: host, pathname: path } = url;
  const isAt = (domain: string) => host === domain || host.endsWith(`.${domain}`);
  const isSlack = host === "hooks.slack.com" || host === "hooks.slack-gov.com";
  // Other paths there start a workflow, which takes fields of its own.
  if (isSlack && path.startsWith("/services/")) return "slack";
  if ((isAt("discord.com") || isAt("discordapp.com")) && path.startsWith("/api/")) {
    return path.endsWith("/slack") ? "slack" : "discord";
  }
  const isTeams = [
    "webhook.office.com",
    "outlook.office.com",
    "logic.azure.com",
    "api.powerplatform.com",
  ].some(isAt);
  return isTeams ? "teams" : undefined;
}
