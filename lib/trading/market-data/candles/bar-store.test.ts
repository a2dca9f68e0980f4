import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Database } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { BarBuilder } from "./bar-builder.ts";
import { storeSteps } from "./bar-step.ts";
import { pruneSecondBars, readBars } from "./bar-store.ts";

const END = Date.UTC(2026, 2, 3, 10, 0, 0);
const MARKETS = Array.from({ length: 10 }, (_, index) => `M${index}USDC`);
const SECONDS = 8_000;

let db: Database;
beforeEach(async () => {
  db = await testDatabase();
});
afterEach(() => db.$client.end());

/** Stored seconds that end at END. */
async function storeSeconds(market: string): Promise<void> {
  const builder = new BarBuilder(market);
  builder.offer({ kind: "mark", at: END - 1_000, price: 5n });
  const { head, bars } = builder.advance(END)!;
  await storeSteps(db, [{ market, from: undefined, head, bars }]);
  await db.execute(sql`
    INSERT INTO mark_bars (market, interval, start, open, high, low, close, volume, trades, filled)
    SELECT ${market}, '1s', start, 5, 5, 5, 5, 0, 0, true
    FROM generate_series(${END - SECONDS * 1_000}::bigint, ${END - 2_000}::bigint, 1000) AS start`);
}

test("old one-second bars of every market are deleted, some thousands in a statement, by the key of the table", async () => {
  for (const market of MARKETS) await storeSeconds(market);
  await db.execute("ANALYZE mark_bars");
  const deleted: number[] = [];
  const plans: string[] = [];
  const watched = new Proxy(db, {
    get: (target, name) => {
      if (name !== "delete") return Reflect.get(target, name).bind(target);
      return (table: Parameters<Database["delete"]>[0]) => ({
        where: async (condition: Parameters<ReturnType<Database["delete"]>["where"]>[0]) => {
          const statement = db.delete(table).where(condition).getSQL();
          const { rows } = await db.execute(sql`EXPLAIN ${statement}`);
          plans.push(rows.map((row) => String(row["QUERY PLAN"])).join("\n"));
          const { rowCount } = await db.delete(table).where(condition);
          deleted.push(rowCount ?? 0);
        },
      });
    },
  });
  await pruneSecondBars(watched, END - 60_000);
  for (const market of MARKETS) {
    const range = { from: 0, to: END, limit: 10_000 };
    const left = await readBars(db, { market, interval: "1s" }, range);
    expect(left.map(({ start }) => start)).toEqual(
      Array.from({ length: 60 }, (_, index) => END - 60_000 + index * 1_000),
    );
  }
  expect(deleted).toEqual(MARKETS.flatMap(() => [5_000, SECONDS - 60 - 5_000]));
  for (const plan of plans) expect(plan).not.toContain("Seq Scan");
});
