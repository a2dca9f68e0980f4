/**
 * Sends every change of keys and signers to all gateways. A change is in each gateway's queue before the counter in
 * shared memory counts it, and is counted before the answer leaves: a client that has the answer finds the change done.
 */
import type { VenueState } from "#services/venue/engine/venue-state.ts";
import type {
  AccountCredentials,
  CredentialChange,
  CredentialSnapshot,
} from "#services/venue/link/messages.ts";
import {
  KEY_SLOTS,
  orderSlot,
  type RateTable,
  readSlot,
} from "#services/venue/link/rate-limit-table.ts";

export class CredentialPublisher {
  /** Version of the last change, one 32-bit number. */
  readonly counter = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  readonly #state: VenueState;
  readonly #rates: RateTable;
  readonly #subscribers = new Set<(change: CredentialChange) => void>();
  /** Slots of live keys by the key's id, by account. */
  readonly #slots = new Map<string, Map<string, number>>();
  readonly #freeSlots: number[] = [];
  #nextSlot = 0;
  #version = 0;

  constructor(state: VenueState, rates: RateTable) {
    this.#state = state;
    this.#rates = rates;
  }

  /** What is known now; every later change goes to `subscriber`, in order. */
  subscribe(subscriber: (change: CredentialChange) => void): CredentialSnapshot {
    this.#subscribers.add(subscriber);
    const accounts: AccountCredentials[] = [];
    for (const { pubkey, apiKeys, signers } of this.#state.accounts.values()) {
      if (apiKeys.size > 0 || signers.size > 0) accounts.push(this.#credentialsOf(pubkey));
    }
    return { version: this.#version, accounts };
  }

  /** The account's credentials may have changed. */
  publish(account: string): void {
    this.#version += 1;
    const change = { ...this.#credentialsOf(account), version: this.#version };
    for (const subscriber of this.#subscribers) subscriber(change);
    Atomics.store(new Int32Array(this.counter), 0, this.#version);
  }

  #credentialsOf(account: string): AccountCredentials {
    const found = this.#state.accounts.get(account);
    const apiKeys = [...(found?.apiKeys.values() ?? [])];
    const slots = this.#assignSlots(
      account,
      apiKeys.map(({ id }) => id),
    );
    return {
      account,
      signers: [...(found?.signers.values() ?? [])].map(({ pubkey, scopes, expiresAt }) => ({
        pubkey,
        scopes,
        expiresAt,
      })),
      keys: apiKeys.map(({ id, hash, signer, expiresAt }) => ({
        hash,
        account,
        signer,
        expiresAt,
        slot: slots.get(id) ?? 0,
      })),
    };
  }

  #assignSlots(account: string, ids: string[]): Map<string, number> {
    const known = this.#slots.get(account) ?? new Map<string, number>();
    const live = new Set(ids);
    for (const [id, slot] of known) {
      if (live.has(id)) continue;
      known.delete(id);
      this.#freeSlots.push(slot);
    }
    for (const id of ids) {
      if (!known.has(id)) known.set(id, this.#newSlot());
    }
    this.#slots.set(account, known);
    return known;
  }

  #newSlot(): number {
    const slot = this.#freeSlots.pop() ?? this.#nextSlot++ % KEY_SLOTS;
    this.#rates.clear(orderSlot(slot));
    this.#rates.clear(readSlot(slot));
    return slot;
  }
}
