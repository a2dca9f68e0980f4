/** How reads of an account are named, repeated and judged. */
import type { QueryClient } from "@tanstack/react-query";
import { type Answer, type Failure, readJson } from "#components/data/http.ts";
import { isKeyRefusal, isSessionRefusal, ReadFailure } from "./account-store.ts";
import type { SessionParts } from "./follow-account.ts";

const POLL_MS = 2_000;
/** In a hidden tab nobody reads the figures; its title and its messages still follow them. */
const HIDDEN_POLL_MS = 20_000;

/** Reads that a write may change. */
const ROOT = "venue";
/** Older pages of history: a write changes none of them, so that they are not read again after each one. */
export const HISTORY_ROOT = "venue-history";

/** How long until the next poll, in ms: `visible` while the tab is looked at. */
export function pollEvery(visible = POLL_MS): () => number {
  // Asked on the server too, which has no tab and polls nothing.
  const isHidden = () => typeof document !== "undefined" && document.visibilityState === "hidden";
  return () => (isHidden() ? HIDDEN_POLL_MS : visible);
}

/** The name of a read of one account. */
export function accountKey(account: string | undefined, ...name: readonly unknown[]): unknown[] {
  return [ROOT, account, ...name];
}

/** Reads everything again that a write may have changed. */
export function refreshReads(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: [ROOT] });
}

/** @throws ReadFailure */
export type ReadForAccount = (
  url: string,
  account: string | undefined,
  signal: AbortSignal,
) => Promise<unknown>;

/** Reads for one account: the server refuses when another is signed in, and the page then looks who it is. */
export function readerFor(client: QueryClient, session: SessionParts): ReadForAccount {
  return async (url, account, signal) => {
    const joint = url.includes("?") ? "&" : "?";
    const named = `${url}${joint}account=${encodeURIComponent(account ?? "")}`;
    const answer = await readJson(named, signal);
    if (!answer.ok && isSessionRefusal(answer.code)) void session.recheckSession();
    if (!answer.ok && isKeyRefusal(answer.code))
      void client.invalidateQueries({ queryKey: accountKey(account, "key") });
    return okBody(answer);
  };
}

/** Records that name another account are never shown, whoever sent them. */
export function requireOwner(body: unknown, account: string | undefined): void {
  const { results } = body as { results?: unknown };
  const records = Array.isArray(results) ? (results as { account?: unknown }[]) : [];
  if (records.some((record) => record.account !== account))
    throw new ReadFailure("ACCOUNT_MISMATCH", "The answer was for another account.");
}

/** What a read throws for a refusal. Only a limit's wait is binding: a restart may be over sooner than it says. */
export function readFailure({ status, code, message, retryAfterMs = 0 }: Failure): ReadFailure {
  return new ReadFailure(code, message, status === 429 ? retryAfterMs : 0);
}

function okBody(answer: Answer): unknown {
  if (!answer.ok) throw readFailure(answer);
  if (typeof answer.body !== "object" || answer.body === null) {
    throw new ReadFailure("NO_BODY", "The service gave no answer that can be read.");
  }
  return answer.body;
}
