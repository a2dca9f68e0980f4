/**
 * The market data of this process: one feed a market, shared by every stream, route handler and page.
 * Only the server starts it; all other code calls `marketData()`. It lives on `globalThis`, because the build
 * bundles route handlers apart from the server.
 */

import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { UpstreamError } from "#lib/kernel/http/http-client.ts";
import type { Logger } from "#lib/kernel/log/log.ts";
import { processSlot } from "#lib/kernel/process-slot.ts";
import type { Timers } from "#lib/kernel/time/timers.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { type Leadership, soleLeader } from "#lib/platform/db/leadership.ts";
import { vacuumWithoutAutovacuum } from "#lib/platform/db/vacuum.ts";
import { metrics } from "#lib/platform/metrics.ts";
import { barStart, KLINE_SECONDS, type KlineInterval } from "#lib/protocol/kline.ts";
import { ALL_MARKETS, type MarketTopic } from "#lib/protocol/market/market-data.ts";
import {
  type Bar,
  type FundingHour,
  type FundingHours,
  type InterestHour,
  type InterestHours,
  type Market,
  Markets,
  VenueTotals,
} from "#lib/protocol/wire/market.ts";
import type { OracleClient } from "#lib/trading/oracle-client/client.ts";
import type { VenueClient } from "#lib/trading/venue-client/client.ts";
import { AllFeed } from "./all-feed.ts";
import { BlockFeed } from "./block-feed.ts";
import { type Cached, CachedRead } from "./cached-read.ts";
import { BackFillQueue } from "./candles/back-fill-queue.ts";
import { BarLedger } from "./candles/bar-ledger.ts";
import { pruneSecondBars } from "./candles/bar-store.ts";
import { MinuteLedger } from "./candles/minute-ledger.ts";
import { readFundingHours, readInterestHours } from "./candles/minute-store.ts";
import type { OracleHistory } from "./candles/oracle-history.ts";
import { type FeedContext, startFeedPoller } from "./feed-context.ts";
import { Feeds } from "./feeds.ts";
import { FillBars, type FillBarsQuery } from "./fill-bars.ts";
import { HourHistory } from "./hour-history.ts";
import type { MarketSnapshot } from "./market-feed.ts";
import { type Board, type MarketRelay, NO_RELAY, type RelayedBatch } from "./market-relay.ts";
import type { Deliver, MarketEvent } from "./market-topics.ts";
import type { Poller } from "./poller.ts";
import type { TradesAnswer } from "./trade-tape.ts";
import { VenueClock } from "./venue-clock.ts";

/** A page of bars has at most this many. */
const MAX_BARS = 1_500;
const DEFAULT_BARS = 500;

/** How often to check whether the venue's clock must be read, which happens less often. */
const CLOCK_LOOK_EVERY_MS = 1_000;
/** Less than the ten seconds between two polls of it, so that each poll gets a new one. */
const MARKETS_FRESH_MS = 9_500;
const TOTALS_FRESH_MS = 2_000;
/** How often to check whether a minute has ended. */
const MINUTES_LOOK_EVERY_MS = 1_000;
const PRUNE_EVERY_MS = 600_000;
const SECOND_BARS_KEPT_MS = 48 * 3_600_000;

/** Times are Unix milliseconds. */
export type BarsQuery = {
  market: string;
  interval: KlineInterval;
  /** Default: `limit` bars before `endAt`. When given, the result is the first `limit` bars from it on. */
  startAt?: number | undefined;
  /** Default: now. */
  endAt?: number | undefined;
  /** Default: 500, or 1,500 with `startAt`. */
  limit?: number | undefined;
};

export type MarketDataOptions = {
  venue: VenueClient;
  /** Absent: bars begin when the app starts. */
  history: OracleHistory | undefined;
  /** Resolves when the days before the first one may be stored. Absent: at once. */
  whenPast?: () => Promise<unknown>;
  /** Absent: no external price feed is known, and the list feed's `src` is `oracle`. */
  oracle?: OracleClient | undefined;
  db: Database;
  /** Which replica stores the bars; absent: this process is the only one. */
  leadership?: Leadership;
  /** Absent: there are no other replicas, or each polls on its own. */
  relay?: MarketRelay;
  timers: Timers;
  log: Pick<Logger, "info" | "warn">;
};

