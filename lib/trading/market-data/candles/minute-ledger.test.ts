/**
 * A stored minute has the exact figures of the whole minute, or is missing: after restarts, gaps, outages, a venue that was
 * reset and with two leaders at once; on both databases.
 */

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { Secret } from "#lib/kernel/env.ts";
import {
  isPostgresPromised,
  type OwnDatabase,
  probePostgres,
} from "#lib/kernel/postgres.testing.ts";
import { type Database, openDatabase, setDatabase } from "#lib/platform/db/client.ts";
import { isTestDatabaseEmbedded, testDatabase } from "#lib/platform/db/db.testing.ts";
import { borrowDatabase } from "#lib/platform/db/lent-databases.testing.ts";
import { DAY_MS, MINUTE_MS } from "#lib/protocol/durations.ts";
import type { Bar } from "#lib/protocol/wire/market.ts";
import { TestVenue } from "#lib/trading/market-data/market-data.testing.ts";
import { markBars, marketMinutes } from "#lib/trading/schema/market-data.ts";
import { createVenueClient, type VenueClient } from "#lib/trading/venue-client/client.ts";
import { insertBars } from "./bar-store.ts";
import { MinuteLedger } from "./minute-ledger.ts";
import { readMinutes } from "./minute-store.ts";

/** The minute of the first bar. */
const START = Date.UTC(2026, 2, 3, 10, 15);
const BTC = "BTCUSDC";

let db: Database;
let venue: TestVenue;
let client: VenueClient;
let now: number;
let leading: boolean;

const ledger = () =>
  new MinuteLedger({
    db,
    venue: client,
    leadership: {
      get leading() {
        return leading;
      },
    },
    venueNow: () => now,
  });

/** What the poll of the stats does at this moment. */
async function readStats(of: MinuteLedger): Promise<void> {
  of.take(await client.allStats(), { venueTime: now });
}

const stored = (from = 0) => readMinutes(db, BTC, { from, to: now, limit: 5_000 });
const figures = async () =>
  (await stored()).map(({ start, volume }) => [(start - START) / MINUTE_MS, volume]);
const fill = (at: number, size = "1") => venue.trade(BTC, { price: "2", size, at });

async function begin(): Promise<void> {
  venue = new TestVenue([BTC]);
  client = createVenueClient(await venue.listen(), 2_000);
  now = START;
  leading = true;
  const prices = { open: "1", high: "1", low: "1", close: "1", volume: "0" };
  const bar = { market: BTC, interval: "1m", start: START, trades: 0, closed: true, filled: false };
  await insertBars(db, [{ ...bar, ...prices } as Bar]);
}

async function end(): Promise<void> {
  client.close();
  await venue.close();
  await db.delete(marketMinutes);
  await db.delete(markBars);
}

