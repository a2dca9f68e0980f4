/** A whole stack on one machine: venue, sandbox, oracle and app as processes, supervised until the stack is stopped. */

import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fundAccount } from "#scripts/dev/clients/app-trader.ts";
import {
  awaitHandover,
  type Endpoints,
  lockDataDir,
  onceInDataDir,
  openPersonas,
  openSecrets,
  type Personas,
  type Secrets,
  writeEndpoints,
} from "#scripts/dev/data-dir.ts";
import { type Say, secondsSince } from "#scripts/dev/say.ts";
import { reachableUrl } from "#services/sandbox/config.ts";
import { SMTP_HOST } from "#services/sandbox/mail/smtp-host.ts";
import { buildIfStale, isBuilt } from "./build.ts";
import { bundlePrograms } from "./bundle.ts";
import { canRunChain } from "./chain-available.ts";
import { kindOf, type StackOptions } from "./options.ts";
import { type ReservedPort, reservePort } from "./ports.ts";
import { PortTakenError, ProcessGroup } from "./process-group.ts";
import { VAULT_SIGNER_NAMES } from "./process-names.ts";
import { type Ports, type ProcessPlan, processPlans } from "./processes.ts";
import { seedPartner } from "./seed-partner.ts";
import { withOneWorld } from "./world-plan.ts";

const START_ATTEMPTS = 3;
const TRADER_FUNDS = "10000";
/** On a chain it waits until the deposit is final. */
const FAUCET_TIMEOUT_MS = 60_000;
/** JSON-RPC, and the WebSocket behind it. */
const CHAIN_PORTS = 2;

export type Stack = {
  endpoints: Endpoints;
  secrets: Secrets;
  /** Resolves when the demo partner has a year of history, or when a line has said why not. */
  partnerHistory: Promise<void>;
  /** Resolves when a process died and everything else was stopped; names the process and the reason. */
  failed: Promise<Error>;
  processes: Pick<ProcessGroup, "pids" | "running" | "signal" | "restart">;
  stop: () => Promise<void>;
};

export type StackRun = {
  options: StackOptions;
  say: Say;
  /** Aborts a start that is under way. */
  signal: AbortSignal;
  /** Puts a proxy between the venue and the app, and everything else that reads the stack's endpoints. */
  proxyVenue?: (venueUrl: string) => Promise<StackProxy>;
  /** Puts a front before the apps and the venues; its address is then the app's. */
  front?: (behind: { apps: string[]; venues: string[] }) => Promise<StackProxy>;
};

export type StackProxy = { url: string; close: () => Promise<void> };

/**
 * Starts every process beside the build of the pages, and waits until all can serve.
 * @throws Error with a readable reason; then nothing is left running
 */
export async function startStack(run: StackRun): Promise<Stack> {
  const { say } = run;
  const { dataDir } = run.options;
  const lock = lockDataDir(dataDir);
  const failed = new AbortController();
  const signal = AbortSignal.any([run.signal, failed.signal]);
  let build: PageBuild | undefined;
  try {
    await awaitHandover(dataDir, say);
    build = startBuild(run.options, { say, signal });
    for (let attempt = 1; ; attempt += 1) {
      signal.throwIfAborted();
      try {
        return await startProcesses({ ...run, signal }, build, lock.release);
      } catch (error) {
        if (!(error instanceof PortTakenError) || attempt === START_ATTEMPTS) throw error;
        say(`${error.message}; trying again`);
      }
    }
  } catch (error) {
    failed.abort();
    await build?.done.catch(() => undefined);
    lock.release();
    throw error;
  }
}

type PageBuild = {
  /** Rejects when the pages do not compile. */
  done: Promise<void>;
  /** The file that appears when it is done; absent when the pages are built already. */
  marker: string | undefined;
};

