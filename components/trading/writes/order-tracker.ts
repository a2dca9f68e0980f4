/**
 * Tracks every write from its signature to its result. A write without an answer is unknown, not failed: this page, or
 * the next one of this browser, looks for it at the venue until it is found or can no longer arrive. It is never signed
 * twice.
 */

import type { Answer } from "#components/data/http.ts";
import { SIGNATURE_LIFETIME_MS, type SignedWrite } from "#components/trading/signing/requests.ts";
import { createFollowers } from "#components/ui/store.ts";
import { isRecord } from "#lib/protocol/is-record.ts";
import { type FindResult, findAtVenue, type Read } from "./find-at-venue.ts";
import type { IntentStorage } from "./intent-storage.ts";
import { interpretAnswer, refusalOf } from "./interpret-answer.ts";
import {
  intentOf,
  newTrackedWrite,
  type TrackedWrite,
  viewOf,
  viewOfSigning,
} from "./tracked-write.ts";
import type { Intent, Settlement, Write, WriteResult, WriteTarget } from "./write-types.ts";

/** Messages between tabs. */
export type WriteMessage =
  | { type: "sent" | "unknown"; intent: Intent }
  | { type: "settled"; intent: Intent; result: WriteResult };

export type WriteChannel = {
  post: (message: WriteMessage) => void;
  listen: (listener: (message: WriteMessage) => void) => void;
};

/** Waits for a lock by name; resolves with the function that releases it. Rejects when `signal` aborts. */
export type AcquireLock = (name: string, signal: AbortSignal) => Promise<() => void>;

export type OrderTrackerParts = {
  clock: {
    /** Unix milliseconds on the venue's clock, as far as it is known. */
    now: () => number;
    /** Resolves once the venue's clock is known; until then `now` is this computer's clock, which may be hours off. */
    known: () => Promise<void>;
    /** A monotonic clock in milliseconds. */
    steady: () => number;
    /** Resolves after the time, or as soon as the signal aborts. */
    wait: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
  };
  storage: IntentStorage;
  /** Neither throws; `send` answers within 5 s. */
  transport: { send: (intent: Intent) => Promise<Answer>; read: Read };
  channel: WriteChannel | undefined;
  acquireLock: AcquireLock | undefined;
};

const FIRST_CHECKS_MS = [0, 1_000, 2_000, 4_000, 8_000, 16_000] as const;
const CHECK_INTERVAL_MS = 2_000;
/** This long after the window has closed, even bytes that were in flight have been refused. */
const WINDOW_MARGIN_MS = 1_500;
/** Bytes sent later than this would reach the venue too late. */
const SENDABLE_MS = SIGNATURE_LIFETIME_MS - 1_000;
/** How far ahead of the venue's clock a timestamp may be. */
const AHEAD_MS = 5_000;
/** The window of bytes that this browser signed closes within this time, however wrong its clock is. */
const LONGEST_MS = SIGNATURE_LIFETIME_MS + WINDOW_MARGIN_MS + AHEAD_MS;
/** How long a result waits for storage to give up the intent. */
const TAKE_TIMEOUT_MS = 1_500;
const SHOWN_AFTER_MS = 10_000;
/** After this time an intent is deleted without a result: the order list shows it. */
const FORGOTTEN_AFTER_MS = 3_600_000;

const TOO_OLD = {
  state: "rejected",
  code: "TIMESTAMP_OUT_OF_WINDOW",
  message: "The signature was too old before it could be sent.",
} as const satisfies WriteResult;

export class OrderTracker {
  readonly #parts: OrderTrackerParts;
  readonly #entries = new Map<string, TrackedWrite>();
  readonly #signing = new Map<string, Write>();
  readonly #followers = createFollowers();
  readonly #settledListeners = new Set<(settlement: Settlement) => void>();
  readonly #accountListeners = new Set<() => void>();
  #shown: readonly Write[] = [];
  #account: string | undefined;
  #lastSigning = 0;

