/** For tests: the sandbox's simulated chain on a server of its own. */
import { once } from "node:events";
import { join } from "node:path";
import type { Clock } from "#lib/platform/clock.ts";
import { createLogger } from "#lib/platform/log.ts";
import { SimulatedChain } from "#services/sandbox/chain/simulated-chain.ts";
import { createSandboxServer, type SandboxParts } from "#services/sandbox/http.ts";

export type ChainServer = {
  /** Below it are /solana, /solana/pay and /solana/tx/{signature}. */
  url: string;
  stop: () => Promise<void>;
};

/** @param folder that keeps the payments. */
export async function startChainServer(folder: string, clock: Clock): Promise<ChainServer> {
  const chain = new SimulatedChain({ path: join(folder, "chain.jsonl"), clock });
  const parts = { chain, clock, hostNames: [], log: createLogger("sandbox", "silent") };
  const server = createSandboxServer(parts as unknown as SandboxParts);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const stop = async (): Promise<void> => {
    server.close();
    server.closeAllConnections();
    await once(server, "close");
  };
  return { url: `http://127.0.0.1:${port}`, stop };
}