function startBuild(
  options: StackOptions,
  { say, signal }: { say: Say; signal: AbortSignal },
): PageBuild {
  const { root, dataDir, development } = options;
  const kind = kindOf(options);
  if (development || isBuilt(root, kind)) return { done: Promise.resolve(), marker: undefined };
  const marker = join(dataDir, "built");
  rmSync(marker, { force: true });
  const logPath = join(dataDir, "logs", "build.log");
  const done = buildIfStale({ root, kind, logPath, say, signal }).then(() =>
    writeFileSync(marker, ""),
  );
  // It may fail while no caller waits for it.
  done.catch(() => undefined);
  return { done, marker };
}

async function startProcesses(run: StackRun, build: PageBuild, unlock: () => void): Promise<Stack> {
  const { options, say, signal } = run;
  const secrets = openSecrets(options.dataDir, options.environment);
  const personas = openPersonas(options.dataDir);
  const ports = await reservePorts(options, say);
  const direct = endpointsOf(options, ports, personas);
  const proxy = await run.proxyVenue?.(direct.venue);
  const front = await run.front?.({
    apps: urlsOf([ports.app, ports["app-2"]], options.host),
    venues: urlsOf([ports.venue, ports["venue-2"]], options.host),
  });
  const endpoints = {
    ...direct,
    app: front?.url ?? direct.app,
    venue: proxy?.url ?? direct.venue,
  };
  const group = new ProcessGroup(say, { keepsAll: options.isCluster });
  const end = async (): Promise<void> => {
    await front?.close();
    await group.stop();
    await proxy?.close();
    for (const reserved of Object.values(ports)) reserved.release();
  };
  const abort = (): void => void group.stop();
  signal.addEventListener("abort", abort);
  try {
    const venueUrl = direct.venue;
    const { marker } = build;
    const each = processPlans({ options, secrets, endpoints, venueUrl, ports, marker, say });
    // A cluster is there to lose single processes.
    const plans = await asBundles(options.isCluster ? each : withOneWorld(each), options, say);
    const names = plans.map(({ spec }) => spec.name).join(", ");
    say(
      marker === undefined
        ? `starting ${names} (usually 5 s)`
        : `starting ${names} while the pages are built (usually 40 s)`,
    );
    const [pages, rest] = split(plans, ({ spec }) => spec.name.startsWith("app"));
    const start = ({ spec, ports }: ProcessPlan, after?: Promise<unknown>) =>
      group.start(spec, { ports, host: options.host, after });
    await Promise.all([
      build.done,
      ...pages.map((plan) => start(plan, build.done)),
      Promise.all(rest.map((plan) => start(plan))).then(() => seed(options.dataDir, endpoints)),
    ]);
    writeEndpoints(options.dataDir, endpoints);
  } catch (error) {
    await end();
    throw error;
  } finally {
    signal.removeEventListener("abort", abort);
  }
  let isStopping = false;
  const stop = async (): Promise<void> => {
    isStopping = true;
    await end();
    rmSync(join(options.dataDir, "endpoints.json"), { force: true });
    unlock();
  };
  const sayWhileRunning = (line: string): void => {
    if (!isStopping) say(line);
  };
  const partnerHistory = seedPast(options.dataDir, { endpoints, secrets, say: sayWhileRunning });
  const failed = group.failed.then(async (error) => {
    await stop();
    return error;
  });
  return { endpoints, secrets, partnerHistory, failed, processes: group, stop };
}

/** In development a person reads sources in stack traces, and without a bundler the programs start as slowly as they do then. */
async function asBundles(
  plans: readonly ProcessPlan[],
  { root, development }: StackOptions,
  say: Say,
): Promise<ProcessPlan[]> {
  const here = plans.filter(({ spec }) => spec.cwd === root && !development);
  const programs = new Set(here.flatMap(({ spec }) => spec.args.slice(0, 1)));
  try {
    const bundles = await bundlePrograms(root, [...programs].toSorted());
    return plans.map((plan) => {
      const [program = "", ...options] = plan.spec.args;
      const bundle = here.includes(plan) ? bundles.get(program) : undefined;
      if (bundle === undefined) return plan;
      return { ...plan, spec: { ...plan.spec, args: [bundle, ...options] } };
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    say(`programs start from their sources, which takes longer (${reason.split("\n", 1)[0]})`);
    return [...plans];
  }
}

function split<Item>(items: readonly Item[], isFirst: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))];
}

