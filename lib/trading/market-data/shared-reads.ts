/**
 * Reads of the venue that replicas share over Redis: one replica reads, and the others take its answer while it is fresh.
 * Nothing depends on it: without Redis each replica reads for itself.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { z } from "zod";
import type { Redis } from "#lib/platform/redis.ts";

/** After this time another replica may read as well. */
const CLAIM_MS = 2_000;
const MAX_WAIT_MS = 1_000;
const LOOK_EVERY_MS = 20;

export type SharedRead<Value> = {
  /** The same for the same question. */
  name: string;
  /** How long an answer may be used, by all replicas together. */
  freshMs: number;
  /** Checks a stored value, which must be JSON. One of another shape, which another version stored, is read again. */
  schema: z.ZodType<Value>;
  read: () => Promise<Value>;
};

/** `freshMs`: what is left of it. */
export type Fresh<Value> = { value: Value; freshMs: number };

/** @throws what the read throws */
export type Share = <Value>(read: SharedRead<Value>) => Promise<Fresh<Value>>;

/** For a replica without others. */
export const readAlone: Share = async ({ freshMs, read }) => ({ value: await read(), freshMs });

type Question<Value> = { key: string; schema: z.ZodType<Value> };

type Found<Value> = { is: "known"; fresh: Fresh<Value> } | { is: "claimed" | "busy" | "away" };

export class SharedReads {
  readonly #redis: Redis;
  readonly #prefix: string;
  readonly #onFailure: (error: unknown) => void;

  constructor(redis: Redis, prefix: string, onFailure: (error: unknown) => void) {
    this.#redis = redis;
    this.#prefix = prefix;
    this.#onFailure = onFailure;
  }

  /** @throws what the read throws */
  readonly share: Share = async (shared) => {
    const key = `${this.#prefix}:read:${shared.name}`;
    const found = await this.#await({ key, schema: shared.schema });
    if (found.is === "known") return found.fresh;
    if (found.is !== "claimed") return readAlone(shared);
    try {
      const { value, freshMs } = await readAlone(shared);
      await this.#try(() => this.#redis.set(key, JSON.stringify(value), "PX", freshMs));
      return { value, freshMs };
    } finally {
      await this.#try(() => this.#redis.del(claimOf(key)));
    }
  };

  /** Looks again for a while when another replica is reading. */
  async #await<Value>(question: Question<Value>): Promise<Found<Value>> {
    const until = performance.now() + MAX_WAIT_MS;
    for (;;) {
      const found = await this.#read(question).catch((error: unknown): Found<Value> => {
        this.#onFailure(error);
        return { is: "away" };
      });
      if (found.is !== "busy" || performance.now() >= until) return found;
      await sleep(LOOK_EVERY_MS);
    }
  }

  async #read<Value>(question: Question<Value>): Promise<Found<Value>> {
    const claim = claimOf(question.key);
    const before = await this.#known(question);
    if (before !== undefined) return { is: "known", fresh: before };
    const claimed = await this.#redis.set(claim, "", "PX", CLAIM_MS, "NX");
    if (claimed === null) return { is: "busy" };
    // Another replica may have answered between the two commands.
    const since = await this.#known(question);
    if (since === undefined) return { is: "claimed" };
    await this.#redis.del(claim);
    return { is: "known", fresh: since };
  }

  async #known<Value>({ key, schema }: Question<Value>): Promise<Fresh<Value> | undefined> {
    const [text, freshMs] = await Promise.all([this.#redis.get(key), this.#redis.pttl(key)]);
    if (text === null || freshMs <= 0) return undefined;
    const { success, data } = schema.safeParse(JSON.parse(text));
    return success ? { value: data, freshMs } : undefined;
  }

  async #try(command: () => Promise<unknown>): Promise<void> {
    try {
      await command();
    } catch (error) {
      this.#onFailure(error);
    }
  }
}

function claimOf(key: string): string {
  return `${key}:claim`;
}
