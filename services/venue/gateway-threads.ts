/** Starts the gateways, each in a thread of its own, on one port. */
import { once } from "node:events";
import { MessageChannel, Worker } from "node:worker_threads";
import { GatewayCounters } from "./gateway/counters.ts";
import type { GatewayOptions } from "./gateway/gateway.ts";
import type { FromGateway, GatewayWorkerData, ToGatewayWorker } from "./gateway/worker-messages.ts";
import type { CredentialPublisher } from "./host/credential-publisher.ts";
import type { Host } from "./host/host.ts";
import type { ToHost } from "./link/messages.ts";

const WORKER = new URL("./gateway/worker.ts", import.meta.url);

export type GatewayThreadsOptions = {
  count: number;
  address: { host: string; port: number };
  host: Host;
  credentials: CredentialPublisher;
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

/** The first picks the port; the others join it, where the system lets them. */
export async function startGatewayThreads(options: GatewayThreadsOptions): Promise<GatewayThreads> {
  const { count, address } = options;
  const state = { draining: false };
  const first = await startOne(options, {
    ...address,
    isFirst: true,
    isOnly: count === 1,
    state,
  });
  const others = first.isShared ? count - 1 : 0;
  const place = { host: address.host, port: first.port, isFirst: false, isOnly: false, state };
  const more = await Promise.all(Array.from({ length: others }, () => startOne(options, place)));
  const gateways = [first, ...more];
  const drain = async () => {
    state.draining = true;
    await Promise.all(gateways.map(drainOne));
  };
  return { host: first.host, port: first.port, count: gateways.length, drain };
}

async function startOne(
  options: GatewayThreadsOptions,
  place: GatewayWorkerData["listen"] & { state: { draining: boolean } },
): Promise<Started> {
  const { state, ...listen } = place;
  const changes = new MessageChannel();
  const link = new MessageChannel();
  const counters = new GatewayCounters();
  const snapshot = options.credentials.subscribe((change) => changes.port1.postMessage(change));
  link.port1.on("message", (message: ToHost) => {
    void options.host.receive(message, (answers) => link.port1.postMessage(answers));
  });
  const data: GatewayWorkerData = {
    options: options.gateway,
    credentials: { snapshot, counter: options.credentials.counter, port: changes.port2 },
    link: link.port2,
    counters: counters.shared,
    listen,
    logLevel: options.logLevel,
  };
  const worker = new Worker(WORKER, {
    workerData: data,
    transferList: [changes.port2, link.port2],
  });
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
  });
}

async function drainOne({ worker, exited }: Started): Promise<void> {
  worker.postMessage({ type: "drain" } satisfies ToGatewayWorker);
  await exited;
}
