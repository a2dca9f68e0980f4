/** Sends one request to the venue and passes its answer on. */
import "server-only";
import { config } from "#lib/platform/config.ts";
import { ServiceError } from "#lib/platform/errors.ts";
import { askUpstream, type UpstreamAnswer, UpstreamFailure } from "#lib/platform/http/upstream.ts";

/** Spec 2, "Limits": a write without an answer within 5 s is unknown. */
const TIMEOUT_MILLISECONDS = 5_000;
/** The longest list of orders takes a few hundred kilobytes. */
const ANSWER_LIMIT_BYTES = 4 * 1024 * 1024;

export type VenueRequest = {
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** Path and query, from /v1 on. */
  path: string;
  headers: Record<string, string>;
  body?: Uint8Array;
};

/** @throws VENUE_TIMEOUT, VENUE_UNREACHABLE (also for a redirect or an answer that is not JSON) */
export function askVenue({ path, ...request }: VenueRequest): Promise<UpstreamAnswer> {
  return askJson(`${config().venueUrl}${path}`, request);
}

/** The same for any service with the venue's conventions. */
export async function askJson(
  url: string,
  request: Omit<VenueRequest, "path">,
  timeoutMilliseconds = TIMEOUT_MILLISECONDS,
): Promise<UpstreamAnswer> {
  try {
    const answer = await askUpstream({
      ...request,
      url,
      timeoutMilliseconds,
      maxBytes: ANSWER_LIMIT_BYTES,
    });
    const isJson = /^application\/json\b/i.test(answer.contentType);
    const isFinal = answer.status >= 200 && !(answer.status >= 300 && answer.status < 400);
    // Any other answer does not come from the venue itself, and a page of another server must not be passed on.
    if (!isJson || !isFinal) throw new Error(`an answer of ${answer.status} that is not JSON`);
    return answer;
  } catch (error) {
    const timedOut = error instanceof UpstreamFailure && error.timedOut;
    const refusal = new ServiceError(timedOut ? "VENUE_TIMEOUT" : "VENUE_UNREACHABLE");
    refusal.cause = error;
    throw refusal;
  }
}

/** The answer's status and bytes, untouched. */
export function verbatim(answer: UpstreamAnswer): Response {
  const headers = new Headers({ "content-type": "application/json" });
  if (answer.retryAfter !== undefined) headers.set("retry-after", answer.retryAfter);
  return new Response(answer.body, { status: answer.status, headers });
}

/** The catalogue code in an error body; `undefined` when there is none. */
export function errorCode(answer: UpstreamAnswer): string | undefined {
  try {
    const body: unknown = JSON.parse(answer.body.toString("utf8"));
    const code: unknown =
      typeof body === "object" && body !== null ? Reflect.get(body, "error") : undefined;
    return typeof code === "string" ? code : undefined;
  } catch {
    return undefined;
  }
}
