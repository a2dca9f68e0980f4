/** For tests: replicas of the market data in this process, on one Postgres database and one clock that is moved by hand. */
import pg from "pg";
import { expect, vi } from "vitest";
import { Secret } from "#lib/kernel/env.ts";
import type { OwnDatabase } from "#lib/kernel/postgres.testing.ts";
import { ManualTimers } from "#lib/kernel/time/timers.testing.ts";
import type { Timers } from "#lib/kernel/time/timers.ts";
import { closeDatabase, type Database, openDatabase } from "#lib/platform/db/client.ts";
import { createLeadership, type Leadership } from "#lib/platform/db/leadership.ts";
import { borrowDatabase } from "#lib/platform/db/lent-databases.testing.ts";
import { KLINE_INTERVALS, type KlineInterval } from "#lib/protocol/kline.ts";
import type { Bar } from "#lib/protocol/wire/market.ts";
import { createVenueClient } from "#lib/trading/venue-client/client.ts";
import { answers, followSessions, followStatements } from "./answers.testing.ts";
import { BAR_ELECTION } from "./candles/bar-election.ts";
import { fromBar } from "./candles/bar-head.ts";
import { readBars } from "./candles/bar-store.ts";
import { rollUp } from "./candles/roll-up.ts";
import { TestVenue } from "./market-data.testing.ts";
import { MarketData } from "./market-hub.ts";
import type { MarketRelay } from "./market-relay.ts";

export const MARKET = "BTCUSDC";
/** Twenty seconds before midnight: every interval rolls soon. */
export const START = Date.UTC(2026, 2, 3, 23, 59, 40);

export type Replica = {
  data: MarketData;
  leadership: Leadership;
  /** The closed bars that it published since `follow`. */
  published: Bar[];
  follow: () => void;
};

type AddOptions = {
  /** Delay of every poll of this replica against those of the others. */
  lateMs?: number;
  /** Default: that of the test. */
  venueUrl?: string;
  relayOf?: (leadership: Leadership, timers: Timers) => MarketRelay;
};

export const silent = { info: () => {}, warn: () => {} };

export const ofInterval = (bars: readonly Bar[], interval: KlineInterval) =>
  bars.filter((bar) => bar.interval === interval);

const END_LEADER = `SELECT pg_terminate_backend(pid) FROM pg_locks
  WHERE locktype = 'advisory' AND granted AND database = (
    SELECT oid FROM pg_database WHERE datname = current_database())`;

export class Replicas {
  readonly venue = new TestVenue([MARKET]);
  readonly timers = new ManualTimers(START);
  readonly all: Replica[] = [];
  readonly db: Database;
  readonly #own: OwnDatabase;
  readonly #sessions = followSessions();

  /** @param server address of a Postgres server; an Error without one */
  static async open(server: string | undefined): Promise<Replicas> {
    const own = await borrowDatabase(server);
    const db = await openDatabase({ dataDir: "unused", databaseUrl: new Secret(own.url) });
    followStatements(db);
    const replicas = new Replicas(own, db);
    replicas.venue.serverTime = () => replicas.timers.now();
    await replicas.venue.listen();
    return replicas;
  }

  private constructor(own: OwnDatabase, db: Database) {
    this.#own = own;
    this.db = db;
  }

  async close(): Promise<void> {
    for (const { data } of this.all.splice(0)) await data.stop();
    await this.venue.close();
    this.#sessions.stop();
    await closeDatabase();
    await this.#own.drop();
  }

  /** The database's address. */
  get url(): string {
    return this.#own.url;
  }

