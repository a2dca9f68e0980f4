/**
 * A production stack on one machine, without containers: Postgres with a synchronous standby server, Redis, two venues on one
 * journal, two apps behind nginx, and what `npm start` runs beside them. It begins with an empty folder.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import pg from "pg";
import { acquireFileLock } from "#lib/kernel/file-lock.ts";
import type { Say } from "#scripts/dev/say.ts";
import { readStackOptions } from "#scripts/dev/stack/options.ts";
import { reservePort } from "#scripts/dev/stack/ports.ts";
import { type Stack, startStack } from "#scripts/dev/stack/stack.ts";
import { startPostgresProxy } from "#services/venue/journal-store/postgres-proxy.testing.ts";
import {
  findPostgresPrograms,
  PostgresPair,
} from "#services/venue/testing/failover/postgres-pair.ts";
import { startFront } from "./front.ts";
import { startServer } from "./server-process.ts";

/** A parent that no other program may use: the folder is emptied at each start. */
const OWN_NAME = "cluster";

export type ClusterOptions = {
  root: string;
  /** In which the folder `cluster` is emptied. */
  dataDir: string;
  environment: NodeJS.ProcessEnv;
  /** The simulated chain with custody and its signers. */
  hasChain: boolean;
  /** The checkout that the second app runs from. */
  secondRoot?: string;
  say: Say;
  signal: AbortSignal;
};

export type Cluster = {
  folder: string;
  stack: Stack;
  /** What people and programs open. */
  url: string;
  /** The app's replicas and the venues themselves, past the front. */
  apps: string[];
  venues: string[];
  /** Address of the journal, as the venues reach it. */
  journalUrl: string;
  /** Breaks the first Postgres server and lets the second take its place, once. */
  failPostgres: (signal: "SIGKILL" | "SIGSTOP") => void;
  /** Ends Redis at once, and starts it again. */
  killRedis: () => Promise<void>;
  stop: () => Promise<void>;
};

/** @throws Error with a readable reason; then nothing is left running */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const folder = resolve(options.dataDir, OWN_NAME);
  const ends: (() => unknown)[] = [];
  const stop = async (): Promise<void> => {
    for (const end of ends.splice(0).toReversed()) await end();
  };
  try {
    mkdirSync(folder, { recursive: true });
    const lock = acquireFileLock(join(folder, "lock"));
    ends.push(() => lock.release());
    empty(folder);
    const postgres = await startPostgres(folder, ends);
    options.say("Postgres is ready, with a synchronous standby server");
    const redis = await startRedis(folder);
    ends.push(() => redis.stop());
    options.say("Redis is ready");
    return await startProcesses(options, { folder, postgres, redis, ends, stop });
  } catch (error) {
    await stop();
    throw error;
  }
}

type Postgres = {
  urlOf: (database: string) => string;
  fail: (signal: "SIGKILL" | "SIGSTOP") => void;
};
type Redis = { url: string; kill: () => Promise<void>; stop: () => Promise<void> };
type Running = {
  folder: string;
  postgres: Postgres;
  redis: Redis;
  ends: (() => unknown)[];
  stop: () => Promise<void>;
};

async function startProcesses(
  { root, secondRoot = root, environment, hasChain, say, signal }: ClusterOptions,
  { folder, postgres, redis, ends, stop }: Running,
): Promise<Cluster> {
  const variables = {
    ...environment,
    DATA_DIR: folder,
    DATABASE_URL: postgres.urlOf("svc"),
    VENUE_JOURNAL_URL: postgres.urlOf("venue"),
    REDIS_URL: redis.url,
    TRUSTED_PROXY_DEPTH: "1",
  };
  const stackOptions = readStackOptions(root, variables, { isCluster: true });
  const found: { apps: string[]; venues: string[] } = { apps: [], venues: [] };
  const port = stackOptions.ports.app;
  const stack = await startStack({
    options: { ...stackOptions, secondRoot, hasChain, ports: { ...stackOptions.ports, app: 0 } },
    say,
    signal,
    front: async (behind) => {
      Object.assign(found, behind);
      return await startFront({ root, folder: join(folder, "nginx"), port }, behind);
    },
  });
  ends.push(() => stack.stop());
  await stack.partnerHistory;
  const cluster: Cluster = {
    ...found,
    folder,
    stack,
    url: stack.endpoints.app,
    journalUrl: variables.VENUE_JOURNAL_URL,
    failPostgres: postgres.fail,
    killRedis: redis.kill,
    stop,
  };
  return cluster;
}

/** What tools read: addresses and process ids, with mode 600 as it names the databases. */
export function writeClusterFile({ folder, url, apps, venues, stack, journalUrl }: Cluster): void {
  const { endpoints, processes } = stack;
  const known = { url, apps, venues, journal: journalUrl, endpoints, pids: processes.pids };
  const path = join(folder, "cluster.json");
  writeFileSync(path, `${JSON.stringify(known, null, 2)}\n`, { mode: 0o600 });
}

/** @throws Error that names the package when the programs are missing */
async function startPostgres(folder: string, ends: (() => unknown)[]): Promise<Postgres> {
  const programs = findPostgresPrograms();
  if (programs === undefined) {
    throw new Error(
      "The programs of a Postgres server are not installed: apt-get install postgresql libpq-dev",
    );
  }
  const pair = await PostgresPair.start(programs, join(folder, "postgres"));
  ends.push(() => pair.stop());
  const client = new pg.Client({ connectionString: pair.firstUrl });
  await client.connect();
  await client.query("CREATE DATABASE svc");
  await client.query("CREATE DATABASE venue");
  await client.end();
  const proxy = await startPostgresProxy(pair.firstUrl);
  ends.push(() => proxy.close());
  return {
    urlOf: (database) => Object.assign(new URL(proxy.url), { pathname: `/${database}` }).href,
    fail: (signal) => {
      pair.signalFirst(signal);
      pair.promoteSecond();
      proxy.moveTo(pair.secondUrl);
    },
  };
}

async function startRedis(folder: string): Promise<Redis> {
  if (spawnSync("redis-server", ["--version"]).status !== 0) {
    throw new Error("Redis is not installed: apt-get install redis-server");
  }
  const { port, release } = await reservePort(0, "127.0.0.1", () => {});
  const args = ["--port", `${port}`, "--bind", "127.0.0.1", "--save", "", "--dir", folder];
  const logPath = join(folder, "logs", "redis.log");
  const start = () => startServer({ program: "redis-server", args, logPath, port });
  let server = await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    kill: async () => {
      process.kill(server.pid, "SIGKILL");
      server = await start();
    },
    stop: async () => {
      await server.stop();
      release();
    },
  };
}

function empty(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (name !== "lock") rmSync(join(folder, name), { recursive: true, force: true });
  }
}
