/** Listens on the venue's port, together with the other gateways where the system can share one. */
import { once } from "node:events";
import { type AddressInfo, createServer, type Server } from "node:net";
import {
  type ListenAddress,
  listen as listenAt,
  PortTakenError,
} from "#lib/kernel/http/http-server.ts";

export type Listening = AddressInfo & { isShared: boolean };

/** The first gateway makes sure that the port is free: otherwise it could share the port of another program. */
export async function listen(
  server: Server,
  address: { host: string; port: number; isFirst: boolean; isOnly: boolean },
): Promise<Listening> {
  const { host, port, isFirst, isOnly } = address;
  const alone = { host, port, setting: "VENUE_PORT" };
  const listenAlone = async () => ({ ...(await listenAt(server, alone)), isShared: false });
  if (isOnly) return listenAlone();
  if (isFirst && port !== 0) await assertFree(alone);
  try {
    return { ...(await listenAt(server, { ...alone, reusePort: true })), isShared: true };
  } catch (error) {
    if (!isFirst || error instanceof PortTakenError) throw error;
    // ENOTSUP, EINVAL and the like: this system shares no ports between sockets.
    return listenAlone();
  }
}

async function assertFree(address: ListenAddress): Promise<void> {
  const probe = createServer();
  await listenAt(probe, address);
  probe.close();
  await once(probe, "close");
}
