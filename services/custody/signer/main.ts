/** The process of one vault signer, which the holder of a key runs. */
import { createLogger } from "#lib/platform/log.ts";
import { signerConfig } from "#services/custody/config.ts";
import { runService } from "#services/custody/run-service.ts";
import { startSigner } from "./start-signer.ts";

await runService("vault-signer", async () => {
  const config = signerConfig();
  const log = createLogger("vault-signer", config.logLevel);
  return { log, ...(await startSigner(config, log)) };
});
