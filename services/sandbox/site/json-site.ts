/** A site of JSON: a handler for each path and method. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { readJson } from "./body.ts";
import type { Site } from "./site.ts";

const BODY_LIMIT_BYTES = 4096;

type Call = {
  url: URL;
  /** Undefined unless it is a POST. */
  body: unknown;
  request: IncomingMessage;
  response: ServerResponse;
};
type Handler = (call: Call) => unknown;

export type JsonRoutes = Readonly<
  Record<string, Readonly<Partial<Record<"GET" | "POST", Handler>>>>
>;

export function jsonSite(routes: JsonRoutes): Site {
  const handle = async (request: IncomingMessage, response: ServerResponse, url: URL) => {
    const route = routes[url.pathname] ?? {};
    const { method } = request;
    const handler = method === "GET" || method === "POST" ? route[method] : undefined;
    if (!handler) {
      throw new ServiceError("METHOD_NOT_ALLOWED", { allowed: Object.keys(route).join(", ") });
    }
    const body = method === "POST" ? await readJson(request, BODY_LIMIT_BYTES) : undefined;
    return handler({ url, body, request, response });
  };
  return { paths: Object.keys(routes), handle };
}
