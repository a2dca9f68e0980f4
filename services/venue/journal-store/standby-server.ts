/** What a venue answers while another process is the primary: that it is not, and who is. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { Counter, collectDefaultMetrics, Gauge, Registry } from "prom-client";
import { ServiceError, toErrorBody } from "#lib/kernel/errors/errors.ts";
import { AddressList } from "#lib/kernel/http/address-list.ts";
import { clientAddress } from "#lib/kernel/http/client-address.ts";
import { limitConnections } from "#lib/kernel/http/connection-limit.ts";
import { type ConnectionSettings, connectionLimit } from "#lib/kernel/http/connection-settings.ts";
import { closeServer, createHttpServer, listen, send } from "#lib/kernel/http/http-server.ts";
import type { Clock } from "#lib/kernel/time/clock.ts";
import { addJournalMetrics, type JournalFigures } from "./journal-metrics.ts";

const HEALTH = "/healthz";
const METRICS = "/metrics";
const PLAIN_TEXT = { "content-type": "text/plain; version=0.0.4; charset=utf-8" };

/** What a standby knows of the journal. */
export type StandbyView = {
  /** The primary's address, once it is known. */
  primary: string | undefined;
  /** The time of the newest block that was applied, in milliseconds; `undefined` before the first. */
  appliedAt: number | undefined;
};

export type StandbyServer = {
  host: string;
  port: number;
  view: StandbyView;
  /** Frees the port. */
  close: () => Promise<void>;
};

export type StandbyOptions = ConnectionSettings & {
  host: string;
  port: number;
  /** Addresses and networks that may read `/metrics`. */
  metricsAddresses: readonly string[];
  clock: Clock;
  figures: JournalFigures;
};

export async function startStandbyServer(options: StandbyOptions): Promise<StandbyServer> {
  const { host, port, trustedProxies } = options;
  const http = createHttpServer();
  const server: StandbyServer = {
    host,
    port,
    view: { primary: undefined, appliedAt: undefined },
    close: () => closeServer(http, 0),
  };
  const { metrics, refused } = standbyMetrics(server, options);
  limitConnections(http, { ...connectionLimit(options), onRefused: () => refused.inc() });
  const readers = new AddressList(options.metricsAddresses);
  const mayRead = ({ socket, headers }: IncomingMessage) =>
    readers.has(clientAddress(socket.remoteAddress, headers["x-forwarded-for"], trustedProxies));
  http.on("request", (request, response) => {
    if (request.url === HEALTH) return send(response, 200, { status: "ok" });
    if (request.url === METRICS && mayRead(request)) {
      return void metrics.metrics().then((text) => send(response, 200, text, PLAIN_TEXT));
    }
    if (request.url === METRICS) return refuse(response, "IP_NOT_ALLOWED");
    const { primary } = server.view;
    refuse(response, "NOT_PRIMARY", primary === undefined ? {} : { data: { primary } });
  });
  const address = await listen(http, { host, port, setting: "VENUE_PORT" });
  return Object.assign(server, { host: address.address, port: address.port });
}

function refuse(
  response: ServerResponse,
  code: "IP_NOT_ALLOWED" | "NOT_PRIMARY",
  more: { data?: { primary: string } } = {},
): void {
  const { status, body } = toErrorBody(new ServiceError(code));
  // An unread body would be taken for the next request.
  const headers = { ...(status === 503 && { "retry-after": "1" }), connection: "close" };
  send(response, status, { ...body, ...more }, headers);
}

/** With those of every process: a standby that starts again and again is seen before it is needed. */
export function standbyMetrics(
  server: Pick<StandbyServer, "view">,
  { clock, figures }: Pick<StandbyOptions, "clock" | "figures">,
): { metrics: Registry; refused: Counter } {
  const metrics = new Registry();
  collectDefaultMetrics({ register: metrics });
  addJournalMetrics(metrics, figures, "standby");
  const registers = [metrics];
  new Gauge({
    name: "venue_standby_lag_seconds",
    help: "Age of the newest block that this standby has applied; a primary writes one each second",
    registers,
    collect() {
      const { appliedAt } = server.view;
      this.set(appliedAt === undefined ? Number.NaN : (clock.now() - appliedAt) / 1_000);
    },
  });
  const refused = new Counter({
    name: "venue_connections_refused_total",
    help: "Connections closed at once because their address, or the venue, had too many",
    registers,
  });
  return { metrics, refused };
}
