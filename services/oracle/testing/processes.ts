/** For tests: venue, sandbox, oracle, chain and custody as processes, on free ports and over a temporary folder. */
import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { COMPILED } from "#lib/kernel/compiled.testing.ts";
import { Wallet } from "#lib/kernel/wallet.ts";
import { SIMULATED_MARKETS } from "#services/sandbox/prices/market-terms.ts";
import { SimulatedPrices } from "#services/sandbox/prices/simulated-prices.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
/** Far longer than anything takes: a busy machine must not fail a test. */
const PATIENCE_MS = 180_000;

type Name = "venue" | "sandbox" | "oracle" | "chain" | "custody";
type ByName<Value> = Record<Name, Value>;

export class Processes {
  readonly urls: ByName<string>;
  readonly #ports: ByName<number>;
  readonly #dataDir = mkdtempSync(join(tmpdir(), "processes-"));
  readonly #operatorKey = `operator_${randomBytes(32).toString("hex")}`;
  readonly #treasurySeed = randomBytes(32);
  readonly #running = new Map<Name, ChildProcess>();

  private constructor(ports: ByName<number>) {
    const url = (name: Name): string => `http://127.0.0.1:${ports[name]}`;
    this.#ports = ports;
    this.urls = {
      venue: url("venue"),
      sandbox: url("sandbox"),
      oracle: url("oracle"),
      chain: url("chain"),
      custody: url("custody"),
    };
  }

  /**
   * Starts venue, sandbox and oracle and waits until the sandbox's makers quote. Tests that need chain and custody start them.
   * The sandbox finds a history of `historyDays`: one of its own, of thirty days, takes seconds.
   */
  static async start(historyDays = 1): Promise<Processes> {
    const [venue, sandbox, oracle] = [await freePort(), await freePort(), await freePort()];
    const [chain, custody] = [await freePort(2), await freePort()];
    const processes = new Processes({ venue, sandbox, oracle, chain, custody });
    const folder = join(processes.#dataDir, "sandbox");
    const history = { markets: SIMULATED_MARKETS, seed: "1", folder, historyDays };
    new SimulatedPrices(history).open(Date.now());
    try {
      for (const name of ["venue", "sandbox", "oracle"] as const) processes.start(name);
      await until("the sandbox is ready", () => processes.isReady("sandbox"));
      return processes;
    } catch (error) {
      await processes.stop();
      throw error;
    }
  }

  /** `settings` are further variables of its environment. */
  start(name: Name, settings: Record<string, string> = {}): void {
    const port = String(this.#ports[name]);
    const child = spawn(process.execPath, [`services/${name}/main.ts`], {
      cwd: ROOT,
      stdio: ["ignore", "ignore", "inherit"],
      env: {
        NODE_ENV: "test",
        ...COMPILED,
        DATA_DIR: this.#dataDir,
        HOST: "127.0.0.1",
        VENUE_URL: this.urls.venue,
        SANDBOX_URL: this.urls.sandbox,
        VENUE_OPERATOR_KEY: this.#operatorKey,
        VENUE_ADDRESS_LIMIT: "1000000",
        VENUE_GATEWAYS: "1",
        LOG_LEVEL: "silent",
        SANDBOX_SMTP_PORT: "0",
        CHAIN_URL: this.urls.chain,
        CHAIN_TREASURY_SEED: this.#treasurySeed.toString("hex"),
        CHAIN_TREASURY: new Wallet(this.#treasurySeed).address,
        CHAIN_PRICES_URL: `${this.urls.sandbox}/oracle`,
        CHAIN_SLOT_MS: "50",
        [`${name.toUpperCase()}_PORT`]: port,
        ...settings,
      },
    });
    this.#running.set(name, child);
  }

  async isReady(name: Name): Promise<boolean> {
    return (await fetch(`${this.urls[name]}/readyz`)).status === 200;
  }

  /** @returns the exit code; null after SIGKILL. */
  async end(name: Name, signal: "SIGTERM" | "SIGKILL"): Promise<number | null> {
    const child = this.#running.get(name);
    if (child === undefined) return null;
    this.#running.delete(name);
    if (child.exitCode === null && child.kill(signal)) await once(child, "exit");
    return child.exitCode;
  }

  async stop(): Promise<void> {
    for (const name of this.#running.keys()) await this.end(name, "SIGKILL");
    rmSync(this.#dataDir, { recursive: true, force: true });
  }
}

/** Asks until the answer is true. @throws Error after three minutes. */
export async function until(what: string, check: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  while (!(await check().catch(() => false))) {
    if (Date.now() > deadline) throw new Error(`${what}: not within ${PATIENCE_MS / 1000} s`);
    await sleep(50);
  }
}

/** @param count of ports in a row; the result is the first */
async function freePort(count = 1): Promise<number> {
  for (;;) {
    const servers = [await listening(0)];
    const [first] = servers.flatMap((server) => portOf(server) ?? []);
    for (let more = 1; more < count && first !== undefined; more += 1) {
      servers.push(await listening(first + more));
    }
    const isFree = servers.every((server) => server.listening);
    for (const server of servers) server.close();
    if (isFree && first !== undefined) return first;
  }
}

/** A server that listens, or one that does not because the port is taken. */
async function listening(port: number): Promise<Server> {
  const server = createServer().listen(port, "127.0.0.1");
  await Promise.race([once(server, "listening"), once(server, "error")]).catch(() => undefined);
  return server;
}

function portOf(server: Server): number | undefined {
  const address = server.address();
  return typeof address === "object" ? address?.port : undefined;
}
