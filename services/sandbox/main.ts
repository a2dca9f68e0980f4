/** The sandbox process: the simulated parties outside the venue. */
import { runService } from "#services/run-service.ts";
import { sandboxConfig } from "./config.ts";
import { startSandbox } from "./start-sandbox.ts";

await runService("sandbox", sandboxConfig, startSandbox);