function storesMinutes(): void {
  beforeEach(begin);
  afterEach(end);

  test("a minute has the notional of its fills, that of liquidated longs and shorts, and the last figures before its end", async () => {
    const minutes = ledger();
    const base = { price: "64000.123456", size: "0.000000001" };
    venue.trade(BTC, { ...base, at: START });
    venue.trade(BTC, { ...base, at: START + 1, side: "SELL", trade_type: "LIQUIDATION" });
    venue.trade(BTC, { price: "3", size: "2", at: START + 2, trade_type: "LIQUIDATION" });
    // The next minute's.
    fill(START + MINUTE_MS);
    for (const [at, openInterest] of [
      [START + 30_000, "1"],
      [START + MINUTE_MS - 4_000, "2"],
      [START + MINUTE_MS - 1, "12.345"],
      [START + MINUTE_MS, "4"],
    ] as const) {
      now = at;
      Object.assign(venue.market(BTC), { openInterest, fundingRate: "-0.000012345" });
      await readStats(minutes);
    }
    now = START + MINUTE_MS + 1_999;
    await minutes.store();
    expect(await stored()).toEqual([]);
    now = START + MINUTE_MS + 2_000;
    await minutes.store();
    expect(await stored()).toEqual([
      {
        market: BTC,
        start: START,
        openInterest: "12.345",
        fundingRate: "-0.000012345",
        volume: "6.000128000246912",
        liquidatedLong: "0.000064000123456",
        liquidatedShort: "6",
      },
    ]);
  });

  test("open interest and funding rate are null when they were not read in the minute's last seconds", async () => {
    const minutes = ledger();
    now = START + MINUTE_MS - 5_001;
    await readStats(minutes);
    now = START + 2 * MINUTE_MS - 1_000;
    venue.market(BTC).openInterest = "7";
    await readStats(minutes);
    now += 10_000;
    await minutes.store();
    expect(await stored()).toMatchObject([
      { start: START, openInterest: null, fundingRate: null, volume: "0" },
      { start: START + MINUTE_MS, openInterest: "7", fundingRate: "0", volume: "0" },
    ]);
  });

  test("minutes of a downtime are filled in by the venue's fills, and none is counted twice", async () => {
    const before = ledger();
    await readStats(before);
    fill(START + 10_000, "1");
    fill(START + MINUTE_MS + 10_000, "2");
    now = START + MINUTE_MS + 30_000;
    await before.store();
    // It dies in a minute that has begun.
    fill(START + MINUTE_MS + 40_000, "4");
    fill(START + 3 * MINUTE_MS + 10_000, "8");
    now = START + 5 * MINUTE_MS + 30_000;
    const after = ledger();
    await readStats(after);
    await after.store();
    await after.store();
    const all = [
      [0, "2"],
      [1, "12"],
      [2, "0"],
      [3, "16"],
      [4, "0"],
    ];
    expect(await figures()).toEqual(all);
    expect((await stored()).slice(1).every(({ openInterest }) => openInterest === null)).toBe(true);
  });

  test("pages of fills are read to their end, those of one millisecond too", async () => {
    const minutes = ledger();
    await readStats(minutes);
    for (let one = 0; one < 2_500; one += 1) fill(START + 5);
    now = START + MINUTE_MS + 5_000;
    await minutes.store();
    expect(await figures()).toEqual([[0, "5000"]]);
  });

  test("a stop ends a read of many pages after the page under way", async () => {
    let reads = 0;
    const minutes: MinuteLedger = new MinuteLedger({
      db,
      venue: {
        trades: (query) => {
          reads += 1;
          void minutes.stop();
          return client.trades(query);
        },
      },
      leadership: { leading: true },
      venueNow: () => now,
    });
    await readStats(minutes);
    for (let one = 0; one < 2_500; one += 1) fill(START + 5);
    now = START + MINUTE_MS + 5_000;
    await minutes.store();
    await minutes.stop();
    expect([reads, await stored()]).toEqual([1, []]);
  });

  test("a minute is not stored while its fills cannot be read, and is whole afterwards", async () => {
    const minutes = ledger();
    await readStats(minutes);
    fill(START + 10_000);
    now = START + MINUTE_MS + 5_000;
    venue.failPath = ({ pathname }) => (pathname === "/v1/trades" ? 503 : undefined);
    await expect(minutes.store()).rejects.toMatchObject({ status: 503 });
    expect(await stored()).toEqual([]);
    fill(START + MINUTE_MS + 1_000);
    venue.failPath = () => undefined;
    now += 2 * MINUTE_MS;
    await minutes.store();
    expect(await figures()).toEqual([
      [0, "2"],
      [1, "2"],
      [2, "0"],
    ]);
  });

  test.each(["the same process", "another process"])(
    "minutes of which a reset of the venue took fills away are left out: %s",
    async (who) => {
      let minutes = ledger();
      await readStats(minutes);
      fill(START + 10_000);
      fill(START + 20_000);
      now = START + MINUTE_MS + 5_000;
      await minutes.store();
      fill(START + MINUTE_MS + 30_000);
      // Ids begin anew, and one of the new fills has the id of the last one that was counted.
      venue.market(BTC).trades.length = 0;
      for (const after of [50_000, 51_000]) fill(START + MINUTE_MS + after);
      now = START + 3 * MINUTE_MS + 5_000;
      if (who === "another process") {
        minutes = ledger();
        await readStats(minutes);
      }
      await minutes.store();
      fill(START + 4 * MINUTE_MS + 1_000, "5");
      now = START + 5 * MINUTE_MS + 5_000;
      await minutes.store();
      expect(await figures()).toEqual([
        [0, "4"],
        [4, "10"],
      ]);
    },
  );

  test("a downtime of more than a day is filled in for its last day", async () => {
    const minutes = ledger();
    await readStats(minutes);
    fill(START + 10_000);
    now = START + MINUTE_MS + 5_000;
    await minutes.store();
    now = START + 3 * DAY_MS + 5_000;
    fill(START + 3 * DAY_MS - 1);
    const after = ledger();
    await readStats(after);
    for (let part = 0; part < 30; part += 1) await after.store();
    const all = await stored();
    expect(all).toHaveLength(1 + 1_440);
    expect(all[1]?.start).toBe(START + 2 * DAY_MS);
    expect(all.at(-1)).toMatchObject({ start: START + 3 * DAY_MS - MINUTE_MS, volume: "2" });
  });

  test("two that lead at once store the same once, and one that does not lead stores nothing", async () => {
    const [one, two] = [ledger(), ledger()];
    await readStats(one);
    await readStats(two);
    for (let minute = 0; minute < 20; minute += 1)
      fill(START + minute * MINUTE_MS + 1, `${minute + 1}`);
    now = START + 20 * MINUTE_MS + 5_000;
    leading = false;
    await one.store();
    expect(await stored()).toEqual([]);
    leading = true;
    await Promise.all([one.store(), two.store()]);
    now += MINUTE_MS;
    await Promise.all([two.store(), one.store()]);
    expect(await figures()).toEqual([
      ...Array.from({ length: 20 }, (_, minute) => [minute, `${2 * (minute + 1)}`]),
      [20, "0"],
    ]);
  });

  test("a market without bars waits for them, and one that fails keeps no other back", async () => {
    venue.list("ETHUSDC");
    const minutes = ledger();
    await readStats(minutes);
    fill(START + 10_000);
    now = START + MINUTE_MS + 5_000;
    await minutes.store();
    const eth = { from: 0, to: now, limit: 10 };
    expect(await readMinutes(db, "ETHUSDC", eth)).toEqual([]);
    await insertBars(db, [
      {
        market: "ETHUSDC",
        interval: "1m",
        start: START,
        trades: 0,
        closed: true,
        filled: true,
        open: "1",
        high: "1",
        low: "1",
        close: "1",
        volume: "0",
      } as Bar,
    ]);
    const ofBtc = ({ searchParams }: URL) => searchParams.get("market") === BTC;
    venue.failPath = (url) => (ofBtc(url) ? 503 : undefined);
    now += MINUTE_MS;
    await expect(minutes.store()).rejects.toMatchObject({ status: 503 });
    expect(await readMinutes(db, "ETHUSDC", eth)).toHaveLength(2);
    expect(await figures()).toHaveLength(1);
  });
}

describe.runIf(isTestDatabaseEmbedded())("on the embedded database", () => {
  beforeAll(async () => {
    db = await testDatabase();
  });
  afterAll(() => db.$client.end());
  storesMinutes();
});

const server = await probePostgres(process.env);

describe.skipIf(server === undefined && !isPostgresPromised(process.env))("on Postgres", () => {
  let own: OwnDatabase;
  beforeAll(async () => {
    own = await borrowDatabase(server);
    setDatabase(undefined);
    db = await openDatabase({ dataDir: "unused", databaseUrl: new Secret(own.url) });
  });
  afterAll(async () => {
    setDatabase(undefined);
    await db.$client.end();
    await own.drop();
  });
  storesMinutes();
});
