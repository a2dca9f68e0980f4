/** Samples every process of a stack, its database, its Redis and its folders, and keeps each figure over time. */

import { DatabaseReader, type Reading, RedisReader, readFolders, readProcess } from "./readings.ts";
import type { SoakTarget } from "./soak-folder.ts";
import type { Point } from "./statistics.ts";

/** Walking through the folders costs more than all other figures. */
const FOLDERS_EVERY = 6;

/** Points of each figure, by what it belongs to. */
export type Series = Map<string, Map<string, Point[]>>;

export class Sampler {
  readonly series: Series = new Map();
  /** What was restarted, and what could not be read, with how often. */
  readonly problems = new Map<string, number>();
  readonly #target: SoakTarget;
  readonly #pids = new Map<string, number>();
  #database: DatabaseReader | undefined;
  #redis: RedisReader | undefined;
  #samples = 0;

  constructor(target: SoakTarget) {
    this.#target = target;
  }

  async open(): Promise<this> {
    const { databaseUrl, redis } = this.#target;
    if (databaseUrl !== undefined) this.#database = await new DatabaseReader(databaseUrl).open();
    if (redis !== undefined) this.#redis = new RedisReader(redis.url);
    return this;
  }

  async sample(): Promise<void> {
    const at = Date.now();
    const { stack, redis, dataDir } = this.#target;
    const processes = [...stack.processes.running(), ...(redis ? [redis.process] : [])];
    for (const one of processes) {
      const known = this.#pids.get(one.name);
      if (known !== undefined && known !== one.pid) this.#note(`${one.name} was restarted`);
      this.#pids.set(one.name, one.pid);
      await this.#keep(one.name, at, () => readProcess(one));
    }
    await this.#keep("postgres", at, async () => (await this.#database?.read()) ?? {});
    await this.#keep("redis", at, async () => (await this.#redis?.read()) ?? {});
    if (this.#samples % FOLDERS_EVERY === 0) {
      await this.#keep("folders", at, () => Promise.resolve(readFolders(dataDir)));
    }
    this.#samples += 1;
  }

  async close(): Promise<void> {
    await this.#database?.close();
    await this.#redis?.close();
  }

  async #keep(owner: string, at: number, read: () => Promise<Reading>): Promise<void> {
    try {
      for (const [figure, value] of Object.entries(await read())) {
        if (value === undefined || !Number.isFinite(value)) continue;
        const figures = this.series.get(owner) ?? new Map<string, Point[]>();
        this.series.set(owner, figures);
        const points = figures.get(figure) ?? [];
        figures.set(figure, points);
        points.push({ at, value });
      }
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      this.#note(`${owner} could not be read: ${text}`);
    }
  }

  #note(problem: string): void {
    this.problems.set(problem, (this.problems.get(problem) ?? 0) + 1);
  }
}
