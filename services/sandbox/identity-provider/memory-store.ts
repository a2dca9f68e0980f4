/** Stores the provider's tokens and authorizations under way: in memory, bounded, lost with the process. */
import type { Adapter, AdapterPayload } from "oidc-provider";

const MAX_ENTRIES = 5_000;

type Entry = { payload: AdapterPayload /** Unix milliseconds. */; expiresAt: number };

/** One store serves every instance of the provider, so that what began before a rotation of keys ends after it. */
export class MemoryStore {
  readonly #entries = new Map<string, Entry>();

  /** The part of the store for one kind of object, named as the provider names it. */
  adapterOf(kind: string): Adapter {
    const keyOf = (id: string): string => `${kind}:${id}`;
    return {
      upsert: async (id, payload, expiresIn) => {
        // Each request begins a new session, so that one browser can try two accounts.
        if (kind !== "Session") this.#put(keyOf(id), payload, expiresIn);
      },
      find: async (id) => this.#get(keyOf(id)),
      findByUid: async () => undefined,
      findByUserCode: async () => undefined,
      consume: async (id) => {
        const payload = this.#get(keyOf(id));
        if (payload) payload.consumed = Math.floor(Date.now() / 1000);
      },
      destroy: async (id) => {
        this.#entries.delete(keyOf(id));
      },
      revokeByGrantId: async (grantId) => {
        for (const [key, { payload }] of this.#entries) {
          if (payload.grantId === grantId) this.#entries.delete(key);
        }
      },
    };
  }

  #get(key: string): AdapterPayload | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    if (entry.expiresAt > Date.now()) return entry.payload;
    this.#entries.delete(key);
    return undefined;
  }

  #put(key: string, payload: AdapterPayload, expiresInSeconds = Number.POSITIVE_INFINITY): void {
    this.#entries.delete(key);
    this.#entries.set(key, { payload, expiresAt: Date.now() + expiresInSeconds * 1000 });
    if (this.#entries.size > MAX_ENTRIES) this.#makeRoom();
  }

  /** Removes expired entries; if there are none, the oldest one. */
  #makeRoom(): void {
    const now = Date.now();
    for (const [key, { expiresAt }] of this.#entries) {
      if (expiresAt <= now) this.#entries.delete(key);
    }
    for (const key of this.#entries.keys()) {
      if (this.#entries.size <= MAX_ENTRIES) return;
      this.#entries.delete(key);
    }
  }
}
