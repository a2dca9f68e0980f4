/**
 * Token buckets that all gateway threads share, as GCRA: one number a bucket, the microsecond at which it would be full
 * again. A compare-and-exchange takes from it, so that no thread waits for another.
 */

/** Keys that have buckets of their own; with more, some share one. */
export const KEY_SLOTS = 65_536;
const ADDRESS_SLOTS = 65_536;
const SLOTS = (KEY_SLOTS + ADDRESS_SLOTS) * 2;

/** `burst` units at once, refilled by one unit every `unitMicroseconds`. */
export type RateLimit = { burst: number; unitMicroseconds: number };

/** What a request found in its bucket. */
export type Quota = {
  allowed: boolean;
  limit: number;
  /** Whole units left. */
  remaining: number;
  /** Seconds until the bucket is full again, rounded up. */
  resetSeconds: number;
  /** Seconds until the same request would be allowed, rounded up; 0 when it was. */
  retrySeconds: number;
};

const SECOND = 1_000_000;

/** Order writes and reads of one key. */
export const ORDER_LIMIT: RateLimit = { burst: 400, unitMicroseconds: SECOND / 200 };
export const READ_LIMIT: RateLimit = { burst: 120, unitMicroseconds: SECOND / 120 };

export function perMinute(units: number): RateLimit {
  return { burst: units, unitMicroseconds: (60 * SECOND) / units };
}

export function createRateTable(): SharedArrayBuffer {
  return new SharedArrayBuffer(SLOTS * BigInt64Array.BYTES_PER_ELEMENT);
}

export function orderSlot(keySlot: number): number {
  return keySlot;
}

export function readSlot(keySlot: number): number {
  return KEY_SLOTS + keySlot;
}

/** Requests of an address. `hash` is any number ≥ 0. */
export function addressSlot(hash: number): number {
  return KEY_SLOTS * 2 + (hash % ADDRESS_SLOTS);
}

/** New accounts of an address. `hash` is any number ≥ 0. */
export function accountSlot(hash: number): number {
  return addressSlot(hash) + ADDRESS_SLOTS;
}

export class RateTable {
  readonly #slots: BigInt64Array;
  readonly #now: () => number;

  /** `now` in microseconds, the same clock in all threads. */
  constructor(shared: SharedArrayBuffer, now: () => number) {
    this.#slots = new BigInt64Array(shared);
    this.#now = now;
  }

  /** Takes `units` from a bucket, all or nothing. */
  take(slot: number, limit: RateLimit, units: number): Quota {
    const now = this.#now();
    const capacity = limit.burst * limit.unitMicroseconds;
    const cost = units * limit.unitMicroseconds;
    for (;;) {
      const found = Atomics.load(this.#slots, slot);
      const full = Math.max(Number(found), now);
      const next = full + cost;
      const excess = next - now - capacity;
      // A remainder of rounding does not count as excess.
      if (excess > 1) return quota(limit, full - now, excess);
      const replaced = Atomics.compareExchange(this.#slots, slot, found, BigInt(Math.round(next)));
      if (replaced === found) return quota(limit, next - now, 0);
    }
  }

  /** What a bucket has left, without taking from it. */
  read(slot: number, limit: RateLimit): Quota {
    const now = this.#now();
    const full = Math.max(Number(Atomics.load(this.#slots, slot)), now);
    return quota(limit, full - now, 0);
  }

  /** Empties a bucket for a new owner. */
  clear(slot: number): void {
    Atomics.store(this.#slots, slot, 0n);
  }
}

function quota(limit: RateLimit, spent: number, excess: number): Quota {
  return {
    allowed: excess === 0,
    limit: limit.burst,
    remaining: Math.max(0, Math.floor(limit.burst - spent / limit.unitMicroseconds + 1e-6)),
    resetSeconds: Math.ceil(spent / SECOND),
    retrySeconds: Math.ceil(excess / SECOND),
  };
}
