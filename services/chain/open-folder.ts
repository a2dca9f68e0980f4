/** Opens the chain of a data folder, and locks the folder against other processes. */
import { join } from "node:path";
import { acquireFileLock } from "#lib/kernel/file-lock.ts";
import type { Logger } from "#lib/kernel/log/log.ts";
import { systemClock } from "#lib/kernel/time/clock.ts";
import { GENESIS_HASH } from "#lib/protocol/solana.ts";
import type { chainConfig } from "./config.ts";
import { readPrices } from "./genesis/read-prices.ts";
import { type ChainService, startChain } from "./start-chain.ts";

/** @throws FolderInUseError; VmUnavailable; Error for damaged files */
export async function openChainFolder(
  config: ReturnType<typeof chainConfig>,
  log: Logger,
): Promise<ChainService> {
  const folder = join(config.dataDir, "chain");
  const lock = acquireFileLock(join(folder, "lock"));
  const service = await startChain({
    folder,
    genesisHash: GENESIS_HASH[config.network],
    clock: systemClock,
    log,
    host: config.host,
    port: config.port,
    testHooks: config.testHooks,
    metricsAddresses: config.metricsAddresses,
    begin: {
      slotMs: config.slotMs,
      finalSlots: config.finalSlots,
      treasury: config.treasury,
      vault: config.vault,
      prices: () => readPrices(config.pricesUrl, log),
    },
  });
  const stop = async (): Promise<void> => {
    await service.stop();
    lock.release();
  };
  return { ...service, stop };
}
