/** What the system, the database, Redis and the file system report about a running stack. */
import { readdirSync, readlinkSync, type Stats, statSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { Secret } from "#lib/kernel/env.ts";
import { closeRedis, connectRedis } from "#lib/platform/redis.ts";
import { cpuSeconds, residentKilobytes } from "#scripts/bench/shared/child-process.ts";
import type { RunningProcess } from "#scripts/dev/stack/process-group.ts";

/** Values by the name of the figure; a figure that cannot be read is missing. */
export type Reading = Partial<Record<string, number>>;

const METRICS_TIMEOUT_MS = 5_000;
const MEGABYTE = 1e6;

/** @param pid of a process that may have ended: then the reading is empty */
export async function readProcess({ pid, url }: RunningProcess): Promise<Reading> {
  const targets = filesOf(pid);
  if (targets === undefined) return {};
  const sockets = targets.filter((target) => target.startsWith("socket:")).length;
  return {
    "resident MB": residentKilobytes(pid) / 1_000,
    ...(await heapOf(url)),
    files: targets.length - sockets,
    sockets,
    threads: readdirSync(`/proc/${pid}/task`).length,
    "CPU s": cpuSeconds(pid),
  };
}

/** What each open file of a process is; undefined when there is no such process. */
function filesOf(pid: number): string[] | undefined {
  const folder = `/proc/${pid}/fd`;
  try {
    return readdirSync(folder).map((name) => {
      try {
        return readlinkSync(join(folder, name));
      } catch {
        return "closed meanwhile";
      }
    });
  } catch {
    return undefined;
  }
}

/** The main thread's heap by `/metrics`, all of it and without its young objects; empty when the process has none. */
async function heapOf(url: string): Promise<Reading> {
  try {
    const signal = AbortSignal.timeout(METRICS_TIMEOUT_MS);
    const text = await (await fetch(`${url}/metrics`, { signal })).text();
    return {
      "heap MB": megabytesOf(/^nodejs_heap_size_used_bytes(?:\{[^}]*\})? (\S+)$/m.exec(text)),
      "old heap MB": megabytesOf(
        /^nodejs_heap_space_size_used_bytes\{[^}]*space="old"[^}]*\} (\S+)$/m.exec(text),
      ),
    };
  } catch {
    return {};
  }
}

function megabytesOf(found: RegExpExecArray | null): number | undefined {
  return found?.[1] === undefined ? undefined : Number(found[1]) / MEGABYTE;
}

/** Connections of one database, and its size. It keeps one connection, which is not counted. */
export class DatabaseReader {
  readonly #client: pg.Client;

  constructor(url: string) {
    this.#client = new pg.Client({ connectionString: url });
  }

  async open(): Promise<this> {
    await this.#client.connect();
    return this;
  }

  async read(): Promise<Reading> {
    const { rows } = await this.#client.query<{ connections: string; size: string }>(
      `select count(*) filter (where pid <> pg_backend_pid()) as connections,
        pg_database_size(current_database()) as size
       from pg_stat_activity where datname = current_database()`,
    );
    const [row] = rows;
    if (row === undefined) return {};
    return { connections: Number(row.connections), "disk MB": Number(row.size) / MEGABYTE };
  }

  close(): Promise<void> {
    return this.#client.end();
  }
}

/** Clients and memory of a Redis server, its reader included. */
export class RedisReader {
  readonly #redis;

  constructor(url: string) {
    this.#redis = connectRedis(new Secret(url), () => undefined);
  }

  async read(): Promise<Reading> {
    const text = await this.#redis.info();
    const of = (name: string) => Number(new RegExp(`^${name}:(\\d+)`, "m").exec(text)?.[1]);
    return { connections: of("connected_clients"), "data MB": of("used_memory") / MEGABYTE };
  }

  close(): Promise<void> {
    return closeRedis(this.#redis);
  }
}

/** Megabytes of each folder directly below `folder`. Files that vanish meanwhile do not count. */
export function readFolders(folder: string): Reading {
  const below = readdirSync(folder, { withFileTypes: true }).filter((one) => one.isDirectory());
  return Object.fromEntries(
    below.map(({ name }) => [`${name} MB`, bytesBelow(join(folder, name)) / MEGABYTE]),
  );
}

function bytesBelow(folder: string): number {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => sizeOf(join(entry.parentPath, entry.name)))
    .reduce((sum, size) => sum + size, 0);
}

function sizeOf(path: string): number {
  const found: Stats | undefined = statSync(path, { throwIfNoEntry: false });
  return found?.size ?? 0;
}
