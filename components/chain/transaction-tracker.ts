/**
 * Tracks each signed transaction from its signature to its end: final, failed, or proved never to
 * land.
 * Without a status a transaction is unknown, not failed. It is dead when a node's finalized height
 * has passed the last valid height and the node's history does not have it, or when the simulated
 * chain was reset. Until then the same bytes are sent again, and nothing else is signed.
 */
import type { Answer } from "#components/data/http.ts";
import type { StoredRecords } from "#components/data/stored-records.ts";
import { createFollowers } from "#components/ui/store.ts";
import type { SignatureStatus } from "./chain-calls.ts";
import type { SignedRecord, Tracked, TrackingState, TransactionState } from "./signed-record.ts";

export type TransactionTrackerParts<Stored extends SignedRecord> = {
  storage: StoredRecords<Stored>;
  /** Resolves after the time, or as soon as the signal aborts. */
  wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  chain: {
    send: (record: Stored) => Promise<Answer>;
    status: (signature: string) => Promise<Answer<{ status: SignatureStatus; slot: number }>>;
    finalHeight: () => Promise<Answer<{ height: number; slot: number }>>;
    /** Unix seconds at which the node's chain began. */
    began: () => Promise<Answer<number>>;
  };
  /**
   * Whether the transaction has been credited; undefined when that cannot be read. Pass it if
   * finality is not the end.
   */
  isCredited?: (record: Stored) => Promise<boolean | undefined>;
  /**
   * Whether this transaction waits for a credit after finality. Default: all do, if `isCredited` is
   * given.
   */
  awaitsCredit?: (record: Stored) => boolean;
  /**
   * True if only our server can send the bytes and a 4xx answer proves that it did not. Then a
   * refusal of the first attempt ends the transaction in every window.
   */
  refusalEnds?: boolean;
  /** Windows of the browser take turns to send a transaction. */
  alone: <Answer>(signature: string, work: () => Promise<Answer>) => Promise<Answer>;
};

/** The last wait is repeated. */
const CHECK_AFTER_MS = [0, 1_000, 1_000, 2_000, 4_000, 5_000] as const;

type Entry<Stored extends SignedRecord> = {
  tracked: Tracked<Stored>;
  over: AbortController;
  /** The node accepted the bytes, or gave no answer. */
  mayBeOut: boolean;
};

export class TransactionTracker<Stored extends SignedRecord> {
  readonly #parts: TransactionTrackerParts<Stored>;
  readonly #entries = new Map<string, Entry<Stored>>();
  readonly #followers = createFollowers();
  readonly #endListeners = new Set<(tracked: Tracked<Stored>) => void>();
  #account: string | undefined;
  #shown: readonly Tracked<Stored>[] = [];

  constructor(parts: TransactionTrackerParts<Stored>) {
    this.#parts = parts;
  }

  readonly subscribe = this.#followers.subscribe;

  /**
   * The transactions of the signed-in account, oldest first. The same array until something
   * changes.
   */
  tracked = (): readonly Tracked<Stored>[] => this.#shown;

  /** Called in one tab of the browser when a transaction ends. */
  onEnd(listener: (tracked: Tracked<Stored>) => void): () => void {
    this.#endListeners.add(listener);
    return () => this.#endListeners.delete(listener);
  }

  /**
   * Sets the signed-in account, and resumes the transactions that earlier pages of this browser
   * left.
   */
  async setAccount(account: string | undefined): Promise<void> {
    if (this.#account === account) return;
    this.#account = account;
    for (const { over } of this.#entries.values()) over.abort();
    this.#entries.clear();
    this.#publish();
    if (account !== undefined) await this.recover();
  }

  /** Follows the account's stored transactions that are not followed yet. */
  async recover(): Promise<void> {
    const account = this.#account;
    for (const record of await this.#parts.storage.all()) {
      if (record.account !== account || this.#account !== account) continue;
      if (this.#entries.has(record.signature)) continue;
      void this.#follow(this.#track(record, "unknown", true));
    }
  }

  /**
   * Stores the signed transaction, sends it and follows it. Resolves when it is stored and was sent
   * once.
   */
  async send(record: Stored): Promise<void> {
    const entry = this.#track(record, "sending", false);
    await this.#parts.alone(record.signature, async () => {
      await this.#parts.storage.put(record);
      await this.#sendBytes(entry);
    });
    void this.#follow(entry);
  }

  /** Removes an ended transaction from the list. */
  dismiss(signature: string): void {
    const entry = this.#entries.get(signature);
    if (entry?.over.signal.aborted !== true) return;
    this.#entries.delete(signature);
    this.#publish();
  }

  #track(record: Stored, state: TransactionState, mayBeOut: boolean): Entry<Stored> {
    const entry: Entry<Stored> = {
      tracked: { ...record, state, refusal: undefined },
      over: new AbortController(),
      mayBeOut,
    };
    this.#entries.set(record.signature, entry);
    this.#publish();
    return entry;
  }

  async #follow(entry: Entry<Stored>): Promise<void> {
    const { signal } = entry.over;
    for (let round = 0; !signal.aborted; round += 1) {
      await this.#parts.wait(CHECK_AFTER_MS[round] ?? 5_000, signal);
      if (signal.aborted) return;
      if (entry.tracked.state !== "finalized") await this.#lookUp(entry, round > 0);
      if (entry.tracked.state === "finalized") await this.#checkCredit(entry);
    }
  }

