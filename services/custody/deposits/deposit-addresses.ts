/**
 * The deposit addresses that custody watches, and what they hold. Each pass reads the addresses of open dialogs and a fixed number
 * of the others in turn, so its cost does not depend on how many there are.
 */
import type { ChainReads } from "#lib/kernel/chain-client/chain-reads.ts";
import type { DepositKey } from "#lib/kernel/deposit-key.ts";
import { isAcceptablePublicKey } from "#lib/protocol/signing/canonical-signature.ts";
import { decodePublicKey } from "#lib/protocol/signing/signing.ts";
import {
  type DepositAddress,
  depositAddressOf,
  sweepableUnits,
} from "#services/custody/vault/sweep.ts";
import type { Vault } from "#services/custody/vault/vault-address.ts";
import type { WatchedAccounts } from "./watched-accounts.ts";

/** Accounts of one read of a node. */
const BATCH = 100;
/** An address is read in each pass for this long after the last request for it. */
const LOOKED_AT_MS = 2 * 60_000;

/** An address and its balances in base units. */
export type WatchedAddress = DepositAddress & {
  /** Finalized. */
  held: bigint;
  /** Also what may still be rolled back. Read only for open dialogs. */
  seen: bigint;
};

export type DepositAddressParts = {
  key: DepositKey;
  vault: Vault;
  chain: Pick<ChainReads, "accounts">;
  kept: WatchedAccounts;
  now: () => number;
};

export class DepositAddresses {
  readonly #parts: DepositAddressParts;
  /** By account. An address is derived when it is first read. */
  readonly #watched = new Map<string, WatchedAddress | undefined>();
  /** Time of the last request by account, the oldest first. */
  readonly #lookedAt = new Map<string, number>();
  #turn: string[] = [];

  constructor(parts: DepositAddressParts) {
    this.#parts = parts;
    for (const account of parts.kept.all()) this.#watched.set(account, undefined);
  }

  /** Undefined for a key that can sign nothing: the venue would credit no such account. */
  static accepts(account: string): boolean {
    const key = decodePublicKey(account);
    return key !== undefined && isAcceptablePublicKey(key);
  }

  /** The address of an account, watched from now on. When it resolves, that is on the disk. */
  async show(account: string): Promise<WatchedAddress> {
    const { kept, now } = this.#parts;
    kept.add(account, now());
    this.#lookedAt.delete(account);
    this.#lookedAt.set(account, now());
    return this.#derived(account);
  }

  /** Watches an account that the venue knows. Its address may have been shown before this folder was made. */
  watch(account: string): void {
    if (!this.#watched.has(account) && DepositAddresses.accepts(account))
      this.#watched.set(account, undefined);
  }

  /** Reads balances. @throws ChainUnreachable */
  async read(): Promise<void> {
    const looked = this.#looked();
    if (this.#turn.length === 0) this.#turn = [...this.#watched.keys()];
    const others = this.#turn.splice(0, BATCH - looked.length);
    const batch = await this.#derivedAll([...new Set([...looked, ...others])]);
    await this.#readHeld(batch);
    if (looked.length > 0) await this.#readSeen(await this.#derivedAll(looked));
  }

  /** Forgets what was read of an address whose deposit has left it. */
  empty(account: string): void {
    const watched = this.#watched.get(account);
    if (watched !== undefined) watched.held = 0n;
  }

  /** The addresses with a balance that was read. */
  *addresses(): Iterable<WatchedAddress> {
    for (const watched of this.#watched.values()) if (watched !== undefined) yield watched;
  }

  /**
   * The sum of all deposits that are final at deposit addresses and not in the vault yet, in base units: neither the vault nor the
   * venue's liabilities contain it.
   */
  unsweptDeposits(): bigint {
    let sum = 0n;
    for (const { held } of this.addresses()) sum += held;
    return sum;
  }

  close(): void {
    this.#parts.kept.close();
  }

  #looked(): string[] {
    const oldest = this.#parts.now() - LOOKED_AT_MS;
    for (const [account, at] of this.#lookedAt) {
      if (at >= oldest && this.#lookedAt.size <= BATCH / 2) break;
      this.#lookedAt.delete(account);
    }
    return [...this.#lookedAt.keys()];
  }

  #derivedAll(accounts: readonly string[]): Promise<WatchedAddress[]> {
    return Promise.all(accounts.map((account) => this.#derived(account)));
  }

  async #derived(account: string): Promise<WatchedAddress> {
    const known = this.#watched.get(account);
    if (known !== undefined) return known;
    const { key, vault } = this.#parts;
    const made = { ...(await depositAddressOf(key, vault, account)), held: 0n, seen: 0n };
    // Another call may have derived it meanwhile.
    const first = this.#watched.get(account) ?? made;
    this.#watched.set(account, first);
    return first;
  }

  async #readHeld(batch: readonly WatchedAddress[]): Promise<void> {
    const units = await this.#unitsOf(batch, "finalized");
    for (const [index, watched] of batch.entries()) watched.held = units[index] ?? 0n;
  }

  async #readSeen(batch: readonly WatchedAddress[]): Promise<void> {
    const units = await this.#unitsOf(batch, "confirmed");
    for (const [index, watched] of batch.entries()) watched.seen = units[index] ?? 0n;
  }

  async #unitsOf(
    batch: readonly WatchedAddress[],
    commitment: "confirmed" | "finalized",
  ): Promise<bigint[]> {
    if (batch.length === 0) return [];
    const { chain, vault } = this.#parts;
    const keys = batch.map(({ tokenAccount }) => tokenAccount);
    const { accounts } = await chain.accounts(keys, commitment);
    return batch.map((watched, index) => sweepableUnits(accounts[index] ?? null, watched, vault));
  }
}
