import { refusalOf, type ServiceError } from "#lib/kernel/errors/errors.ts";
import { RESOURCE_METADATA_PATH } from "#lib/protocol/oauth-addresses.ts";
import { SCOPES, type Scope, scopesIn } from "#lib/protocol/scopes.ts";

type Tokens = { issuer: string; scope?: Scope };

/** A restart, a full server and an unreachable upstream usually recover within seconds. */
const RETRY_AFTER_SECONDS = "3";

/**
 * The headers that belong to an error: Allow with 405, Retry-After with 503 and whenever a wait is known, the limit that
 * refused. `tokens`, when the endpoint takes them: their issuer, where its challenges lead (RFC 9728, 5.1), and the scope of a read that takes them; else clients request all, and the user ticks some.
 */
export function errorHeaders(thrown: unknown, tokens?: Tokens): Record<string, string> {
  const refusal = refusalOf(thrown);
  const context: object = refusal.context;
  if ("allowed" in context && refusal.status === 405) return { Allow: String(context.allowed) };
  if (refusal.status === 401 || refusal.code === "INSUFFICIENT_SCOPE") {
    return { "WWW-Authenticate": challenge(refusal, tokens) };
  }
  if ("retryAfterSeconds" in context) {
    const seconds = String(context.retryAfterSeconds);
    return {
      "Retry-After": seconds,
      ...("limit" in context ? refusedBy(context.limit, seconds) : {}),
    };
  }
  return refusal.status === 503 ? { "Retry-After": RETRY_AFTER_SECONDS } : {};
}

/** A handler that counts a limit of its own announces that one instead of the caller's. */
function refusedBy(limit: unknown, seconds: string): Record<string, string> {
  return {
    "RateLimit-Limit": String(limit),
    "RateLimit-Remaining": "0",
    "RateLimit-Reset": seconds,
  };
}

/** Refusals of requests without a credential: RFC 6750, 3.1 gives these no error code. */
const NOTHING_SHOWN = new Set(["SIGN_IN_REQUIRED", "MISSING_CREDENTIAL"]);

/** A challenge in the form of RFC 6750, 3, which clients of every scheme know how to read. */
function challenge({ code, message, context }: ServiceError, tokens?: Tokens): string {
  const parameters: string[] = [];
  if (!NOTHING_SHOWN.has(code)) {
    // A quoted string of HTTP: visible ASCII, no quotes.
    const text = message.replaceAll('"', "'").replaceAll(/[^\x20-\x7e]/g, "-");
    const error = code === "INSUFFICIENT_SCOPE" ? "insufficient_scope" : "invalid_token";
    parameters.push(`error="${error}"`, `error_description="${text}"`);
  }
  if (tokens !== undefined) {
    const { issuer, scope: first = SCOPES.join(" ") } = tokens;
    const scope = "needed" in context ? stepUp(context) : first;
    parameters.push(`scope="${scope}"`, `resource_metadata="${issuer}${RESOURCE_METADATA_PATH}"`);
  }
  return ["Bearer", parameters.join(", ")].filter((part) => part !== "").join(" ");
}

/** The tokens of a new authorization have only the scopes it requests, so the challenge lists the granted scopes beside the missing ones. */
function stepUp(context: { needed: unknown; granted?: unknown }): string {
  const scopes = [context.granted, context.needed].filter((list) => typeof list === "string");
  return scopesIn(scopes.join(" ")).join(" ");
}
