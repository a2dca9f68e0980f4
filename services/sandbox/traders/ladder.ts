/**
 * A maker's ladder as pure functions: which quotes it wants around a mark, and which of its open orders to
 * cancel and place to get there. An order is kept while it is near enough to its level, so that a quiet market
 * causes few writes.
 */
import { formatDecimal, parseDecimal } from "#lib/protocol/decimal.ts";
import type { Side } from "#lib/protocol/enumerations.ts";
import type { MarketScale } from "#lib/protocol/market/markets.ts";
import type { OrderRecord } from "#lib/protocol/wire/account.ts";

const PPM = 1_000_000n;
const SIDES: readonly Side[] = ["BUY", "SELL"];
/** A price rounded to the tick still belongs to its level. */
const ROUNDING_PPM = 20n;
/** An order that was filled below this percentage of its level's size is replaced. */
const KEEP_PERCENT = 30n;

/** Distances from the mark in parts per million, nearest first. */
export type LadderLevel = {
  offsetPpm: bigint;
  /** How far an order may be from its level before it is replaced. */
  tolerancePpm: bigint;
  /** Value of the quote in 1e-9 USDC. */
  notional: bigint;
};

export type Quote = { side: Side; level: number; ticks: bigint; lots: bigint };

/** An open order in the market's integers. */
export type RestingQuote = { id: string; side: Side; ticks: bigint; lots: bigint };

export type LadderAction =
  | { kind: "cancel"; id: string; level: number }
  | { kind: "place"; quote: Quote; level: number };

export type LadderInput = {
  scale: MarketScale;
  markTicks: bigint;
  levels: readonly LadderLevel[];
  /** Moves the whole ladder, to sell off or buy back inventory. */
  skewPpm: bigint;
};

/** Where the ladder wants its quotes, nearest level first; bids round down, asks up, so they never meet. */
export function desiredQuotes(input: LadderInput): Quote[] {
  const { markTicks, scale, skewPpm } = input;
  const centre = markTicks * (PPM + skewPpm);
  return input.levels.flatMap((level, index) =>
    SIDES.map((side) => {
      const distance = markTicks * level.offsetPpm;
      const exact = side === "BUY" ? centre - distance : centre + distance;
      const down = exact / PPM;
      const ticks = side === "BUY" || down * PPM === exact ? down : down + 1n;
      const lots = level.notional / (markTicks * scale.valueOfTickLot);
      return { side, level: index, ticks, lots: lots > 0n ? lots : 1n };
    }),
  );
}

/**
 * The steps from the open orders to the wanted quotes, most urgent first: orders that match no level are
 * cancelled, those nearest to the mark before the others; then the empty levels are filled from the inside out.
 */
export function planLadder(input: LadderInput, open: readonly RestingQuote[]): LadderAction[] {
  const unmatched = new Set(open);
  const placements: LadderAction[] = [];
  for (const quote of desiredQuotes(input)) {
    const matched = closest(quote, unmatched, input);
    if (matched) unmatched.delete(matched);
    else placements.push({ kind: "place", quote, level: quote.level });
  }
  const cancels = [...unmatched].map((resting): LadderAction => {
    return { kind: "cancel", id: resting.id, level: levelAt(resting, input) };
  });
  // At one level the old order leaves before the new one comes: margin for both may not be there.
  return [...cancels, ...placements].sort((a, b) => a.level - b.level || order(a) - order(b));
}

function order(action: LadderAction): number {
  return action.kind === "cancel" ? 0 : 1;
}

function closest(
  quote: Quote,
  candidates: ReadonlySet<RestingQuote>,
  input: LadderInput,
): RestingQuote | undefined {
  const tolerance = (input.markTicks * (input.levels[quote.level]?.tolerancePpm ?? 0n)) / PPM;
  let best: RestingQuote | undefined;
  for (const candidate of candidates) {
    if (candidate.side !== quote.side || candidate.lots * 100n < quote.lots * KEEP_PERCENT)
      continue;
    if (distance(candidate.ticks, quote.ticks) > tolerance) continue;
    const nearer =
      !best || distance(candidate.ticks, quote.ticks) < distance(best.ticks, quote.ticks);
    if (nearer) best = candidate;
  }
  return best;
}

/** The level whose distance from the mark an order has; one on the wrong side of the mark counts as -1. */
function levelAt(resting: RestingQuote, input: LadderInput): number {
  const away =
    resting.side === "BUY" ? input.markTicks - resting.ticks : resting.ticks - input.markTicks;
  const offset = (away * PPM) / input.markTicks;
  if (offset < 0n) return -1;
  const beyond = input.levels.findLastIndex(
    (candidate) => candidate.offsetPpm <= offset + ROUNDING_PPM,
  );
  return Math.max(beyond, 0);
}

function distance(a: bigint, b: bigint): bigint {
  return a > b ? a - b : b - a;
}

/** An open order of the venue in the market's integers; `undefined` for one that is not a plain limit order. */
export function restingQuote(record: OrderRecord, scale: MarketScale): RestingQuote | undefined {
  if (record.price === null) return undefined;
  const price = parseDecimal(record.price, scale.priceDecimals);
  const size = parseDecimal(record.remaining_size, scale.sizeDecimals);
  if (price === undefined || size === undefined) return undefined;
  const { tickUnits, lotUnits } = scale;
  return { id: record.id, side: record.side, ticks: price / tickUnits, lots: size / lotUnits };
}

/** A quote's price and size as they are signed and sent. */
export function quoteText(
  quote: { ticks: bigint; lots: bigint },
  scale: MarketScale,
): { price: string; size: string } {
  return {
    price: formatDecimal(quote.ticks * scale.tickUnits, scale.priceDecimals),
    size: formatDecimal(quote.lots * scale.lotUnits, scale.sizeDecimals),
  };
}
