/** The account that pays the network's fees: its balance, and how fast that falls. */

import type { Logger } from "#lib/kernel/log/log.ts";
import { HOUR_MS } from "#lib/protocol/durations.ts";

/** The interval between stored balances, so that an hour has at most 60. */
const SAMPLE_MS = 60_000;
/** A payment costs three signatures. With a lower balance nothing is paid. */
const MIN_LAMPORTS = 5_000_000n;
/**
 * With a lower balance no token account is opened, so that many openings cannot stop all other
 * payments.
 */
const MIN_TO_OPEN_LAMPORTS = 50_000_000n;

type Sample = { at: number; lamports: bigint };

export class FeeAccount {
  readonly publicKey: string;
  readonly #alertLamports: bigint;
  readonly #now: () => number;
  readonly #log: Pick<Logger, "warn" | "info">;
  /** Balances of the last hour, oldest first. */
  readonly #samples: Sample[] = [];
  #lamports: bigint | undefined;
  #fallsFast = false;

  /** @param alertLamports a fall in one hour that raises an alert */
  constructor(parts: {
    publicKey: string;
    alertLamports: bigint;
    now: () => number;
    log: Pick<Logger, "warn" | "info">;
  }) {
    this.publicKey = parts.publicKey;
    this.#alertLamports = parts.alertLamports;
    this.#now = parts.now;
    this.#log = parts.log;
  }

  /** Undefined before the first reading. */
  get lamports(): bigint | undefined {
    return this.#lamports;
  }

  /** The sum of its payments in the last hour, without refills. */
  get fallen(): bigint {
    let sum = 0n;
    let before: bigint | undefined;
    const last = this.#lamports;
    const readings = this.#samples.map(({ lamports }) => lamports);
    for (const lamports of last === undefined ? readings : [...readings, last]) {
      if (before !== undefined && lamports < before) sum += before - lamports;
      before = lamports;
    }
    return sum;
  }

  get fallsFast(): boolean {
    return this.#fallsFast;
  }

  get canPay(): boolean {
    return (this.#lamports ?? 0n) >= MIN_LAMPORTS;
  }

  get canOpen(): boolean {
    return (this.#lamports ?? 0n) >= MIN_TO_OPEN_LAMPORTS;
  }

  /** Stores a balance, and logs when it begins or stops to fall fast. */
  read(lamports: bigint): void {
    const now = this.#now();
    this.#lamports = lamports;
    const newest = this.#samples.at(-1);
    if (newest === undefined || now - newest.at >= SAMPLE_MS)
      this.#samples.push({ at: now, lamports });
    while ((this.#samples[0]?.at ?? now) < now - HOUR_MS) this.#samples.shift();
    const fallsFast = this.fallen > this.#alertLamports;
    if (fallsFast === this.#fallsFast) return;
    this.#fallsFast = fallsFast;
    const details = {
      account: this.publicKey,
      lamports: String(lamports),
      fallen: String(this.fallen),
    };
    if (fallsFast) this.#log.warn(details, "the fee account falls faster than CUSTODY_FEE_ALERT");
    else this.#log.info(details, "the fee account falls slowly again");
  }
}
