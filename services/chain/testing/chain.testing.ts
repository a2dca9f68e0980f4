/** A chain of its own for a test, with short slots. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemClock } from "#lib/platform/clock.ts";
import { createLogger } from "#lib/platform/log.ts";
import { GENESIS_HASH } from "#lib/protocol/solana.ts";
import { BASE_PRICES } from "#services/chain/genesis/build-genesis.ts";
import { type ChainServiceSettings, startChain } from "#services/chain/start-chain.ts";
import { Vm, VmUnavailable } from "#services/chain/vm/vm.ts";

export const TEST_SLOT_MS = 40;

/** False where LiteSVM has no build: tests of the chain say so and skip. */
export const hasVm = await Vm.create().then(
  () => true,
  (error: unknown) => {
    if (error instanceof VmUnavailable) return false;
    throw error;
  },
);

type Begin = ChainServiceSettings["begin"];

export async function startTestChain(
  options: Partial<Omit<ChainServiceSettings, "begin">> & { begin?: Partial<Begin> } = {},
) {
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), "chain-"));
  const service = await startChain({
    clock: systemClock,
    log: createLogger("chain", "silent"),
    host: "127.0.0.1",
    testHooks: true,
    metricsAddresses: [],
    ...options,
    folder,
    genesisHash: options.genesisHash ?? GENESIS_HASH.simulated,
    port: options.port ?? (await freePort()),
    begin: {
      slotMs: TEST_SLOT_MS,
      finalSlots: 5,
      treasury: undefined,
      vault: null,
      prices: () => Promise.resolve(BASE_PRICES),
      ...options.begin,
    },
  });
  const url = `http://127.0.0.1:${service.port}`;
  return { ...service, folder, url, socketUrl: `ws://127.0.0.1:${service.port + 1}` };
}

/** Two ports in a row that are free now. */
async function freePort(): Promise<number> {
  const { createServer } = await import("node:net");
  const { listen } = await import("#lib/platform/http-server.ts");
  for (;;) {
    const first = createServer();
    const second = createServer();
    const place = { host: "127.0.0.1", setting: "port" };
    const { port } = await listen(first, { ...place, port: 0 });
    try {
      await listen(second, { ...place, port: port + 1 });
      return port;
    } catch {
      // The next one is taken: look further.
    } finally {
      first.close();
      if (second.listening) second.close();
    }
  }
}

export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}
