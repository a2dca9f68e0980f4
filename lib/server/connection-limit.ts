/** Limits the open connections of an address: one request a minute on each would otherwise be enough to hold them all. */
import type { Server } from "node:http";
import { clientAddress, limitedAddress } from "#lib/platform/client-address.ts";
import { metrics } from "#lib/platform/metrics.ts";

/** Room for the streams of a large office behind one address: a browser opens six connections over HTTP/1.1. */
const CONNECTIONS_OF_ADDRESS = 1_000;

/** Closes each further connection of an address at once. Not for a server behind a proxy, which is one address. */
export function limitConnections(server: Server): void {
  /** Open connections by address. */
  const open = new Map<string, number>();
  server.on("connection", (socket) => {
    const address = limitedAddress(clientAddress(socket.remoteAddress, undefined, 0));
    const others = open.get(address) ?? 0;
    if (others >= CONNECTIONS_OF_ADDRESS) {
      metrics().connectionsRefused.inc();
      socket.destroy();
      return;
    }
    open.set(address, others + 1);
    socket.once("close", () => {
      const left = (open.get(address) ?? 0) - 1;
      if (left > 0) open.set(address, left);
      else open.delete(address);
    });
  });
}
