/**
 * What the stream of the signed-in account has sent, for parts of the page that need more than its lists. Small: the
 * code that reads the stream is loaded with a session (`stream-reads.ts`).
 */
import type { OrderRecord } from "#lib/protocol/wire/account.ts";
import type { StreamFill } from "#lib/protocol/wire/account-stream.ts";
import { pollEvery } from "./account-reads.ts";
import type { AccountFact } from "./account-state.ts";
import type { addRow } from "./add-row.ts";

/** While the account's stream is live, a read is only repeated in case it lacks something. */
const STREAMED_POLL_MS = 300_000;

type AddRow = typeof addRow;

export type Streamed = {
  readonly account: string;
  /** While true, the lists of the account are those of the stream, and every fact arrives. */
  readonly isLive: boolean;
  /** An order as it was last sent; also one of the last that ended. */
  order: (id: string) => OrderRecord | undefined;
  /** The last fills since the stream began, the oldest first, each once. */
  readonly fills: readonly StreamFill[];
};

/** `addRow` comes with the fact: pages that have a history and no stream do not load it. */
type Listener = (fact: AccountFact, addRow: AddRow) => void;

const listeners = new Set<Listener>();
let current: Streamed | undefined;

/** The stream of this account; `undefined` while its lists are polled. */
export function liveStreamOf(account: string | undefined): Streamed | undefined {
  return current?.isLive === true && current.account === account ? current : undefined;
}

/** Milliseconds until the next poll of a read of which the stream sends the changes: `visible` where there is no stream. */
export function pollUnlessStreamed(visible: number, streamed = STREAMED_POLL_MS): () => number {
  const every = pollEvery(visible);
  return () => (current?.isLive ? streamed : every());
}

/** Calls the listener with each fact of the signed-in account's stream. It may come twice. */
export function onAccountFact(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** For `stream-reads.ts`. */
export function setStreamed(streamed: Streamed | undefined): void {
  current = streamed;
}

/** For `stream-reads.ts`. */
export function announceFact(fact: AccountFact, addRow: AddRow): void {
  for (const listener of listeners) listener(fact, addRow);
}
