/** Loads the code that follows an account, which is not part of the first load. */
import {
  beginReads,
  endReads,
  putRead,
  ReadFailure,
  type SessionParts,
} from "#components/trading/account-reads/account-store.ts";

const RETRY_MS = 5_000;

/** Follows this account until the returned function is called. Loading is retried. */
export function followAccount(account: string, session: SessionParts): () => void {
  let gone = false;
  let stop: (() => void) | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const load = async (): Promise<void> => {
    clearTimeout(timer);
    try {
      const { followSession } = await import("./follow-session.ts");
      if (!gone) stop ??= followSession(account, session);
    } catch {
      if (gone) return;
      fail(account, load);
      timer = setTimeout(() => void load(), RETRY_MS);
    }
  };
  void load();
  return () => {
    gone = true;
    clearTimeout(timer);
    stop?.();
    endReads(account);
  };
}

function fail(account: string, again: () => Promise<void>): void {
  beginReads(account, again);
  const error = new ReadFailure("NETWORK", "The code that reads the account was not loaded.");
  putRead(account, "key", { data: undefined, isPending: false, isError: true, error });
}
