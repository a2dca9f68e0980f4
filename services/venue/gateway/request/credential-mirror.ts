/**
 * A gateway's copy of the API keys and delegated signers of all accounts. It never lags behind an answer: the host
 * counts its changes in shared memory before any answer about them leaves, and every check of a credential
 * first applies the changes that were counted.
 */
import type {
  AccountCredentials,
  CredentialChange,
  CredentialSnapshot,
  MirroredKey,
  MirroredSigner,
} from "#services/venue/link/messages.ts";

/** A change of credentials is missing, so this gateway's copy can no longer be trusted. */
export class LostCredentialChangeError extends Error {}

type Known = { keys: MirroredKey[]; signers: Map<string, MirroredSigner> };

export class CredentialMirror {
  readonly #keys = new Map<string, MirroredKey>();
  readonly #accounts = new Map<string, Known>();
  /** One number: the version of the host's last change. */
  readonly #counter: Int32Array;
  readonly #next: () => CredentialChange | undefined;
  #version: number;

  /** `next` takes the oldest change that has not been taken, without waiting. */
  constructor(
    snapshot: CredentialSnapshot,
    counter: SharedArrayBuffer,
    next: () => CredentialChange | undefined,
  ) {
    this.#version = snapshot.version;
    this.#counter = new Int32Array(counter);
    this.#next = next;
    for (const account of snapshot.accounts) this.#replace(account);
  }

  /** The key whose text has this SHA-256 (hex). */
  key(hash: string): MirroredKey | undefined {
    this.refresh();
    return this.#keys.get(hash);
  }

  /** True when `signer` is registered for the account, has not expired, and has one of the scopes. */
  allows(account: string, signer: string, use: { scopes: number; now: number }): boolean {
    this.refresh();
    const found = this.#accounts.get(account)?.signers.get(signer);
    return found !== undefined && found.expiresAt > use.now && (found.scopes & use.scopes) !== 0;
  }

  /** Applies every change that was counted. */
  refresh(): void {
    const counted = Atomics.load(this.#counter, 0);
    while (this.#version < counted) {
      const change = this.#next();
      if (change === undefined || change.version !== this.#version + 1) {
        const text = `change ${this.#version + 1} of ${counted} of the credentials is missing`;
        throw new LostCredentialChangeError(text);
      }
      this.#replace(change);
      this.#version = change.version;
    }
  }

  #replace({ account, signers, keys }: AccountCredentials): void {
    for (const { hash } of this.#accounts.get(account)?.keys ?? []) this.#keys.delete(hash);
    for (const key of keys) this.#keys.set(key.hash, key);
    const byKey = new Map(signers.map((signer) => [signer.pubkey, signer]));
    this.#accounts.set(account, { keys, signers: byKey });
  }
}