  add({ lateMs = 0, venueUrl = this.venue.url, relayOf }: AddOptions = {}): Replica {
    const { timers } = this;
    const shifted: Timers = {
      now: timers.now,
      monotonic: timers.monotonic,
      after: (delayMs, run) => timers.after(delayMs + lateMs, run),
    };
    const leadership = this.leadership(shifted);
    const data = new MarketData({
      venue: createVenueClient(venueUrl),
      history: undefined,
      db: this.db,
      leadership,
      ...(relayOf && { relay: relayOf(leadership, shifted) }),
      timers: shifted,
      log: silent,
    });
    const published: Bar[] = [];
    const topics = new Set(KLINE_INTERVALS.map((interval) => `kline:${interval}` as const));
    const follow = () => {
      data.subscribe(MARKET, topics, (events) => {
        const bars: Bar[] = events.map((event) => JSON.parse(event.json));
        published.push(...bars.filter((bar) => bar.closed));
      });
    };
    data.start();
    const replica = { data, leadership, published, follow };
    this.all.push(replica);
    return replica;
  }

  /** A candidate of the election of those who store bars. */
  leadership(timers: Timers = this.timers): Leadership {
    const databaseUrl = new Secret(this.#own.url);
    return createLeadership({ election: BAR_ELECTION, databaseUrl, timers, log: silent });
  }

  leaders(): Replica[] {
    return this.all.filter(({ leadership }) => leadership.leading);
  }

  /** Ends the session of the database by which a replica leads. @returns how many did */
  async endLeader(): Promise<number> {
    const client = new pg.Client({ connectionString: this.#own.url });
    await client.connect();
    const { rowCount } = await client.query(END_LEADER);
    await client.end();
    return rowCount ?? 0;
  }

  /** Marks and fills arrive while time passes in small steps, between which the sockets can answer. */
  async live(ms: number): Promise<void> {
    const { timers, venue } = this;
    for (let passed = 0; passed < ms; passed += 10) {
      const now = timers.now();
      if (now % 370 === 0) venue.market(MARKET).mark = { price: `${100 + (now % 91)}`, at: now };
      if (now % 610 === 0) venue.trade(MARKET, { price: "100", size: "0.25", at: now });
      await timers.advance(10);
      if (passed % 50 === 0) {
        await this.#sessions.heard();
        await answers();
      }
    }
    // A bar that is being stored is in the table before anything is compared.
    await answers();
  }

  async ready(replica: Replica): Promise<void> {
    await vi.waitFor(
      async () => {
        await this.live(200);
        const obstacles = await replica.data.obstacles();
        if (obstacles.length > 0 || replica.data.state(MARKET, ["kline:1s"]).length !== 1)
          throw new Error(`it is not ready: ${obstacles.join()}`);
      },
      { interval: 1 },
    );
    replica.follow();
  }
}

export async function storedBars(db: Database, interval: KlineInterval): Promise<Bar[]> {
  const range = { from: 0, to: Date.now() * 2, limit: 100_000 };
  return readBars(db, { market: MARKET, interval }, range);
}

/** The published bars are in the table unchanged, in order and each once. */
export async function expectSentAsStored(db: Database, published: readonly Bar[]): Promise<void> {
  for (const interval of KLINE_INTERVALS) {
    const stored = new Map((await storedBars(db, interval)).map((bar) => [bar.start, bar]));
    const bars = ofInterval(published, interval);
    expect(bars.map((bar) => stored.get(bar.start))).toEqual(bars);
    const starts = bars.map(({ start }) => start);
    expect([...new Set(starts)].toSorted((a, b) => a - b)).toEqual(starts);
  }
}

/** No hole in the seconds, and every higher bar that began within them is their roll-up. */
export async function expectWhole(db: Database): Promise<void> {
  const seconds = (await storedBars(db, "1s")).map(fromBar);
  const ends = seconds
    .slice(0, -1)
    .map(({ start, close }) => ({ start: start + 1_000, open: close }));
  expect(seconds.slice(1).map(({ start, open }) => ({ start, open }))).toEqual(ends);
  for (const interval of KLINE_INTERVALS.slice(1)) {
    const stored = (await storedBars(db, interval)).map(fromBar);
    const rolled = rollUp(interval, seconds).slice(0, stored.length);
    expect(stored).toEqual(rolled);
  }
}
