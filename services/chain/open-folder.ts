/** The chain of a data folder as a service, for as long as no other process has that folder. */
import { join } from "node:path";
import { systemClock } from "#lib/platform/clock.ts";
import { acquireFileLock } from "#lib/platform/file-lock.ts";
import type { Logger } from "#lib/platform/log.ts";
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
