/** The chain as a running service: its slots pass, and clients reach it on two ports. */
import type { Server } from "node:http";
import { AddressList } from "#lib/platform/address-list.ts";
import { closeServer, listen } from "#lib/platform/http-server.ts";
import type { Logger } from "#lib/platform/log.ts";
import { createChainServer } from "./http.ts";
import { chainMetrics } from "./metrics.ts";
import { type Chain, type ChainSettings, openChain } from "./open-chain.ts";
import { Airdrop } from "./rpc/airdrop.ts";
import type { RpcNode } from "./rpc/method.ts";
import { NodeFaults } from "./rpc/node-faults.ts";
import { Sockets } from "./subscriptions/sockets.ts";
import { TEST_HOOKS } from "./test-hooks.ts";

/** How long a request under way may take to finish. */
const FINISH_MS = 2_000;
const TICKS_A_SLOT = 8;

export type ChainService = {
  /** The port of the RPC; clients expect the WebSocket on the next one. */
  port: number;
  chain: Chain;
  /** Rejects when the log cannot be written. */
  failed: Promise<never>;
  stop: () => Promise<void>;
};

export type ChainServiceSettings = Omit<ChainSettings, "log"> & {
  host: string;
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
  // Whoever runs the service decides; nobody listening is no reason to end the process.
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

/** @returns the port of the first; the second has the next one */
async function listenOnBoth(
  [rpc, socket]: readonly [Server, Server],
  host: string,
  wanted: number,
): Promise<number> {
  const setting = "CHAIN_PORT";
  const { port } = await listen(rpc, { host, port: wanted, setting });
  await listen(socket, { host, port: port + 1, setting });
  return port;
}
