/** The list feed has every market in one event (docs/api/streams.md), from the stats rows that all markets share. */

import type { Decimal } from "#lib/protocol/decimal.ts";
import type {
  AllMarks,
  AllStats,
  MarketTopic,
  TapeCount,
} from "#lib/protocol/market/market-data.ts";
import type { MarketStats } from "#lib/protocol/wire/market.ts";
import type { OracleClient } from "#lib/trading/oracle-client/client.ts";
import { type FeedContext, startFeedPoller } from "./feed-context.ts";
import { NO_RELAY, type RelayedBatch, relayedBoard } from "./market-relay.ts";
import { type Deliver, type MarketEvent, type TopicBoard } from "./market-topics.ts";
import { OnDemand } from "./on-demand-poller.ts";
import { ORACLE, PriceSource } from "./price-source.ts";
import { type ReadAt, STATS_ANNOUNCED_EVERY_MS } from "./stats-read.ts";

const SOURCE_EVERY_MS = 1_000;
const BOARD = { kind: "all" } as const;

export class AllFeed {
  readonly #context: FeedContext;
  /** Absent: there is no external feed, and `src` is constant. */
  readonly #oracle: OracleClient | undefined;
  readonly #board: TopicBoard;
  readonly #demand: OnDemand;
  #source = new PriceSource();
  /** False while there is no subscriber; the source of the marks is then unknown. */
  #sourceIsKnown = false;
  #rows: readonly MarketStats[] = [];
  #announcedAt = Number.NEGATIVE_INFINITY;
  #announcedMarks = "";

  constructor(context: FeedContext, oracle: OracleClient | undefined) {
    this.#context = context;
    this.#oracle = oracle;
    const { relay } = context;
    this.#board = relayedBoard(
      relay,
      () => relay.follows,
      (events) => this.#batchOf(events),
    );
    this.#demand = new OnDemand(context.timers, () => this.#follow());
  }

  /** Calls `deliver` with every change in `topics` until the result is called. */
  subscribe(topics: ReadonlySet<MarketTopic>, deliver: Deliver): () => void {
    const unlisten = this.#board.listen(topics, deliver);
    const release = this.#demand.want();
    return () => {
      unlisten();
      release();
    };
  }

  /** The current state of `topics`, as far as it is known. */
  state(topics: Iterable<MarketTopic>): MarketEvent[] {
    return this.#board.state(topics);
  }

  /** The stats rows of all markets from the venue. */
  take(rows: readonly MarketStats[], { monotonic }: ReadAt): void {
    this.#rows = rows;
    this.#announceMarks();
    if (monotonic - this.#announcedAt >= STATS_ANNOUNCED_EVERY_MS) {
      this.#announcedAt = monotonic;
      const stats: AllStats = { results: [...rows] };
      this.#board.announceState("stats", JSON.stringify(stats));
      this.#board.announceState("tape", JSON.stringify(sum(rows)));
    }
    this.#board.flush();
  }

  /** Announces marks for a while: another replica has readers. @returns the state */
  wanted(topic: MarketTopic): RelayedBatch {
    this.#demand.touch();
    return this.#batchOf(this.state([topic]));
  }

  /** The events of another replica. @returns the rows of all markets, if they are among them */
  takeRelayed({ events }: RelayedBatch): readonly MarketStats[] | undefined {
    if (!this.#context.relay.follows) return undefined;
    let rows: readonly MarketStats[] | undefined;
    for (const { topic, json } of events) {
      if (topic === "stats") rows = (JSON.parse(json) as AllStats).results;
      if (topic === "mark") this.#announcedMarks = saidOf(JSON.parse(json));
    }
    if (rows !== undefined) this.#rows = rows;
    this.#board.accept(events.filter(({ topic }) => topic !== "mark" || this.#demand.active));
    return rows;
  }

  /** For replicas that have just joined. */
  relayed(): RelayedBatch {
    return this.#batchOf(this.state(["stats", "tape", "mark"]));
  }

  #batchOf(events: readonly MarketEvent[]): RelayedBatch {
    return { board: BOARD, events, seen: this.#context.clock.now() };
  }

  stop(): void {
    this.#demand.stop();
    this.#oracle?.close();
  }

  #follow(): () => void {
    const oracle = this.#oracle;
    const { relay } = this.#context;
    const poll = async () => {
      if (relay.follows) return relay.want(BOARD, "mark");
      if (oracle !== undefined) await this.#readSource(oracle);
    };
    const poller =
      oracle === undefined && relay === NO_RELAY
        ? undefined
        : startFeedPoller(this.#context, { name: "oracle", everyMs: SOURCE_EVERY_MS, poll });
    if (oracle === undefined) this.#sourceIsKnown = true;
    this.#announceMarks();
    this.#board.flush();
    return () => {
      poller?.stop();
      relay.unwant(BOARD, "mark");
      this.#source = new PriceSource();
      this.#sourceIsKnown = false;
      this.#announcedMarks = "";
      this.#board.forget("mark");
    };
  }

  async #readSource(oracle: OracleClient): Promise<void> {
    try {
      this.#source.take(await oracle.prices(), this.#context.timers.monotonic());
    } finally {
      this.#sourceIsKnown = true;
      this.#announceMarks();
      this.#board.flush();
    }
  }

  #announceMarks(): void {
    if (!this.#sourceIsKnown || this.#context.relay.follows) return;
    const bundle = marksOf(this.#rows, this.#sourceName());
    if (bundle.ts === 0) return;
    const said = saidOf(bundle);
    if (said === this.#announcedMarks) return;
    this.#announcedMarks = said;
    this.#board.announceState("mark", JSON.stringify(bundle));
  }

  #sourceName(): string {
    return this.#oracle === undefined
      ? ORACLE
      : this.#source.name(this.#context.timers.monotonic());
  }
}

/** `ts` is 0 when no market has a mark. */
function marksOf(rows: readonly MarketStats[], src: string): AllMarks {
  const marks: Record<string, Decimal> = {};
  let ts = 0;
  for (const { symbol, mark_price, mark_updated_at } of rows) {
    if (mark_price === null) continue;
    marks[symbol] = mark_price;
    ts = Math.max(ts, mark_updated_at);
  }
  return { marks, ts, src };
}

/** What a mark event says; a new time alone causes none. */
function saidOf({ marks, src }: AllMarks): string {
  return JSON.stringify([marks, src]);
}

function sum(rows: readonly MarketStats[]): TapeCount {
  const count: TapeCount = { trades_24h: 0, trades_today: 0 };
  for (const { trades_24h, trades_today } of rows) {
    count.trades_24h += trades_24h;
    count.trades_today += trades_today;
  }
  return count;
}
