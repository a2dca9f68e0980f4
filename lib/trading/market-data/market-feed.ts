/**
 * One market: its pollers, its latest state, and the announcements of changes.
 *
 * Trades and the stats rows (with the mark) are always polled, because the bars are built from them. Best bid and offer
 * and the book are polled while they have subscribers.
 */

import { KLINE_INTERVALS } from "#lib/protocol/kline.ts";
import type { MarketTopic, MarkUpdate, TapeCount } from "#lib/protocol/market/market-data.ts";
import type { BestBidOffer, MarketStats, OrderBook, Trade } from "#lib/protocol/wire/market.ts";
import type { BarSeries } from "./candles/bar-series.ts";
import { type FeedContext, startFeedPoller } from "./feed-context.ts";
import { MarketBars } from "./market-bars.ts";
import { type RelayedBatch, relayedBoard } from "./market-relay.ts";
import { type Deliver, type MarketEvent, type TopicBoard } from "./market-topics.ts";
import { OnDemand } from "./on-demand-poller.ts";
import type { Poller } from "./poller.ts";
import { type ReadAt, STATS_ANNOUNCED_EVERY_MS } from "./stats-read.ts";
import { type TradesAnswer, TradeTape } from "./trade-tape.ts";

/** As docs/api/streams.md promises. Bars are maintained as often as the shortest of them ends. */
const POLL_EVERY_MS = { trades: 1_000, bbo: 350, orderbook: 600, bars: 1_000 } as const;
const BOOK_DEPTH = 60;

/** The latest state; a field is `undefined` until its first poll. */
export type MarketSnapshot = {
  stats: MarketStats | undefined;
  bbo: BestBidOffer | undefined;
  orderbook: OrderBook | undefined;
  /** When the book was requested, on the venue's clock; Unix milliseconds. */
  orderbookReadAt: number | undefined;
  mark: MarkUpdate | undefined;
  /** Oldest first, at most 100. */
  trades: readonly Trade[] | undefined;
};

export type MarketFeedOptions = {
  market: string;
  context: FeedContext;
  series: BarSeries;
  /** Reads the rows of all markets once; they are delivered by `takeStats`. */
  readStats: () => Promise<void>;
  /** Runs before the bars are resumed: fills gaps of the store. */
  backFill: (market: string) => Promise<void>;
};

export class MarketFeed {
  readonly #options: MarketFeedOptions;
  readonly #board: TopicBoard;
  readonly #tape: TradeTape;
  readonly #bars: MarketBars;
  readonly #onDemand: Record<"bbo" | "orderbook", OnDemand>;
  #pollers: Poller[] = [];
  #stats: MarketStats | undefined;
  #bbo: BestBidOffer | undefined;
  #orderbook: OrderBook | undefined;
  #orderbookReadAt: number | undefined;
  #mark: MarkUpdate | undefined;
  #statsAnnouncedAt = Number.NEGATIVE_INFINITY;
  /** Venue time up to which each always-on poll has seen everything. */
  #seenUntil = { stats: 0, trades: 0 };
  /** The count of gaps in the relay at which an own poll of the trades had caught up. */
  #caughtUpAt: number | undefined;
  /** The events that the relay sent during such a poll. */
  #held: RelayedBatch[] | undefined;

  constructor(options: MarketFeedOptions) {
    this.#options = options;
    const { market, context, series, backFill } = options;
    const { venue, timers } = context;
    this.#tape = new TradeTape(market, venue);
    const board = relayedBoard(
      context.relay,
      () => this.#isRelayed,
      (events) => this.#batchOf(events),
    );
    this.#board = board;
    const venueNow = () => context.clock.now();
    const hasNoMark = () => this.#stats?.mark_price === null;
    this.#bars = new MarketBars({ market, venue, series, board, backFill, venueNow, hasNoMark });
    this.#onDemand = {
      bbo: new OnDemand(timers, () => this.#follow("bbo")),
      orderbook: new OnDemand(timers, () => this.#follow("orderbook")),
    };
  }

  /** True once the missing history is stored and bars are being built. */
  get ready(): boolean {
    return this.#bars.ready;
  }

  get series(): BarSeries {
    return this.#options.series;
  }

  /** The latest fills; `undefined` before the first poll. */
  get tradesAnswer(): TradesAnswer | undefined {
    return this.#tape.answer;
  }

  /** Starts polling, also after a stop: subscribers stay across it. */
  start(): void {
    this.#pollers = [
      this.#poller("trades", () => this.#pollTrades()),
      this.#poller("bars", () => this.#keepBars()),
    ];
    this.#onDemand.bbo.resume();
    this.#onDemand.orderbook.resume();
  }

