import { ServiceError } from "#lib/errors.ts";

/** A restart, a full server and an upstream that is away pass within seconds. */
const RETRY_AFTER_SECONDS = "3";

/** The headers that belong to an error: Allow with 405, Retry-After with 503 and whenever a wait is known, the limit that refused. */
export function errorHeaders(thrown: unknown): Record<string, string> {
  if (!(thrown instanceof ServiceError)) return {};
  const context: object = thrown.context;
  if ("allowed" in context && thrown.status === 405) return { Allow: String(context.allowed) };
  if (thrown.status === 401) return { "WWW-Authenticate": challenge(thrown) };
  if ("retryAfterSeconds" in context) {
    const seconds = String(context.retryAfterSeconds);
    return {
      "Retry-After": seconds,
      ...("limit" in context ? refusedBy(context.limit, seconds) : {}),
    };
  }
  return thrown.status === 503 ? { "Retry-After": RETRY_AFTER_SECONDS } : {};
}

/** A handler that counts a limit of its own tells of that one, and not of the caller's. */
function refusedBy(limit: unknown, seconds: string): Record<string, string> {
  return {
    "RateLimit-Limit": String(limit),
    "RateLimit-Remaining": "0",
    "RateLimit-Reset": seconds,
  };
}

/** Refusals for which no credential was shown: RFC 6750, 3.1 gives these no error code. */
const NOTHING_SHOWN = new Set(["SIGN_IN_REQUIRED", "MISSING_CREDENTIAL"]);

/** As a resource that takes JWTs answers (RFC 6750, 3): clients of other doors read what is wrong where they look for it. */
function challenge({ code, message }: ServiceError): string {
  if (NOTHING_SHOWN.has(code)) return "Bearer";
  // A quoted string of HTTP: visible ASCII, no quotes.
  const text = message.replaceAll('"', "'").replaceAll(/[^\x20-\x7e]/g, "-");
  return `Bearer error="invalid_token", error_description="${text}"`;
}
