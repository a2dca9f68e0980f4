/** How many connections one address may keep open. Without it, whoever asks for one page a minute on each could hold all. */
import type { Server } from "node:http";
import { clientAddress, limitedAddress } from "#lib/platform/client-address.ts";
import { metrics } from "#lib/platform/metrics.ts";

/** The streams of an address, and a large office behind it: a browser opens six over HTTP/1.1. */
const CONNECTIONS_OF_ADDRESS = 1_000;

/** Closes each further connection of an address at once. Not for a server behind a proxy, which is one address. */
export function limitConnections(server: Server): void {
  /** Of each address that has one. */
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
