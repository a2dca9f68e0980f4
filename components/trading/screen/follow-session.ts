/** What a page follows with a session: the account's reads, and the notices about them. */
import { feedAccount } from "#components/trading/account-reads/account-feed.ts";
import {
  onAccountRead,
  type SessionParts,
} from "#components/trading/account-reads/account-store.ts";
import { mayHaveNews } from "#components/trading/writes/seen-orders.ts";

/** Follows this account until the returned function is called. */
export function followSession(account: string, session: SessionParts): () => void {
  const stop = feedAccount(account, session);
  const stopNews = followNewsOf(account);
  return () => {
    stop();
    stopNews();
  };
}

/** Notices of fills and ends, whose code is loaded once there can be any. Without it the tables still show both. */
function followNewsOf(account: string): () => void {
  let stop: () => void = onAccountRead(() => begin());
  let gone = false;
  const begin = () => {
    if (!mayHaveNews(account)) return;
    stop();
    void import("#components/trading/writes/follow-news.ts").then(
      ({ followNews }) => {
        if (!gone) stop = followNews(account);
      },
      () => undefined,
    );
  };
  begin();
  return () => {
    gone = true;
    stop();
  };
}
