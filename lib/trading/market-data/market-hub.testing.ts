/** For tests: the market data of an app over a venue from memory, with a database of its own and manual time. */

import { ManualTimers } from "#lib/kernel/time/timers.testing.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import type { MarketTopic } from "#lib/protocol/market/market-data.ts";
import type { OracleClient } from "#lib/trading/oracle-client/client.ts";
import { createVenueClient } from "#lib/trading/venue-client/client.ts";
import { answers, followStatements } from "./answers.testing.ts";
import { createOracleHistory } from "./candles/oracle-history.ts";
import { TestVenue } from "./market-data.testing.ts";
import { MarketData } from "./market-hub.ts";
import type { MarketEvent } from "./market-topics.ts";

/** 12.3 s into a minute; the venue's clock is two and a half seconds ahead of the app's. */
export const START = Date.UTC(2026, 2, 3, 10, 15, 12, 300);
export const AHEAD = 2_500;

type StartOptions = {
  history?: boolean;
  oracle?: OracleClient;
  /** Resolves when the days before the first one may be stored. */
  whenPast?: () => Promise<unknown>;
};
type Parts = { venue: TestVenue; timers: ManualTimers; db: Database };
/** Parses one event's data as a reader does; untyped, so that tests can access any field. */
type Parsed = ReturnType<typeof JSON.parse>;

export class TestHub {
  readonly venue: TestVenue;
  readonly timers: ManualTimers;
  /** True: the database answers nothing. */
  isStoreUnavailable = false;
  /** Names of the polls that failed. */
  readonly failures: string[] = [];
  readonly #db: Database;
  #data: MarketData | undefined;

  private constructor({ venue, timers, db }: Parts) {
    this.venue = venue;
    this.timers = timers;
    this.#db = db;
  }

  /** Call `start` to begin polling. */
  static async open(symbols: readonly string[] = ["BTCUSDC", "ETHUSDC"]): Promise<TestHub> {
    const venue = new TestVenue(symbols);
    const timers = new ManualTimers(START);
    venue.serverTime = () => timers.now() + AHEAD;
    const db = await testDatabase();
    followStatements(db);
    return new TestHub({ venue, timers, db });
  }

  get data(): MarketData {
    if (this.#data === undefined) throw new Error("it is not started");
    return this.#data;
  }

  get db(): Database {
    return this.#db;
  }

  async start(options: StartOptions = {}): Promise<void> {
    await this.#follow(await this.venue.listen(), options);
  }

  /** Stops the app, runs `meanwhile`, and starts the app again on the same database. */
  async restart(meanwhile: () => void): Promise<void> {
    await this.data.stop();
    meanwhile();
    await this.#follow(this.venue.url, {});
  }

  async #follow(url: string, { history = false, oracle, whenPast }: StartOptions): Promise<void> {
    this.#data = new MarketData({
      venue: createVenueClient(url, 500),
      history: history ? createOracleHistory(url) : undefined,
      oracle,
      ...(whenPast && { whenPast }),
      db: this.#store(),
      timers: this.timers,
      log: {
        info: () => {},
        warn: (fields: { poll?: string }) => this.failures.push(fields.poll ?? ""),
      },
    });
    this.#data.start();
    await this.timers.advance(0);
  }

  #store(): Database {
    const refuse = () => Promise.reject(new Error("the database is away"));
    return new Proxy(this.#db, {
      get: (target, name) => {
        if (this.isStoreUnavailable && name === "execute") return refuse;
        const value: unknown = Reflect.get(target, name);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
  }

  /** Moves time in small steps, between which the real sockets can answer. */
  async live(ms: number): Promise<void> {
    for (let passed = 0; passed < ms; passed += 10) {
      await this.timers.advance(10);
      if (passed % 50 === 0) await answers();
    }
  }

  mark(price: string, symbol = "BTCUSDC"): void {
    this.venue.market(symbol).mark = { price, at: this.venue.serverTime() };
  }

  /** Gives BTCUSDC a mark, and waits until every bar is being built. */
  async ready(): Promise<void> {
    this.mark("100.5");
    for (let waited = 0; waited < 60_000; waited += 100) {
      await this.live(100);
      const obstacles = await this.data.obstacles();
      const bars = obstacles.length > 0 ? [] : this.data.state("BTCUSDC", ["kline:1s"]);
      if (bars.length === 1) return;
    }
    throw new Error("it did not get ready");
  }

  follow(topics: readonly MarketTopic[], market = "BTCUSDC") {
    const events: MarketEvent[] = [];
    const stop = this.data.subscribe(market, new Set(topics), (batch) => events.push(...batch));
    return { events, stop };
  }

  async close(): Promise<void> {
    await this.#data?.stop();
    await this.venue.close();
    await this.#db.$client.end();
  }
}

export function parsed(events: readonly MarketEvent[]): Parsed[] {
  return events.map((event) => JSON.parse(event.json));
}
