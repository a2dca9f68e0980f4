/** The marks of assets, from the bars of their markets. */
import { type Answer, readJson } from "#components/data/http.ts";
import { serverNow } from "#components/data/server-clock.ts";
import type { TokenSymbol } from "#lib/protocol/solana/tokens.ts";
import { marketOf } from "#lib/protocol/swaps/asset-markets.ts";
import type { Marks } from "#lib/protocol/swaps/mark-loss.ts";

/** Bars of the last seconds: the newest one has the mark. */
const WINDOW_MS = 5_000;

export type Bars = { results: readonly { start: number; close: string; filled: boolean }[] };

export function readBars(market: string, signal?: AbortSignal): Promise<Answer<Bars>> {
  const from = serverNow() - WINDOW_MS;
  return readJson<Bars>(
    `/api/perps-dex/kline?market=${market}&resolution=1&start_at=${from}`,
    signal,
  );
}

/** Undefined when it did not change within these seconds. */
export function markIn({ results }: Bars): string | undefined {
  const since = serverNow() - 2 * WINDOW_MS;
  return results.findLast(({ start, filled }) => !filled && start > since)?.close;
}

/** Of the assets that have a current one. */
export async function readMarks(assets: readonly TokenSymbol[]): Promise<Marks> {
  const marks = await Promise.all(
    assets.map(async (asset) => {
      const market = marketOf(asset);
      const answer = market === undefined ? undefined : await readBars(market);
      const mark = answer?.ok === true ? markIn(answer.body) : undefined;
      return mark === undefined ? [] : [[asset, mark] as const];
    }),
  );
  return Object.fromEntries(marks.flat());
}
