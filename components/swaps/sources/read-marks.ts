/** The marks of assets, from the bars of their markets. */
import { type Answer, readJson } from "#components/data/http.ts";
import { serverNow } from "#components/data/server-clock.ts";
import type { TokenSymbol } from "#lib/protocol/solana/tokens.ts";
import { findAssetMarket } from "#lib/protocol/swaps/asset-markets.ts";
import type { Marks } from "#lib/protocol/swaps/plan/mark-loss.ts";

/** Reads the bars of the last seconds. The newest one has the mark. */
const WINDOW_MS = 5_000;

export type Bars = { results: readonly { start: number; close: string; filled: boolean }[] };

export function readMarkBars(market: string, signal?: AbortSignal): Promise<Answer<Bars>> {
  const from = serverNow() - WINDOW_MS;
  return readJson<Bars>(
    `/api/perps-dex/kline?market=${market}&resolution=1&start_at=${from}`,
    signal,
  );
}

/** Undefined when the mark has not changed for ten seconds. */
export function markIn({ results }: Bars): string | undefined {
  const since = serverNow() - 2 * WINDOW_MS;
  return results.findLast(({ start, filled }) => !filled && start > since)?.close;
}

/** Leaves out assets without a current mark. */
export async function readMarks(assets: readonly TokenSymbol[]): Promise<Marks> {
  const marks = await Promise.all(
    assets.map(async (asset) => {
      const market = findAssetMarket(asset);
      const answer = market === undefined ? undefined : await readMarkBars(market);
      const mark = answer?.ok === true ? markIn(answer.body) : undefined;
      return mark === undefined ? [] : [[asset, mark] as const];
    }),
  );
  return Object.fromEntries(marks.flat());
}