  async #lookUp(entry: Entry<Stored>, mayResend: boolean): Promise<void> {
    const answer = await this.#parts.chain.status(entry.tracked.signature);
    if (!answer.ok || entry.over.signal.aborted) return;
    const { status } = answer.body;
    if (status !== null) return this.#seen(entry, status);
    this.#change(entry, { state: "unknown" });
    if (await this.#isDead(entry.tracked)) return this.#end(entry, "expired");
    if (await this.#isChainGone(entry.tracked)) return this.#end(entry, "chainGone");
    if (mayResend) await this.#sendAgain(entry);
  }

  /** A transaction that another window has ended is not sent again. */
  async #sendAgain(entry: Entry<Stored>): Promise<void> {
    const { signature } = entry.tracked;
    await this.#parts.alone(signature, async () => {
      if (entry.over.signal.aborted) return;
      if ((await this.#parts.storage.has(signature)) === "gone") this.#leave(entry);
      else await this.#sendBytes(entry);
    });
  }

  #leave({ tracked: { signature }, over }: Entry<Stored>): void {
    over.abort();
    this.#entries.delete(signature);
    this.#publish();
  }

  async #seen(
    entry: Entry<Stored>,
    { level, failed }: NonNullable<SignatureStatus>,
  ): Promise<void> {
    if (failed && level === "finalized") return this.#end(entry, "failed");
    if (level === "finalized" && !this.#awaitsCredit(entry.tracked))
      return this.#end(entry, "finalized");
    // A failure in a block that can still be dropped may become a success in another block.
    this.#change(entry, { state: failed ? "processed" : level, refusal: undefined });
  }

  #awaitsCredit(record: Stored): boolean {
    const { isCredited, awaitsCredit } = this.#parts;
    return isCredited !== undefined && (awaitsCredit?.(record) ?? true);
  }

  /**
   * The order matters: the status must come from a node that has searched at least up to the passed
   * height.
   */
  async #isDead({ signature, lastValidHeight }: SignedRecord): Promise<boolean> {
    const final = await this.#parts.chain.finalHeight();
    if (!final.ok || final.body.height <= lastValidHeight) return false;
    const answer = await this.#parts.chain.status(signature);
    return answer.ok && answer.body.status === null && answer.body.slot >= final.body.slot;
  }

  /**
   * After a reset, block heights prove nothing about bytes of the earlier chain. A real network is
   * never reset, so there a later beginning could only come from a wrong node.
   */
  async #isChainGone({ network, chainBegan }: SignedRecord): Promise<boolean> {
    if (network !== "simulated" || chainBegan === undefined) return false;
    const began = await this.#parts.chain.began();
    return began.ok && began.body > chainBegan;
  }

  async #checkCredit(entry: Entry<Stored>): Promise<void> {
    const credited = await this.#parts.isCredited?.(entry.tracked);
    if (credited === true && !entry.over.signal.aborted) await this.#end(entry, "credited");
  }

  async #sendBytes(entry: Entry<Stored>): Promise<void> {
    const answer = await this.#parts.chain.send(entry.tracked);
    if (entry.over.signal.aborted || entry.tracked.state === "finalized") return;
    const isRefused = !answer.ok && answer.status >= 400 && answer.status < 500;
    const refusal = isRefused ? { code: answer.code, message: answer.message } : undefined;
    entry.mayBeOut ||= !isRefused;
    this.#change(entry, { state: "unknown", refusal });
    if (!entry.mayBeOut && this.#parts.refusalEnds === true) await this.#refuse(entry);
  }

  /**
   * Ends the transaction only if no other window can find it: another window could send it again.
   */
  async #refuse(entry: Entry<Stored>): Promise<void> {
    const taken = await this.#parts.storage.take(entry.tracked.signature);
    entry.mayBeOut = taken === "failed";
    if (entry.mayBeOut) return;
    entry.over.abort();
    this.#change(entry, { state: "refused" });
    for (const listener of this.#endListeners) listener(entry.tracked);
  }

  async #end(entry: Entry<Stored>, state: TransactionState): Promise<void> {
    entry.over.abort();
    this.#change(entry, { state });
    const taken = await this.#parts.storage.take(entry.tracked.signature);
    // When storage does not answer, the end is announced anyway: twice is better than never.
    if (taken === "gone") return;
    for (const listener of this.#endListeners) listener(entry.tracked);
  }

  #change(entry: Entry<Stored>, change: Partial<TrackingState>): void {
    entry.tracked = { ...entry.tracked, ...change };
    this.#publish();
  }

  #publish(): void {
    this.#shown = [...this.#entries.values()].map(({ tracked }) => tracked);
    this.#followers.notify();
  }
}
