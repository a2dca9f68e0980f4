/**
 * The market data of this process: one feed a market, shared by every stream, route handler and page.
 * Only the server starts it; everybody else calls `marketData()`. It lives on `globalThis`, because the build
 * bundles route handlers apart from the server.
 */
import type { Database } from "#lib/db/client.ts";
import { ServiceError } from "#lib/errors.ts";
import type { Logger } from "#lib/log.ts";
import { metrics } from "#lib/metrics.ts";
import { type Bar, barStart, KLINE_SECONDS, type KlineInterval } from "#lib/protocol/kline.ts";
import type { MarketTopic } from "#lib/protocol/market-data.ts";
import type { Market } from "#lib/protocol/markets.ts";
import type { Trade } from "#lib/protocol/orders.ts";
import type { VenueClient } from "#lib/venue-client/client.ts";
import { UpstreamError } from "#lib/venue-client/json-get.ts";
import { backFill } from "./back-fill.ts";
import { type BarLeadership, soleLeader } from "./bar-leader.ts";
import { BarSeries } from "./bar-series.ts";
import { pruneSecondBars } from "./bar-store.ts";
import { BarWriter } from "./bar-writer.ts";
import { MarketFeed, type MarketSnapshot, type PollName } from "./market-feed.ts";
import { type MarketsAnswer, MarketsList } from "./markets-list.ts";
import type { OracleHistory } from "./oracle-history.ts";
import { type Poller, startPoller } from "./poller.ts";
import type { Timers } from "./timers.ts";
import type { Deliver, MarketEvent } from "./topics.ts";
import { fillsSince } from "./trade-tape.ts";

/** A page of bars has at most this many. */
const MAX_BARS = 1_500;
const DEFAULT_BARS = 500;

const CLOCK_EVERY_MS = 30_000;
const MARKETS_EVERY_MS = 10_000;
const PRUNE_EVERY_MS = 600_000;
const SECOND_BARS_KEPT_MS = 48 * 3_600_000;

/** Times are Unix milliseconds. */
export type BarsQuery = {
  market: string;
  interval: KlineInterval;
  /** Default: `limit` bars before `endAt`. When given, the answer is the first `limit` bars from it on. */
  startAt?: number | undefined;
  /** Default: now. */
  endAt?: number | undefined;
  /** Default: 500, or 1,500 with `startAt`. */
  limit?: number | undefined;
};

export type MarketDataOptions = {
  venue: VenueClient;
  /** Absent: bars begin when the app begins. */
  history: OracleHistory | undefined;
  db: Database;
  /** Which replica stores the bars; absent: this process is the only one. */
  leadership?: BarLeadership;
  timers: Timers;
  log: Pick<Logger, "info" | "warn">;
};

export class MarketData {
  readonly #options: MarketDataOptions;
  readonly #leadership: BarLeadership;
  readonly #markets: MarketsList;
  readonly #writer: BarWriter;
  readonly #feeds = new Map<string, MarketFeed>();
  #pollers: Poller[] = [];
  #clockOffset = 0;
  /** The back-fills run one after the other: the database has one writer. */
  #backFills: Promise<unknown> = Promise.resolve();

