/**
 * The life of trading keys in this browser. A key belongs to one account and signs for no other. It is read from the store
 * before each signature, so that a key that another tab deleted is not used from memory. An expired or idle key is
 * deleted before it could sign. Only the wallet can register a new one.
 */

import { signWithKey } from "./key-pair.ts";
import type { KeyEnd, KeyRecord, KeyStore } from "./key-store.ts";
import type { TradingKeyState } from "./key-view.ts";

/** There is no key to sign with; `reason` is how the last one ended, if there was one. */
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
   * The venue's clock in Unix milliseconds, which decides expiry. `undefined` while it is not known; then no key expires,
   * because this computer's clock may be hours off.
   */
  venueNow: () => number | undefined;
  /** This computer's clock in Unix milliseconds, which decides idleness. */
  now: () => number;
  store: KeyStore;
  /** The last input for this account in any tab; `undefined` when unknown. */
  activity: {
    read: (account: string) => number | undefined;
    write: (account: string, at: number) => void;
    forget: (account: string) => void;
  };
  /** After this many milliseconds without input a key is deleted. */
  idleMs: () => number;
  show: (account: string | undefined, state: TradingKeyState) => void;
  /** Makes the other tabs reload. */
  announce: () => void;
  /** Called once, in the tab that noticed it, when a key ended that the user did not stop. */
  onEnd: (reason: KeyEnd) => void;
};

/** Input is recorded at most this often. */
const ACTIVITY_STEP_MS = 5_000;
/** When the clock was set back by more than this, the time since the last input is unknown. */
const CLOCK_TOLERANCE_MS = 60_000;
/** Retry after a failed read or deletion. */
const RETRY_MS = 5_000;
/** The longest wait that a timer takes. */
const LONGEST_TIMER_MS = 2_147_000_000;

export class TradingKeys {
  readonly #parts: KeyParts;
  #account: string | undefined;
  #known: KeyRecord | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The next read after a failed one. Only a newer read cancels it: what arms `#timer` knows nothing of the store. */
  #retry: ReturnType<typeof setTimeout> | undefined;
  /** Number of the last read of the store; an earlier read that ends later is dropped. */
  #reading = 0;

  constructor(parts: KeyParts) {
    this.#parts = parts;
  }

  /** Follows this account's key. Keys of other accounts stay in the store, unused, until they end by themselves. */
  async attach(account: string | undefined): Promise<void> {
    this.#account = account;
    this.#known = undefined;
    this.#publish();
    // A failure with other accounts' keys must not prevent the read of this one's.
    await this.#sweep().catch(() => undefined);
    await this.reload();
  }

  /** Ends the expired keys of all accounts. Called when the venue's clock becomes known. */
  async endExpired(): Promise<void> {
    await this.#sweep().catch(() => undefined);
    await this.check();
  }

