/**
 * Calls route handlers without Next, whose overhead is many times the cost of an answer from memory. In production every handler of
 * `app/` is called this way; a file that ends in `.tsx` is Next's.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import { isOpenToAll, withCors } from "./cors.ts";
import { gzip, isCompressible, takesGzip } from "./gzip.ts";
import { methodNotAllowed, type RouteHandler } from "./route.ts";
import type { RouteModule, RouteTable } from "./route-table.ts";

type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Methods that a module may export, in the order of `Allow`. */
const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/** Answers the paths of `routes` with their modules, and other paths with `other`. */
export function dispatchRoutes(routes: RouteTable, other: Answer): Answer {
  return async (request, response) => {
    const [path = ""] = (request.url ?? "").split("?", 1);
    const found = routes.find(path) ?? routes.find(withoutSlash(path, request.method));
    if (found === undefined) return other(request, response);
    const { module, params } = found;
    const handler = handlerOf(module, request.method ?? "GET");
    const answer = await handler(toWeb(request, response), { params: Promise.resolve(params) });
    return send(answer, request, response);
  };
}

/**
 * Next redirects a path that ends with a slash. Clients lose the body or the credential of a redirected write, and pages of other
 * origins cannot follow a preflight, so that these are answered at once.
 */
function withoutSlash(path: string, method = "GET"): string {
  return method === "GET" || method === "HEAD" ? path : path.replace(/\/$/, "");
}

/** What a module exports for `method`; else HEAD is GET, OPTIONS lists the methods, and any other method is refused. */
function handlerOf(module: RouteModule, method: string): RouteHandler {
  const exported = module[method] ?? (method === "HEAD" ? module["GET"] : undefined);
  if (typeof exported === "function") return exported as RouteHandler;
  const names = METHODS.filter((name) => typeof module[name] === "function");
  const allowed = names.flatMap((name) => (name === "GET" ? [name, "HEAD"] : [name])).join(", ");
  if (method === "OPTIONS") {
    return async () =>
      new Response(null, { status: 204, headers: { allow: `${allowed}, OPTIONS` } });
  }
  const refuse = methodNotAllowed(allowed);
  return names.some((name) => isOpenToAll(module[name])) ? withCors(refuse) : refuse;
}

/** The host of the URL is a placeholder: handlers take the app's address from the configuration. */
function toWeb(request: IncomingMessage, response: ServerResponse): Request {
  const { url, headers, method = "GET" } = request;
  const pairs = Object.entries(headers).filter(
    (pair): pair is [string, string] => typeof pair[1] === "string",
  );
  const gone = new AbortController();
  response.on("close", () => gone.abort());
  const { signal } = gone;
  if (method === "GET" || method === "HEAD") {
    return new Request(`http://app${url}`, { method, headers: pairs, signal });
  }
  return new Request(`http://app${url}`, {
    method,
    headers: pairs,
    body: Readable.toWeb(request) as ReadableStream,
    duplex: "half",
    signal,
  } as RequestInit);
}

/** Keeps headers that the response already has. What is made while it is sent, an event stream or a file, is sent as it arrives. */
async function send(
  answer: Response,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { body, headers, status } = answer;
  const isMadeWhileSent = isEventStream(headers) || headers.has("content-disposition");
  if (body !== null && isMadeWhileSent && request.method !== "HEAD") {
    response.writeHead(status, headersOf(headers));
    // A client that disconnects is not an error; a file that fails ends its connection.
    const source = Readable.fromWeb(body as NodeReadableStream<Uint8Array>);
    await pipeline(source, response).catch(() => undefined);
    return;
  }
  const bytes = new Uint8Array(await answer.arrayBuffer());
  const head = headersOf(headers);
  const isCoded = isCompressible(headers, bytes.length);
  if (isCoded) head["vary"] = [head["vary"] ?? [], "Accept-Encoding"].flat().join(", ");
  const isSmaller = isCoded && takesGzip(request.headers["accept-encoding"]);
  const sent = isSmaller ? await gzip(bytes) : bytes;
  if (isSmaller) head["content-encoding"] = "gzip";
  const hasLength = status !== 204 && status !== 304 && !isMadeWhileSent;
  if (hasLength) head["content-length"] = String(sent.length);
  response.writeHead(status, head);
  response.end(sent);
}

function isEventStream(headers: Headers): boolean {
  return headers.get("content-type")?.startsWith("text/event-stream") === true;
}

/** Several cookies are several headers. */
function headersOf(headers: Headers): Record<string, string | string[]> {
  const cookies = headers.getSetCookie();
  const others = Object.fromEntries(headers);
  return cookies.length === 0 ? others : { ...others, "set-cookie": cookies };
}
