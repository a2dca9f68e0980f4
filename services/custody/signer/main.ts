/** The process of one vault signer. The holder of a key runs it. */
import { signerConfig } from "#services/custody/config.ts";
import { runService } from "#services/run-service.ts";
import { startSigner } from "./start-signer.ts";

await runService("vault-signer", signerConfig, startSigner);
