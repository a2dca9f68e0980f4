/** One page of the account's history, for a table that is scrolled. Status and body are the venue's. */
import "server-only";
import { type AccountReader, requireAccount } from "#lib/trading/venue-access/expected-account.ts";
import { forwardRead } from "#lib/trading/venue-access/forward.ts";
import type { ExportKind } from "./csv-columns.ts";
import { HISTORY, PageRefused, seekCursor } from "./history-walk.ts";
import { pageSearch } from "./page-query.ts";
import { beginWalk } from "./walk-guard.ts";

type PageCall = {
  ctx: { actor: AccountReader; now: number };
  input: {
    query: {
      account?: string | undefined;
      market?: string | undefined;
      status?: string | undefined;
      client_id?: string | undefined;
      order_id?: string | undefined;
      start_at?: string | undefined;
      end_at?: string | undefined;
      cursor?: string | undefined;
      page_size?: string | undefined;
      to?: number | undefined;
    };
    request: Pick<Request, "signal">;
  };
};

/** @throws ACCOUNT_MISMATCH, TRADING_NOT_ENABLED, VENUE_TIMEOUT, VENUE_UNREACHABLE, RATE_LIMITED with too many searches */
export async function readHistoryPage(
  kind: ExportKind,
  { ctx, input }: PageCall,
): Promise<Response> {
  const { account, to, ...page } = input.query;
  requireAccount(ctx.actor, account);
  if (to !== undefined && page.cursor === undefined) {
    const end = beginWalk(ctx.actor.account);
    try {
      const walk = { kind, market: page.market, signal: input.request.signal };
      page.cursor = await seekCursor(ctx, walk, to);
    } catch (error) {
      if (error instanceof PageRefused) return error.answer;
      throw error;
    } finally {
      end();
    }
  }
  const { path, contract } = HISTORY[kind];
  return forwardRead(ctx, { path: `${path}${pageSearch(page)}`, contract }, account);
}
