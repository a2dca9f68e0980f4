/** The custody process: credits deposits of the chain, and has withdrawals paid by the signers of the vault. */
import { runService } from "#services/run-service.ts";
import { custodyConfig } from "./config.ts";
import { startCustody } from "./start-custody.ts";

await runService("custody", custodyConfig, startCustody);
