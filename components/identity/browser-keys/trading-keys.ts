/**
 * The life of trading keys in this browser. A key belongs to one account and signs for no other. It is read from the store
 * before each signature, so that what another tab deleted is not used from memory, and it is judged before it is used:
 * past its expiry, or after a time without a person's input, its private half is deleted first and there is nothing
 * left to sign with. Only the wallet can register a new one.
 */

import { signWithKey } from "./key-pair.ts";
import { type KeyEnd, type KeyRecord, type KeyStore } from "./key-store.ts";
import type { TradingKeyState } from "./key-view.ts";

/** There is no key to sign with. `reason` is how the last one ended, if there was one. */
export class NoTradingKey extends Error {
  override name = "NoTradingKey";
  readonly reason: KeyEnd | undefined;

  constructor(reason: KeyEnd | undefined) {
    super("There is no live trading key.");
    this.reason = reason;
  }
}

export type KeyParts = {
  /**
   * Unix milliseconds on the venue's clock: expiry is judged by it. `undefined` while it is not known, and then nothing
   * has expired: this computer's clock may be hours off.
   */
  venueNow: () => number | undefined;
  /** Unix milliseconds on this computer's clock: idleness is judged by it. */
  now: () => number;
  store: KeyStore;
  /** When a person last did something with this account, in any tab; `undefined` when that is not known. */
  activity: {
    read: (account: string) => number | undefined;
    write: (account: string, at: number) => void;
    forget: (account: string) => void;
  };
  /** After this many milliseconds without input a key is deleted. */
  idleMs: () => number;
  show: (account: string | undefined, state: TradingKeyState) => void;
  /** Tells the other tabs to look. */
  announce: () => void;
  /** A key ended that the person had not stopped: said once, in the tab that found out. */
  tell: (reason: KeyEnd) => void;
};

/** An input is written down at most this often. */
const ACTIVITY_STEP_MS = 5_000;
/** A clock that was set back by more than this says nothing about the time since the last input. */
const CLOCK_TOLERANCE_MS = 60_000;
/** When what could not be deleted is tried again. */
const AGAIN_MS = 5_000;
/** The longest wait that a timer takes. */
const LONGEST_TIMER_MS = 2_147_000_000;

export class TradingKeys {
  private readonly parts: KeyParts;
  private account: string | undefined;
  private known: KeyRecord | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Which reading of the store counts. */
  private reading = 0;

  constructor(parts: KeyParts) {
    this.parts = parts;
  }

  /** Follows this account's key. Keys of other accounts stay in the store, unused, until they end by themselves. */
  async attach(account: string | undefined): Promise<void> {
    this.account = account;
    this.known = undefined;
    this.publish();
    // What becomes of other accounts' keys is no reason not to read this one's.
    await this.sweep().catch(() => undefined);
    await this.reload();
  }

  /** To be called when the venue's clock has become known: what has expired ends. */
  async judge(): Promise<void> {
    await this.sweep().catch(() => undefined);
    await this.check();
  }

  /** Reads the account's record again: another tab may have changed it. */
  async reload(): Promise<void> {
    const { account } = this;
    this.reading += 1;
    const { reading } = this;
    const record = account === undefined ? undefined : await this.parts.store.read(account);
    if (reading !== this.reading || account !== this.account) return;
    this.known = record;
    this.publish();
    await this.check();
  }

  /** Keeps a key that the venue has registered, in place of any other of the account. */
  async adopt(record: Extract<KeyRecord, { state: "live" }>): Promise<void> {
    this.parts.activity.write(record.account, this.parts.now());
    await this.parts.store.update(record.account, () => record);
    await this.changed();
  }

  /**
   * Signs for this account. @throws NoTradingKey when its key has ended or there is none.
   */
  async sign(
    account: string,
    message: Uint8Array,
  ): Promise<{ pubkey: string; signature: Uint8Array }> {
    const record = await this.parts.store.read(account);
    if (record?.state !== "live" || record.account !== account) {
      if (account === this.account) await this.reload();
      throw new NoTradingKey(record?.state === "ended" ? record.reason : undefined);
    }
    const reason = this.endOf(record);
    if (reason) {
      await this.end(record, reason);
      throw new NoTradingKey(reason);
    }
    const signature = await signWithKey(record.privateKey, message);
    this.touch();
    return { pubkey: record.pubkey, signature };
  }

