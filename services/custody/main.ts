/** The custody process: credits deposits of the chain, and has withdrawals paid by the signers of the vault. */
import { createLogger } from "#lib/platform/log.ts";
import { custodyConfig } from "./config.ts";
import { runService } from "./run-service.ts";
import { startCustody } from "./start-custody.ts";

await runService("custody", async () => {
  const config = custodyConfig();
  const log = createLogger("custody", config.logLevel);
  return { log, ...(await startCustody(config, log)) };
});
