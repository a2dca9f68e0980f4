/** The venue's HTTP server: one answer form for every result, and a drain that finishes what it has begun. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { ServiceError, toErrorBody } from "#lib/errors.ts";
import { newId } from "#lib/ids.ts";
import type { Logger } from "#lib/log.ts";
import type { VenueMetrics } from "#services/venue/metrics.ts";
import type { Venue } from "#services/venue/venue.ts";
import { venueRequest } from "./request.ts";
import { answer } from "./router.ts";

export type VenueServer = {
  server: Server;
  /** Refuses new requests with 503 and resolves when the ones under way are answered. */
  drain: () => Promise<void>;
};

export function createVenueServer(venue: Venue, log: Logger, metrics: VenueMetrics): VenueServer {
  let draining = false;
  const respond = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    if (incoming.url === "/healthz") return send(outgoing, 200, { status: "ok" });
    if (draining) throw new ServiceError("DRAINING");
    if (incoming.url === "/readyz") return send(outgoing, 200, { status: "ok" });
    if (incoming.url === "/metrics") {
      outgoing.writeHead(200, { "content-type": metrics.registry.contentType });
      outgoing.end(await metrics.registry.metrics());
      return undefined;
    }
    const response = await answer(venue, venueRequest(incoming));
    // Nobody may see what a crash could still take back.
    await venue.sequencer.settled();
    return send(outgoing, response.status, response.body);
  };
  const server = createServer((incoming, outgoing) => {
    outgoing.on("finish", () => metrics.requests.inc({ status: String(outgoing.statusCode) }));
    respond(incoming, outgoing).catch((thrown: unknown) => {
      sendError(incoming, outgoing, thrown, log);
    });
  });
  const drain = async () => {
    draining = true;
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeIdleConnections();
    const deadline = setTimeout(() => server.closeAllConnections(), 5_000);
    await closed;
    clearTimeout(deadline);
  };
  return { server, drain };
}

function sendError(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  thrown: unknown,
  log: Logger,
): void {
  const known = thrown instanceof ServiceError && thrown.code !== "INTERNAL";
  const requestId = known ? undefined : newId("req");
  if (!known) log.error({ err: thrown, requestId, path: incoming.url }, "request failed");
  if (outgoing.headersSent || outgoing.destroyed) return;
  const { status, body } = toErrorBody(thrown, requestId);
  if (thrown instanceof ServiceError) addHeaders(outgoing, thrown);
  // A body that was not read to its end would be taken for the next request.
  if (!incoming.complete) outgoing.setHeader("connection", "close");
  send(outgoing, status, body);
}

function addHeaders(outgoing: ServerResponse, error: ServiceError): void {
  if (error.status === 401) outgoing.setHeader("www-authenticate", "Bearer");
  if (error.status === 503) outgoing.setHeader("retry-after", "1");
  if (error.code === "METHOD_NOT_ALLOWED") {
    outgoing.setHeader("allow", (error.context as { allowed: string }).allowed);
  }
}

function send(outgoing: ServerResponse, status: number, body: unknown): void {
  const bytes = Buffer.from(JSON.stringify(body));
  outgoing.writeHead(status, {
    "content-type": "application/json; charset=utf-8",
    "content-length": bytes.length,
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
  });
  outgoing.end(bytes);
}
