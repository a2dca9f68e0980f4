/**
 * Every write from the signature to its end. A write without an answer is unknown, not failed: it is looked for at the
 * venue until it is found or can no longer arrive, by this page or by the next one of this browser, and it is signed
 * once, whatever happens.
 */
import type { Answer } from "#components/data/http.ts";
import { SIGNATURE_LIFETIME_MS, type SignedWrite } from "#components/trading/signing/requests.ts";
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

/** What tabs tell each other. */
export type WriteMessage =
  | { type: "sent" | "unknown"; intent: Intent }
  | { type: "settled"; intent: Intent; result: WriteResult };

export type WriteChannel = {
  post: (message: WriteMessage) => void;
  listen: (listener: (message: WriteMessage) => void) => void;
};

/** Waits for the one holder of a name in this browser; resolves with what lets go of it. Rejects when given up. */
export type AcquireLock = (name: string, signal: AbortSignal) => Promise<() => void>;

export type OrderTrackerParts = {
  clock: {
    /** Unix milliseconds on the venue's clock, as well as it is known. */
    now: () => number;
    /** Resolves once the venue's clock is known: before, `now` is this computer's, which may be hours off. */
    known: () => Promise<void>;
    /** Milliseconds since some moment: no setting of a clock moves it. */
    steady: () => number;
    /** Resolves after the time, or as soon as the signal aborts. */
    wait: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
  };
  storage: IntentStorage;
  /** Both answer instead of throwing, `send` within 5 s. */
  transport: { send: (intent: Intent) => Promise<Answer>; read: Read };
  channel: WriteChannel | undefined;
  acquireLock: AcquireLock | undefined;
};

