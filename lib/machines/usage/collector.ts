/**
 * Counts uses of keys in memory and writes them every few seconds, in one statement for the counts and one for each kind of
 * key, so that requests cost no write. Replicas add up: counts are added to the stored ones, and the last use only moves
 * forward.
 */

import type { Logger } from "#lib/kernel/log/log.ts";
import type { Timers } from "#lib/kernel/time/timers.ts";
import type { Client } from "#lib/platform/actor.ts";
import { dayOf } from "./usage-day.ts";

export type UsedKind = "mcp_key" | "bot_key" | "oauth_grant";

export type KeyUse = {
  kind: UsedKind;
  keyId: string;
  /** `ok`, or the code of the refusal. */
  outcome: string;
  /** Unix milliseconds. */
  now: number;
  /** The client; absent when the key was refused, because a stranger with a dead key is not its user. */
  client?: Client;
};

/** Something that a key or a grant read, at this time. */
export type KeyRead = {
  keyId: string;
  /** A tool, the address of a resource, or method and path of the API: one of few. */
  what: string;
  /** Unix milliseconds. */
  now: number;
};

export type ReadCount = { keyId: string; day: string; what: string; count: number; lastAt: number };
export type UsageCount = { keyId: string; day: string; outcome: string; count: number };
export type LastUse = { keyId: string; at: number; client: Client };

/** Where it is written to. */
export type UsageStore = {
  addCounts: (counts: readonly UsageCount[]) => Promise<void>;
  addReads: (reads: readonly ReadCount[]) => Promise<void>;
  moveLastUse: (kind: UsedKind, uses: readonly LastUse[]) => Promise<void>;
};

const WRITE_EVERY_MS = 5_000;
/** Bounds memory while the database is unavailable: entries by key, day and outcome. */
const MAX_ENTRIES = 20_000;

type Options = { store: UsageStore; timers: Timers; log: Pick<Logger, "warn"> };

export class KeyUsage {
  readonly #options: Options;
  readonly #counts = new Map<string, UsageCount>();
  readonly #reads = new Map<string, ReadCount>();
  readonly #uses: Record<UsedKind, Map<string, LastUse>> = {
    mcp_key: new Map(),
    bot_key: new Map(),
    oauth_grant: new Map(),
  };
  #lost = 0;
  #writing: Promise<void> | undefined;
  #cancel = () => {};
  #stopped = false;

  constructor(options: Options) {
    this.#options = options;
    this.#schedule();
  }

  note({ kind, keyId, outcome, now, client }: KeyUse): void {
    this.#add({ keyId, day: dayOf(now), outcome, count: 1 });
    if (client !== undefined) this.#move(kind, { keyId, at: now, client });
  }

  noteRead({ keyId, what, now }: KeyRead): void {
    this.#addRead({ keyId, day: dayOf(now), what, count: 1, lastAt: now });
  }

  /** Writes all counts; those that fail wait for the next run. */
  async write(): Promise<void> {
    await this.#writing;
    this.#writing = this.#writeAll().finally(() => {
      this.#writing = undefined;
    });
    await this.#writing;
  }

  /** Writes for the last time. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#cancel();
    await this.write();
  }

  #schedule(): void {
    if (this.#stopped) return;
    this.#cancel = this.#options.timers.after(WRITE_EVERY_MS, () => {
      void this.write().finally(() => this.#schedule());
    });
  }

  async #writeAll(): Promise<void> {
    const { store, log } = this.#options;
    const counts = [...this.#counts.values()];
    this.#counts.clear();
    if (this.#lost > 0) log.warn({ requests: this.#lost }, "uses of keys were not counted");
    this.#lost = 0;
    const writes: Promise<void>[] = [];
    if (counts.length > 0) {
      writes.push(
        this.#attempt(store.addCounts(counts), () => counts.map((one) => this.#add(one))),
      );
    }
    const reads = [...this.#reads.values()];
    this.#reads.clear();
    if (reads.length > 0) {
      writes.push(
        this.#attempt(store.addReads(reads), () => reads.map((one) => this.#addRead(one))),
      );
    }
    for (const kind of ["mcp_key", "bot_key", "oauth_grant"] as const) {
      const uses = [...this.#uses[kind].values()];
      this.#uses[kind].clear();
      if (uses.length === 0) continue;
      const again = () => uses.map((use) => this.#move(kind, use));
      writes.push(this.#attempt(store.moveLastUse(kind, uses), again));
    }
    await Promise.all(writes);
  }

  async #attempt(write: Promise<void>, again: () => unknown): Promise<void> {
    try {
      await write;
    } catch (error) {
      this.#options.log.warn(
        { err: error },
        "the usage of keys could not be written; trying again",
      );
      again();
    }
  }

  #add(use: UsageCount): void {
    const id = `${use.keyId} ${use.day} ${use.outcome}`;
    const known = this.#counts.get(id);
    if (known !== undefined) known.count += use.count;
    else if (this.#counts.size < MAX_ENTRIES) this.#counts.set(id, { ...use });
    else this.#lost += use.count;
  }

  #addRead(read: ReadCount): void {
    const id = `${read.keyId} ${read.day} ${read.what}`;
    const known = this.#reads.get(id);
    if (known !== undefined) {
      known.count += read.count;
      known.lastAt = Math.max(known.lastAt, read.lastAt);
    } else if (this.#reads.size < MAX_ENTRIES) this.#reads.set(id, { ...read });
    else this.#lost += read.count;
  }

  #move(kind: UsedKind, use: LastUse): void {
    const uses = this.#uses[kind];
    const known = uses.get(use.keyId);
    if (known === undefined && uses.size >= MAX_ENTRIES) return;
    if (known === undefined || known.at <= use.at) uses.set(use.keyId, use);
  }
}
