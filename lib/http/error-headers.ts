import { ServiceError } from "#lib/errors.ts";

/** A restart, a full server and an upstream that is away pass within seconds. */
const RETRY_AFTER_SECONDS = "3";

/** The headers that belong to an error: Allow with 405, Retry-After with 503 and whenever a wait is known. */
export function errorHeaders(thrown: unknown): Record<string, string> {
  if (!(thrown instanceof ServiceError)) return {};
  const context: object = thrown.context;
  if ("allowed" in context && thrown.status === 405) return { Allow: String(context.allowed) };
  if ("retryAfterSeconds" in context) return { "Retry-After": String(context.retryAfterSeconds) };
  return thrown.status === 503 ? { "Retry-After": RETRY_AFTER_SECONDS } : {};
}
