/** Starts the gateways, each in a thread of its own, on one port. */
import { once } from "node:events";
import { MessageChannel, Worker } from "node:worker_threads";
import type { VenueFollower } from "#services/venue/follower/venue-follower.ts";
import { GatewayCounters } from "#services/venue/gateway/request/counters.ts";
import type { GatewayOptions } from "#services/venue/gateway/request/gateway.ts";
import type {
  FromGateway,
  GatewayData,
  ToGatewayWorker,
} from "#services/venue/gateway/worker-messages.ts";
import type { CredentialPublisher } from "#services/venue/host/credential-publisher.ts";
import type { Host } from "#services/venue/host/host.ts";
import type { ToHost } from "#services/venue/link/messages.ts";

const WORKER = new URL("../gateway/worker.ts", import.meta.url);

export type GatewayThreadsOptions = {
  /** Threads that `loadGateways` started. */
  workers: readonly Worker[];
  address: { host: string; port: number };
  host: Host;
  credentials: CredentialPublisher;
  follower: Pick<VenueFollower, "connect" | "wakeMemory">;
  gateway: GatewayOptions;
  logLevel: string;
  /** A gateway ended without being asked to. */
  onFailure: (error: unknown) => void;
  /** Gathers what each gateway counts. */
  counters: GatewayCounters[];
};

export type GatewayThreads = {
  host: string;
  port: number;
  count: number;
  /** Resolves when all requests under way are answered and no gateway listens. */
  drain: () => Promise<void>;
};

type Started = {
  worker: Worker;
  exited: Promise<unknown>;
  host: string;
  port: number;
  isShared: boolean;
};

/** Threads that load a gateway's code, which takes about a second, and wait: a standby has them before it takes over. */
export function loadGateways(count: number): Worker[] {
  return Array.from({ length: count }, () => new Worker(WORKER));
}

/** The first picks the port; the others join it, where the system lets them, and end where it does not. */
export async function startGatewayThreads(options: GatewayThreadsOptions): Promise<GatewayThreads> {
  const [worker, ...others] = options.workers;
  if (worker === undefined) throw new Error("a venue needs a gateway");
  const { host } = options.address;
  const state = { draining: false };
  const address = { ...options.address, isFirst: true, isOnly: others.length === 0 };
  const endOthers = () => Promise.all(others.map((other) => other.terminate()));
  const first = await startOne(options, { worker, state, ...address }).catch(
    async (error: unknown) => {
      await endOthers();
      throw error;
    },
  );
  if (!first.isShared) await endOthers();
  const beside = { host, port: first.port, isFirst: false, isOnly: false };
  const more = first.isShared
    ? others.map((other) => startOne(options, { worker: other, state, ...beside }))
    : [];
  const gateways = [first, ...(await Promise.all(more))];
  const drain = async () => {
    state.draining = true;
    await Promise.all(gateways.map(drainOne));
  };
  return { host: first.host, port: first.port, count: gateways.length, drain };
}

async function startOne(
  options: GatewayThreadsOptions,
  start: GatewayData["listen"] & { worker: Worker; state: { draining: boolean } },
): Promise<Started> {
  const { worker, state, ...listen } = start;
  const changes = new MessageChannel();
  const link = new MessageChannel();
  const hub = new MessageChannel();
  options.follower.connect(hub.port1);
  const counters = new GatewayCounters();
  const snapshot = options.credentials.subscribe((change) => changes.port1.postMessage(change));
  link.port1.on("message", (message: ToHost) => {
    void options.host.receive(message, (answers) => link.port1.postMessage(answers));
  });
  const data: GatewayData = {
    options: options.gateway,
    credentials: { snapshot, counter: options.credentials.counter, port: changes.port2 },
    link: link.port2,
    hub: hub.port2,
    wakeMemory: options.follower.wakeMemory,
    counters: counters.shared,
    listen,
    logLevel: options.logLevel,
  };
  options.counters.push(counters);
  const exited = once(worker, "exit").catch(() => undefined);
  return new Promise((resolve, reject) => {
    let isUp = false;
    const fail = (error: unknown) => (isUp ? options.onFailure(error) : reject(error as Error));
    worker.on("error", fail);
    worker.on("exit", (code) => {
      changes.port1.close();
      link.port1.close();
      if (!state.draining) fail(new Error(`a gateway ended with code ${code}`));
    });
    worker.on("message", (message: FromGateway) => {
      if (message.type !== "listening") return;
      isUp = true;
      resolve({ worker, exited, ...message });
    });
    const begin: ToGatewayWorker = { type: "begin", data };
    worker.postMessage(begin, [changes.port2, link.port2, hub.port2]);
  });
}

async function drainOne({ worker, exited }: Started): Promise<void> {
  worker.postMessage({ type: "drain" } satisfies ToGatewayWorker);
  await exited;
}
