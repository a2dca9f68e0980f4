/**
 * One price out of several sources: the weighted median of those that are fresh and agree. Pure and exact; the
 * order of the sources plays no part.
 */

/** The newest price of one source for one market. */
export type Quote = {
  source: string;
  /** A positive integer. */
  weight: number;
  /** In any one unit, more than zero. */
  price: bigint;
  /** When the source made it, Unix milliseconds. */
  at: number;
  /** A price farther than this from now takes no part. */
  staleAfterMs: number;
  /** By the last decision, the source differed from the others and has not agreed with one since. */
  isDisputed: boolean;
};

/**
 * `price`: `sources` took part, and `at` is that of the newest of them. `stale`: no source has a fresh price. `held`:
 * sources differ and no majority decides. `disputed` are those that differ, for the next
 * decision. Sources are named heaviest first.
 */
export type Decision =
  | { kind: "price"; price: bigint; at: number; sources: string[]; disputed: string[] }
  | { kind: "stale" | "held"; disputed: string[] };

const PPM = 1_000_000n;

/**
 * A fresh price is an outlier when it is farther from the weighted median of the other fresh ones than
 * `outlierPpm` parts per million. The market is held unless those that remain have more than half of the weight: so
 * two sources that differ hold it, and one of three alone against two is left out. Silence does not settle a dispute: a
 * disputed source that falls silent keeps its weight against the others, and alone it gives no price.
 */
export function decide(
  quotes: readonly Quote[],
  rules: { now: number; outlierPpm: bigint },
): Decision {
  const sorted = [...quotes].sort(byWeight);
  const fresh = sorted.filter((quote) => isFresh(quote, rules.now));
  const present = sorted.filter((quote) => quote.isDisputed || fresh.includes(quote));
  const agreeing = fresh.filter((quote) => agrees(quote, fresh, rules.outlierPpm));
  const isAlone = agreeing.length === 1;
  const taken = agreeing.filter(({ isDisputed }) => !(isAlone && isDisputed));
  if (fresh.length === 0) return { kind: "stale", disputed: namesOf(present) };
  if (2 * weightOf(taken) <= weightOf(present)) return { kind: "held", disputed: namesOf(present) };
  const { low, high } = medianInterval(taken);
  return {
    kind: "price",
    price: (low + high) / 2n,
    at: Math.max(...taken.map(({ at }) => at)),
    sources: namesOf(taken),
    disputed: namesOf(present.filter((quote) => !taken.includes(quote))),
  };
}

function isFresh({ at, staleAfterMs }: Quote, now: number): boolean {
  return Math.abs(now - at) <= staleAfterMs;
}

function namesOf(quotes: readonly Quote[]): string[] {
  return quotes.map(({ source }) => source);
}

/** Heaviest first, then by name, so that equal weights have one order. */
function byWeight(a: Quote, b: Quote): number {
  return b.weight - a.weight || (a.source < b.source ? -1 : 1);
}

function agrees(quote: Quote, fresh: readonly Quote[], outlierPpm: bigint): boolean {
  const others = fresh.filter((other) => other !== quote);
  if (others.length === 0) return true;
  const { low, high } = medianInterval(others);
  const { price } = quote;
  // Relative to the smaller of the two, so that of two sources neither is an outlier alone.
  if (price < low) return (low - price) * PPM <= outlierPpm * price;
  return price <= high || (price - high) * PPM <= outlierPpm * high;
}

function weightOf(quotes: readonly Quote[]): number {
  return quotes.reduce((sum, { weight }) => sum + weight, 0);
}

/** The weighted median: one price, or all between two when exactly half of the weight lies on either side. */
function medianInterval(quotes: readonly Quote[]): { low: bigint; high: bigint } {
  const sorted = [...quotes].sort((a, b) => (a.price < b.price ? -1 : Number(a.price > b.price)));
  const total = weightOf(sorted);
  let below = 0;
  let low: bigint | undefined;
  for (const { price, weight } of sorted) {
    below += weight;
    if (low === undefined && 2 * below >= total) low = price;
    if (2 * below > total) return { low: low ?? price, high: price };
  }
  throw new RangeError("a median needs a price");
}
