import { PgDialect } from "drizzle-orm/pg-core";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ManualTimers } from "#lib/kernel/time/timers.testing.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import type { Decimal } from "#lib/protocol/decimal.ts";
import type { Bar, Trade } from "#lib/protocol/wire/market.ts";
import { BarLedger } from "./bar-ledger.ts";
import type { BarSeries } from "./bar-series.ts";

const START = Date.UTC(2026, 2, 3, 10, 0, 0);
const MARKETS = Array.from({ length: 8 }, (_, index) => `M${index}USDC`);
const MAX_ROWS = 5_000;
const SLOW = { timeout: 120_000 };

let db: Database;
let down: boolean;
/** How many rows went into or came out of the statements. */
let rows: number[];
let failures: string[];

beforeEach(async () => {
  db = await testDatabase();
  down = false;
  rows = [];
  failures = [];
});
afterEach(() => db.$client.end());

function watched(): Database {
  const dialect = new PgDialect();
  const execute = async (statement: Exclude<Parameters<Database["execute"]>[0], string>) => {
    if (down) throw new Error("down");
    const { params } = dialect.sqlToQuery(statement.getSQL());
    const sent = params.map((value) => {
      const json: unknown = String(value).startsWith("[") ? JSON.parse(String(value)) : [];
      return Array.isArray(json) ? json.length : 0;
    });
    const answer = await db.execute(statement);
    rows.push(Math.max(...sent, answer.rows.length));
    return answer;
  };
  return new Proxy(db, {
    get: (target, name) => (name === "execute" ? execute : Reflect.get(target, name)),
  });
}

function replica(leading: boolean) {
  const timers = new ManualTimers(START);
  let wake = () => {};
  const leadership = {
    leading,
    listen: (heard: () => void) => {
      wake = heard;
    },
    release: async () => {},
  };
  const onFailure = (_: unknown, what: string) => void failures.push(what);
  const ledger = new BarLedger({ db: watched(), timers, leadership, onFailure });
  const published: Bar[] = [];
  const series = MARKETS.map((market) => {
    const one = ledger.seriesOf(market);
    one.onStored((bars) => published.push(...bars));
    return one;
  });
  return { timers, series, published, wake: () => wake() };
}

const offerMark = (series: BarSeries) =>
  series.offerMark({ market: series.market, mark_price: "5" as Decimal, timestamp: START });

test("after an outage the bars of many markets are stored and followed in bounded statements, all of them", async () => {
  const leader = replica(true);
  const follower = replica(false);
  for (const series of [...leader.series, ...follower.series]) {
    await series.resume(undefined, async () => []);
    offerMark(series);
  }
  down = true;
  for (const series of leader.series) series.advance(START + 1_000_000);
  await vi.waitFor(() => expect(failures).not.toEqual([]));
  down = false;
  await vi.waitFor(async () => {
    await leader.timers.advance(10_000);
    expect(leader.series.map(({ waiting }) => waiting)).toEqual(MARKETS.map(() => 0));
  }, SLOW);
  const each = 1_000 + 16 + 3 + 1;
  expect(leader.published).toHaveLength(MARKETS.length * each);
  expect(rows.length).toBeGreaterThan(1);
  follower.wake();
  await vi.waitFor(() => expect(follower.published).toHaveLength(MARKETS.length * each), SLOW);
  expect(rows.every((count) => count <= MAX_ROWS)).toBe(true);
});

test("while the database is unavailable a read is refused, and each outage is logged once", async () => {
  const { series } = replica(true);
  const [one] = series;
  await one!.resume(undefined, async () => []);
  const read = (endAt: number) => one!.range({ interval: "1m", startAt: 0, endAt, limit: 9 });
  for (const outage of [1, 2]) {
    down = true;
    for (const endAt of [START, START + 60_000, START]) {
      await expect(read(endAt)).rejects.toMatchObject({ code: "MARKET_DATA_UNAVAILABLE" });
    }
    expect(failures).toEqual(Array.from({ length: outage }, () => "reader"));
    down = false;
    expect(await read(START + outage)).toEqual([]);
  }
});

test("a venue that is reset while bars of its old tape wait for the store: each fill is counted once", async () => {
  const { series, published, timers } = replica(true);
  const [one] = series;
  await one!.resume(undefined, async () => []);
  offerMark(one!);
  const fill = (id: number, at: number): Trade => {
    const size = "1" as Decimal;
    const base = { market: one!.market, price: size, side: "BUY", trade_type: "FILL" } as const;
    return { ...base, id, size, created_at: START + at };
  };
  one!.offerFills([fill(5_000, 100), fill(5_001, 1_100)]);
  one!.advance(START + 1_000);
  down = true;
  one!.offerFills([fill(1, 1_500)]);
  one!.advance(START + 2_000);
  one!.offerFills([fill(2, 2_500)]);
  down = false;
  one!.advance(START + 3_000);
  await vi.waitFor(async () => {
    await timers.advance(10_000);
    expect(one!.waiting).toBe(0);
  }, SLOW);
  one!.offerFills([fill(2, 2_500), fill(3, 3_500)]);
  one!.advance(START + 4_000);
  await vi.waitFor(() => expect(one!.waiting).toBe(0), SLOW);
  const seconds = published.filter((bar) => bar.interval === "1s");
  expect(seconds.map(({ trades }) => trades)).toEqual([1, 2, 1, 1]);
  expect(one!.head).toMatchObject({ fillId: 3 });
});