  constructor(options: MarketDataOptions) {
    this.#options = options;
    this.#leadership = options.leadership ?? soleLeader();
    this.#markets = new MarketsList(options.venue, options.timers);
    this.#writer = new BarWriter({
      db: options.db,
      timers: options.timers,
      onFailure: (thrown) => {
        metrics().barsNotStored.inc();
        options.log.warn({ err: thrown }, "closed bars could not be stored; trying again");
      },
    });
  }

  /** Begins to follow the venue; an unreachable venue is waited for. */
  start(): void {
    this.#pollers = [
      this.#poller("clock", CLOCK_EVERY_MS, () => this.#readClock()),
      this.#poller("markets", MARKETS_EVERY_MS, () => this.#followMarkets()),
      this.#poller("prune", PRUNE_EVERY_MS, () => this.#prune()),
    ];
  }

  /** Ends every poll and stores the bars that have closed. */
  async stop(): Promise<void> {
    for (const poller of this.#pollers) poller.stop();
    for (const feed of this.#feeds.values()) feed.stop();
    await this.#writer.close();
    await this.#leadership.release();
    this.#options.venue.close();
    this.#options.history?.close();
  }

  /** The venue's markets. @throws ServiceError MARKET_DATA_UNAVAILABLE */
  async markets(): Promise<Market[]> {
    return (await this.#markets.get()).markets;
  }

  /** The venue's markets with their ETag. @throws ServiceError MARKET_DATA_UNAVAILABLE */
  marketsAnswer(): Promise<MarketsAnswer> {
    return this.#markets.get();
  }

  /** The latest that was polled, without waiting; bbo and book only while somebody follows them. */
  snapshot(market: string): MarketSnapshot {
    return this.#feed(market).snapshot();
  }

  /** Like `snapshot`, after reading what is not known, and what the venue does not answer stays `undefined`. */
  freshSnapshot(market: string): Promise<MarketSnapshot> {
    return this.#feed(market).freshSnapshot();
  }

  /** The latest fills, oldest first, at most 100. @throws ServiceError MARKET_DATA_UNAVAILABLE, MARKET_NOT_FOUND */
  recentTrades(market: string): readonly Trade[] {
    const { recentTrades } = this.#feed(market);
    if (recentTrades === undefined) throw new ServiceError("MARKET_DATA_UNAVAILABLE");
    return recentTrades;
  }

  /** Bars of the mark, oldest first, the open bar last when the range reaches it. @throws MARKET_NOT_FOUND */
  bars(query: BarsQuery): Promise<Bar[]> {
    const { market, interval } = query;
    const lengthMs = KLINE_SECONDS[interval] * 1_000;
    const endAt = Math.min(query.endAt ?? Number.POSITIVE_INFINITY, this.#venueNow() + lengthMs);
    const asked = query.limit ?? (query.startAt === undefined ? DEFAULT_BARS : MAX_BARS);
    const limit = Math.min(asked, MAX_BARS);
    const fallback = barStart(interval, Math.min(endAt, this.#venueNow())) - (limit - 1) * lengthMs;
    return this.#feed(market).series.range({
      interval,
      startAt: query.startAt ?? fallback,
      endAt,
      limit,
    });
  }

  /** Tells `deliver` of every change in `topics` until the answer is called. @throws MARKET_NOT_FOUND */
  subscribe(market: string, topics: ReadonlySet<MarketTopic>, deliver: Deliver): () => void {
    return this.#feed(market).subscribe(topics, deliver);
  }

  /** The current state of `topics`, as far as it is known; trades are never part of it. */
  state(market: string, topics: Iterable<MarketTopic>): MarketEvent[] {
    return this.#feed(market).state(topics);
  }

  /** True when the market exists. @throws ServiceError NOT_READY before the venue's list is known */
  knows(market: string): boolean {
    if (this.#feeds.size === 0) throw new ServiceError("NOT_READY");
    return this.#feeds.has(market);
  }

  /** What keeps the app from serving, in words; empty when nothing does. */
  async obstacles(): Promise<string[]> {
    const { db, venue } = this.#options;
    const [stored, answered] = await Promise.allSettled([db.execute("SELECT 1"), venue.time()]);
    const found: string[] = [];
    if (stored.status === "rejected") found.push("the database does not answer");
    if (answered.status === "rejected") found.push("the venue does not answer");
    if (this.#feeds.size === 0) found.push("the venue's markets are not known yet");
    for (const [market, feed] of this.#feeds) {
      if (!feed.ready) found.push(`the history of ${market} is not complete yet`);
    }
    return found;
  }

  async #prune(): Promise<void> {
    if (!this.#leadership.leading) return;
    await pruneSecondBars(this.#options.db, this.#venueNow() - SECOND_BARS_KEPT_MS);
  }

  #feed(market: string): MarketFeed {
    const feed = this.#feeds.get(market);
    if (feed !== undefined) return feed;
    if (this.#feeds.size === 0) throw new ServiceError("NOT_READY");
    throw new ServiceError("MARKET_NOT_FOUND", { market });
  }

  async #readClock(): Promise<void> {
    const { venue, timers } = this.#options;
    const sentAt = timers.now();
    const serverTime = await venue.time();
    this.#clockOffset = Math.round(serverTime - (sentAt + timers.now()) / 2);
  }

  async #followMarkets(): Promise<void> {
    for (const { symbol } of await this.markets()) {
      if (!this.#feeds.has(symbol)) this.#feeds.set(symbol, this.#startFeed(symbol));
    }
  }

  #startFeed(market: string): MarketFeed {
    const { venue, timers, db } = this.#options;
    const feed = new MarketFeed({
      market,
      venue,
      timers,
      series: new BarSeries({ market, db, writer: this.#writer }),
      clockOffset: () => this.#clockOffset,
      backFill: (symbol) => this.#backFill(symbol),
      onFailure: (poll, thrown) => this.#pollFailed(poll, thrown, market),
    });
    feed.start();
    return feed;
  }

  #backFill(market: string): Promise<void> {
    const run = this.#backFills.then(() => this.#fillUntilNow(market));
    this.#backFills = run.catch(() => undefined);
    return run;
  }

  /** Again as long as something was missing: minutes pass while the first month is read. */
  async #fillUntilNow(market: string): Promise<void> {
    const { history, db, timers, log, venue } = this.#options;
    if (history === undefined) return;
    const source = { db, history, fills: (startAt: number) => fillsSince(venue, market, startAt) };
    const startedAt = timers.now();
    let bars = 0;
    let missing = Number.POSITIVE_INFINITY;
    while (missing > 0) {
      missing = await backFill(source, market, this.#venueNow());
      bars += missing;
    }
    if (bars > 0) log.info({ market, bars, ms: timers.now() - startedAt }, "history filled");
  }

  #pollFailed(poll: string, thrown: unknown, market?: string): void {
    metrics().pollsFailed.inc({ poll });
    const reason = thrown instanceof UpstreamError ? thrown.message : thrown;
    this.#options.log.warn({ poll, market, err: reason }, "a poll failed; trying again");
  }

  #poller(name: Exclude<string, PollName>, everyMs: number, poll: () => Promise<void>): Poller {
    return startPoller({
      timers: this.#options.timers,
      everyMs,
      phaseMs: 0,
      clockOffset: () => this.#clockOffset,
      poll,
      onFailure: (thrown) => this.#pollFailed(name, thrown),
    });
  }

  #venueNow(): number {
    return this.#options.timers.now() + this.#clockOffset;
  }
}

const SLOT: unique symbol = Symbol.for("svc.market-data");
const holder: typeof globalThis & { [SLOT]?: MarketData | undefined } = globalThis;

/** The market data of this process. @throws ServiceError NOT_READY before the server has started it */
export function marketData(): MarketData {
  const running = holder[SLOT];
  if (running === undefined) throw new ServiceError("NOT_READY");
  return running;
}

/** Makes `running` the market data of this process; `undefined` takes it away. */
export function useMarketData(running: MarketData | undefined): void {
  holder[SLOT] = running;
}
