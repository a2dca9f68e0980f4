/** Keys, polling and error handling of an account's reads. */
import type { QueryClient } from "@tanstack/react-query";
import { type Answer, type Failure, readJson } from "#components/data/http.ts";
import type { SessionParts } from "./account-store.ts";
import { isKeyRefusal, isSessionRefusal, ReadFailure } from "./account-store.ts";

const POLL_MS = 2_000;
/** In a hidden tab only the title and the toasts follow the account. */
const HIDDEN_POLL_MS = 20_000;

/** Prefix of reads that a write may change. */
const ROOT = "venue";
/** Prefix of older history pages. A write does not change them, so they are not read again after one. */
export const HISTORY_ROOT = "venue-history";

/** Milliseconds until the next poll: `visible` while the tab is visible. */
export function pollEvery(visible = POLL_MS): () => number {
  // Also called on the server, which has no document.
  const isHidden = () => typeof document !== "undefined" && document.visibilityState === "hidden";
  return () => (isHidden() ? HIDDEN_POLL_MS : visible);
}

/** The query key of a read of one account. */
export function accountKey(account: string | undefined, ...name: readonly unknown[]): unknown[] {
  return [ROOT, account, ...name];
}

/**
 * Reads everything again that a write may have changed. Without `cancelRefetch`, reads that have just begun are enough.
 */
export function refreshReads(client: QueryClient, { cancelRefetch = true } = {}): Promise<void> {
  return client.invalidateQueries({ queryKey: [ROOT] }, { cancelRefetch });
}

/** @throws ReadFailure */
export type ReadForAccount = <Body>(
  url: string,
  account: string | undefined,
  signal: AbortSignal,
) => Promise<Body>;

/**
 * Reads for one account. When another account is signed in the server refuses, and the page checks its session again.
 */
export function readerFor(client: QueryClient, session: SessionParts): ReadForAccount {
  return async <Body>(url: string, account: string | undefined, signal: AbortSignal) => {
    const joint = url.includes("?") ? "&" : "?";
    const named = `${url}${joint}account=${encodeURIComponent(account ?? "")}`;
    const answer = await readJson<Body>(named, signal);
    if (!answer.ok && isSessionRefusal(answer.code)) void session.recheckSession();
    if (!answer.ok && isKeyRefusal(answer.code))
      void client.invalidateQueries({ queryKey: accountKey(account, "key") });
    return okBody(answer);
  };
}

/** Rejects an answer with records of another account. */
export function requireOwner(
  { results }: { results: readonly { account: string }[] },
  account: string | undefined,
): void {
  if (results.some((record) => record.account !== account))
    throw new ReadFailure("ACCOUNT_MISMATCH", "The answer was for another account.");
}

/**
 * The error of a refused read. Only the wait of a rate limit is binding: a restart may be over sooner than announced.
 */
export function readFailure({ status, code, message, retryAfterMs = 0 }: Failure): ReadFailure {
  return new ReadFailure(code, message, status === 429 ? retryAfterMs : 0);
}

function okBody<Body>(answer: Answer<Body>): Body {
  if (!answer.ok) throw readFailure(answer);
  return answer.body;
}
