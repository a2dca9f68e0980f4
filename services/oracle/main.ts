/** The oracle process, which alone moves the venue's marks. */
import { runService } from "#services/run-service.ts";
import { oracleConfig } from "./config.ts";
import { startOracle } from "./start-oracle.ts";

await runService("oracle", oracleConfig, startOracle);
