/** Limits the venue reads of all walks of an account in this process. */
import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import { ServiceError } from "#lib/kernel/errors/errors.ts";

/**
 * The venue allows a key 120 reads a second, and the page polls with the same key. Walks get a sixth of them, after an
 * initial burst with which a search for a time long ago need not wait.
 */
const BETWEEN_READS_MS = 50;
const READS_AT_ONCE = 24;

/** Concurrent totals and searches: enough for a few open pages. Each holds a page of rows. */
const MAX_WALKS = 8;
const RETRY_AFTER_SECONDS = 2;

type Account = {
  walks: number;
  /** When all reads so far would be finished at the steady pace, on the process's steady clock. */
  throughAt: number;
};

const accounts = new Map<string, Account>();

/** Begins a walk of the account; call the result when the walk is over. @throws RATE_LIMITED with too many */
export function beginWalk(account: string): () => void {
  const of = accountOf(account);
  if (of.walks >= MAX_WALKS)
    throw new ServiceError("RATE_LIMITED", { retryAfterSeconds: RETRY_AFTER_SECONDS });
  of.walks += 1;
  let ended = false;
  return () => {
    if (!ended) of.walks -= 1;
    ended = true;
  };
}

/** Waits until the account may be read once more, in the order of the calls. @throws an AbortError */
export async function takeTurn(account: string, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const of = accountOf(account);
  const now = performance.now();
  of.throughAt = Math.max(now, of.throughAt) + BETWEEN_READS_MS;
  const wait = of.throughAt - now - READS_AT_ONCE * BETWEEN_READS_MS;
  if (wait > 0) await sleep(wait, undefined, { signal });
}

function accountOf(account: string): Account {
  const known = accounts.get(account);
  if (known) return known;
  forgetIdle();
  const fresh = { walks: 0, throughAt: 0 };
  accounts.set(account, fresh);
  return fresh;
}

function forgetIdle(): void {
  const now = performance.now();
  for (const [account, { walks, throughAt }] of accounts)
    if (walks === 0 && throughAt <= now) accounts.delete(account);
}