export class MarketData {
  readonly #options: MarketDataOptions;
  readonly #context: FeedContext;
  readonly #leadership: Leadership;
  readonly #ledger: BarLedger;
  readonly #minutes: MinuteLedger;
  readonly #markets: CachedRead<Market[]>;
  readonly #totals: CachedRead<VenueTotals>;
  readonly #fillBars: FillBars;
  readonly #funding: HourHistory<FundingHour>;
  readonly #interest: HourHistory<InterestHour>;
  readonly #backFills: BackFillQueue;
  readonly #feeds: Feeds;
  readonly #all: AllFeed;
  readonly #blocks: BlockFeed;
  readonly #clock: VenueClock;
  #pollers: Poller[] = [];
  #life: "waiting" | "following" | "stopped" = "waiting";

  constructor(options: MarketDataOptions) {
    const { venue, timers, db } = options;
    this.#options = options;
    metrics().marketsPolled.set(1);
    this.#clock = new VenueClock({ timers, readTime: () => venue.time() });
    this.#context = {
      venue,
      relay: options.relay ?? NO_RELAY,
      timers,
      clock: this.#clock,
      pollers: new Set(),
      onFailure: (poll, thrown, market) => this.#pollFailed(poll, thrown, market),
    };
    this.#leadership = options.leadership ?? soleLeader();
    this.#ledger = new BarLedger({
      db,
      timers,
      leadership: this.#leadership,
      onFailure: (thrown, what) => {
        if (what === "ledger") metrics().barsNotStored.inc();
        options.log.warn({ err: thrown }, "the stored bars could not be reached; trying again");
      },
    });
    this.#minutes = new MinuteLedger({
      db,
      venue,
      leadership: this.#leadership,
      venueNow: () => this.#clock.now(),
    });
    const { share } = this.#context.relay;
    this.#markets = new CachedRead({
      timers,
      freshMs: MARKETS_FRESH_MS,
      read: () => venue.markets(),
      shared: { name: "markets", schema: Markets, share },
    });
    this.#totals = new CachedRead({
      timers,
      freshMs: TOTALS_FRESH_MS,
      read: () => venue.totals(),
      shared: { name: "totals", schema: VenueTotals, share },
    });
    this.#fillBars = new FillBars({ venue, timers, share });
    const now = () => this.#clock.now();
    this.#funding = new HourHistory({ db, timers, now, read: readFundingHours });
    this.#interest = new HourHistory({ db, timers, now, read: readInterestHours });
    this.#all = new AllFeed(this.#context, options.oracle);
    this.#blocks = new BlockFeed(this.#context);
    this.#backFills = new BackFillQueue({
      ...options,
      venueNow: () => this.#clock.now(),
      takePast: (market, past) => this.#ledger.takePast(market, past),
    });
    this.#feeds = new Feeds({
      context: this.#context,
      markets: this.#markets,
      seriesOf: (market) => this.#ledger.seriesOf(market),
      backFill: (market) => this.#backFills.run(market),
      onStats: (rows, readAt) => {
        this.#minutes.take(rows, readAt);
        this.#all.take(rows, readAt);
      },
    });
  }

  /** Begins to follow the venue as soon as its clock was read; an unreachable venue is retried. */
  start(): void {
    this.#context.relay.start({
      take: (batch) => this.#takeRelayed(batch),
      wanted: (board, topic) => this.#wanted(board, topic),
      state: () => this.#relayed(),
      hears: (venueTime) => this.#clock.hears(venueTime),
    });
    const poll = () => this.#followClock();
    const everyMs = CLOCK_LOOK_EVERY_MS;
    this.#pollers = [startFeedPoller(this.#context, { name: "clock", everyMs, poll })];
  }

  /** Ends every poll and stores the bars that have closed. The minute that is open is stored by the next run. */
  async stop(): Promise<void> {
    this.#life = "stopped";
    await this.#context.relay.close();
    for (const poller of this.#pollers) poller.stop();
    this.#feeds.stop();
    this.#all.stop();
    this.#blocks.stop();
    this.#backFills.stop();
    await this.#ledger.close();
    await this.#leadership.release();
    this.#options.venue.close();
    await this.#minutes.stop();
    this.#options.history?.close();
  }

  /** The venue's clock, Unix milliseconds, for the age of data that the venue stamped. @throws ServiceError NOT_READY */
  venueNow(): number {
    return this.#clock.now();
  }

  /** The venue's markets. @throws ServiceError MARKET_DATA_UNAVAILABLE */
  async markets(): Promise<Market[]> {
    return (await this.#markets.get()).value;
  }

  /** The venue's markets as the public answer. @throws ServiceError MARKET_DATA_UNAVAILABLE */
  marketsAnswer(): Promise<Cached<Market[]>> {
    return this.#markets.get();
  }

  /** The venue's totals. @throws ServiceError MARKET_DATA_UNAVAILABLE */
  totalsAnswer(): Promise<Cached<VenueTotals>> {
    return this.#totals.get();
  }

  /** The latest polled state, without waiting; bbo and book only while they have subscribers. */
  snapshot(market: string): MarketSnapshot {
    return this.#feeds.of(market).snapshot();
  }

  /** Like `snapshot`, but reads missing fields; those that the venue does not answer stay `undefined`. */
  freshSnapshot(market: string): Promise<MarketSnapshot> {
    return this.#feeds.of(market).freshSnapshot();
  }

  /**
   * The latest fills, oldest first, at most 100; the same object until there is a new one.
   * @throws ServiceError MARKET_DATA_UNAVAILABLE, MARKET_NOT_FOUND
   */
  tradesAnswer(market: string): TradesAnswer {
    const { tradesAnswer } = this.#feeds.of(market);
    if (tradesAnswer === undefined) throw new ServiceError("MARKET_DATA_UNAVAILABLE");
    return tradesAnswer;
  }

  /** Bars of the mark, oldest first, the open bar last when the range reaches it. @throws as barsJson */
  async bars(query: BarsQuery): Promise<Bar[]> {
    return JSON.parse(await this.barsJson(query));
  }

  /** The bars of {@link bars} as a JSON array. @throws MARKET_NOT_FOUND, MARKET_DATA_UNAVAILABLE */
  barsJson(query: BarsQuery): Promise<string> {
    const { market, interval } = query;
    const lengthMs = KLINE_SECONDS[interval] * 1_000;
    const { series } = this.#feeds.of(market);
    // The stored bars are ahead of the venue's clock when that was set back before this process started.
    const now = Math.max(this.#clock.now(), series.openSecond ?? 0);
    const endAt = Math.min(query.endAt ?? Number.POSITIVE_INFINITY, now + lengthMs);
    const count = query.limit ?? (query.startAt === undefined ? DEFAULT_BARS : MAX_BARS);
    const limit = Math.min(count, MAX_BARS);
    const fallback = barStart(interval, Math.min(endAt, now)) - (limit - 1) * lengthMs;
    return series.rangeJson({
      interval,
      startAt: query.startAt ?? fallback,
      endAt,
      limit,
    });
  }

  /** Funding rates by the hour of the last seven days, kept for a minute. @throws MARKET_NOT_FOUND */
  fundingAnswer(market: string): Promise<Cached<FundingHours>> {
    this.#feeds.of(market);
    return this.#funding.of(market);
  }

  /** Open interest by the hour, as the rates. @throws MARKET_NOT_FOUND */
  interestAnswer(market: string): Promise<Cached<InterestHours>> {
    this.#feeds.of(market);
    return this.#interest.of(market);
  }

  /** Bars of fills, which are not the bars of the mark. @throws MARKET_NOT_FOUND, MARKET_DATA_UNAVAILABLE */
  fillBars(query: Omit<FillBarsQuery, "endAt"> & { endAt?: number | undefined }) {
    this.#feeds.of(query.market);
    const now = this.#clock.now();
    return this.#fillBars.read({ ...query, endAt: Math.min(query.endAt ?? now, now) });
  }

  /**
   * Calls `deliver` with every change in `topics` until the result is called. `market` may be ALL.
   * @throws MARKET_NOT_FOUND
   */
  subscribe(market: string, topics: ReadonlySet<MarketTopic>, deliver: Deliver): () => void {
    if (market === ALL_MARKETS) return this.#all.subscribe(topics, deliver);
    const leave = this.#feeds.of(market).subscribe(topics, deliver);
    if (!topics.has("block")) return leave;
    const leaveBlocks = this.#blocks.subscribe(deliver);
    return () => {
      leave();
      leaveBlocks();
    };
  }

  /** The current state of `topics`, as far as it is known; trades are never part of it. `market` may be ALL. */
  state(market: string, topics: Iterable<MarketTopic>): MarketEvent[] {
    if (market === ALL_MARKETS) return this.#all.state(topics);
    const wanted = new Set(topics);
    const blocks = wanted.has("block") ? this.#blocks.state() : [];
    return [...this.#feeds.of(market).state(wanted), ...blocks];
  }

  /** True when the market exists, and of ALL. @throws ServiceError NOT_READY before the venue's list is known */
  knows(market: string): boolean {
    return this.#feeds.has(market) || market === ALL_MARKETS;
  }

  /** Why the app is not ready, as texts; empty when it is. */
  async obstacles(): Promise<string[]> {
    const { db, venue } = this.#options;
    const [stored, answered] = await Promise.allSettled([db.execute("SELECT 1"), venue.time()]);
    const found: string[] = [];
    if (stored.status === "rejected") found.push("the database does not answer");
    if (answered.status === "rejected") found.push("the venue does not answer");
    if (!this.#feeds.known) found.push("the venue's markets are not known yet");
    for (const market of this.#feeds.unready()) {
      found.push(`the history of ${market} is not complete yet`);
    }
    return found;
  }

  #takeRelayed(batch: RelayedBatch): void {
    const { board, seen } = batch;
    if (board.kind === "market") this.#feeds.find(board.market)?.takeRelayed(batch);
    else if (board.kind === "blocks") this.#blocks.takeRelayed(batch);
    else {
      const rows = this.#all.takeRelayed(batch);
      if (rows !== undefined) this.#minutes.take(rows, { venueTime: seen });
    }
  }

  /** Another replica's readers keep a read going here; the first of them need the state, which may not change for long. */
  #wanted(board: Board, topic: MarketTopic): RelayedBatch | undefined {
    if (board.kind === "market") return this.#feeds.find(board.market)?.wanted(topic);
    return board.kind === "blocks" ? this.#blocks.wanted() : this.#all.wanted(topic);
  }

  #relayed(): RelayedBatch[] {
    if (this.#life !== "following") return [];
    const markets = [...this.#feeds.all()].map((feed) => feed.relayed());
    return [...markets, this.#all.relayed(), this.#blocks.relayed()];
  }

  async #prune(): Promise<void> {
    if (!this.#leadership.leading) return;
    const { db } = this.#options;
    await pruneSecondBars(db, this.#clock.now() - SECOND_BARS_KEPT_MS);
    await vacuumWithoutAutovacuum(db);
  }

  async #followClock(): Promise<void> {
    if (this.#clock.isDue) await this.#clock.read();
    if (this.#life !== "waiting") return;
    this.#life = "following";
    this.#pollers.push(
      startFeedPoller(this.#context, {
        name: "prune",
        everyMs: PRUNE_EVERY_MS,
        poll: () => this.#prune(),
      }),
      startFeedPoller(this.#context, {
        name: "minutes",
        everyMs: MINUTES_LOOK_EVERY_MS,
        poll: () => this.#minutes.store(),
      }),
    );
    this.#feeds.start();
  }

  #pollFailed(poll: string, thrown: unknown, market: string | undefined): void {
    const reason = thrown instanceof UpstreamError ? thrown.message : thrown;
    this.#options.log.warn({ poll, market, err: reason }, "a poll failed; trying again");
  }
}

const slot = processSlot<MarketData>("market-data");

/** The market data of this process. @throws ServiceError NOT_READY before the server has started it */
export function marketData(): MarketData {
  const running = slot.value;
  if (running === undefined) throw new ServiceError("NOT_READY");
  return running;
}

/** Makes `running` the market data of this process; `undefined` removes it. */
export function setMarketData(running: MarketData | undefined): void {
  slot.value = running;
}
