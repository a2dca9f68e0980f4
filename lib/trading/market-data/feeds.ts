/** The feeds of all markets that the venue lists, and the reads that they share. */
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { metrics } from "#lib/platform/metrics.ts";
import type { Market, MarketStats } from "#lib/protocol/wire/market.ts";
import type { CachedRead } from "./cached-read.ts";
import { type FeedContext, startFeedPoller } from "./feed-context.ts";
import { MarketFeed, type MarketFeedOptions } from "./market-feed.ts";
import type { Poller } from "./poller.ts";
import { type OnStats, type ReadAt, StatsRead } from "./stats-read.ts";

const MARKETS_EVERY_MS = 10_000;

export type FeedsOptions = {
  context: FeedContext;
  markets: CachedRead<Market[]>;
  seriesOf: (market: string) => MarketFeedOptions["series"];
  backFill: MarketFeedOptions["backFill"];
  /** Called with the rows of all markets, after the markets themselves. */
  onStats: OnStats;
};

export class Feeds {
  readonly #options: FeedsOptions;
  readonly #stats: StatsRead;
  readonly #listed = new Map<string, MarketFeed>();
  /** Feeds of delisted markets, kept so that their subscribers continue when the venue lists them again. */
  readonly #delisted = new Map<string, MarketFeed>();
  /** Markets without a row in the last answer: logged once, not with every poll. */
  readonly #withoutRow = new Set<string>();
  #poller: Poller | undefined;

  constructor(options: FeedsOptions) {
    this.#options = options;
    this.#stats = new StatsRead(options.context, (rows, readAt) => this.#take(rows, readAt));
  }

  start(): void {
    const poll = () => this.#followList();
    const { context } = this.#options;
    this.#poller = startFeedPoller(context, { name: "markets", everyMs: MARKETS_EVERY_MS, poll });
    this.#stats.start();
  }

  stop(): void {
    this.#poller?.stop();
    this.#stats.stop();
    for (const feed of this.#listed.values()) feed.stop();
    metrics().marketsFollowed.set(0);
  }

  /** False until the venue's list of markets was read. */
  get known(): boolean {
    return this.#listed.size > 0;
  }

  /** @throws ServiceError NOT_READY before the venue's list is known */
  has(market: string): boolean {
    if (!this.known) throw new ServiceError("NOT_READY");
    return this.#listed.has(market);
  }

  /** @throws ServiceError NOT_READY, MARKET_NOT_FOUND */
  of(market: string): MarketFeed {
    const feed = this.#listed.get(market);
    if (feed !== undefined) return feed;
    if (!this.known) throw new ServiceError("NOT_READY");
    throw new ServiceError("MARKET_NOT_FOUND", { market });
  }

  /** The feeds of the listed markets. */
  all(): Iterable<MarketFeed> {
    return this.#listed.values();
  }

  /** `undefined` when the venue does not list it, as far as is known. */
  find(market: string): MarketFeed | undefined {
    return this.#listed.get(market);
  }

  /** Markets whose bars are not being built yet. */
  unready(): string[] {
    return [...this.#listed].flatMap(([market, feed]) => (feed.ready ? [] : market));
  }

  async #followList(): Promise<void> {
    const { markets } = this.#options;
    await markets.refresh();
    const symbols = new Set((await markets.get()).value.map(({ symbol }) => symbol));
    for (const symbol of symbols) if (!this.#listed.has(symbol)) this.#add(symbol);
    for (const symbol of this.#listed.keys()) if (!symbols.has(symbol)) this.#remove(symbol);
    metrics().marketsFollowed.set(this.#listed.size);
  }

  #add(market: string): void {
    const feed = this.#delisted.get(market) ?? this.#make(market);
    this.#delisted.delete(market);
    this.#listed.set(market, feed);
    feed.start();
  }

  #remove(market: string): void {
    const feed = this.#listed.get(market);
    if (feed === undefined) return;
    feed.stop();
    this.#listed.delete(market);
    this.#delisted.set(market, feed);
  }

  #make(market: string): MarketFeed {
    const { context, backFill, seriesOf } = this.#options;
    const readStats = () => this.#stats.read();
    return new MarketFeed({ market, context, series: seriesOf(market), readStats, backFill });
  }

  #take(rows: readonly MarketStats[], readAt: ReadAt): void {
    const bySymbol = new Map(rows.map((row) => [row.symbol, row]));
    for (const [market, feed] of this.#listed) {
      const row = bySymbol.get(market);
      if (row === undefined) this.#reportMissing(market);
      else {
        this.#withoutRow.delete(market);
        feed.takeStats(row, readAt);
      }
    }
    this.#options.onStats(rows, readAt);
  }

  #reportMissing(market: string): void {
    if (this.#withoutRow.has(market)) return;
    this.#withoutRow.add(market);
    this.#options.context.onFailure("stats", "the venue gave no readable row", market);
  }
}
