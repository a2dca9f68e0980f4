/** For tests: a simulated chain, and the sandbox's server in front of it. */
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { join } from "node:path";
import { Secret } from "#lib/kernel/env.ts";
import { createLogger } from "#lib/kernel/log/log.ts";
import type { Clock } from "#lib/kernel/time/clock.ts";
import { Wallet } from "#lib/kernel/wallet.ts";
import { startTestChain } from "#services/chain/testing/chain.testing.ts";
import { rawNode } from "#services/sandbox/chain/archive/raw-node.ts";
import { openChain } from "#services/sandbox/chain/open-chain.ts";
import { createSandboxServer } from "#services/sandbox/http.ts";
import { RouteChain } from "#services/sandbox/routes/route-chain.ts";
import { RoutesSite } from "#services/sandbox/routes/routes-site.ts";

/** With 5 slots to finality, a payment is final after 700 ms of the test's clock, and not before 500 ms. */
const SLOT_MS = 100;

export type ChainServer = {
  /** Below it are /solana, /solana/pay, /solana/tx/{signature} and /jupiter. */
  url: string;
  /** JSON-RPC of the chain itself. */
  chainUrl: string;
  stop: () => Promise<void>;
};

/**
 * @param folder that keeps the chain, its treasury's key and the archive
 * @param clock of the test, which may stand still and go back: the chain takes its steps forward over
 */
export async function startChainServer(
  folder: string,
  clock: Clock,
  seed: Uint8Array = randomBytes(32),
): Promise<ChainServer> {
  const treasury = new Wallet(Buffer.from(seed)).address;
  const chain = await startTestChain({
    folder: join(folder, "chain"),
    clock: forwardOnly(clock),
    begin: { slotMs: SLOT_MS, treasury },
  });
  const behind = rawNode(chain.url);
  // A chain whose clock jumps is where its clock is only after its next tick.
  const node = {
    ask: async (body: string) => {
      chain.chain.ledger.tick();
      await chain.chain.ledger.settled();
      return behind.ask(body);
    },
  };
  const settings = { url: chain.url, treasurySeed: new Secret(Buffer.from(seed).toString("hex")) };
  const { site, payer, close } = await openChain(settings, { folder, clock, node });
  const log = createLogger("sandbox", "silent");
  const routes = new RoutesSite(payer && new RouteChain(payer.sender.rpc), log);
  const server = createSandboxServer({ sites: [site, routes], hostNames: [], log });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const stop = async (): Promise<void> => {
    close();
    server.close();
    server.closeAllConnections();
    await once(server, "close");
    await chain.stop();
  };
  return { url: `http://127.0.0.1:${port}`, chainUrl: chain.url, stop };
}

function forwardOnly(clock: Clock): Clock {
  let last = clock.now();
  let time = last;
  return {
    now: () => {
      const now = clock.now();
      time += Math.max(0, now - last);
      last = now;
      return time;
    },
  };
}
