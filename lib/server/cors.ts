/**
 * CORS for endpoints that ignore cookies: pages of any origin may read their answers, because such a page can do no more
 * than any other program.
 */
import { OPEN_TO_ALL } from "#lib/platform/http/cors-headers.ts";
import type { RouteHandler } from "./route.ts";

/** Browsers ask again after two hours at the latest. */
const MAX_AGE_SECONDS = "7200";
type OpenHandler = RouteHandler & { isOpenToAll?: true };

const HEADER_NAMES = /^[\w-]+(?:\s*,\s*[\w-]+)*$/;

/** Wraps a handler so that every origin may read its answers, refusals included. */
export function withCors(handler: RouteHandler): RouteHandler {
  const handle: OpenHandler = async (request, context) => {
    const answer = await handler(request, context);
    for (const [name, value] of Object.entries(OPEN_TO_ALL)) answer.headers.set(name, value);
    return answer;
  };
  if (handler.definition !== undefined) handle.definition = handler.definition;
  handle.isOpenToAll = true;
  return handle;
}

/** Whether `withCors` made this export of a route module. */
export function isOpenToAll(exported: unknown): boolean {
  return typeof exported === "function" && (exported as OpenHandler).isOpenToAll === true;
}

/**
 * The answer to a preflight request (Fetch, 4.8). `methods`: the endpoint's, such as "GET, POST". Any header may be sent,
 * because other programs can send any header too.
 */
export function preflight(methods: string): RouteHandler {
  return async (request) => {
    const requested = request.headers.get("access-control-request-headers") ?? "";
    const headers = new Headers({
      Allow: `${methods}, OPTIONS`,
      "Access-Control-Allow-Origin": "*",
      "Access-Control-Allow-Methods": methods,
      "Access-Control-Max-Age": MAX_AGE_SECONDS,
      Vary: "Access-Control-Request-Headers",
    });
    if (HEADER_NAMES.test(requested)) headers.set("Access-Control-Allow-Headers", requested);
    return new Response(null, { status: 204, headers });
  };
}
