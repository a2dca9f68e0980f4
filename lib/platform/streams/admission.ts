/** Limits of open streams (docs/api/streams.md). Each replica counts on its own. */

import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { limitedAddress } from "#lib/kernel/http/client-address.ts";
import { requireQuota } from "#lib/platform/http/quota.ts";
import { createRateLimit } from "#lib/platform/http/rate-limit-memory.ts";

export type AdmissionLimits = {
  /** Streams of this replica. */
  streams: number;
  /** Streams of one address at once. */
  streamsOfAddress: number;
  connectsAMinute: number;
};

export const STREAM_LIMITS: AdmissionLimits = {
  streams: 5_000,
  streamsOfAddress: 32,
  connectsAMinute: 240,
};

/** A slot may become free at any moment; clients reconnect no sooner than this anyway. */
const RETRY_AFTER_SECONDS = 3;

export class Admission {
  readonly #limits: AdmissionLimits;
  readonly #connects: ReturnType<typeof createRateLimit>;
  /** Open streams of each address that has one. */
  #open = new Map<string, number>();
  #size = 0;

  constructor(limits: AdmissionLimits) {
    this.#limits = limits;
    this.#connects = createRateLimit({ limit: limits.connectsAMinute, seconds: 60 });
  }

  /** Counts an attempt to connect, whatever its outcome. @throws RATE_LIMITED */
  async knock(address: string): Promise<void> {
    requireQuota(await this.#connects.take(address));
  }

  /** Takes a slot, which the result releases. @throws TOO_MANY_STREAMS, STREAM_CAPACITY */
  enter(address: string): () => void {
    const { streams, streamsOfAddress: most } = this.#limits;
    const counted = limitedAddress(address);
    const open = this.#open.get(counted) ?? 0;
    if (open >= most) {
      throw new ServiceError("TOO_MANY_STREAMS", { most, retryAfterSeconds: RETRY_AFTER_SECONDS });
    }
    if (this.#size >= streams) throw new ServiceError("STREAM_CAPACITY");
    this.#open.set(counted, open + 1);
    this.#size += 1;
    return () => this.#leave(counted);
  }

  #leave(counted: string): void {
    this.#size -= 1;
    const open = (this.#open.get(counted) ?? 0) - 1;
    if (open > 0) this.#open.set(counted, open);
    else this.#open.delete(counted);
  }
}
