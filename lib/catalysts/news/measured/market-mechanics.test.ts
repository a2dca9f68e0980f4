/** News from the stored minutes of the markets. */

import { afterEach, beforeEach, expect, test } from "vitest";
import { storeBars } from "#lib/catalysts/testing/stored-markets.testing.ts";
import { SOURCE } from "#lib/catalysts/testing/stored-news.testing.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { MINUTE_MS } from "#lib/protocol/durations.ts";
import { marketMinutes } from "#lib/trading/schema/market-data.ts";
import { readMechanics } from "./market-mechanics.ts";

const NOON = Date.UTC(2026, 4, 1, 12);
const VENUE = { ...SOURCE, name: "venue", authority: 1, url: "https://app.example" };

let db: Database;
beforeEach(async () => {
  db = await testDatabase();
  for (const market of ["SOLUSDC", "BTCUSDC"]) {
    await storeBars(db, { market, from: NOON, closes: [100] });
  }
});
afterEach(() => db.$client.end());

type Minute = Partial<typeof marketMinutes.$inferInsert>;

/** Minutes starting this long after noon, each with a volume of 100,000 USDC. */
async function storeMinutes(from: number, ...minutes: readonly Minute[]): Promise<void> {
  const rows = minutes.map((minute, index) => ({
    market: "SOLUSDC",
    start: NOON + (from + index) * MINUTE_MS,
    volume: "100000",
    liquidatedLong: "0",
    liquidatedShort: "0",
    lastFillId: 1,
    ...minute,
  }));
  await db.insert(marketMinutes).values(rows);
}

const QUIET: Minute = {};
const headlinesAt = async (minutes: number) =>
  (await readMechanics(db, VENUE, NOON + minutes * MINUTE_MS)).items.map(
    ({ item }) => item.headline,
  );

test("liquidations of 30 % of the volume are news of their market, as a recap that is never a cause", async () => {
  const liquidated = { liquidatedLong: "60000.4", liquidatedShort: "1000" };
  await storeMinutes(5, QUIET, liquidated, liquidated, liquidated, QUIET);
  const { items } = await readMechanics(db, VENUE, NOON + 12 * MINUTE_MS);
  expect(items).toMatchObject([
    {
      item: {
        id: expect.stringMatching(/^nws_[0-9a-f]{24}$/),
        url: "https://app.example/trade/SOLUSDC?liquidations=2026-05-01T12%3A10%3A00.000Z",
        headline: "SOLUSDC: 180,001 USDC of longs liquidated in 5 minutes",
        summary:
          "From 12:05 to 12:10 UTC, liquidations were 36 % of the volume: 180,001 USDC of longs and 3,000 USDC of shorts.",
        publishedAt: NOON + 10 * MINUTE_MS,
      },
      reading: { role: "recap", type: null, assets: [{ asset: "SOL", weight: 1 }] },
    },
  ]);
  expect(await readMechanics(db, VENUE, NOON + 30 * MINUTE_MS)).toEqual({
    items,
    cursor: null,
    error: null,
  });
});

test("liquidations are not news when their share is smaller, they are small, incomplete or an hour old", async () => {
  const share: Minute = { liquidatedShort: "29999" };
  await storeMinutes(0, share, share, share, share, share);
  const small: Minute = { volume: "2000", liquidatedShort: "1999" };
  await storeMinutes(5, small, small, small, small, small);
  const all: Minute = { liquidatedShort: "90000" };
  await storeMinutes(10, all, all, all, all);
  expect(await headlinesAt(20)).toEqual([]);
  await storeMinutes(14, all);
  expect(await headlinesAt(20)).toEqual([
    "SOLUSDC: 450,000 USDC of shorts liquidated in 5 minutes",
  ]);
  expect(await headlinesAt(75)).toEqual([]);
});

test("a funding rate that changed its sign within an hour is news", async () => {
  await storeMinutes(-1, { fundingRate: "0.00004" });
  await storeMinutes(59, { fundingRate: "-0.00012" });
  await storeMinutes(119, { fundingRate: "-0.00013" });
  expect(await headlinesAt(59)).toEqual([]);
  const { items } = await readMechanics(db, VENUE, NOON + 60 * MINUTE_MS);
  expect(items).toMatchObject([
    {
      item: {
        headline: "SOLUSDC: funding turned negative, shorts pay",
        summary:
          "The rate of a funding period was -0.0120 % at 13:00 UTC, and 0.0040 % an hour before.",
        publishedAt: NOON + 60 * MINUTE_MS,
      },
    },
  ]);
  expect((await readMechanics(db, VENUE, NOON + 120 * MINUTE_MS)).items).toEqual(items);
  expect(await headlinesAt(180)).toEqual([]);
});

test("a rate close to zero or unknown does not count as a change of sign", async () => {
  await storeMinutes(-1, { fundingRate: "0.000009" }, { fundingRate: "-0.001" });
  await storeMinutes(59, { fundingRate: "-0.001" });
  await storeMinutes(-1, { market: "BTCUSDC", fundingRate: "0.001" });
  await storeMinutes(59, { market: "BTCUSDC", fundingRate: null });
  expect(await headlinesAt(65)).toEqual([]);
});
