/**
 * The accounts of the VM: a cache of their newest state, and their state at each of the newest
 * slots.
 */
import type { AccountState } from "#services/chain/vm/account-state.ts";
import { parseLookupTable } from "#services/chain/vm/lookup-table.ts";
import type { Vm } from "#services/chain/vm/vm.ts";
import { AccountVersions } from "./account-versions.ts";

/** Reading an account from the VM costs about as much as running a transfer. */
const CACHED = 100_000;

export class ChainAccounts {
  readonly versions = new AccountVersions();
  readonly #vm: Vm;
  readonly #cache = new Map<string, AccountState | null>();

  constructor(vm: Vm) {
    this.#vm = vm;
  }

  newest(key: string): AccountState | null {
    const cached = this.#cache.get(key);
    if (cached !== undefined) return cached;
    return this.#keep(key, this.#vm.account(key));
  }

  at(key: string, slot: number): AccountState | null {
    const version = this.versions.at(key, slot);
    return version === undefined ? this.newest(key) : version;
  }

  /** The accounts of a program now, and all that changed in the newest slots: some were of the program then. */
  of(program: string): Set<string> {
    return new Set([
      ...this.#vm.accountsOf(program).map(({ key }) => key),
      ...this.versions.keys(),
    ]);
  }

  /** Reads an account again after a transaction that may have written it. */
  changed(key: string, slot: number, before: AccountState | null): AccountState | null {
    const after = this.#vm.account(key);
    if (isSame(before, after)) return before;
    this.versions.record(slot, key, before);
    return this.#keep(key, after);
  }

  /** Overwrites an account of the VM with an earlier state. */
  restore(key: string, state: AccountState | null): void {
    this.#vm.setAccount(key, state);
    this.#keep(key, state);
  }

  /** Addresses in a lookup table; undefined when the table does not exist. */
  lookupTable(table: string): string[] | undefined {
    return parseLookupTable(this.newest(table))?.addresses;
  }

  #keep(key: string, state: AccountState | null): AccountState | null {
    if (this.#cache.size >= CACHED) {
      const [oldest] = this.#cache.keys();
      if (oldest !== undefined) this.#cache.delete(oldest);
    }
    this.#cache.set(key, state);
    return state;
  }
}

function isSame(one: AccountState | null, other: AccountState | null): boolean {
  if (one === null || other === null) return one === other;
  return (
    one.lamports === other.lamports &&
    one.owner === other.owner &&
    one.executable === other.executable &&
    Buffer.compare(one.data, other.data) === 0
  );
}
