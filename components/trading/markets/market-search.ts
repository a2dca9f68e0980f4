/** Finds markets by a few letters of their names. */

const SEPARATORS = /[\s/_:-]+/g;

/**
 * How well a market fits what was typed; 0 is best, `undefined` is no fit. In this order: the name itself, its
 * beginning, the base asset's beginning, a part of it, and the letters in turn with as few between them as possible.
 */
export function searchScore(typed: string, market: { symbol: string; base: string }) {
  const query = plain(typed);
  const [symbol, base] = [plain(market.symbol), plain(market.base)];
  if (query === "" || query === symbol || query === base) return 0;
  if (base.startsWith(query)) return 1;
  if (symbol.startsWith(query)) return 2;
  const at = symbol.indexOf(query);
  if (at !== -1) return 3 + at / 100;
  const gaps = gapsBetween(query, symbol);
  return gaps === undefined ? undefined : 4 + gaps / 100;
}

/** The markets that fit, the best first; those that fit alike stay in their order. */
export function searchMarkets<Market extends { symbol: string; base: string }>(
  typed: string,
  markets: readonly Market[],
): Market[] {
  return markets
    .map((market) => ({ market, score: searchScore(typed, market) }))
    .filter((one): one is { market: Market; score: number } => one.score !== undefined)
    .toSorted((a, b) => a.score - b.score)
    .map(({ market }) => market);
}

function plain(text: string): string {
  return text.trim().toUpperCase().replace(SEPARATORS, "");
}

/** Letters of `text` that were skipped, before the first one included; `undefined` when the letters do not come in turn. */
function gapsBetween(query: string, text: string): number | undefined {
  let [gaps, from] = [0, 0];
  for (const letter of query) {
    const at = text.indexOf(letter, from);
    if (at === -1) return undefined;
    gaps += at - from;
    from = at + 1;
  }
  return gaps;
}
