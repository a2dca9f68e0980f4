/** Assets and markets as people call them: by name, by a part of the symbol, or with a slip. */
import { ASSETS } from "#lib/catalysts/news/reading/asset-graph.ts";
import type { Market } from "#lib/protocol/wire/market.ts";

/** Names of the asset in three languages, in lower case; none for an asset that the graph lacks. */
export function namesOf(symbol: string): readonly string[] {
  const asset = ASSETS.find((one) => one.symbol === symbol);
  return asset === undefined
    ? []
    : [...asset.names, ...asset.common].map((name) => name.toLowerCase());
}

/** Whether a text is a part of the symbol, or names the asset. */
export function isCalled(symbol: string, text: string): boolean {
  const wanted = text.toLowerCase();
  return symbol.toLowerCase().includes(wanted) || namesOf(symbol).some((name) => name === wanted);
}

const MOST = 3;

/** The markets that a wrong symbol may mean, the likeliest first. */
export function similarMarkets(markets: readonly Market[], text: string): string[] {
  const wanted = text.trim().toUpperCase();
  const named = markets.filter(
    ({ base_asset: { symbol } }) =>
      wanted.startsWith(symbol) || namesOf(symbol).includes(wanted.toLowerCase()),
  );
  if (named.length > 0) return named.map(({ symbol }) => symbol).slice(0, MOST);
  return markets
    .map(({ symbol }) => ({ symbol, steps: distance(symbol, wanted) }))
    .filter(({ steps }) => steps <= 2)
    .toSorted((one, other) => one.steps - other.steps)
    .map(({ symbol }) => symbol)
    .slice(0, MOST);
}

/** The fewest letters to add, drop or replace that make one text of the other. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [line, letter] of one.split("").entries()) {
    const next = [line + 1];
    for (const [index, wanted] of other.split("").entries()) {
      const replaced = (row[index] ?? 0) + Number(letter !== wanted);
      next.push(Math.min(replaced, (row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
