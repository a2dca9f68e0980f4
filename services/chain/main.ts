/** The chain process: a Solana VM behind JSON-RPC. Its consensus is simulated, and nothing on it has a value. */
import { join } from "node:path";
import { systemClock } from "#lib/platform/clock.ts";
import { acquireFileLock } from "#lib/platform/file-lock.ts";
import { createLogger } from "#lib/platform/log.ts";
import { GENESIS_HASH } from "#lib/protocol/solana.ts";
import { chainConfig } from "./config.ts";
import { readPrices } from "./genesis/read-prices.ts";
import { startChain } from "./start-chain.ts";

try {
  const config = chainConfig();
  const log = createLogger("chain", config.logLevel);
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
  log.info({ port: service.port }, "the chain is up");
  const end = (code: number) => {
    const stopped = service.stop().catch((error: unknown) => {
      log.fatal({ err: error }, "the chain did not stop in order");
      return process.exit(1);
    });
    void stopped.then(() => {
      lock.release();
      process.exit(code);
    });
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => end(0));
  service.failed.catch((error: unknown) => {
    // Nothing can be confirmed any more; a restart continues from what is on the disk.
    log.fatal({ err: error }, "the log of the chain cannot be written");
    process.exit(1);
  });
} catch (error) {
  const log = createLogger("chain", "info");
  log.fatal({ err: error }, error instanceof Error ? error.message : "the chain stops");
  process.exit(1);
}
