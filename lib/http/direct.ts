/**
 * Route handlers that the server calls itself. What Next does around a handler costs many times the answer of a read that
 * is in memory, and these reads are asked for by everybody all the time.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { RouteHandler } from "./route.ts";

type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

const NO_PARAMS = { params: Promise.resolve({}) };

/** Answers GET and HEAD of the paths of `routes` by their handlers, everything else by `other`. */
export function direct(routes: ReadonlyMap<string, RouteHandler>, other: Answer): Answer {
  return async (request, response) => {
    const [path = ""] = (request.url ?? "").split("?", 1);
    const isRead = request.method === "GET" || request.method === "HEAD";
    const handler = isRead ? routes.get(path) : undefined;
    if (handler === undefined) await other(request, response);
    else await send(await handler(toWeb(request), NO_PARAMS), response);
  };
}

/** The host of the address means nothing here: handlers know their own from the configuration. */
function toWeb({ url, headers }: IncomingMessage): Request {
  const pairs = Object.entries(headers).filter(
    (pair): pair is [string, string] => typeof pair[1] === "string",
  );
  return new Request(`http://app${url}`, { headers: pairs });
}

/** Headers that the response has already stay. */
async function send(answer: Response, response: ServerResponse): Promise<void> {
  const body = Buffer.from(await answer.arrayBuffer());
  const hasBody = answer.status !== 204 && answer.status !== 304;
  const length = hasBody ? { "content-length": body.length } : {};
  response.writeHead(answer.status, { ...Object.fromEntries(answer.headers), ...length });
  response.end(body);
}
