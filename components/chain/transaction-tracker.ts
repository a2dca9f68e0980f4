/**
 * Tracks each signed transaction from its signature to its end: final, failed, or proved never to land. A transaction without
 * a status is unknown, not failed. It is dead only when a node whose finalized height has passed its last valid height does
 * not have it in its history either, or when the simulated chain for which it was signed has been replaced by a later one. Until
 * then the same bytes are sent again, and nothing else is signed.
 */
import type { Answer } from "#components/data/http.ts";
import type { KeptRecords } from "#components/data/kept-records.ts";
import { createFollowers } from "#components/ui/store.ts";
import type { SignatureStatus } from "./chain-calls.ts";
import type { Progress, SignedRecord, Tracked, TransactionState } from "./signed-record.ts";

export type TransactionTrackerParts<Kept extends SignedRecord> = {
  storage: KeptRecords<Kept>;
  /** Resolves after the time, or as soon as the signal aborts. */
  wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  chain: {
    send: (record: Kept) => Promise<Answer>;
    status: (signature: string) => Promise<Answer<{ status: SignatureStatus; slot: number }>>;
    finalHeight: () => Promise<Answer<{ height: number; slot: number }>>;
    /** Unix seconds at which the node's chain began. */
    began: () => Promise<Answer<number>>;
  };
  /** Whether the transaction has been credited; undefined when that cannot be read. Give it if finality is not the end. */
  isCredited?: (record: Kept) => Promise<boolean | undefined>;
  /** Whether this transaction waits for a credit after finality. Default: every transaction does, if `isCredited` is given. */
  awaitsCredit?: (record: Kept) => boolean;
  /**
   * True if only our server can send the bytes, and a 4xx answer proves that it has not sent them. A refusal of the first
   * attempt then ends the transaction in every window.
   */
  refusalEnds?: boolean;
  /** Windows of the browser take turns in sending a transaction. */
  alone: <Answer>(signature: string, work: () => Promise<Answer>) => Promise<Answer>;
};

/** The last of these is repeated. */
const CHECK_AFTER_MS = [0, 1_000, 1_000, 2_000, 4_000, 5_000] as const;

type Entry<Kept extends SignedRecord> = {
  tracked: Tracked<Kept>;
  over: AbortController;
  /** A sending has been accepted, or got no answer. */
  mayBeOut: boolean;
};

export class TransactionTracker<Kept extends SignedRecord> {
  readonly #parts: TransactionTrackerParts<Kept>;
  readonly #entries = new Map<string, Entry<Kept>>();
  readonly #followers = createFollowers();
  readonly #endListeners = new Set<(tracked: Tracked<Kept>) => void>();
  #account: string | undefined;
  #shown: readonly Tracked<Kept>[] = [];

  constructor(parts: TransactionTrackerParts<Kept>) {
    this.#parts = parts;
  }

  readonly subscribe = this.#followers.subscribe;

  /** Of the signed-in account, oldest first; the same array until something changes. */
  tracked = (): readonly Tracked<Kept>[] => this.#shown;

