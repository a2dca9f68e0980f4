/**
 * The last reads of the signed-in account, for every part of the page. Always loaded and small; the code that reads the
 * account is loaded with a session (`account-feed.ts`).
 */
import { createFollowers } from "#components/ui/store.ts";
import type { AccountRecord, OrderRecord, PositionRecord } from "#lib/protocol/wire/account.ts";

/** `recheckSession` finds out who is signed in, after the server has refused to read for this account. */
export type SessionParts = { recheckSession: () => Promise<void> };

/** A failed read, with its code of the error catalogue. */
export class ReadFailure extends Error {
  readonly code: string;
  /** A read before this time would be refused again. */
  readonly waitMs: number;

  constructor(code: string, message: string, waitMs = 0) {
    super(message);
    this.name = "ReadFailure";
    this.code = code;
    this.waitMs = waitMs;
  }
}

export type AccountData = {
  /** The venue key, kept on the server; null when the account has none. */
  key: { id: string } | null;
  /** Null when the venue does not know the account. */
  account: AccountRecord | null;
  positions: PositionRecord[];
  orders: OrderRecord[];
};

/** `data` is the last good answer; it stays while later reads fail. */
export type AccountRead<Value> = {
  data: Value | undefined;
  isPending: boolean;
  isError: boolean;
  error: Error | null;
  /** When the reads began to fail, Unix milliseconds; absent while they do not. */
  failingSince?: number | undefined;
};

type Reads = { readonly [Name in keyof AccountData]: AccountRead<AccountData[Name]> };

const UNREAD = { data: undefined, isPending: true, isError: false, error: null };
const NOTHING: Reads = { key: UNREAD, account: UNREAD, positions: UNREAD, orders: UNREAD };
const DONE = Promise.resolve();

let owner: string | undefined;
let reads = NOTHING;
let readAgain: () => Promise<void> = () => DONE;
const followers = createFollowers();

/** The last read of this account. The same object until it changes. */
export function readOf<Name extends keyof AccountData>(
  account: string | undefined,
  name: Name,
): Reads[Name] {
  return account !== undefined && account === owner ? reads[name] : NOTHING[name];
}

export const onAccountRead = followers.subscribe;

/**
 * Reads everything of the account again that its stream does not send: after a deposit, a new key, or a failure. Resolves
 * when the reads are done.
 */
export function refreshAccount(): Promise<void> {
  return readAgain();
}

/** For `account-feed.ts`: shows the reads of this account from now on. `again` reads all of them once more. */
export function beginReads(account: string, again: () => Promise<void>): void {
  owner = account;
  reads = NOTHING;
  readAgain = again;
  followers.notify();
}

/** For `account-feed.ts`: stores a read. Answers for an account that is no longer followed are dropped. */
export function putRead<Name extends keyof AccountData>(
  account: string,
  name: Name,
  read: AccountRead<AccountData[Name]>,
): void {
  if (account !== owner) return;
  const failingSince = read.isError ? (reads[name].failingSince ?? Date.now()) : undefined;
  reads = { ...reads, [name]: { ...read, failingSince } };
  followers.notify();
}

/** Forgets what was read for this account. */
export function endReads(account: string): void {
  if (account !== owner) return;
  owner = undefined;
  reads = NOTHING;
  readAgain = () => DONE;
  followers.notify();
}

/** Whether a refusal means that the page is not signed in to its account any more. */
export function isSessionRefusal(code: string): boolean {
  return code === "SIGN_IN_REQUIRED" || code === "ACCOUNT_MISMATCH";
}

/** Refusals because the venue key is gone. */
const NO_KEY = new Set(["TRADING_NOT_ENABLED", "UNKNOWN_API_KEY", "EXPIRED_API_KEY"]);

/** Whether a refusal means that the account has no venue key any more. */
export function isKeyRefusal(code: string): boolean {
  return NO_KEY.has(code);
}

/**
 * Whether a failed read is retried automatically. A refusal that concerns the session or the key would be the same again.
 */
export function isTriedAgain(failure: unknown): boolean {
  if (!(failure instanceof ReadFailure)) return true;
  const { code } = failure;
  return !isSessionRefusal(code) && !isKeyRefusal(code) && code !== "HTTP_401";
}
