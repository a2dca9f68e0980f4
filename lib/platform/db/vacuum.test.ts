import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { KLINE_INTERVALS } from "#lib/protocol/kline.ts";
import type { Database } from "./client.ts";
import { embeddedDatabase } from "./db.testing.ts";
import { vacuumWithoutAutovacuum } from "./vacuum.ts";

describe("the embedded database does not grow", () => {
  let db: Database;
  beforeAll(async () => {
    db = await embeddedDatabase();
  });
  afterAll(() => db.$client.end());

  const sizeOf = async (table: string): Promise<number> => {
    const { rows } = await db.execute<{ size: string }>(
      sql`SELECT pg_relation_size(${table}) AS size`,
    );
    return Number(rows[0]!.size);
  };

  test("when rows are deleted", async () => {
    const sizes: number[] = [];
    for (let round = 0; round < 6; round += 1) {
      await db.execute(sql`
        INSERT INTO mark_bars
        SELECT 'M', '1s', ${round} * 10000 + n, 1, 1, 1, 1, 0, 0, true FROM generate_series(1, 5000) AS n`);
      await db.execute(sql`DELETE FROM mark_bars WHERE start < ${round} * 10000`);
      await vacuumWithoutAutovacuum(db);
      sizes.push(await sizeOf("mark_bars"));
    }
    expect(sizes.at(-1)).toBeLessThanOrEqual(sizes[1]!);
  });

  test("when the bar heads are rewritten every second", async () => {
    const bars = Object.fromEntries(
      KLINE_INTERVALS.map((name) => [name, { start: 1_772_582_360_000, open: "64000.123456" }]),
    );
    const text = JSON.stringify({ ...bars, rest: "x".repeat(700) });
    await db.execute(sql`
      INSERT INTO mark_bar_heads SELECT 'M' || n, 0, ${text}::jsonb, 0, 0, 0 FROM generate_series(1, 10) AS n`);
    for (let second = 1; second <= 200; second += 1) {
      await db.execute(sql`UPDATE mark_bar_heads SET open_second = ${second}`);
    }
    expect(await sizeOf("mark_bar_heads")).toBeLessThan(200_000);
  });
});