  /** Called in one tab of the browser for each transaction that ends. */
  onEnd(listener: (tracked: Tracked<Kept>) => void): () => void {
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
      void this.#follow(this.#track(record, "unknown", true));
    }
  }

  /** Keeps the signed transaction, sends it and follows it. Resolves when it is kept and sent once. */
  async send(record: Kept): Promise<void> {
    const entry = this.#track(record, "sending", false);
    await this.#parts.alone(record.signature, async () => {
      await this.#parts.storage.put(record);
      await this.#sendBytes(entry);
    });
    void this.#follow(entry);
  }

  /** Takes an ended transaction off the list. */
  dismiss(signature: string): void {
    const entry = this.#entries.get(signature);
    if (entry?.over.signal.aborted !== true) return;
    this.#entries.delete(signature);
    this.#publish();
  }

  #track(record: Kept, state: TransactionState, mayBeOut: boolean): Entry<Kept> {
    const entry: Entry<Kept> = {
      tracked: { ...record, state, refusal: undefined },
      over: new AbortController(),
      mayBeOut,
    };
    this.#entries.set(record.signature, entry);
    this.#publish();
    return entry;
  }

  async #follow(entry: Entry<Kept>): Promise<void> {
    const { signal } = entry.over;
    for (let round = 0; !signal.aborted; round += 1) {
      await this.#parts.wait(CHECK_AFTER_MS[round] ?? 5_000, signal);
      if (signal.aborted) return;
      if (entry.tracked.state !== "finalized") await this.#lookUp(entry, round > 0);
      if (entry.tracked.state === "finalized") await this.#lookForCredit(entry);
    }
  }

  async #lookUp(entry: Entry<Kept>, mayResend: boolean): Promise<void> {
    const answer = await this.#parts.chain.status(entry.tracked.signature);
    if (!answer.ok || entry.over.signal.aborted) return;
    const { status } = answer.body;
    if (status !== null) return this.#seen(entry, status);
    this.#change(entry, { state: "unknown" });
    if (await this.#isDead(entry.tracked)) return this.#end(entry, "expired");
    if (await this.#isChainGone(entry.tracked)) return this.#end(entry, "chainGone");
    if (mayResend) await this.#sendAgain(entry);
  }

  /** What another window has ended is not sent again. */
  async #sendAgain(entry: Entry<Kept>): Promise<void> {
    const { signature } = entry.tracked;
    await this.#parts.alone(signature, async () => {
      if (entry.over.signal.aborted) return;
      if ((await this.#parts.storage.has(signature)) === "gone") this.#leave(entry);
      else await this.#sendBytes(entry);
    });
  }

  #leave({ tracked: { signature }, over }: Entry<Kept>): void {
    over.abort();
    this.#entries.delete(signature);
    this.#publish();
  }

  async #seen(entry: Entry<Kept>, { level, failed }: NonNullable<SignatureStatus>): Promise<void> {
    if (failed && level === "finalized") return this.#end(entry, "failed");
    if (level === "finalized" && !this.#awaitsCredit(entry.tracked))
      return this.#end(entry, "finalized");
    // What failed in a block that can still be undone may succeed in another one.
    this.#change(entry, { state: failed ? "processed" : level, refusal: undefined });
  }

  #awaitsCredit(record: Kept): boolean {
    const { isCredited, awaitsCredit } = this.#parts;
    return isCredited !== undefined && (awaitsCredit?.(record) ?? true);
  }

  /** The order matters: the status is read by a node that has looked at least as far as the height that passed. */
  async #isDead({ signature, lastValidHeight }: SignedRecord): Promise<boolean> {
    const final = await this.#parts.chain.finalHeight();
    if (!final.ok || final.body.height <= lastValidHeight) return false;
    const answer = await this.#parts.chain.status(signature);
    return answer.ok && answer.body.status === null && answer.body.slot >= final.body.slot;
  }

  /**
   * Heights of a chain that was begun anew prove nothing about bytes of the one before. A real network is never begun anew, so there
   * another beginning could only be that of a wrong node.
   */
  async #isChainGone({ network, chainBegan }: SignedRecord): Promise<boolean> {
    if (network !== "simulated" || chainBegan === undefined) return false;
    const began = await this.#parts.chain.began();
    return began.ok && began.body > chainBegan;
  }

  async #lookForCredit(entry: Entry<Kept>): Promise<void> {
    const credited = await this.#parts.isCredited?.(entry.tracked);
    if (credited === true && !entry.over.signal.aborted) await this.#end(entry, "credited");
  }

  async #sendBytes(entry: Entry<Kept>): Promise<void> {
    const answer = await this.#parts.chain.send(entry.tracked);
    if (entry.over.signal.aborted || entry.tracked.state === "finalized") return;
    const isRefused = !answer.ok && answer.status >= 400 && answer.status < 500;
    const refusal = isRefused ? { code: answer.code, message: answer.message } : undefined;
    entry.mayBeOut ||= !isRefused;
    this.#change(entry, { state: "unknown", refusal });
    if (!entry.mayBeOut && this.#parts.refusalEnds === true) await this.#refuse(entry);
  }

  /** It ends only where no other window can find it any more: else one of them may send it again. */
  async #refuse(entry: Entry<Kept>): Promise<void> {
    const taken = await this.#parts.storage.take(entry.tracked.signature);
    entry.mayBeOut = taken === "failed";
    if (entry.mayBeOut) return;
    entry.over.abort();
    this.#change(entry, { state: "refused" });
    for (const listener of this.#endListeners) listener(entry.tracked);
  }

  async #end(entry: Entry<Kept>, state: TransactionState): Promise<void> {
    entry.over.abort();
    this.#change(entry, { state });
    const taken = await this.#parts.storage.take(entry.tracked.signature);
    // When storage does not answer, the end is announced: twice is better than never.
    if (taken === "gone") return;
    for (const listener of this.#endListeners) listener(entry.tracked);
  }

  #change(entry: Entry<Kept>, change: Partial<Progress>): void {
    entry.tracked = { ...entry.tracked, ...change };
    this.#publish();
  }

  #publish(): void {
    this.#shown = [...this.#entries.values()].map(({ tracked }) => tracked);
    this.#followers.notify();
  }
}