  /** Reads the account's record again: another tab may have changed it. A read that fails is tried again later. */
  async reload(): Promise<void> {
    const account = this.#account;
    clearTimeout(this.#retry);
    this.#reading += 1;
    const reading = this.#reading;
    let record: KeyRecord | undefined;
    try {
      record = account === undefined ? undefined : await this.#parts.store.read(account);
    } catch (error) {
      if (reading === this.#reading) this.#reloadLater();
      throw error;
    }
    if (reading !== this.#reading || account !== this.#account) return;
    this.#known = record;
    this.#publish();
    await this.check();
  }

  /** Stores a key that the venue has registered, and replaces any other key of the account. */
  async adopt(record: Extract<KeyRecord, { state: "live" }>): Promise<void> {
    this.#parts.activity.write(record.account, this.#parts.now());
    await this.#parts.store.update(record.account, () => record);
    await this.#changed();
  }

  /**
   * Signs for this account. @throws NoTradingKey when its key has ended or there is none.
   */
  async sign(
    account: string,
    message: Uint8Array,
  ): Promise<{ pubkey: string; signature: Uint8Array }> {
    const record = await this.#parts.store.read(account).catch((error: unknown) => {
      if (account === this.#account) this.#unread();
      throw error;
    });
    if (record?.state !== "live" || record.account !== account) {
      if (account === this.#account) await this.reload();
      throw new NoTradingKey(record?.state === "ended" ? record.reason : undefined);
    }
    const reason = this.#endOf(record);
    if (reason) {
      await this.#end(record, reason);
      throw new NoTradingKey(reason);
    }
    const signature = await signWithKey(record.privateKey, message);
    this.touch();
    return { pubkey: record.pubkey, signature };
  }

  /** A key that cannot be read cannot sign: it is not shown as live until it is read again. */
  #unread(): void {
    this.#known = undefined;
    this.#publish();
    this.#reloadLater();
  }

  /** Records input. A key that was idle for too long ends instead: it may be another person's input. */
  touch(): void {
    const known = this.#known;
    const account = this.#account;
    if (known?.state !== "live" || account === undefined) return;
    if (this.#endOf(known)) return void this.check().catch(() => undefined);
    const now = this.#parts.now();
    const last = this.#parts.activity.read(account) ?? 0;
    if (now - last < ACTIVITY_STEP_MS && now >= last) return;
    this.#parts.activity.write(account, now);
    this.#publish();
  }

  /** Deletes the key at the user's request. At the venue it stays registered until its expiry. */
  async stop(): Promise<void> {
    const account = this.#account;
    if (account === undefined) return;
    // The press may come while the record is being read again.
    const record = this.#known ?? (await this.#parts.store.read(account));
    if (record?.state === "live") await this.#end(record, "stopped");
  }

  /** Deletes a key that the venue refused, because it was revoked or has expired there. */
  async refused(account: string, pubkey: string): Promise<void> {
    const record = await this.#parts.store.read(account);
    if (record?.state === "live" && record.pubkey === pubkey) await this.#end(record, "refused");
  }

  /** Deletes everything of the account, as at sign-out. */
  async forget(account: string): Promise<void> {
    await this.#parts.store.update(account, () => undefined);
    this.#parts.activity.forget(account);
    await this.#changed();
  }

  /** Ends this account's key when it is due. Called by the timer and when the page wakes up. */
  async check(): Promise<void> {
    const known = this.#known;
    const reason = known?.state === "live" ? this.#endOf(known) : undefined;
    if (known && reason) await this.#end(known, reason);
    else this.#arm();
  }

  /** Ends the due keys of the other accounts. */
  async #sweep(): Promise<void> {
    const ended = (await this.#parts.store.all()).map(async (record) => {
      // This account's own key ends by `check`, which notifies the user.
      const isChecked = record.state === "live" && record.account !== this.#account;
      const reason = isChecked ? this.#endOf(record) : undefined;
      if (reason) await this.#delete(record, reason);
    });
    await Promise.allSettled(ended);
  }

  #endOf(record: KeyRecord): KeyEnd | undefined {
    const venueNow = this.#parts.venueNow();
    if (venueNow !== undefined && venueNow >= record.expiresAt) return "expired";
    const last = this.#parts.activity.read(record.account);
    if (last === undefined) return "idle";
    const idle = this.#parts.now() - last;
    return idle >= this.#parts.idleMs() || idle < -CLOCK_TOLERANCE_MS ? "idle" : undefined;
  }

  async #end(record: KeyRecord, reason: KeyEnd): Promise<void> {
    const wasLive = await this.#delete(record, reason);
    await this.#changed();
    if (wasLive && reason !== "stopped" && record.account === this.#account)
      this.#parts.onEnd(reason);
  }

  /** Deletes the private half from the store; a newer key of the account stays. Returns whether this key was live. */
  async #delete({ account, pubkey, createdAt, expiresAt }: KeyRecord, reason: KeyEnd) {
    let wasLive = false;
    await this.#parts.store.update(account, (present) => {
      wasLive = present?.state === "live" && present.pubkey === pubkey;
      return wasLive ? { account, pubkey, createdAt, expiresAt, state: "ended", reason } : present;
    });
    return wasLive;
  }

  async #changed(): Promise<void> {
    this.#parts.announce();
    await this.reload();
  }

  #reloadLater(): void {
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => void this.reload().catch(() => undefined), RETRY_MS);
  }

  #publish(): void {
    this.#parts.show(this.#account, this.#view());
    this.#arm();
  }

  #view(): TradingKeyState {
    const known = this.#known;
    const account = this.#account;
    if (!known || account === undefined) return { state: "none" };
    const { pubkey, expiresAt } = known;
    if (known.state === "ended") {
      const { reason } = known;
      const state = reason === "expired" || reason === "idle" ? reason : "none";
      return { state, pubkey, expiresAt };
    }
    const idleAt = (this.#parts.activity.read(account) ?? 0) + this.#parts.idleMs();
    return { state: "live", pubkey, expiresAt, idleAt, inMemory: !this.#parts.store.shared };
  }

  #arm(): void {
    clearTimeout(this.#timer);
    const known = this.#known;
    const account = this.#account;
    if (known?.state !== "live" || account === undefined) return;
    const idleAt = (this.#parts.activity.read(account) ?? 0) + this.#parts.idleMs();
    const venueNow = this.#parts.venueNow();
    const expiresIn = venueNow === undefined ? LONGEST_TIMER_MS : known.expiresAt - venueNow;
    const wait = Math.min(expiresIn, idleAt - this.#parts.now());
    // A due key that is still here could not be deleted: retry.
    const milliseconds = wait <= 0 ? RETRY_MS : Math.min(wait + 50, LONGEST_TIMER_MS);
    this.#timer = setTimeout(() => {
      this.#publish();
      this.check().catch(() => undefined);
    }, milliseconds);
  }
}
