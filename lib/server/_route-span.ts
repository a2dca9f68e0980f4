/** The span of a request to a route. */
import { inTrace } from "#lib/kernel/log/tracing.ts";

/**
 * Runs `handle` in a trace of its own, named by method and pattern. A `traceparent` of the client is a link and not the parent:
 * anybody can send one, proxies pass it on, and it would choose the id under which the request is kept.
 * @param handle gets the trace's id, when there is one
 */
export async function inRouteSpan(
  request: Request,
  context: { params: Promise<unknown> },
  handle: (traceId: string | undefined) => Promise<Response>,
): Promise<Response> {
  const start = () => ({
    name: request.method,
    kind: "server" as const,
    values: { "http.request.method": request.method },
    link: request.headers.get("traceparent") ?? undefined,
  });
  return inTrace(start, async (span) => {
    if (span === undefined) return handle(undefined);
    const route = patternOf(new URL(request.url).pathname, await context.params);
    const response = await handle(span.traceId);
    span.set({
      "http.route": route,
      "http.response.status_code": response.status,
      "svc.request_id": response.headers.get("x-request-id") ?? "",
    });
    span.rename(`${request.method} ${route}`);
    if (response.status >= 500) span.end(String(response.status));
    return response;
  });
}

/** The path with `[name]` for each parameter, or `unknown` when one of them cannot be found in it: it may be an id. */
export function patternOf(path: string, params: unknown): string {
  const values = Object.entries(Object(params) as Record<string, string | string[] | undefined>);
  let pattern = path.split("/").map(decoded);
  for (const [name, value] of values) {
    if (value === undefined) continue;
    const several = Array.isArray(value);
    const wanted = (several ? value : [value]).map(decoded);
    if (!wanted.every((one) => pattern.includes(one))) return "unknown";
    const shown = several ? `[...${name}]` : `[${name}]`;
    pattern = pattern
      .map((segment) => (wanted.includes(segment) ? shown : segment))
      .filter((segment, index, all) => !several || segment !== shown || all[index - 1] !== shown);
  }
  return pattern.join("/");
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
