/**
 * The vault's signers as custody sees them: which are reachable, and which two sign the next
 * payment.
 */
import { VAULT_THRESHOLD } from "#lib/protocol/solana/vault.ts";
import type { VaultSigner as SignerRow } from "#lib/protocol/wire/vault.ts";
import type { SignerClient, SignerStatus } from "./signer-client.ts";

/**
 * Custody asks in each pass, twice a second. A payment that is given to a missing signer waits
 * until its attempt is dead.
 */
const FRESH_MS = 3_000;

type Known = { status: SignerStatus; seenAt: number };

export type SignerSeat = { publicKey: string; client: SignerClient };

export class SignerPool {
  /** In the order of the multisig. */
  readonly #keys: readonly string[];
  readonly #clients: readonly SignerClient[];
  readonly #known = new Map<SignerClient, Known>();
  readonly #now: () => number;
  #turn = 0;

  constructor(keys: readonly string[], clients: readonly SignerClient[], now: () => number) {
    this.#keys = keys;
    this.#clients = clients;
    this.#now = now;
  }

  /** Reads the status of each signer. */
  async refresh(): Promise<void> {
    await Promise.all(
      this.#clients.map(async (client) => {
        try {
          this.#known.set(client, { status: await client.status(), seenAt: this.#now() });
        } catch {
          // It counts as unreachable when its last answer is old.
        }
      }),
    );
  }

  /**
   * Two signers that answered recently, in the multisig's order; undefined if there are fewer. Each
   * call returns another pair, so that one refusing signer does not stop payments.
   */
  nextPair(): [SignerSeat, SignerSeat] | undefined {
    const seats = this.#keys.flatMap((publicKey) => {
      const client = this.#clientOf(publicKey);
      return client === undefined ? [] : [{ publicKey, client }];
    });
    if (seats.length < VAULT_THRESHOLD) return undefined;
    this.#turn += 1;
    const skipped = seats.length - 1 - (this.#turn % seats.length);
    const [one, other] = seats.length > VAULT_THRESHOLD ? seats.toSpliced(skipped, 1) : seats;
    return one && other && [one, other];
  }

  rows(): SignerRow[] {
    return this.#keys.map((public_key, index) => {
      const known = [...this.#known.values()].find((one) => one.status.public_key === public_key);
      return {
        name: known?.status.name ?? `Signer ${index + 1}`,
        public_key,
        reachable: this.#clientOf(public_key) !== undefined,
        simulated: known?.status.simulated ?? false,
      };
    });
  }

  close(): void {
    for (const client of this.#clients) client.close();
  }

  #clientOf(publicKey: string): SignerClient | undefined {
    const oldest = this.#now() - FRESH_MS;
    return this.#clients.find((client) => {
      const known = this.#known.get(client);
      return known !== undefined && known.seenAt >= oldest && known.status.public_key === publicKey;
    });
  }
}
