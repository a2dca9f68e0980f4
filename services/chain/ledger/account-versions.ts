/**
 * The state of accounts at each of the newest slots, so that a read at *finalized* does not see
 * what may still be rolled back.
 */
import type { AccountState } from "#services/chain/vm/account-state.ts";

type Version = { slot: number; before: AccountState | null };

export class AccountVersions {
  /** By account, oldest first: its state before the first change in a slot. */
  readonly #versions = new Map<string, Version[]>();
  /** Accounts that changed, by slot. */
  readonly #changed = new Map<number, Set<string>>();
  /** States before this slot are unknown. */
  #oldest = 0;

  record(slot: number, key: string, before: AccountState | null): void {
    const changed = this.#changed.get(slot) ?? new Set();
    this.#changed.set(slot, changed);
    if (changed.has(key)) return;
    changed.add(key);
    const versions = this.#versions.get(key);
    if (versions === undefined) this.#versions.set(key, [{ slot, before }]);
    else versions.push({ slot, before });
  }

  /**
   * The state at the end of `slot`; undefined when the account has not changed since, so its newest
   * state applies.
   */
  at(key: string, slot: number): AccountState | null | undefined {
    return this.#versions.get(key)?.find((version) => version.slot > slot)?.before;
  }

  /** Accounts that changed in the newest slots. */
  keys(): Iterable<string> {
    return this.#versions.keys();
  }

  changedIn(slot: number): Iterable<string> {
    return this.#changed.get(slot) ?? [];
  }

  /** Removes the states before `slot`. */
  prune(slot: number): void {
    for (; this.#oldest < slot; this.#oldest += 1) this.#drop(this.#oldest, (list) => list.shift());
  }

  /** Reverts a slot. @returns the accounts that it changed, in their state before it */
  revert(slot: number): { key: string; before: AccountState | null }[] {
    const reverted: { key: string; before: AccountState | null }[] = [];
    this.#drop(slot, (list, key) => {
      const version = list.pop();
      if (version !== undefined) reverted.push({ key, before: version.before });
    });
    return reverted;
  }

  /** Sets the first slot whose changes are recorded, so that `prune` begins there. */
  startAt(slot: number): void {
    this.#oldest = slot;
  }

  #drop(slot: number, take: (versions: Version[], key: string) => void): void {
    for (const key of this.#changed.get(slot) ?? []) {
      const versions = this.#versions.get(key);
      if (versions === undefined) continue;
      take(versions, key);
      if (versions.length === 0) this.#versions.delete(key);
    }
    this.#changed.delete(slot);
  }
}
