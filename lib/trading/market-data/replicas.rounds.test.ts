/**
 * Two replicas of the app on one Postgres database: skipped when neither TEST_DATABASE_URL nor 127.0.0.1:5432 can be reached, and never
 * where TEST_DATABASE_URL promises one. REPLICA_LEAD_CHANGES sets how often the lead is lost.
 */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { isPostgresPromised, probePostgres } from "#lib/kernel/postgres.testing.ts";
import { KLINE_INTERVALS } from "#lib/protocol/kline.ts";
import type { Bar } from "#lib/protocol/wire/market.ts";
import {
  expectSentAsStored,
  expectWhole,
  MARKET,
  ofInterval,
  Replicas,
  START,
  storedBars,
} from "./replicas.testing.ts";

const LEAD_CHANGES = Number(process.env["REPLICA_LEAD_CHANGES"] ?? 1);
const serverUrl = await probePostgres(process.env);
const isSkipped = serverUrl === undefined && !isPostgresPromised(process.env);

describe.skipIf(isSkipped)("replicas on one Postgres", () => {
  let replicas: Replicas;
  beforeEach(async () => {
    replicas = await Replicas.open(serverUrl);
  });
  afterEach(() => replicas.close());

  test("publish the same closed bars and read the same, also when the lead changes", async () => {
    const one = replicas.add();
    await replicas.ready(one);
    const other = replicas.add({ lateMs: 130 });
    await replicas.ready(other);
    for (let kill = 0; kill < LEAD_CHANGES; kill += 1) {
      await replicas.live(7_000);
      expect(replicas.leaders()).toHaveLength(1);
      expect(await replicas.endLeader()).toBe(1);
      await vi.waitFor(() => expect(replicas.leaders()).toEqual([]), { interval: 1 });
    }
    await replicas.live(20_000);
    expect(replicas.leaders()).toHaveLength(1);
    const end = replicas.timers.now() - 5_000;
    await expectSentAsStored(replicas.db, one.published);
    await expectSentAsStored(replicas.db, other.published);
    await expectWhole(replicas.db);
    const [firstOfOther] = ofInterval(other.published, "1s");
    for (const interval of KLINE_INTERVALS) {
      const shared = (bars: readonly Bar[]) =>
        ofInterval(bars, interval).filter(
          (bar) => bar.start >= firstOfOther!.start && bar.start < end,
        );
      expect(shared(other.published)).toEqual(shared(one.published));
      const [read, same] = await Promise.all(
        replicas.all.map(({ data }) =>
          data.bars({ market: MARKET, interval, startAt: START, endAt: end }),
        ),
      );
      expect(read!.filter((bar) => bar.closed)).toEqual(same!.filter((bar) => bar.closed));
      const starts = new Set(read!.map((bar) => bar.start));
      const published = ofInterval(one.published, interval).filter((bar) => starts.has(bar.start));
      expect(read!.filter((bar) => published.some(({ start }) => start === bar.start))).toEqual(
        published,
      );
    }
    const fills = replicas.venue.market(MARKET).trades.filter((fill) => fill.id > 0);
    const counted = (await storedBars(replicas.db, "1s")).reduce((sum, bar) => sum + bar.trades, 0);
    expect(counted).toBeGreaterThan(fills.length - 20);
    expect(counted).toBeLessThanOrEqual(fills.length);
  });
});
