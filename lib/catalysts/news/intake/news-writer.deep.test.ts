/**
 * Restarts do not change what is stored, whatever the history is and however far a clock was ahead.
 */
import { afterEach, beforeEach, expect, test } from "vitest";
import { randomNews } from "#lib/catalysts/testing/random-news.testing.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import {
  countBack,
  readRows,
  storeBatch,
  storeTwice,
  uninterrupted,
  unlimited,
} from "./news-histories.testing.ts";
import { NewsWriter } from "./news-writer.ts";

let db: Database;
beforeEach(async () => {
  db = await testDatabase();
});
afterEach(() => db.$client.end());

test.each([1, 2, 3, 4])("a restart before each batch changes nothing (seed %i)", async (seed) => {
  const history = randomNews(seed, 30);
  for (const batch of history) await storeBatch(new NewsWriter({ db, ...unlimited }), batch);
  expect(await readRows(db)).toEqual(await uninterrupted(history));
});

test.each([3, 40, 60, 24 * 365].flatMap((hours) => [1, 2].map((seed) => ({ hours, seed }))))(
  "nor does it after a clock was $hours hours ahead, with several sources (seed $seed)",
  async (history) => {
    const { restarted, uninterrupted: same } = await storeTwice(db, history);
    expect(restarted).toEqual(same);
    expect(countBack(restarted)).toBe(1);
  },
);
