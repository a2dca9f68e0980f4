/** Quotes a ladder of post-only orders around the mark in every market and keeps its inventory near zero. */
import { ORDER_FLAG } from "#lib/protocol/enumerations.ts";
import type { Random } from "#services/sandbox/seed/random.ts";
import { VenueError } from "#services/sandbox/venue/http.ts";
import { inventorySkew, positionLots, positionNotional, reduction } from "./inventory.ts";
import {
  type LadderAction,
  type LadderInput,
  type LadderLevel,
  planLadder,
  quoteText,
  type RestingQuote,
  restingQuote,
} from "./ladder.ts";
import type { WatchedMarket } from "./market-watch.ts";
import type { Role } from "./role.ts";
import type { Trader } from "./trader.ts";

const USDC = 1_000_000_000n;
const FUNDS = 2_000_000n * USDC;
/** Beyond this worth of a position in one market the maker pays to get rid of half of it. */
const INVENTORY_LIMIT = 250_000n * USDC;
const MAX_SKEW_PPM = 120n;
/** Steps (seconds) between reads of what is really open, and of the positions. */
const READ_EVERY = 4;

export type MakerStyle = {
  /** Distance of each level from the mark in parts per million, nearest first. */
  offsetsPpm: readonly number[];
  /** Worth of the nearest quote in USDC; each further one is a quarter larger than the one before. */
  firstNotional: number;
};

/** Three makers with different reach: together 24 levels a side. */
export const MAKER_STYLES: readonly MakerStyle[] = [
  { offsetsPpm: [280, 520, 860, 1300, 1900, 2600, 3400, 4300], firstNotional: 4000 },
  { offsetsPpm: [400, 700, 1080, 1600, 2250, 3000, 3850, 5200], firstNotional: 7000 },
  { offsetsPpm: [600, 1200, 2050, 3200, 4800, 6400, 8200, 10_500], firstNotional: 12_000 },
];

/** The levels of a style, with sizes that differ from level to level as they do in a real book. */
export function ladderLevels(style: MakerStyle, random: Random): LadderLevel[] {
  let notional = style.firstNotional;
  return style.offsetsPpm.map((offset) => {
    const varied = Math.round((notional * random.between(60, 140)) / 100);
    notional = Math.round(notional * 1.25);
    return {
      offsetPpm: BigInt(offset),
      tolerancePpm: BigInt(Math.round(offset * 0.62)),
      notional: BigInt(varied) * USDC,
    };
  });
}

type Book = { levels: LadderLevel[]; open: RestingQuote[]; lots: bigint };

export class Maker {
  readonly #trader: Trader;
  readonly #style: MakerStyle;
  readonly #books = new Map<string, Book>();
  #steps = 0;
  #quoted = false;

  constructor(trader: Trader, style: MakerStyle) {
    this.#trader = trader;
    this.#style = style;
  }

  /** True once it has had a bid and an ask in every market. */
  get quoted(): boolean {
    return this.#quoted;
  }

  role(): Role {
    return {
      trader: this.#trader,
      pauseMs: 1000,
      prepare: async () => {
        this.#steps = 0;
        await this.#trader.keepFunded(FUNDS);
      },
      step: () => this.#step(),
    };
  }

  async #step(): Promise<void> {
    const { watch } = this.#trader.parts;
    await watch.refresh();
    // Orders left by an earlier run are read here as well: those that fit the ladder stay, the others go.
    if (this.#steps % READ_EVERY === 0) await this.#read();
    if (this.#steps % (READ_EVERY * 15) === 1) await this.#trader.keepFunded(FUNDS);
    this.#steps += 1;
    await this.#rebalance();
    await this.#requote();
    this.#quoted ||= watch.markets().length > 0 && watch.markets().every((m) => this.#isQuoting(m));
  }

  async #read(): Promise<void> {
    const { client, watch } = this.#trader.parts;
    const [orders, positions] = [await client.openOrders(), await this.#trader.positions()];
    for (const market of watch.markets()) {
      const book = this.#book(market);
      book.lots = positionLots(positions.get(market.symbol), market.scale);
      book.open = orders
        .filter((order) => order.market === market.symbol)
        .flatMap((order) => restingQuote(order, market.scale) ?? []);
    }
  }

  async #rebalance(): Promise<void> {
    for (const [market, book, markTicks] of this.#liveBooks()) {
      const notional = positionNotional(book.lots, markTicks, market.scale);
      const order = reduction(book.lots, { notional, limit: INVENTORY_LIMIT });
      if (!order) continue;
      await this.#trader.take(market, { ...order, reduceOnly: true });
      // Until the next read the position is not known: act once.
      book.lots = 0n;
    }
  }

  /** The most urgent actions of all markets, as many as the shared budget has writes for. */
  async #requote(): Promise<void> {
    const planned = [...this.#liveBooks()].flatMap(([market, book, markTicks]) => {
      const input: LadderInput = {
        scale: market.scale,
        markTicks,
        levels: book.levels,
        skewPpm: this.#skew(market, markTicks),
      };
      return planLadder(input, book.open).map((action) => ({ market, book, action }));
    });
    planned.sort((a, b) => a.action.level - b.action.level);
    for (const { market, book, action } of planned) {
      if (!this.#trader.parts.budget.take()) return;
      await this.#perform(market, book, action);
    }
  }

  async #perform(market: WatchedMarket, book: Book, action: LadderAction): Promise<void> {
    const { client, log, name } = this.#trader.parts;
    try {
      if (action.kind === "cancel") {
        await client.cancel({ id: action.id, market: market.symbol });
        book.open = book.open.filter((order) => order.id !== action.id);
        return;
      }
      const { quote } = action;
      const order = await client.place({
        market: market.symbol,
        side: quote.side,
        ...quoteText(quote, market.scale),
        order_type: "LIMIT",
        time_in_force: "GTC",
        flags: ORDER_FLAG.POST_ONLY,
      });
      if (order.status === "OPEN") book.open.push({ ...quote, id: order.id });
    } catch (error) {
      // For example a quote that would cross one that another maker has not moved yet: the next step plans anew.
      if (!(error instanceof VenueError) || !error.isRefusal) throw error;
      log.debug({ trader: name, code: error.code, market: market.symbol }, "quote refused");
    }
  }

  /** Markets with a fresh mark. */
  *#liveBooks(): Generator<[WatchedMarket, Book, bigint]> {
    const { watch } = this.#trader.parts;
    for (const market of watch.markets()) {
      const markTicks = watch.mark(market.symbol);
      if (markTicks !== undefined) yield [market, this.#book(market), markTicks];
    }
  }

  #skew(market: WatchedMarket, markTicks: bigint): bigint {
    const notional = positionNotional(this.#book(market).lots, markTicks, market.scale);
    return inventorySkew(notional, { limit: INVENTORY_LIMIT, maxSkewPpm: MAX_SKEW_PPM });
  }

  #isQuoting(market: WatchedMarket): boolean {
    const { open } = this.#book(market);
    return open.some(({ side }) => side === "BUY") && open.some(({ side }) => side === "SELL");
  }

  #book(market: WatchedMarket): Book {
    let book = this.#books.get(market.symbol);
    if (!book) {
      const levels = ladderLevels(this.#style, this.#trader.parts.random);
      book = { levels, open: [], lots: 0n };
      this.#books.set(market.symbol, book);
    }
    return book;
  }
}
