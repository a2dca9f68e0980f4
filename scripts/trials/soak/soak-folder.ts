/** The stack of a soak: production settings, a database and a Redis server of its own where this machine has them. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { ownDatabase, probePostgres } from "#lib/kernel/postgres.testing.ts";
import { stopChild } from "#scripts/bench/shared/child-process.ts";
import { print } from "#scripts/bench/shared/report.ts";
import { readStackOptions } from "#scripts/dev/stack/options.ts";
import { reservePort } from "#scripts/dev/stack/ports.ts";
import type { RunningProcess } from "#scripts/dev/stack/process-group.ts";
import { type Stack, startStack } from "#scripts/dev/stack/stack.ts";

/** What the processes get of the person's environment; everything else stays the default. */
const INHERITED = ["PATH", "HOME", "TMPDIR", "LANG"];
const PORTS = [
  "PORT",
  "VENUE_PORT",
  "SANDBOX_PORT",
  "SANDBOX_SMTP_PORT",
  "ORACLE_PORT",
  "CHAIN_PORT",
  "DESTINATION_CHAIN_PORT",
  "CUSTODY_PORT",
  "VAULT_SIGNER_PORT",
];

export type SoakTarget = {
  stack: Stack;
  dataDir: string;
  /** Undefined when the app keeps its data in PGlite. */
  databaseUrl: string | undefined;
  /** Undefined when the app runs without Redis. */
  redis: { url: string; process: RunningProcess } | undefined;
  stop: () => Promise<void>;
};

export type SoakTargetOptions = {
  root: string;
  dataDir: string;
  /** Address and port to which webhooks may be delivered. */
  receiver: string;
};

/** Builds when needed. @throws Error with a readable reason; then nothing is left running */
export async function startTarget({
  root,
  dataDir,
  receiver,
}: SoakTargetOptions): Promise<SoakTarget> {
  const ends: (() => Promise<unknown>)[] = [];
  const stop = async (): Promise<void> => {
    for (const end of ends.toReversed()) await end();
  };
  try {
    mkdirSync(dataDir, { recursive: true });
    const server = await probePostgres(process.env);
    const database = server === undefined ? undefined : await ownDatabase(server);
    if (database) ends.push(database.drop);
    const redis = await startRedis(join(dataDir, "redis"));
    if (redis) ends.push(redis.stop);
    print(`database: ${database ? "Postgres" : "PGlite"}; Redis: ${redis ? "yes" : "no"}`);
    const inherited = INHERITED.map((name) => [name, process.env[name]]);
    const environment = {
      ...Object.fromEntries(inherited),
      ...Object.fromEntries(PORTS.map((name) => [name, "0"])),
      DATA_DIR: dataDir,
      DATABASE_URL: database?.url,
      REDIS_URL: redis?.url,
      WEBHOOK_ALLOWED_TARGETS: receiver,
      // Few traders make the withdrawals of many.
      VENUE_WITHDRAWALS_A_DAY: "10000",
    } as NodeJS.ProcessEnv;
    const options = readStackOptions(root, environment);
    const stack = await startStack({ options, say: print, signal: new AbortController().signal });
    ends.push(stack.stop);
    await stack.partnerHistory;
    return { stack, dataDir, databaseUrl: database?.url, redis, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

type RedisServer = { url: string; process: RunningProcess; stop: () => Promise<void> };

/** A server that keeps nothing; undefined without the program. */
async function startRedis(folder: string): Promise<RedisServer | undefined> {
  mkdirSync(folder, { recursive: true });
  const { port, release } = await reservePort(0, "127.0.0.1", () => {});
  const args = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--dir", folder];
  const child = spawn("redis-server", args, { stdio: "ignore" });
  const started = await Promise.race([
    once(child, "spawn").then(() => true),
    once(child, "error").then(() => false),
  ]);
  const { pid } = child;
  if (!started || pid === undefined) {
    release();
    return undefined;
  }
  const stop = async (): Promise<void> => {
    await stopChild(child);
    release();
  };
  const url = `redis://127.0.0.1:${port}`;
  return { url, process: { name: "redis", pid, url: "" }, stop };
}
