/** The process of one vault signer, which the holder of a key runs. */
import { signerConfig } from "#services/custody/config.ts";
import { runService } from "#services/run-service.ts";
import { startSigner } from "./start-signer.ts";

await runService("vault-signer", signerConfig, startSigner);
