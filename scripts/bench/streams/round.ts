/** Connects all clients to one server for one window. */
import { setTimeout as sleep } from "node:timers/promises";
import type { StreamClients } from "./clients.ts";
import type { Window } from "./messages.ts";
import type { Options } from "./options.ts";
import { cpuOf, memoryOf, type Peer } from "./peer.ts";

/** Below the app's limit of connects per address and minute, and far below its backlog. */
const CONNECTS_PER_SECOND = 1_000;
const SAMPLE_EVERY = 25;
const IDLE_SECONDS = 4;
const SETTLE_MS = 3_000;
const SMOKE_SETTLE_MS = 1_000;

export type Round = Window & {
  peer: Peer["name"];
  /** CPU milliseconds of the server for 1,000 delivered events, without its idle consumption. */
  cpuPerThousand: number;
  /** Share of one core that the server needs without clients. */
  idle: number;
  /** Share of one core under the load. */
  busy: number;
  kilobytesPerConnection: number;
};

/** @throws Error when a client is refused. */
export async function connectAll(
  clients: StreamClients,
  peer: Peer,
  options: Options,
): Promise<void> {
  const { open, refused } = await clients.connect({
    port: peer.port,
    path: peer.path,
    clients: options.clients,
    perSecond: CONNECTS_PER_SECOND,
    sampleEvery: options.smoke ? 1 : SAMPLE_EVERY,
  });
  if (open < options.clients) {
    throw new Error(`${peer.name}: ${open} of ${options.clients} open, ${JSON.stringify(refused)}`);
  }
}

export async function runRound(
  clients: StreamClients,
  peer: Peer,
  options: Options,
): Promise<Round> {
  const settleMs = options.smoke ? SMOKE_SETTLE_MS : SETTLE_MS;
  const idle = await idleShare(peer, options.smoke ? 0.5 : IDLE_SECONDS);
  const memoryBefore = memoryOf(peer);
  peer.begin();
  await connectAll(clients, peer, options);
  await sleep(settleMs);
  const before = cpuOf(peer);
  const window = await clients.measure(options.seconds);
  const cpu = cpuOf(peer) - before;
  const kilobytes = (memoryOf(peer) - memoryBefore) / options.clients;
  await clients.leave();
  peer.end();
  await sleep(settleMs);
  const spent = cpu - idle * window.seconds;
  return {
    ...window,
    peer: peer.name,
    cpuPerThousand: (spent * 1e6) / window.events,
    idle,
    busy: cpu / window.seconds,
    kilobytesPerConnection: kilobytes,
  };
}

async function idleShare(peer: Peer, seconds: number): Promise<number> {
  const before = cpuOf(peer);
  await sleep(seconds * 1_000);
  return (cpuOf(peer) - before) / seconds;
}
