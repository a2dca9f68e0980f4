/** Runs the chain as a service: its slots advance, and clients reach it on two ports. */
import { once } from "node:events";
import type { Server } from "node:http";
import { AddressList } from "#lib/kernel/http/address-list.ts";
import { closeServer, listen, PortTakenError } from "#lib/kernel/http/http-server.ts";
import type { Logger } from "#lib/kernel/log/log.ts";
import { createChainServer } from "./http.ts";
import { chainMetrics } from "./metrics.ts";
import { type Chain, type ChainSettings, openChain } from "./open-chain.ts";
import { Airdrop } from "./rpc/airdrop.ts";
import type { RpcNode } from "./rpc/method.ts";
import { NodeFaults } from "./rpc/node-faults.ts";
import { Sockets } from "./subscriptions/sockets.ts";
import { TEST_HOOKS } from "./test-hooks.ts";

/** How long a stop waits for requests under way. */
const FINISH_MS = 2_000;
const TICKS_A_SLOT = 8;
/** Free pairs that are tried. */
const MAX_PAIRS = 50;

export type ChainService = {
  /** The port of the RPC. Clients expect the WebSocket on the next port. */
  port: number;
  chain: Chain;
  /** Rejects when the log cannot be written. */
  failed: Promise<never>;
  stop: () => Promise<void>;
};

export type ChainServiceSettings = Omit<ChainSettings, "log"> & {
  host: string;
  /** Of the RPC; 0 for any pair of free ports. */
  port: number;
  testHooks: boolean;
  metricsAddresses: ConstructorParameters<typeof AddressList>[0];
  log: Logger;
};

export async function startChain(settings: ChainServiceSettings): Promise<ChainService> {
  const { host, log } = settings;
  const chain = await openChain(settings);
  const { ledger, history, genesis } = chain;
  const node: RpcNode = {
    ledger,
    history,
    airdrop: new Airdrop(chain.faucet),
    genesisHash: settings.genesisHash,
    faults: new NodeFaults(),
  };
  const sockets = new Sockets(node, log);
  const registry = chainMetrics(ledger, () => sockets.connections);
  let running = true;
  const parts = {
    node,
    hooks: settings.testHooks ? TEST_HOOKS : {},
    metrics: () => registry.metrics(),
    metricsAddresses: new AddressList(settings.metricsAddresses),
    isReady: () => running,
    log,
  };
  const servers = [createChainServer(parts), createChainServer(parts)] as const;
  const port = await listenOnBoth(servers, host, settings.port);
  for (const server of servers) sockets.serve(server);
  const failed = new Promise<never>((_, reject) => {
    ledger.listen({ failed: reject });
  });
  // The caller decides what to do. A missing listener must not end the process.
  failed.catch(() => {});
  const timer = setInterval(() => ledger.tick(), Math.max(5, genesis.slot_ms / TICKS_A_SLOT));
  const stop = async (): Promise<void> => {
    running = false;
    sockets.close();
    await Promise.all(servers.map((server) => closeServer(server, FINISH_MS)));
    clearInterval(timer);
    await chain.close();
  };
  return { port, chain, failed, stop };
}

/** Listens on a port and the next one; 0 is any pair that is free. @returns the first port */
async function listenOnBoth(
  [rpc, socket]: readonly [Server, Server],
  host: string,
  wanted: number,
): Promise<number> {
  const setting = "CHAIN_PORT";
  for (let attempt = 1; ; attempt += 1) {
    const { port } = await listen(rpc, { host, port: wanted, setting });
    try {
      await listen(socket, { host, port: port + 1, setting });
      return port;
    } catch (error) {
      if (wanted !== 0 || attempt === MAX_PAIRS || !(error instanceof PortTakenError)) throw error;
      rpc.close();
      await once(rpc, "close");
    }
  }
}
