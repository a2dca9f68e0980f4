/**
 * Detects a book that has stopped while the rest of the venue continues. The server reads best prices and book
 * separately. When the best prices have changed, the book must follow; otherwise it is as old as the first best price
 * that it lacks.
 */
import { parseSigned } from "#lib/protocol/decimal.ts";
import type { BestBidOffer, OrderBook } from "#lib/protocol/wire/market.ts";

/** Prices and sizes are compared with this many decimals. */
const DECIMALS = 18;

type Best = { price: bigint; size: bigint } | undefined;

export class BookCheck {
  #book: OrderBook | undefined;
  #best: { ask: Best; bid: Best } | undefined;
  #doubtedSince: number | undefined;

  /** A new book is the truth from now on. */
  book(book: OrderBook): void {
    this.#book = book;
    this.#best = undefined;
    this.#doubtedSince = undefined;
  }

  /** New best prices, received at `at`. */
  bestPrices(bbo: BestBidOffer, at: number): void {
    if (!this.#book) return;
    this.#best ??= {
      ask: bestOf(this.#book.asks, (a, b) => a < b),
      bid: bestOf(this.#book.bids, (a, b) => a > b),
    };
    const agree =
      isSame(this.#best.ask, bbo.ask, bbo.ask_size) &&
      isSame(this.#best.bid, bbo.bid, bbo.bid_size);
    if (agree) this.#doubtedSince = undefined;
    else this.#doubtedSince ??= at;
  }

  /** Since when the book contradicts the best prices; `undefined` while they agree. */
  get doubtedSince(): number | undefined {
    return this.#doubtedSince;
  }
}

function bestOf(side: Record<string, string>, better: (a: bigint, b: bigint) => boolean): Best {
  let best: Best;
  for (const [priceText, sizeText] of Object.entries(side)) {
    const [price, size] = [parseSigned(priceText, DECIMALS), parseSigned(sizeText, DECIMALS)];
    if (price === undefined || size === undefined) continue;
    if (!best || better(price, best.price)) best = { price, size };
  }
  return best;
}

function isSame(best: Best, price: string | null, size: string | null): boolean {
  if (!best || price === null) return !best && price === null;
  return (
    best.price === parseSigned(price, DECIMALS) && best.size === parseSigned(size ?? "", DECIMALS)
  );
}
