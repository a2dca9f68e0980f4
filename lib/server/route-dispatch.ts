/**
 * Calls some route handlers without Next, whose overhead is many times the cost of an answer from memory: those that every
 * page or machine requests all the time.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import type { RouteHandler } from "./route.ts";

type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** The exports of a route module: handlers by method. */
export type RouteModule = Readonly<Record<string, unknown>>;

const NO_PARAMS = { params: Promise.resolve({}) };

/** Answers the paths of `routes` with their modules, HEAD as GET; other methods and paths with `other`. */
export function dispatchRoutes(routes: ReadonlyMap<string, RouteModule>, other: Answer): Answer {
  return async (request, response) => {
    const [path = ""] = (request.url ?? "").split("?", 1);
    const method = request.method === "HEAD" ? "GET" : (request.method ?? "GET");
    const handler = routes.get(path)?.[method];
    if (typeof handler !== "function") return other(request, response);
    const answer = await (handler as RouteHandler)(toWeb(request, response), NO_PARAMS);
    return send(answer, response);
  };
}

/** The host of the URL is a placeholder: handlers take the app's address from the configuration. */
function toWeb(request: IncomingMessage, response: ServerResponse): Request {
  const { url, headers, method = "GET" } = request;
  const pairs = Object.entries(headers).filter(
    (pair): pair is [string, string] => typeof pair[1] === "string",
  );
  if (method === "GET" || method === "HEAD") {
    return new Request(`http://app${url}`, { headers: pairs });
  }
  const gone = new AbortController();
  response.on("close", () => gone.abort());
  return new Request(`http://app${url}`, {
    method,
    headers: pairs,
    body: Readable.toWeb(request) as ReadableStream,
    duplex: "half",
    signal: gone.signal,
  } as RequestInit);
}

/** Keeps headers that the response already has. An event stream is sent as it arrives. */
async function send(answer: Response, response: ServerResponse): Promise<void> {
  const { body: stream, headers, status } = answer;
  if (stream !== null && headers.get("content-type")?.startsWith("text/event-stream") === true) {
    response.writeHead(status, headersOf(headers));
    // A client that disconnects is not an error.
    const source = Readable.fromWeb(stream as NodeReadableStream<Uint8Array>);
    await pipeline(source, response).catch(() => undefined);
    return;
  }
  const bytes = Buffer.from(await answer.arrayBuffer());
  const hasBody = status !== 204 && status !== 304;
  const length = hasBody ? { "content-length": bytes.length } : {};
  response.writeHead(status, { ...headersOf(headers), ...length });
  response.end(bytes);
}

/** Several cookies are several headers. */
function headersOf(headers: Headers): Record<string, string | string[]> {
  const cookies = headers.getSetCookie();
  const others = Object.fromEntries(headers);
  return cookies.length === 0 ? others : { ...others, "set-cookie": cookies };
}
