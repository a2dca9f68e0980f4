/** The span of a request to a page: its statements and its calls to the venue are below it. */
import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { z } from "zod";
import { inTrace, isTracing } from "#lib/kernel/log/tracing.ts";
import { kindOf } from "./request-kind.ts";

type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Next's own list of routes, which its build writes. */
const manifest = z.object({
  staticRoutes: z.array(z.object({ page: z.string() })),
  dynamicRoutes: z.array(z.object({ page: z.string(), regex: z.string() })),
});

/**
 * Answers each page in a trace of its own, named by the method and the route in `manifestFile`: a path may hold an
 * invitation or an id. Without a tracer it is `answer`.
 */
export function tracePages(answer: Answer, manifestFile: string): Answer {
  if (!isTracing()) return answer;
  const patternOf = readPatterns(manifestFile);
  return (request, response) => {
    const [path = "/"] = (request.url ?? "/").split("?", 1);
    if (kindOf(path) !== "page") return answer(request, response);
    const method = request.method ?? "GET";
    const route = patternOf(path);
    const start = () => ({
      name: `${method} ${route}`,
      kind: "server" as const,
      values: { "http.request.method": method, "http.route": route },
      link: String(request.headers["traceparent"] ?? ""),
    });
    return inTrace(start, async (span) => {
      await answer(request, response);
      const { statusCode } = response;
      span?.set({ "http.response.status_code": statusCode });
      if (statusCode >= 500) span?.end(String(statusCode));
    });
  };
}

function readPatterns(manifestFile: string): (path: string) => string {
  const read = manifest.parse(JSON.parse(readFileSync(manifestFile, "utf8")));
  const fixed = new Set(read.staticRoutes.map(({ page }) => page));
  const dynamic = read.dynamicRoutes.map(({ page, regex }) => ({ page, regex: new RegExp(regex) }));
  return (path) => {
    if (fixed.has(path)) return path;
    return dynamic.find(({ regex }) => regex.test(path))?.page ?? "unknown";
  };
}
