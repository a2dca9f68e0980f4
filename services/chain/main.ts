/** The chain process: a Solana VM behind JSON-RPC. Its consensus is simulated, and nothing on it has a value. */
import { runService } from "#services/run-service.ts";
import { chainConfig } from "./config.ts";
import { openChainFolder } from "./open-folder.ts";

await runService("chain", chainConfig, openChainFolder);
