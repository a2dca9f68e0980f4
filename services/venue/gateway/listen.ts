/** Listens on the venue's port, together with the other gateways where the system can share one. */
import { once } from "node:events";
import { type AddressInfo, createServer, type Server } from "node:net";

const BACKLOG = 4_096;

export type Listening = AddressInfo & { isShared: boolean };

/** The first gateway makes sure that the port is free: otherwise it could share the port of another program. */
export async function listen(
  server: Server,
  place: { host: string; port: number; isFirst: boolean; isOnly: boolean },
): Promise<Listening> {
  const { host, port, isFirst, isOnly } = place;
  if (isOnly) return listenAt(server, { host, port, reusePort: false });
  if (isFirst && port !== 0) await assertFree(host, port);
  try {
    return await listenAt(server, { host, port, reusePort: true });
  } catch (error) {
    if (!isFirst || codeOf(error) === "EADDRINUSE") throw error;
    // ENOTSUP, EINVAL and the like: this system shares no ports between sockets.
    return listenAt(server, { host, port, reusePort: false });
  }
}

async function listenAt(
  server: Server,
  { host, port, reusePort }: { host: string; port: number; reusePort: boolean },
): Promise<Listening> {
  server.listen({ host, port, reusePort, backlog: BACKLOG });
  await once(server, "listening");
  return { ...(server.address() as AddressInfo), isShared: reusePort };
}

async function assertFree(host: string, port: number): Promise<void> {
  const probe = createServer();
  await listenAt(probe, { host, port, reusePort: false });
  probe.close();
  await once(probe, "close");
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}
