/** A separate chain for a test, with short slots. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLogger } from "#lib/kernel/log/log.ts";
import { systemClock } from "#lib/kernel/time/clock.ts";
import { GENESIS_HASH } from "#lib/protocol/solana.ts";
import { BASE_PRICES } from "#services/chain/genesis/build-genesis.ts";
import { type ChainServiceSettings, startChain } from "#services/chain/start-chain.ts";
import { Vm, VmUnavailable } from "#services/chain/vm/vm.ts";

export const TEST_SLOT_MS = 40;

/** False where LiteSVM has no build. Tests of the chain then say so and are skipped. */
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
    port: options.port ?? 0,
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

export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}