async function reservePorts(options: StackOptions, say: Say): Promise<Ports> {
  const { ports, host } = options;
  const found: Ports = { app: await reservePort(ports.app, host, say) };
  if (options.venueUrl === undefined) {
    found.venue = await reservePort(ports.venue, host, say);
    found.sandbox = await reservePort(ports.sandbox, host, say);
    if (options.isCluster) found["venue-2"] = await reservePort(0, host, say);
    found.smtp = await reservePort(ports.smtp, SMTP_HOST, say);
  }
  if (options.hasChain && (await canRunChain(say))) {
    found.chain = await reservePort(ports.chain, host, say, { count: CHAIN_PORTS });
    found["destination-chain"] = await reservePort(ports.destinationChain, host, say, {
      count: CHAIN_PORTS,
    });
    Object.assign(found, await reserveVaultPorts(options, say));
  }
  if (options.isCluster) found["app-2"] = await reservePort(0, host, say);
  if (options.hasOracle) found.oracle = await reservePort(ports.oracle, host, say);
  return found;
}

/** Custody, and the three signers in a row. Without these ports they do not run, and the operator credits deposits. */
async function reserveVaultPorts(options: StackOptions, say: Say): Promise<Partial<Ports>> {
  const { ports, host } = options;
  const count = VAULT_SIGNER_NAMES.length;
  const custody = await reservePort(ports.custody, host, say);
  const { port, release } = await reservePort(ports.vaultSigners, host, say, { count });
  const signers = VAULT_SIGNER_NAMES.map(
    (name, index) => [name, { port: port + index, release }] as const,
  );
  return { custody, ...Object.fromEntries(signers) };
}

function urlsOf(ports: readonly (ReservedPort | undefined)[], host: string): string[] {
  return ports.flatMap((found) => (found ? [reachableUrl(host, found.port)] : []));
}

function endpointsOf(options: StackOptions, ports: Ports, personas: Personas): Endpoints {
  const at = ({ port }: ReservedPort): string => reachableUrl(options.host, port);
  const sandbox = ports.sandbox ? at(ports.sandbox) : null;
  const sendsElsewhere = Boolean(options.environment.SMTP_URL);
  return {
    app: options.baseUrl ?? at(ports.app).replace("//127.0.0.1:", "//localhost:"),
    venue: options.venueUrl ?? urlsOf([ports.venue, ports["venue-2"]], options.host).join(","),
    sandbox,
    oracle: ports.oracle ? at(ports.oracle) : null,
    chain: ports.chain ? at(ports.chain) : null,
    destinationChain: ports["destination-chain"] ? at(ports["destination-chain"]) : null,
    custody: ports.custody ? at(ports.custody) : null,
    mail: sandbox === null || sendsElsewhere ? null : `${sandbox}/mail`,
    personas,
  };
}

/** Gives the trader persona its simulated money, once in the life of the data folder. */
async function seed(dataDir: string, endpoints: Endpoints): Promise<void> {
  const { sandbox, personas } = endpoints;
  if (sandbox === null) return;
  await onceInDataDir(join(dataDir, "seeded.json"), async () => {
    const signal = AbortSignal.timeout(FAUCET_TIMEOUT_MS);
    await fundAccount(sandbox, personas.trader.address, TRADER_FUNDS, signal);
  });
}

/** A stack whose demo partner has no history yet is complete; the next start tries again. */
async function seedPast(
  dataDir: string,
  { endpoints, secrets, say }: { endpoints: Endpoints; secrets: Secrets; say: Say },
): Promise<void> {
  const { app, sandbox, personas } = endpoints;
  if (sandbox === null) return;
  const started = performance.now();
  try {
    await onceInDataDir(join(dataDir, "seeded-partner.json"), async () => {
      const operatorKey = secrets.APP_OPERATOR_KEY;
      await seedPartner({ app, sandbox, operatorKey, partner: personas.partner });
      say(`the demo partner has a history (${secondsSince(started)})`);
    });
  } catch (error) {
    say(
      `the demo partner has no history: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}
