/** Searching and sorting the market list. */
import { formatDecimal, parseSigned } from "#lib/protocol/decimal.ts";
import type { ListedMarket, MarketFigures } from "./listed-market.ts";

export const SORT_FIELDS = [
  "symbol",
  "mark",
  "change",
  "volume",
  "openInterest",
  "funding",
] as const;
export type SortField = (typeof SORT_FIELDS)[number];
export type Sort = { field: SortField; descending: boolean };

export type OrderOptions = {
  typed: string;
  sort: Sort;
  favourites: ReadonlySet<string>;
  figures: Readonly<Record<string, MarketFigures | undefined>>;
};

/** Figures of any market are compared with this many decimals. */
const DECIMALS = 12;

/** Favourites first, each group by the chosen column, markets without the figure last. A search sorts by match. */
export function orderMarkets(
  markets: readonly ListedMarket[],
  options: OrderOptions,
): ListedMarket[] {
  const { typed, sort, favourites, figures } = options;
  const compare = comparison(sort, figures);
  const sorted = markets.toSorted((a, b) => compare(a, b) || byText(a.symbol, b.symbol));
  const [starred, others] = [
    sorted.filter(({ symbol }) => favourites.has(symbol)),
    sorted.filter(({ symbol }) => !favourites.has(symbol)),
  ];
  return searchMarkets(typed, [...starred, ...others]);
}

/** The sort after a click on a header: numbers descending, names ascending; a second click reverses. */
export function nextSort(sort: Sort, field: SortField): Sort {
  if (sort.field === field) return { field, descending: !sort.descending };
  return { field, descending: field !== "symbol" };
}

function comparison({ field, descending }: Sort, figures: OrderOptions["figures"]) {
  const turn = descending ? -1 : 1;
  if (field === "symbol") {
    return (a: ListedMarket, b: ListedMarket) => turn * byText(a.symbol, b.symbol);
  }
  const known = new Map<string, bigint | undefined>();
  const of = (symbol: string) => {
    if (!known.has(symbol)) {
      known.set(symbol, parseSigned(figures[symbol]?.[field] ?? "", DECIMALS));
    }
    return known.get(symbol);
  };
  return (a: ListedMarket, b: ListedMarket) => {
    const [left, right] = [of(a.symbol), of(b.symbol)];
    if (left === undefined || right === undefined) {
      return Number(left === undefined) - Number(right === undefined);
    }
    return turn * (left < right ? -1 : Number(left > right));
  };
}

function byText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** A size of the base asset at a price, exactly; `undefined` while one of the two is not known. */
export function worthAt(size: string | undefined, price: string | undefined): string | undefined {
  const [units, at] = [parseSigned(size ?? "", DECIMALS), parseSigned(price ?? "", DECIMALS)];
  if (units === undefined || at === undefined) return undefined;
  return formatDecimal((units * at) / 10n ** BigInt(DECIMALS), DECIMALS);
}

/** Characters that are ignored in a search. */
const SEPARATORS = /[\s/_:-]+/g;

/**
 * How well a market matches the typed text; 0 is best, `undefined` means no match. In this order: the name, its start, the
 * start of the base asset, a part of the name, and the letters in sequence with the fewest gaps.
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

/** The matching markets, the best first; equal matches keep their order. */
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

/** The number of skipped letters of `text`; `undefined` when the letters do not occur in sequence. */
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
