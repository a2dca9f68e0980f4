/** The oracle: combines the prices of its sources and sends marks to the venue. */
import type { Logger } from "#lib/kernel/log/log.ts";
import type { Timers } from "#lib/kernel/time/timers.ts";
import type { OraclePrices } from "#lib/protocol/market/oracle.ts";
import { MarkPublisher } from "./mark-publisher.ts";
import { MarketList } from "./market-list.ts";
import { OracleMetrics } from "./metrics.ts";
import { PriceBoard } from "./price-board.ts";
import type { Markets } from "./sources/price.ts";
import type { PriceSource } from "./sources/source.ts";
import type { Venue } from "./venue-client.ts";

export type OracleOptions = {
  sources: readonly PriceSource[];
  venue: Venue;
  outlierPpm: bigint;
  timers: Timers;
  log: Logger;
};

export class Oracle {
  readonly metrics: OracleMetrics;
  readonly #sources: readonly PriceSource[];
  readonly #board: PriceBoard;
  readonly #list: MarketList;
  readonly #publisher: MarkPublisher;

  constructor({ sources, venue, outlierPpm, timers, log }: OracleOptions) {
    const markets = () => this.#list.markets;
    this.#sources = sources;
    this.#list = new MarketList({ venue, timers, log, onRead: () => this.#publisher.wake(false) });
    this.#board = new PriceBoard({ sources, outlierPpm, clock: timers });
    this.metrics = new OracleMetrics({ sources, board: this.#board, markets, clock: timers });
    this.#publisher = new MarkPublisher({
      board: this.#board,
      markets,
      venue,
      timers,
      log,
      onPublished: (symbols) => this.metrics.published(symbols),
      onFailure: () => this.metrics.failed(),
      onOldList: () => void this.#list.refresh(),
    });
  }

  /** True once the venue's markets are known. The prices, not this, show whether a source is away. */
  get isReady(): boolean {
    return this.#list.markets.size > 0;
  }

  /** The venue's markets; empty until they were read once. */
  get markets(): Markets {
    return this.#list.markets;
  }

  /** Whether the venue lists the market, by a list that is read again (at most once in 5 s) for one that is new. */
  async knows(market: string): Promise<boolean> {
    if (!this.markets.has(market)) await this.#list.refresh();
    return this.markets.has(market);
  }

  prices(): OraclePrices {
    return this.#board.prices(this.#list.markets);
  }

  start(): void {
    this.#list.start();
    for (const source of this.#sources) {
      source.start((update) => {
        this.#board.take(source, update);
        this.#publisher.wake(update.urgent);
      });
    }
  }

  /** Ends after the marks that are under way. */
  async stop(): Promise<void> {
    for (const source of this.#sources) source.close();
    this.#list.stop();
    await this.#publisher.stop();
  }
}
