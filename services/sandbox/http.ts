/** The sandbox over HTTP: one server for all of its sites. */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { ServiceError, toErrorBody } from "#lib/kernel/errors/errors.ts";
import { send } from "#lib/kernel/http/http-server.ts";
import { createServiceServer } from "#lib/kernel/http/service-server.ts";
import type { Logger } from "#lib/kernel/log/log.ts";
import { requireOwnName } from "./site/host-names.ts";
import { ownsPath, type Site } from "./site/site.ts";
import { VenueError } from "./venue/http.ts";

export type SandboxServerParts = {
  /** Read at each request. No two own the same path. */
  sites: readonly Site[];
  /** Names by which browsers and processes reach it, beside this machine's. */
  hostNames: readonly string[];
  log: Pick<Logger, "warn">;
};

export function createSandboxServer(parts: SandboxServerParts): Server {
  const server = createServiceServer();
  server.on("request", (request, response) => {
    answer(parts, request, response)
      .then((body) => {
        // What has begun already is a stream or a page.
        if (!response.headersSent) send(response, 200, body);
      })
      .catch((error: unknown) => {
        const refusal = refusalOf(error);
        if (refusal.status === 500 || refusal.status === 502)
          parts.log.warn({ err: error, path: pathOf(request) }, "request failed");
        if (response.headersSent) response.destroy();
        // The rest of a body that is too large would be taken for the next request.
        else send(response, refusal.status, refusal.body, closing(refusal.status));
      });
  });
  return server;
}

async function answer(
  { sites, hostNames }: SandboxServerParts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<unknown> {
  requireOwnName(request.headers, hostNames);
  const url = new URL(request.url ?? "/", "http://sandbox");
  const site = sites.find((one) => ownsPath(one, url.pathname));
  if (site === undefined) throw new ServiceError("NOT_FOUND");
  return site.handle(request, response, url);
}

/** Without the query, which may contain a sign-in token. */
function pathOf({ url = "/" }: IncomingMessage): string {
  return url.split("?", 1)[0] ?? "/";
}

function closing(status: number): { connection?: "close" } {
  return status === 413 ? { connection: "close" } : {};
}

/** The venue's own refusal passes through; a venue that is away is a 502. */
function refusalOf(error: unknown): { status: number; body: unknown } {
  if (!(error instanceof VenueError)) return toErrorBody(error);
  if (error.status === 0) return toErrorBody(new ServiceError("VENUE_UNREACHABLE"));
  return { status: error.status, body: { error: error.code, message: error.message } };
}
