/** The HTTP server of one gateway, and a drain that finishes the requests under way. */
import type { Server } from "node:http";
import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { limitConnections } from "#lib/kernel/http/connection-limit.ts";
import { closeServer, createHttpServer } from "#lib/kernel/http/http-server.ts";
import { LostCredentialChangeError } from "./request/credential-mirror.ts";
import { Exchange } from "./request/exchange.ts";
import type { Gateway } from "./request/gateway.ts";
import { route } from "./router.ts";

const DRAIN_MS = 5_000;
const PLAIN_TEXT = "text/plain; version=0.0.4; charset=utf-8";
const OK = '{"status":"ok"}';

export type GatewayServer = {
  server: Server;
  /**
   * Refuses new requests with 503 and resolves when the ones under way are answered. Open connections are given
   * `noticeMilliseconds` to see it: closing one while its next request arrives leaves the client in doubt.
   */
  drain: (noticeMilliseconds?: number) => Promise<void>;
};

export function createGatewayServer(gateway: Gateway): GatewayServer {
  const { connections, counters } = gateway;
  const server = createHttpServer();
  server.on(
    "request",
    (incoming, outgoing) => void answer(gateway, new Exchange(gateway, incoming, outgoing)),
  );
  limitConnections(server, { ...connections, onRefused: () => counters.refusedConnection() });
  const drain = async (noticeMilliseconds = 0) => {
    gateway.draining = true;
    // The streams' clients come back at once, to another process or to this one's successor.
    gateway.accountStreams.end();
    if (noticeMilliseconds > 0) await sleep(noticeMilliseconds);
    await closeServer(server, DRAIN_MS);
  };
  return { server, drain };
}

async function answer(gateway: Gateway, exchange: Exchange): Promise<void> {
  try {
    if (!ownState(gateway, exchange)) await route(gateway, exchange);
  } catch (thrown) {
    // Unhandled on purpose: it ends this gateway, and with it the venue.
    if (thrown instanceof LostCredentialChangeError) throw thrown;
    // A body that came in the same packet as the headers is complete by then, and the connection can go on.
    if (exchange.hasUnreadBody()) await nextTurn();
    exchange.fail(thrown);
  }
}

/** Endpoints about the process itself, which the published interface does not list. */
function ownState(gateway: Gateway, exchange: Exchange): boolean {
  if (exchange.path === "/healthz") {
    exchange.answeredByProcess(200, OK);
    return true;
  }
  if (!gateway.isPrimary) throw new ServiceError("NOT_PRIMARY");
  if (gateway.draining) throw new ServiceError("DRAINING");
  if (exchange.path === "/readyz") {
    exchange.answered(200, OK);
    return true;
  }
  if (exchange.path !== "/metrics") return false;
  gateway.limits.chargeAddress(exchange);
  if (!gateway.metricsAddresses.has(gateway.limits.address(exchange))) {
    throw new ServiceError("IP_NOT_ALLOWED");
  }
  exchange.contentType = PLAIN_TEXT;
  gateway.link.call({ name: "metrics", account: null, params: {} }, exchange);
  return true;
}
