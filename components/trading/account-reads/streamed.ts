/**
 * What the stream of the signed-in account has sent, for parts of the page that need more than its lists. Small: the
 * code that reads the stream is loaded with a session (`stream-reads.ts`).
 */
import type { OrderRecord } from "#lib/protocol/wire/account.ts";
import type { StreamFill } from "#lib/protocol/wire/account-stream.ts";
import type { AccountFact } from "./account-state.ts";

export type Streamed = {
  readonly account: string;
  /** While true, the lists of the account are those of the stream, and every fact arrives. */
  readonly isLive: boolean;
  /** An order as it was last sent; also one of the last that ended. */
  order: (id: string) => OrderRecord | undefined;
  /** The last fills since the stream began, the oldest first, each once. */
  readonly fills: readonly StreamFill[];
};

const listeners = new Set<(fact: AccountFact) => void>();
let current: Streamed | undefined;

/** The stream of this account; `undefined` while its lists are polled. */
export function liveStreamOf(account: string | undefined): Streamed | undefined {
  return current?.isLive === true && current.account === account ? current : undefined;
}

/** Whether the account of this page is streamed: then nothing of it is polled at its usual rate. */
export function isStreamed(): boolean {
  return current?.isLive === true;
}

/** Calls the listener with each fact of the signed-in account's stream. It may come twice. */
export function onAccountFact(listener: (fact: AccountFact) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** For `stream-reads.ts`. */
export function setStreamed(streamed: Streamed | undefined): void {
  current = streamed;
}

/** For `stream-reads.ts`. */
export function announceFact(fact: AccountFact): void {
  for (const listener of listeners) listener(fact);
}
