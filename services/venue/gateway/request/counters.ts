/** Counters of one gateway, in memory that it shares with the host. Only its thread writes them, so additions need no locks. */

const STATUSES = 600;
const VERIFICATION_FAILURES = 600;
const KEY_LIMITED = 601;
const ADDRESS_LIMITED = 602;
const CONNECTIONS_REFUSED = 603;
const SLOTS = 604;

export class GatewayCounters {
  readonly shared: SharedArrayBuffer;
  readonly #values: Float64Array;

  constructor(shared = new SharedArrayBuffer(SLOTS * Float64Array.BYTES_PER_ELEMENT)) {
    this.shared = shared;
    this.#values = new Float64Array(shared);
  }

  request(status: number): void {
    this.#add(status < STATUSES ? status : 500);
  }

  verificationFailure(): void {
    this.#add(VERIFICATION_FAILURES);
  }

  refusedConnection(): void {
    this.#add(CONNECTIONS_REFUSED);
  }

  limited(by: "key" | "address"): void {
    this.#add(by === "key" ? KEY_LIMITED : ADDRESS_LIMITED);
  }

  read(): {
    requests: Map<number, number>;
    verificationFailures: number;
    limited: { key: number; address: number };
    connectionsRefused: number;
  } {
    const requests = new Map<number, number>();
    for (let status = 0; status < STATUSES; status += 1) {
      const count = this.#values[status] ?? 0;
      if (count > 0) requests.set(status, count);
    }
    return {
      requests,
      verificationFailures: this.#values[VERIFICATION_FAILURES] ?? 0,
      limited: {
        key: this.#values[KEY_LIMITED] ?? 0,
        address: this.#values[ADDRESS_LIMITED] ?? 0,
      },
      connectionsRefused: this.#values[CONNECTIONS_REFUSED] ?? 0,
    };
  }

  #add(slot: number): void {
    this.#values[slot] = (this.#values[slot] ?? 0) + 1;
  }
}