  constructor(parts: OrderTrackerParts) {
    this.#parts = parts;
    parts.channel?.listen((message) => this.#onMessage(message));
  }

  readonly subscribe = this.#followers.subscribe;

  /** Writes of all accounts; the same array until something changes. */
  writes = (): readonly Write[] => this.#shown;

  onSettled(listener: (settlement: Settlement) => void): () => void {
    this.#settledListeners.add(listener);
    return () => this.#settledListeners.delete(listener);
  }

  /** Names the signed-in account, or none. A write of another account waits until that account signs in again. */
  setAccount(account: string | undefined): void {
    if (this.#account === account) return;
    this.#account = account;
    for (const listener of this.#accountListeners) listener();
    this.#publish();
  }

  /** Shows a write that waits for its signature. The returned function hides it. */
  showSigning(target: WriteTarget, account: string): () => void {
    this.#lastSigning += 1;
    const name = `signing-${this.#lastSigning}`;
    const createdAt = this.#parts.clock.now();
    this.#signing.set(name, viewOfSigning({ target, account, name, createdAt }));
    this.#publish();
    return () => {
      if (this.#signing.delete(name)) this.#publish();
    };
  }

  /**
   * Sends a signed write once and tracks it until its result is known. The write is shown before this returns, and
   * stored before it is sent. `refused` is called with the code of every refusal at once, even of one that a read still
   * has to confirm.
   * @throws TypeError when the signature is for another request than `target`: nothing is sent then.
   */
  send(
    signed: SignedWrite,
    target: WriteTarget,
    refused?: (code: string) => void,
  ): Promise<WriteResult> {
    const intent = intentOf(signed, target, this.#parts.clock.now());
    const known = this.#entries.get(intent.digest);
    if (known) return known.end;
    const entry = this.#track(intent, "sending", true);
    entry.refused = refused;
    void this.#sendFirst(entry);
    return entry.end;
  }

  /** Sends the bytes of an unknown write again. The venue executes them once and returns the result. */
  async retry(digest: string): Promise<void> {
    const entry = this.#entries.get(digest);
    if (!entry || !this.#canRetry(entry)) return;
    entry.isSending = true;
    this.#publish();
    const answer = await this.#parts.transport.send(entry.intent);
    entry.isSending = false;
    const result = interpretAnswer(entry.intent, answer);
    this.#refusedWith(entry, answer);
    if (result) await this.#settle(entry, result);
    else this.#publish();
  }

  /** Resumes the writes that earlier pages of this browser left without a result. */
  async recover(): Promise<void> {
    const { storage, clock } = this.#parts;
    const stored = await storage.all();
    for (const intent of stored) if (!this.#isForgotten(intent)) this.#resume(intent);
    // A clock that is ahead makes a fresh order look old.
    if (!stored.some((intent) => this.#isForgotten(intent))) return;
    await clock.known();
    for (const intent of stored) {
      if (this.#isForgotten(intent)) void storage.take(intent.digest);
      else this.#resume(intent);
    }
  }

  #resume(intent: Intent): void {
    if (!this.#entries.has(intent.digest))
      this.#followWhenOwned(this.#track(intent, "unknown", false));
  }

  #isForgotten({ timestamp }: Intent): boolean {
    return this.#parts.clock.now() - timestamp > FORGOTTEN_AFTER_MS;
  }

  async #sendFirst(entry: TrackedWrite): Promise<void> {
    const { storage, transport } = this.#parts;
    const { intent } = entry;
    if (!this.#isSendable(intent)) return this.#settleTooOld(entry);
    void this.#own(entry);
    await storage.put(intent);
    entry.isStored = true;
    // The computer may have slept meanwhile. Bytes that are too old are not sent.
    if (!this.#isSendable(intent)) return this.#settleTooOld(entry);
    this.#parts.channel?.post({ type: "sent", intent });
    const answer = await transport.send(intent);
    const refusal = this.#refusedWith(entry, answer);
    const result = interpretAnswer(intent, answer);
    if (result) return this.#settle(entry, result);
    if (
      refusal &&
      this.#account === intent.account &&
      (await this.#checkVenue(entry)) === "absent"
    ) {
      return this.#settle(entry, refusal);
    }
    if (entry.over.signal.aborted) return undefined;
    entry.state = "unknown";
    this.#parts.channel?.post({ type: "unknown", intent });
    this.#publish();
    return this.#follow(entry);
  }

  /** Looks for an unknown write until it is found, or provably was never executed. */
  async #follow(entry: TrackedWrite): Promise<void> {
    const { clock } = this.#parts;
    const { intent } = entry;
    // The clock may be set or corrected during the wait, so delays use the monotonic one.
    const startedAt = clock.steady();
    const until = (lifetime: number) =>
      Math.min(intent.timestamp + lifetime - clock.now(), LONGEST_MS);
    void clock.wait(until(SENDABLE_MS), entry.over.signal).then(() => this.#publish());
    const closing = SIGNATURE_LIFETIME_MS + WINDOW_MARGIN_MS;
    for (const delay of FIRST_CHECKS_MS) {
      const wait = startedAt + delay - clock.steady();
      if (wait > until(closing)) break;
      await clock.wait(wait, entry.over.signal);
      await this.#checkVenue(entry);
      if (entry.over.signal.aborted) return;
    }
    await clock.wait(until(closing), entry.over.signal);
    while (!entry.over.signal.aborted) {
      await this.#untilSignedIn(intent.account, entry.over.signal);
      // The order matters: absence is proven only by a read that begins after the venue's clock has passed the window.
      const closed = await this.#isWindowClosed(intent);
      const onChange = await this.#checkVenue(entry, closed);
      if (closed && onChange === "absent") return this.#settle(entry, { state: "never-arrived" });
      await clock.wait(CHECK_INTERVAL_MS, entry.over.signal);
    }
  }

  async #checkVenue(entry: TrackedWrite, closed = false): Promise<FindResult["state"]> {
    const { intent } = entry;
    await this.#untilSignedIn(intent.account, entry.over.signal);
    if (entry.over.signal.aborted) return "unanswered";
    const found = await findAtVenue(intent, this.#parts.transport.read);
    if (found.state !== "found") return found.state;
    // Empty open orders do not prove that these bytes cancelled them. While the window is open they may still arrive
    // and cancel newer orders.
    if (intent.kind === "cancel-all" && !closed) return "unanswered";
    await this.#settle(entry, found.result);
    return "found";
  }

  #refusedWith(entry: TrackedWrite, answer: Answer) {
    const refusal = refusalOf(answer);
    if (refusal) entry.refused?.(refusal.code);
    return refusal;
  }

  #settleTooOld(entry: TrackedWrite): Promise<void> {
    entry.refused?.(TOO_OLD.code);
    return this.#settle(entry, TOO_OLD);
  }

  /** Uses the venue's own clock: this computer's may have been set meanwhile. */
  async #isWindowClosed({ timestamp }: Intent): Promise<boolean> {
    const answer = await this.#parts.transport.read("/api/venue/time");
    const time = answer.ok && isRecord(answer.body) ? answer.body["server_time"] : undefined;
    return (
      typeof time === "number" && time > timestamp + SIGNATURE_LIFETIME_MS + WINDOW_MARGIN_MS / 2
    );
  }

  /**
   * A write of another tab. That tab holds the write's lock while it lives; this one takes over when the lock is free.
   */
  #followWhenOwned(entry: TrackedWrite): void {
    // A page that is not signed in to the account does not compete for the lock.
    const readable = this.#untilSignedIn(entry.intent.account, entry.over.signal);
    void readable.then(async () => {
      if (!(await this.#own(entry)) || entry.over.signal.aborted) return;
      if ((await this.#parts.storage.has(entry.intent.digest)) === "gone") {
        // Another tab has announced the result.
        if (!entry.over.signal.aborted) this.#drop(entry);
        return;
      }
      if (entry.over.signal.aborted) return;
      entry.isOwn = true;
      entry.state = "unknown";
      this.#publish();
      await this.#follow(entry);
    });
  }

  /** Resolves to true once this tab tracks the write. */
  async #own(entry: TrackedWrite): Promise<boolean> {
    const { acquireLock: hold } = this.#parts;
    // Without locks several tabs may look for the same write; taking the intent still decides which one announces it.
    if (!hold) return true;
    try {
      const release = await hold(`svc-write-${entry.intent.digest}`, entry.over.signal);
      if (entry.isOver) release();
      else entry.release = release;
      return !entry.isOver;
    } catch {
      return false;
    }
  }

  #onMessage(message: WriteMessage): void {
    const { intent } = message;
    const known = this.#entries.get(intent.digest);
    if (message.type === "settled") {
      const entry = known ?? this.#track(intent, "unknown", false);
      if (!entry.over.signal.aborted) void this.#finish(entry, message.result, "elsewhere");
    } else if (!known) {
      this.#followWhenOwned(
        this.#track(intent, message.type === "sent" ? "sending" : "unknown", false),
      );
    } else if (message.type === "unknown" && !known.isOwn) {
      known.state = "unknown";
      this.#publish();
    }
  }

  async #settle(entry: TrackedWrite, result: WriteResult): Promise<void> {
    if (!entry.over.signal.aborted) await this.#finish(entry, result, "here");
  }

  /**
   * Runs once a tab, because `over` is aborted before the first await. Announces once a browser, because taking the
   * intent succeeds once.
   */
  async #finish(entry: TrackedWrite, result: WriteResult, where: "here" | "elsewhere") {
    const { channel, clock } = this.#parts;
    const write = entry.intent;
    entry.over.abort();
    entry.result = result;
    this.#publish();
    const announce = where === "here" && (!entry.isStored || (await this.#shouldAnnounce(write)));
    if (announce) channel?.post({ type: "settled", intent: write, result });
    entry.isOver = true;
    entry.release?.();
    // Callers get the result even if announcing fails.
    entry.resolve(result);
    for (const listener of this.#settledListeners) listener({ write, result, announce });
    void clock.wait(SHOWN_AFTER_MS).then(() => this.#drop(entry));
  }

  /** When storage does not answer, the write is announced: twice is better than never. */
  async #shouldAnnounce({ digest }: Intent): Promise<boolean> {
    const { storage, clock } = this.#parts;
    const timeout = clock.wait(TAKE_TIMEOUT_MS).then(() => "failed" as const);
    return (await Promise.race([storage.take(digest), timeout])) !== "gone";
  }

  #drop(entry: TrackedWrite): void {
    entry.isOver = true;
    entry.over.abort();
    entry.release?.();
    this.#entries.delete(entry.intent.digest);
    this.#publish();
  }

  #track(intent: Intent, state: TrackedWrite["state"], isOwn: boolean): TrackedWrite {
    const entry = newTrackedWrite(intent, state, isOwn);
    this.#entries.set(intent.digest, entry);
    this.#publish();
    return entry;
  }

  #canRetry(entry: TrackedWrite): boolean {
    const { intent, state, isSending, result } = entry;
    const isOpen = state === "unknown" && result === undefined && !isSending;
    return isOpen && this.#account === intent.account && this.#isSendable(intent);
  }

  #isSendable({ timestamp }: Intent): boolean {
    const age = this.#parts.clock.now() - timestamp;
    return age < SENDABLE_MS && age > -AHEAD_MS;
  }

  #publish(): void {
    const sent = [...this.#entries.values()].map((one) => viewOf(one, this.#canRetry(one)));
    this.#shown = [...sent, ...this.#signing.values()];
    this.#followers.notify();
  }

  #untilSignedIn(account: string, signal: AbortSignal): Promise<void> {
    if (this.#account === account || signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const onChange = () => {
        if (this.#account !== account && !signal.aborted) return;
        this.#accountListeners.delete(onChange);
        signal.removeEventListener("abort", onChange);
        resolve();
      };
      this.#accountListeners.add(onChange);
      signal.addEventListener("abort", onChange);
    });
  }
}
