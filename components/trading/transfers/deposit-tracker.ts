/**
 * Tracks each deposit from its signature to its end: credited, failed, or proved never to land. A transaction without a
 * status is unknown, not failed. It is dead only when a node whose finalized height has passed its last valid height does
 * not have it in its history either; until then the same bytes are sent again, and nothing else is signed.
 */
import type { Answer } from "#components/data/http.ts";
import { createFollowers } from "#components/ui/store.ts";
import type { SignatureStatus } from "./chain-calls.ts";
import type { DepositStorage } from "./deposit-storage.ts";
import { type Deposit, type DepositRecord, type DepositState, hasEnded } from "./deposit-types.ts";

export type DepositTrackerParts = {
  storage: DepositStorage;
  /** Resolves after the time, or as soon as the signal aborts. */
  wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  chain: {
    send: (transaction: string) => Promise<Answer>;
    status: (signature: string) => Promise<Answer<{ status: SignatureStatus; slot: number }>>;
    finalHeight: () => Promise<Answer<{ height: number; slot: number }>>;
  };
  /** Whether the venue has credited it; undefined when that cannot be read. */
  isCredited: (deposit: DepositRecord) => Promise<boolean | undefined>;
};

/** The last of these is repeated. */
const CHECK_AFTER_MS = [0, 1_000, 1_000, 2_000, 4_000, 5_000] as const;

type Entry = { deposit: Deposit; over: AbortController };

export class DepositTracker {
  readonly #parts: DepositTrackerParts;
  readonly #entries = new Map<string, Entry>();
  readonly #followers = createFollowers();
  readonly #endListeners = new Set<(deposit: Deposit) => void>();
  #account: string | undefined;
  #shown: readonly Deposit[] = [];

  constructor(parts: DepositTrackerParts) {
    this.#parts = parts;
  }

  readonly subscribe = this.#followers.subscribe;

  /** Of the signed-in account, oldest first; the same array until something changes. */
  deposits = (): readonly Deposit[] => this.#shown;

  /** Called in one tab of the browser for each deposit that ends. */
  onEnd(listener: (deposit: Deposit) => void): () => void {
    this.#endListeners.add(listener);
    return () => this.#endListeners.delete(listener);
  }

  /** Names the signed-in account, and resumes what earlier pages of this browser have left of it. */
  async setAccount(account: string | undefined): Promise<void> {
    if (this.#account === account) return;
    this.#account = account;
    for (const { over } of this.#entries.values()) over.abort();
    this.#entries.clear();
    this.#publish();
    if (account !== undefined) await this.recover();
  }

  /** Follows what is kept for the account and not followed yet. */
  async recover(): Promise<void> {
    const account = this.#account;
    for (const record of await this.#parts.storage.all()) {
      if (record.account !== account || this.#account !== account) continue;
      if (this.#entries.has(record.signature)) continue;
      void this.#follow(this.#track(record, "unknown"));
    }
  }

  /** Keeps the signed deposit, sends it and follows it. Resolves when it is kept and sent once. */
  async send(record: DepositRecord): Promise<void> {
    const entry = this.#track(record, "sending");
    await this.#parts.storage.put(record);
    await this.#sendBytes(entry);
    void this.#follow(entry);
  }

  /** Takes an ended deposit off the list. */
  dismiss(signature: string): void {
    const entry = this.#entries.get(signature);
    if (entry === undefined || !hasEnded(entry.deposit)) return;
    this.#entries.delete(signature);
    this.#publish();
  }

  #track(record: DepositRecord, state: DepositState): Entry {
    const entry = {
      deposit: { ...record, state, refusal: undefined },
      over: new AbortController(),
    };
    this.#entries.set(record.signature, entry);
    this.#publish();
    return entry;
  }

  async #follow(entry: Entry): Promise<void> {
    const { signal } = entry.over;
    for (let round = 0; !signal.aborted; round += 1) {
      await this.#parts.wait(CHECK_AFTER_MS[round] ?? 5_000, signal);
      if (signal.aborted) return;
      if (entry.deposit.state !== "finalized") await this.#lookUp(entry, round > 0);
      if (entry.deposit.state === "finalized") await this.#lookForCredit(entry);
    }
  }

  async #lookUp(entry: Entry, mayResend: boolean): Promise<void> {
    const answer = await this.#parts.chain.status(entry.deposit.signature);
    if (!answer.ok || entry.over.signal.aborted) return;
    const { status } = answer.body;
    if (status !== null) return this.#seen(entry, status);
    this.#change(entry, { state: "unknown" });
    if (await this.#isDead(entry.deposit)) return this.#end(entry, "expired");
    if (mayResend && !entry.over.signal.aborted) await this.#sendBytes(entry);
  }

  async #seen(entry: Entry, { level, failed }: NonNullable<SignatureStatus>): Promise<void> {
    if (failed && level === "finalized") return this.#end(entry, "failed");
    // What failed in a block that can still be undone may succeed in another one.
    this.#change(entry, { state: failed ? "processed" : level, refusal: undefined });
  }

  /** The order matters: the status is read by a node that has looked at least as far as the height that passed. */
  async #isDead({ signature, lastValidHeight }: DepositRecord): Promise<boolean> {
    const final = await this.#parts.chain.finalHeight();
    if (!final.ok || final.body.height <= lastValidHeight) return false;
    const answer = await this.#parts.chain.status(signature);
    return answer.ok && answer.body.status === null && answer.body.slot >= final.body.slot;
  }

  async #lookForCredit(entry: Entry): Promise<void> {
    const credited = await this.#parts.isCredited(entry.deposit);
    if (credited === true && !entry.over.signal.aborted) await this.#end(entry, "credited");
  }

  async #sendBytes(entry: Entry): Promise<void> {
    const answer = await this.#parts.chain.send(entry.deposit.transaction);
    if (entry.over.signal.aborted || entry.deposit.state === "finalized") return;
    const isRefused = !answer.ok && answer.status >= 400 && answer.status < 500;
    const refusal = isRefused ? { code: answer.code, message: answer.message } : undefined;
    this.#change(entry, { state: "unknown", refusal });
  }

  async #end(entry: Entry, state: DepositState): Promise<void> {
    entry.over.abort();
    this.#change(entry, { state });
    const taken = await this.#parts.storage.take(entry.deposit.signature);
    // When storage does not answer, the end is announced: twice is better than never.
    if (taken === "gone") return;
    for (const listener of this.#endListeners) listener(entry.deposit);
  }

  #change(entry: Entry, change: Partial<Pick<Deposit, "state" | "refusal">>): void {
    entry.deposit = { ...entry.deposit, ...change };
    this.#publish();
  }

  #publish(): void {
    this.#shown = [...this.#entries.values()].map(({ deposit }) => deposit);
    this.#followers.notify();
  }
}