const FIRST_CHECKS_MS = [0, 1_000, 2_000, 4_000, 8_000, 16_000] as const;
const CHECK_INTERVAL_MS = 2_000;
/** So long after the window even bytes that were on their way when it closed have been refused. */
const WINDOW_MARGIN_MS = 1_500;
/** Bytes sent later than this would reach the venue too late. */
const SENDABLE_MS = SIGNATURE_LIFETIME_MS - 1_000;
/** The venue takes bytes that are so far ahead of its clock. */
const AHEAD_MS = 5_000;
/** However wrong the clock is, the window of bytes that this browser signed closes within this time. */
const LONGEST_MS = SIGNATURE_LIFETIME_MS + WINDOW_MARGIN_MS + AHEAD_MS;
/** Longer than this the end of a write does not wait for the storage to let go of it. */
const TAKE_TIMEOUT_MS = 1_500;
const SHOWN_AFTER_MS = 10_000;
/** By then the order list has said it long since. */
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
  readonly #listeners = new Set<() => void>();
  readonly #settledListeners = new Set<(settlement: Settlement) => void>();
  readonly #accountListeners = new Set<() => void>();
  #shown: readonly Write[] = [];
  #account: string | undefined;
  #lastSigning = 0;

  constructor(parts: OrderTrackerParts) {
    this.#parts = parts;
    parts.channel?.listen((message) => this.#onMessage(message));
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Of all accounts; the same array until something changes. */
  writes = (): readonly Write[] => this.#shown;

  onSettled(listener: (settlement: Settlement) => void): () => void {
    this.#settledListeners.add(listener);
    return () => this.#settledListeners.delete(listener);
  }

  /** Names the signed-in account, or none: a write of another account waits until its own signs in again. */
  setAccount(account: string | undefined): void {
    if (this.#account === account) return;
    this.#account = account;
    for (const listener of this.#accountListeners) listener();
    this.#publish();
  }

  /** Shows a write that waits for its signature. The answer takes it away again. */
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
   * Sends a signed write once and follows it to its end, however long the answer takes. It is shown before this
   * returns, and kept before it leaves. `refused` hears the code of every refusal at once, also of one that has to be
   * confirmed by a look.
   * @throws TypeError when the signature is for another request than `target`: then nothing is sent.
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

  /** Sends the bytes of an unknown write again, as they are. The venue carries them out once, and says what became of them. */
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

  /** Takes up the writes that earlier pages of this browser left without an answer. */
  async recover(): Promise<void> {
    const { storage, clock } = this.#parts;
    const kept = await storage.all();
    for (const intent of kept) if (!this.#isForgotten(intent)) this.#resume(intent);
    // A clock that is ahead makes a fresh order look old.
    if (!kept.some((intent) => this.#isForgotten(intent))) return;
    await clock.known();
    for (const intent of kept) {
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
    entry.wasKept = true;
    // The computer may have slept meanwhile. What is too old is not sent, and so was never sent.
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

  /** Looks for an unknown write until it is found, or was provably never carried out. */
  async #follow(entry: TrackedWrite): Promise<void> {
    const { clock } = this.#parts;
    const { intent } = entry;
    // Delays are measured steadily: the clock may be set, or become known, in their midst.
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
      // In this order: only a read that begins after the venue itself called the window closed proves absence.
      const closed = await this.#isWindowClosed(intent);
      const look = await this.#checkVenue(entry, closed);
      if (closed && look === "absent") return this.#settle(entry, { state: "never-arrived" });
      await clock.wait(CHECK_INTERVAL_MS, entry.over.signal);
    }
  }

  async #checkVenue(entry: TrackedWrite, closed = false): Promise<FindResult["state"]> {
    const { intent } = entry;
    await this.#untilSignedIn(intent.account, entry.over.signal);
    if (entry.over.signal.aborted) return "unanswered";
    const look = await findAtVenue(intent, this.#parts.transport.read);
    if (look.state !== "found") return look.state;
    // That no order is open does not say that these bytes did it: while the venue takes them, they may still arrive and
    // cancel what is placed now.
    if (intent.kind === "cancel-all" && !closed) return "unanswered";
    await this.#settle(entry, look.result);
    return "found";
  }

  /** Passes a refusal on at once. */
  #refusedWith(entry: TrackedWrite, answer: Answer) {
    const refusal = refusalOf(answer);
    if (refusal) entry.refused?.(refusal.code);
    return refusal;
  }

  #settleTooOld(entry: TrackedWrite): Promise<void> {
    entry.refused?.(TOO_OLD.code);
    return this.#settle(entry, TOO_OLD);
  }

  /** By the venue's own clock: the one of this computer may have been set meanwhile. */
  async #isWindowClosed({ timestamp }: Intent): Promise<boolean> {
    const answer = await this.#parts.transport.read("/api/venue/time");
    const time = answer.ok ? (answer.body as { server_time?: unknown } | null)?.server_time : null;
    return (
      typeof time === "number" && time > timestamp + SIGNATURE_LIFETIME_MS + WINDOW_MARGIN_MS / 2
    );
  }

  /** A write of another tab, or of one that is gone. Its tab holds it while it lives; then the next one goes on with it. */
  #followWhenOwned(entry: TrackedWrite): void {
    // A page that cannot read for the account holds nothing back from one that can.
    const readable = this.#untilSignedIn(entry.intent.account, entry.over.signal);
    void readable.then(async () => {
      if (!(await this.#own(entry)) || entry.over.signal.aborted) return;
      if ((await this.#parts.storage.has(entry.intent.digest)) === "gone") {
        // Its end was said while nobody here listened.
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

  /** True once this tab is the one that follows the write. */
  async #own(entry: TrackedWrite): Promise<boolean> {
    const { acquireLock: hold } = this.#parts;
    // Without locks several tabs may look for one write; still one of them says how it ended.
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

  /** Once a tab: `over` is aborted before anything is awaited. Once a browser: taking the intent is. */
  async #finish(entry: TrackedWrite, result: WriteResult, where: "here" | "elsewhere") {
    const { channel, clock } = this.#parts;
    const write = entry.intent;
    entry.over.abort();
    entry.result = result;
    this.#publish();
    const announce = where === "here" && (!entry.wasKept || (await this.#shouldAnnounce(write)));
    if (announce) channel?.post({ type: "settled", intent: write, result });
    entry.isOver = true;
    entry.release?.();
    // Who waits for the end has it, whatever telling it meets with.
    entry.resolve(result);
    for (const listener of this.#settledListeners) listener({ write, result, announce });
    void clock.wait(SHOWN_AFTER_MS).then(() => this.#drop(entry));
  }

  /** A storage that can not answer silences nobody: said twice is better than not at all. */
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
    for (const listener of this.#listeners) listener();
  }

  #untilSignedIn(account: string, signal: AbortSignal): Promise<void> {
    if (this.#account === account || signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const look = () => {
        if (this.#account !== account && !signal.aborted) return;
        this.#accountListeners.delete(look);
        signal.removeEventListener("abort", look);
        resolve();
      };
      this.#accountListeners.add(look);
      signal.addEventListener("abort", look);
    });
  }
}
