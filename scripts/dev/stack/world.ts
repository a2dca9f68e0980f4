/**
 * The process of the simulated outside world: chains, sandbox, oracle, custody and the signers of the vault, each with its own
 * settings, log lines, folder and ports. Only `npm start` and its tests run them so; in production each is a process of its own.
 */
import { chainConfig } from "#services/chain/config.ts";
import { openChainFolder } from "#services/chain/open-folder.ts";
import { custodyConfig, signerConfig } from "#services/custody/config.ts";
import { startSigner } from "#services/custody/signer/start-signer.ts";
import { startCustody } from "#services/custody/start-custody.ts";
import { oracleConfig } from "#services/oracle/config.ts";
import { startOracle } from "#services/oracle/start-oracle.ts";
import { type RunningService, runProcess, startService } from "#services/run-service.ts";
import { sandboxConfig } from "#services/sandbox/config.ts";
import { startSandbox } from "#services/sandbox/start-sandbox.ts";
import { readWorldSettings, WORLD_PARTS, WORLD_VARIABLE, type WorldPart } from "./world-parts.ts";

type Environment = Record<string, string | undefined>;
type StartPart = (name: WorldPart, environment: Environment) => Promise<RunningService>;

const chain: StartPart = (name, env) => startService(name, chainConfig(env), openChainFolder);
const signer: StartPart = (name, env) => startService(name, signerConfig(env), startSigner);

const STARTS: Record<WorldPart, StartPart> = {
  chain,
  "destination-chain": chain,
  sandbox: (name, env) => startService(name, sandboxConfig(env), startSandbox),
  oracle: (name, env) => startService(name, oracleConfig(env), startOracle),
  "vault-signer-1": signer,
  "vault-signer-2": signer,
  "vault-signer-3": signer,
  custody: (name, env) => startService(name, custodyConfig(env), startCustody),
};

/** Parts need each other from the beginning: a new chain asks the sandbox for prices, and the sandbox pays on the chain. */
async function startWorld(): Promise<RunningService> {
  const { [WORLD_VARIABLE]: text, ...shared } = process.env;
  // Nothing that a part starts may read the secrets of the others.
  delete process.env[WORLD_VARIABLE];
  const settings = readWorldSettings(text);
  const parts = await Promise.all(
    WORLD_PARTS.flatMap((name) => {
      const own = settings[name];
      return own === undefined ? [] : [STARTS[name](name, { ...shared, ...own })];
    }),
  );
  return {
    failed: Promise.race(parts.flatMap(({ failed }) => failed ?? [])),
    // Custody and traders finish their writes while chains and venue still answer.
    stop: async () => {
      for (const part of parts.toReversed()) await part.stop();
    },
  };
}

await runProcess("world", startWorld);