  /** A person did something. A key that has been idle too long ends instead: the hand may be another's. */
  touch(): void {
    const { known, account } = this;
    if (known?.state !== "live" || account === undefined) return;
    if (this.endOf(known)) return void this.check().catch(() => undefined);
    const now = this.parts.now();
    const last = this.parts.activity.read(account) ?? 0;
    if (now - last < ACTIVITY_STEP_MS && now >= last) return;
    this.parts.activity.write(account, now);
    this.publish();
  }

  /** The person stops the key: it is deleted here; the venue forgets it at its expiry. */
  async stop(): Promise<void> {
    if (this.known?.state === "live") await this.end(this.known, "stopped");
  }

  /** The venue took no signature of this key: it was revoked, or has ended there. */
  async refused(account: string, pubkey: string): Promise<void> {
    const record = await this.parts.store.read(account);
    if (record?.state === "live" && record.pubkey === pubkey) await this.end(record, "refused");
  }

  /** Deletes everything of the account, as at sign-out. */
  async forget(account: string): Promise<void> {
    await this.parts.store.update(account, () => undefined);
    this.parts.activity.forget(account);
    await this.changed();
  }

  /** Ends what has to end: called when the time has come, and when the page wakes up. */
  async check(): Promise<void> {
    const { known } = this;
    const reason = known?.state === "live" ? this.endOf(known) : undefined;
    if (known && reason) await this.end(known, reason);
    else this.arm();
  }

  /** Ends the keys of accounts that are not here to do it themselves. */
  private async sweep(): Promise<void> {
    const ended = (await this.parts.store.all()).map(async (record) => {
      // The key of the account that is here ends by its own check, which tells the person.
      const isJudged = record.state === "live" && record.account !== this.account;
      const reason = isJudged ? this.endOf(record) : undefined;
      if (reason) await this.delete(record, reason);
    });
    await Promise.allSettled(ended);
  }

  private endOf(record: KeyRecord): KeyEnd | undefined {
    const venueNow = this.parts.venueNow();
    if (venueNow !== undefined && venueNow >= record.expiresAt) return "expired";
    const last = this.parts.activity.read(record.account);
    if (last === undefined) return "idle";
    const idle = this.parts.now() - last;
    return idle >= this.parts.idleMs() || idle < -CLOCK_TOLERANCE_MS ? "idle" : undefined;
  }

  private async end(record: KeyRecord, reason: KeyEnd): Promise<void> {
    const wasLive = await this.delete(record, reason);
    await this.changed();
    if (wasLive && reason !== "stopped" && record.account === this.account) this.parts.tell(reason);
  }

  /** Takes the private half out of the store; a newer key of the account stays. Answers whether it was this one's end. */
  private async delete({ account, pubkey, createdAt, expiresAt }: KeyRecord, reason: KeyEnd) {
    let wasLive = false;
    await this.parts.store.update(account, (present) => {
      wasLive = present?.state === "live" && present.pubkey === pubkey;
      return wasLive ? { account, pubkey, createdAt, expiresAt, state: "ended", reason } : present;
    });
    return wasLive;
  }

  private async changed(): Promise<void> {
    this.parts.announce();
    await this.reload();
  }

  private publish(): void {
    this.parts.show(this.account, this.view());
    this.arm();
  }

  private view(): TradingKeyState {
    const { known, account } = this;
    if (!known || account === undefined) return { state: "none" };
    const { pubkey, expiresAt } = known;
    if (known.state === "ended") {
      const { reason } = known;
      const state = reason === "expired" || reason === "idle" ? reason : "none";
      return { state, pubkey, expiresAt };
    }
    const idleAt = (this.parts.activity.read(account) ?? 0) + this.parts.idleMs();
    return { state: "live", pubkey, expiresAt, idleAt, inMemory: !this.parts.store.shared };
  }

  private arm(): void {
    clearTimeout(this.timer);
    const { known, account } = this;
    if (known?.state !== "live" || account === undefined) return;
    const idleAt = (this.parts.activity.read(account) ?? 0) + this.parts.idleMs();
    const venueNow = this.parts.venueNow();
    const expiresIn = venueNow === undefined ? LONGEST_TIMER_MS : known.expiresAt - venueNow;
    const wait = Math.min(expiresIn, idleAt - this.parts.now());
    // What is due is being ended; that it is looked at again means that it could not be deleted.
    const milliseconds = wait <= 0 ? AGAIN_MS : Math.min(wait + 50, LONGEST_TIMER_MS);
    this.timer = setTimeout(() => {
      this.publish();
      this.check().catch(() => undefined);
    }, milliseconds);
  }
}
