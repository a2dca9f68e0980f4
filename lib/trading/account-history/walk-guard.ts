/** How much of the venue's patience the walks of an account may take, all of them in this process together. */
import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import { ServiceError } from "#lib/platform/errors.ts";

/**
 * The venue gives a key 120 reads a second, and the page polls and asks after its orders with the same key: the walks get
 * a sixth of them, after so many at once that a time long ago is found without waiting.
 */
const BETWEEN_READS_MS = 50;
const READS_AT_ONCE = 24;

/** Totals and searches at a time: what a few open pages ask for. Each holds a page of rows. */
const MOST_WALKS = 8;
const RETRY_AFTER_SECONDS = 2;

type Account = {
  walks: number;
  /** When all reads so far would be through at the steady pace, on the process's steady clock. */
  throughAt: number;
};

const accounts = new Map<string, Account>();

/** Begins a walk of the account; call what it answers when the walk is over. @throws RATE_LIMITED with too many */
export function beginWalk(account: string): () => void {
  const of = accountOf(account);
  if (of.walks >= MOST_WALKS)
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
