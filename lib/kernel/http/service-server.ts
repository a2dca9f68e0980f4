/** The HTTP server of a process that has few clients: custody, a signer, the oracle, a chain, the sandbox. */
import type { Server } from "node:http";
import { limitConnections } from "./connection-limit.ts";
import { createHttpServer } from "./http-server.ts";

const CONNECTIONS = 2_000;
/** All processes of a machine share an address, and so do those behind a proxy: together they need some dozens. */
const CONNECTIONS_OF_ADDRESS = 500;

/** Closes what is beyond its limits of connections, so that idle ones of one address leave room for others. */
export function createServiceServer(): Server {
  const server = createHttpServer();
  limitConnections(server, {
    total: CONNECTIONS,
    perAddress: CONNECTIONS_OF_ADDRESS,
    onRefused: () => {},
  });
  return server;
}
