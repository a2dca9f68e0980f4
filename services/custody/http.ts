/**
 * A small JSON server for custody and signers: a table of paths, bodies of a few kilobytes, and
 * errors of the catalogue.
 */
import { hash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage, Server } from "node:http";
import type { Secret } from "#lib/kernel/env.ts";
import { ServiceError, toErrorBody } from "#lib/kernel/errors/errors.ts";
import { send } from "#lib/kernel/http/http-server.ts";
import { readJsonText } from "#lib/kernel/http/request-body.ts";
import { createServiceServer } from "#lib/kernel/http/service-server.ts";
import type { Logger } from "#lib/kernel/log/log.ts";

const BODY_LIMIT_BYTES = 8 * 1024;

/** `body` is the parsed JSON of a POST. A string is sent unchanged. */
export type Handler = (body: unknown, request: IncomingMessage) => unknown;

/** By method and path: `GET /v1/status`. */
export type Routes = Partial<Record<string, Handler>>;

/** An answer with another status than 200. */
export class StatusAnswer extends Error {
  readonly status: number;
  readonly body: unknown;

  constructor(status: number, body: unknown) {
    super(`answer ${status}`);
    this.name = "Answer";
    this.status = status;
    this.body = body;
  }
}

/** @throws UNKNOWN_KEY unless the request has the key as its bearer token */
function requireKey({ headers }: IncomingMessage, key: Secret): void {
  const [, given = ""] = /^Bearer (\S+)$/.exec(headers.authorization ?? "") ?? [];
  // Digests have equal length, so that the comparison takes constant time.
  const [one, other] = [given, key.reveal()].map((text) => hash("sha256", text, "buffer"));
  if (one === undefined || other === undefined || !timingSafeEqual(one, other))
    throw new ServiceError("UNKNOWN_KEY");
}

/** The same routes, each for the holder of the key alone. */
export function withKey(routes: Routes, key: Secret): Routes {
  return Object.fromEntries(
    Object.entries(routes).map(([name, handle]) => [
      name,
      (body: unknown, request: IncomingMessage) => {
        requireKey(request, key);
        return handle?.(body, request);
      },
    ]),
  );
}

export function createJsonServer(routes: Routes, log: Pick<Logger, "error">): Server {
  const server = createServiceServer();
  server.on("request", (request, response) => {
    answer(routes, request)
      .then((body) => send(response, 200, body, typeof body === "string" ? TEXT : {}))
      .catch((error: unknown) => {
        if (error instanceof StatusAnswer) return send(response, error.status, error.body);
        const { status, body } = toErrorBody(error);
        if (status === 500) log.error({ err: error, url: request.url }, "request failed");
        send(response, status, body);
      });
  });
  return server;
}

const TEXT = { "content-type": "text/plain; version=0.0.4; charset=utf-8" };

async function answer(routes: Routes, request: IncomingMessage): Promise<unknown> {
  const path = (request.url ?? "/").split("?", 1)[0] ?? "/";
  const name = `${request.method} ${path}`;
  const handler = Object.hasOwn(routes, name) ? routes[name] : undefined;
  if (handler === undefined) throw new ServiceError("NOT_FOUND");
  return handler(request.method === "POST" ? await readJson(request) : undefined, request);
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const text = await readJsonText(request, BODY_LIMIT_BYTES);
  try {
    return JSON.parse(text);
  } catch {
    throw new ServiceError("MALFORMED_BODY", { reason: "it is not JSON" });
  }
}
