/**
 * Points depend neither on the order in which a node shows swaps, nor on how many are taken in at
 * once.
 */

import { asc, eq } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeUser } from "#lib/partner/partner.testing.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { MINUTE_MS } from "#lib/protocol/durations.ts";
import { computeShares, pointsByWeek, startOfWeek } from "#lib/protocol/points.ts";
import { bookPoints } from "#lib/swaps/points/book-points.ts";
import { pointEntries, swaps } from "#lib/swaps/schema/swaps.ts";

const MONDAY = Date.UTC(2026, 10, 23);
const USD = 10n ** 9n;

let db: Database;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.$client.end());

const assets = fc.constantFrom("USDC", "SOL", "BTC");
const step = fc.record({
  assetIn: assets,
  assetOut: assets,
  usd: fc.bigInt(0n, 900n),
  pause: fc.integer({ min: 0, max: 8 * MINUTE_MS }),
});
/** Swaps, how late each is taken in, and how many are taken in at once. */
const story = fc.record({
  steps: fc.array(fc.tuple(step, fc.integer({ min: 0, max: 5 })), { minLength: 1, maxLength: 14 }),
  atOnce: fc.integer({ min: 1, max: 4 }),
});

let users = 0;

test("points and reversed amounts are those of all swaps in the order of the chain", async () => {
  await fc.assert(
    fc.asyncProperty(story, async ({ steps, atOnce }) => {
      users += 1;
      const { userId } = await makeUser(db, `wallet ${users}`);
      let time = MONDAY - 20 * MINUTE_MS;
      const all = steps.map(([{ assetIn, assetOut, usd, pause }, delay], index) => {
        time += pause;
        const signature = `${users}:${String(index).padStart(2, "0")}`;
        return { signature, assetIn, assetOut, usd: usd * USD, time, slot: index, delay };
      });
      const shown = all.toSorted(
        (one, other) => one.slot + one.delay - (other.slot + other.delay) || one.slot - other.slot,
      );
      for (let from = 0; from < shown.length; from += atOnce) {
        const some = shown.slice(from, from + atOnce);
        await takeIn(
          userId,
          some.toSorted((one, other) => one.slot - other.slot),
        );
      }
      // A swap to the same asset on another network moves it, and earns no points.
      const shares = computeShares(all.filter(({ assetIn, assetOut }) => assetIn !== assetOut));
      const reversedOf = new Map(shares.map(({ signature, reversed }) => [signature, reversed]));
      const rows = await db
        .select({ signature: swaps.signature, reversed: swaps.reversed })
        .from(swaps)
        .where(eq(swaps.userId, userId))
        .orderBy(asc(swaps.slot));
      expect(rows).toEqual(
        all.map(({ signature }) => ({ signature, reversed: reversedOf.get(signature) ?? 0n })),
      );
      await expectPoints(userId, pointsByWeek(shares));
    }),
    { numRuns: 60 },
  );
});

type Shown = {
  signature: string;
  assetIn: string;
  assetOut: string;
  usd: bigint;
  time: number;
  slot: number;
};

async function takeIn(userId: string, some: readonly Shown[]): Promise<void> {
  await db.transaction(async (change) => {
    await change.insert(swaps).values(
      some.map(({ signature, assetIn, assetOut, usd, time, slot }) => ({
        signature,
        assetIn,
        assetOut,
        usd,
        slot,
        userId,
        network: "simulated" as const,
        wallet: "wallet",
        status: "finalized" as const,
        unitsIn: 1n,
        unitsOut: 1n,
        fee: 0n,
        feeGross: 0n,
        route: [],
        reversed: 0n,
        blockTime: time,
      })),
    );
    const given = some.map(({ signature, slot, time }) => ({ signature, slot, blockTime: time }));
    await bookPoints(change, userId, given, MONDAY);
  });
}

async function expectPoints(userId: string, weeks: ReturnType<typeof pointsByWeek>): Promise<void> {
  const entries = await db
    .select()
    .from(pointEntries)
    .where(eq(pointEntries.userId, userId))
    .orderBy(asc(pointEntries.seq));
  expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, index) => index + 1));
  let balance = 0;
  for (const entry of entries) {
    balance += entry.isReversal ? -entry.points : entry.points;
    expect(entry.balance).toBe(balance);
    expect(entry.weekPoints).toBeLessThanOrEqual(600);
  }
  expect(balance).toBe(weeks.reduce((sum, { points }) => sum + Number(points), 0));
  for (const { week, points, usd, reversed } of weeks) {
    const last = entries.findLast((entry) => entry.week === week);
    expect(last?.weekPoints ?? 0).toBe(Number(points));
    expect(startOfWeek(week)).toBe(week);
    if (last !== undefined && points > 0n) expect(usd).toBeGreaterThanOrEqual(reversed);
  }
}