  stop(): void {
    for (const poller of this.#pollers) poller.stop();
    this.#onDemand.bbo.stop();
    this.#onDemand.orderbook.stop();
  }

  /** Calls `deliver` with every change in `topics` until the result is called. */
  subscribe(topics: ReadonlySet<MarketTopic>, deliver: Deliver): () => void {
    const releases = [this.#board.listen(topics, deliver)];
    for (const topic of ["bbo", "orderbook"] as const) {
      if (topics.has(topic)) releases.push(this.#onDemand[topic].want());
    }
    return () => {
      for (const release of releases) release();
    };
  }

  /** The current state of `topics`, as far as it is known; trades are never part of it. */
  state(topics: Iterable<MarketTopic>): MarketEvent[] {
    return this.#board.state(topics);
  }

  /** The last polled state, without waiting; bbo and book only while they have subscribers. */
  snapshot(): MarketSnapshot {
    return {
      stats: this.#stats,
      bbo: this.#bbo,
      orderbook: this.#orderbook,
      orderbookReadAt: this.#orderbookReadAt,
      mark: this.#mark,
      trades: this.tradesAnswer?.results,
    };
  }

  /** Like `snapshot`, but reads missing fields; bbo and book are then followed for a while. */
  async freshSnapshot(): Promise<MarketSnapshot> {
    this.#onDemand.bbo.touch();
    this.#onDemand.orderbook.touch();
    const reads: Promise<void>[] = [];
    if (this.#bbo === undefined) reads.push(this.#pollBestBidOffer());
    if (this.#orderbook === undefined) reads.push(this.#pollOrderBook());
    if (this.#stats === undefined) reads.push(this.#options.readStats());
    await Promise.allSettled(reads);
    return this.snapshot();
  }

  /** Reads a topic for a while: another replica has readers. @returns its state */
  wanted(topic: MarketTopic): RelayedBatch {
    if (topic === "bbo" || topic === "orderbook") this.#onDemand[topic].touch();
    return this.#batchOf(this.state([topic]));
  }

  /** The events of another replica, once the own trades have caught up with them. */
  takeRelayed(batch: RelayedBatch): void {
    if (!this.#isRelayed) {
      this.#held?.push(batch);
      return;
    }
    if (batch.restart !== undefined) this.#beginTape(batch.restart);
    this.#board.accept(batch.events.flatMap((event) => this.#learn(event, batch) ?? []));
    this.#seenUntil = { stats: batch.seen, trades: batch.seen };
    this.#bars.announce(batch.seen);
  }

  /** For replicas that have just joined. */
  relayed(): RelayedBatch {
    const topics = KLINE_INTERVALS.map((interval) => `kline:${interval}` as const);
    const events = this.state(["mark", "stats", "tape", "bbo", "orderbook", ...topics]);
    return this.#batchOf(events);
  }

  get #isRelayed(): boolean {
    const { relay } = this.#options.context;
    return relay.follows && this.#caughtUpAt === relay.gaps;
  }

  #batchOf(events: readonly MarketEvent[]): RelayedBatch {
    const { market } = this.#options;
    const bookReadAt = this.#orderbookReadAt;
    return { board: { kind: "market", market }, events, seen: this.#seen(), bookReadAt };
  }

  /** Takes the content of another replica's event over. @returns what of it is new */
  #learn(event: MarketEvent, { bookReadAt }: RelayedBatch): MarketEvent | undefined {
    const { topic, json } = event;
    if (topic === "mark") return this.#learnMark(JSON.parse(json)) ? event : undefined;
    if (topic === "trades") return this.#learnFills(event);
    if (topic === "stats") {
      const row: MarketStats = JSON.parse(json);
      this.#stats = row;
      this.#takeMark(row);
    }
    if (topic === "bbo" || topic === "orderbook") {
      if (!this.#onDemand[topic].active) return undefined;
      if (topic === "bbo") this.#bbo = JSON.parse(json);
      else [this.#orderbook, this.#orderbookReadAt] = [JSON.parse(json), bookReadAt];
    }
    return event;
  }

  #learnMark(mark: MarkUpdate): boolean {
    if (mark.timestamp < (this.#mark?.timestamp ?? 0)) return false;
    this.#mark = mark;
    this.series.offerMark(mark);
    return true;
  }

  #learnFills(event: MarketEvent): MarketEvent | undefined {
    const trades: Trade[] = JSON.parse(event.json);
    const fills = this.#tape.add(trades);
    if (fills.length === 0) return undefined;
    this.series.offerFills(fills);
    return fills.length === trades.length ? event : { ...event, json: JSON.stringify(fills) };
  }

  #beginTape(fills: readonly Trade[]): void {
    this.#tape.begin(fills);
    this.#board.restart("trades");
    this.series.beginTape(fills);
  }

  #follow(topic: "bbo" | "orderbook"): () => void {
    const { market, context } = this.#options;
    const board = { kind: "market", market } as const;
    const read = topic === "bbo" ? () => this.#pollBestBidOffer() : () => this.#pollOrderBook();
    const poll = async () => {
      if (this.#isRelayed) context.relay.want(board, topic);
      else await read();
    };
    const poller = this.#poller(topic, poll);
    return () => {
      poller.stop();
      context.relay.unwant(board, topic);
      // An old state must not pass for the current one when a subscriber returns.
      this.#board.forget(topic);
      if (topic === "bbo") this.#bbo = undefined;
      else this.#orderbook = undefined;
    };
  }

  /** This market's row from the venue. */
  takeStats(row: MarketStats, { venueTime, monotonic }: ReadAt): void {
    this.#stats = row;
    this.#takeMark(row);
    this.#seenUntil.stats = Math.max(this.#seenUntil.stats, venueTime);
    if (monotonic - this.#statsAnnouncedAt >= STATS_ANNOUNCED_EVERY_MS) {
      this.#statsAnnouncedAt = monotonic;
      this.#board.announceState("stats", JSON.stringify(row));
      const { trades_24h, trades_today } = row;
      const tape: TapeCount = { trades_24h, trades_today };
      this.#board.announceState("tape", JSON.stringify(tape));
    }
    this.#announceBars();
  }

  #takeMark(row: MarketStats): void {
    const { mark_price, mark_updated_at: timestamp } = row;
    if (mark_price === null) return;
    // A venue whose clock was set back gives every mark the same time until the clock has caught up.
    const known = this.#mark;
    const isSame = timestamp === known?.timestamp && mark_price === known.mark_price;
    if (isSame || timestamp < (known?.timestamp ?? 0)) return;
    this.#mark = { market: this.#options.market, mark_price, timestamp };
    this.series.offerMark(this.#mark);
    // The stats row shows that the mark was set again at the same price.
    if (mark_price !== known?.mark_price) {
      this.#board.announceState("mark", JSON.stringify(this.#mark));
    }
  }

  async #pollTrades(): Promise<void> {
    if (this.#isRelayed) return;
    const { relay, clock } = this.#options.context;
    const { gaps } = relay;
    const startedAt = clock.now();
    this.#held = relay.follows ? [] : undefined;
    await this.#tape.follow(
      (fills) => this.#takeFills(fills),
      (fills) => this.#restart(fills),
    );
    this.#seenUntil.trades = Math.max(this.#seenUntil.trades, startedAt);
    this.#announceBars();
    if (relay.follows) this.#catchUp(gaps);
  }

  /** The own trades end where those of the relay begin, or later. */
  #catchUp(gaps: number): void {
    const held = this.#held;
    this.#held = undefined;
    if (held === undefined) return;
    this.#caughtUpAt = gaps;
    for (const batch of held) this.takeRelayed(batch);
  }

  #restart(fills: readonly Trade[]): void {
    this.series.beginTape(fills);
    this.#board.restart("trades");
    this.#options.context.relay.publish({ ...this.#batchOf([]), restart: fills });
  }

  #takeFills(fills: readonly Trade[]): void {
    this.series.offerFills(fills);
    this.#board.announceOnce("trades", JSON.stringify(fills), fills.at(-1)?.id ?? 0);
    this.#board.flush();
  }

  async #pollBestBidOffer(): Promise<void> {
    const { market, context } = this.#options;
    this.#bbo = await context.venue.bestBidOffer(market);
    this.#board.announceState("bbo", JSON.stringify(this.#bbo));
    this.#board.flush();
  }

  async #pollOrderBook(): Promise<void> {
    const { market, context } = this.#options;
    const readAt = context.clock.now();
    const { book, json } = await context.venue.orderBook(market, BOOK_DEPTH);
    this.#orderbook = book;
    this.#orderbookReadAt = readAt;
    this.#board.announceState("orderbook", json);
    this.#board.flush();
  }

  #announceBars(): void {
    this.#bars.announce(this.#seen());
    this.#board.flush();
  }

  async #keepBars(): Promise<void> {
    await this.#bars.keep(() => this.#tape.poll());
    this.#board.flush();
  }

  #seen(): number {
    return Math.min(this.#seenUntil.stats, this.#seenUntil.trades);
  }

  #poller(name: keyof typeof POLL_EVERY_MS, poll: () => Promise<void>): Poller {
    const { market, context } = this.#options;
    return startFeedPoller(context, { name, market, everyMs: POLL_EVERY_MS[name], poll });
  }
}
