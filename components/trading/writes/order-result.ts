/** What the fills of an order earned. Loaded with the first order that filled. */
import { readJson } from "#components/data/http.ts";
import { liveStreamOf } from "#components/trading/account-reads/streamed.ts";
import type { FillPage, FillRecord, OrderRecord } from "#lib/protocol/wire/account.ts";
import { type FilledOrder, resultOf } from "./fill-sums.ts";

const PAGE_SIZE = 100;
/** An order with fills on more pages has no result here; the history has it. */
const MAX_PAGES = 20;

/**
 * The realised PnL of an order in 1e-9 USDC. `undefined` unless its fills add up to what it filled: a sum of some of
 * them would be a wrong figure.
 */
export async function readOrderResult(
  account: string,
  order: FilledOrder & Pick<OrderRecord, "market" | "created_at">,
): Promise<bigint | undefined> {
  const streamed = streamedResult(account, order);
  if (streamed !== undefined) return streamed;
  const fills: FillRecord[] = [];
  let cursor: string | null = null;
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const page = await readPage(account, order.market, cursor);
    if (page === undefined) return undefined;
    fills.push(...page.results.filter((fill) => fill.account === account));
    const oldest = page.results.at(-1);
    cursor = page.next;
    if (cursor === null || (oldest && oldest.created_at < order.created_at))
      return resultOf(order, fills);
  }
  return undefined;
}

/** By the stream, when it has sent the order as it is here, and all of its fills. */
function streamedResult(account: string, order: FilledOrder): bigint | undefined {
  const stream = liveStreamOf(account);
  const isCurrent = stream?.order(order.id)?.filled_size === order.filled_size;
  return stream && isCurrent ? resultOf(order, stream.fills) : undefined;
}

async function readPage(
  account: string,
  market: string,
  cursor: string | null,
): Promise<FillPage | undefined> {
  const query = new URLSearchParams({ account, market, page_size: String(PAGE_SIZE) });
  if (cursor !== null) query.set("cursor", cursor);
  const answer = await readJson<FillPage>(`/api/venue/fills?${query}`);
  return answer.ok ? answer.body : undefined;
}
