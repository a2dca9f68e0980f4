/**
 * What is stored depends only on what arrived in which order, not on restarts, kills or the number
 * of writers. Numbers have no gaps, and times never go back.
 */

import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { measuredItem } from "#lib/catalysts/news/measured/measured-item.ts";
import type { newsItems } from "#lib/catalysts/schema/news.ts";
import { randomNews } from "#lib/catalysts/testing/random-news.testing.ts";
import { readItem, SOURCE } from "#lib/catalysts/testing/stored-news.testing.ts";
import { Secret } from "#lib/kernel/env.ts";
import { isPostgresPromised, probePostgres } from "#lib/kernel/postgres.testing.ts";
import { closeDatabase, type Database, openDatabase } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { borrowDatabase } from "#lib/platform/db/lent-databases.testing.ts";
import { MINUTE_MS } from "#lib/protocol/durations.ts";
import {
  countBack,
  NOON,
  readRows,
  storeBatch,
  storeTwice,
  uninterrupted,
  unlimited,
} from "./news-histories.testing.ts";
import { NewsWriter } from "./news-writer.ts";

/** Runs `act` before the nth read of the database outside a transaction. */
function beforeRead(db: Database, number: number, act: () => Promise<void>): Database {
  let reads = 0;
  const waiting = (query: object): object =>
    new Proxy(query, {
      get: (target, key) => {
        const value: unknown = Reflect.get(target, key, target);
        if (typeof value !== "function") return value;
        return (...args: unknown[]): unknown => {
          if (key !== "then") return waiting(value.apply(target, args) as object);
          reads += 1;
          const isNow = reads === number;
          return (isNow ? act() : Promise.resolve()).then(() => value.apply(target, args));
        };
      },
    });
  return new Proxy(db, {
    get: (target, key) => {
      const value: unknown = Reflect.get(target, key, target);
      if (typeof value !== "function") return value;
      const call = (...args: unknown[]): unknown => value.apply(target, args);
      return key === "select" ? (...args: unknown[]) => waiting(call(...args) as object) : call;
    },
  });
}

describe("on the embedded database", () => {
  let db: Database;
  beforeEach(async () => {
    db = await testDatabase();
  });
  afterEach(() => db.$client.end());

  test("a restart before each batch changes nothing", async () => {
    const history = randomNews(1, 30);
    for (const batch of history) await storeBatch(new NewsWriter({ db, ...unlimited }), batch);
    const rows = await readRows(db);
    expect(rows).toEqual(await uninterrupted(history));
    expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, index) => index + 1));
    expect(new Set(rows.map(({ storyId }) => storyId)).size).toBeLessThan(rows.length);
    expect(rows.some(({ id, voiceId }) => id !== voiceId)).toBe(true);
    expect(rows.some(({ version }) => version > 1)).toBe(true);
  });

  test("a restart changes nothing after a clock was ahead, with several sources", async () => {
    const { restarted, uninterrupted } = await storeTwice(db, { seed: 1, hours: 60 });
    expect(restarted).toEqual(uninterrupted);
    expect(countBack(restarted)).toBe(1);
  });

  test.each(["locked", "placed", "inserted"] as const)(
    "a writer that is killed when it has %s leaves nothing, and the next one continues",
    async (killedAt) => {
      const history = randomNews(4, 20);
      let isKilled = false;
      const killed = new NewsWriter({
        db,
        ...unlimited,
        atStep: (step) => {
          if (step === killedAt && isKilled) throw new Error("killed");
        },
      });
      const next = new NewsWriter({ db, ...unlimited });
      for (const [index, batch] of history.entries()) {
        isKilled = index % 3 === 2;
        if (!isKilled) await storeBatch(killed, batch);
        else {
          const before = (await readRows(db)).length;
          await expect(storeBatch(killed, batch)).rejects.toThrow("killed");
          expect(await readRows(db)).toHaveLength(before);
          await storeBatch(next, batch);
        }
      }
      expect(await readRows(db)).toEqual(await uninterrupted(history));
    },
  );

  test("a story ends 48 hours after its first item, also for a writer that did not see that item", async () => {
    const batches = Array.from({ length: 13 }, (_, index) => ({
      minutes: index * 5 * 60,
      items: [{ url: `https://a.example/${index}`, headline: `Kraken hacked, update ${index}` }],
    }));
    for (const batch of batches) await storeBatch(new NewsWriter({ db }), batch);
    const rows = await readRows(db);
    const stories = [...new Set(rows.map(({ storyId }) => storyId))];
    expect(stories).toEqual([rows[0]?.id, rows[10]?.id]);
    expect(rows).toEqual(await uninterrupted(batches));
  });

  test.each([1, 2, 3])(
    "a first start misses nothing that another writer stores before its read number %i",
    async (number) => {
      const other = new NewsWriter({ db });
      const [first, second] = ["a", "b"].map((site) => ({
        minutes: 0,
        items: [{ url: `https://${site}.example/1`, headline: "Kraken hacked, $5 million stolen" }],
      }));
      if (first === undefined || second === undefined) throw new Error("There are two.");
      await storeBatch(
        new NewsWriter({ db: beforeRead(db, number, () => storeBatch(other, first)) }),
        second,
      );
      const [one, two] = await readRows(db);
      expect([two?.voiceId, two?.storyId]).toEqual([one?.id, one?.id]);
    },
  );

  test("a report has the changes of watched accounts of its assets in the half hour before it", async () => {
    const minute = { at: 0, now: () => NOON + minute.at * MINUTE_MS };
    const writer = new NewsWriter({ db });
    const chain = { ...SOURCE, name: "chain" };
    const flow = async (at: number, onchain: number, asset = "SOL") => {
      minute.at = at;
      const texts = { headline: `${onchain} ${asset} left`, summary: "" };
      const origin = { page: "https://c.example", parameters: { at: String(at) }, asset };
      const item = measuredItem({ ...origin, ...texts, at: minute.now(), onchain }, chain);
      await writer.store(chain, [item], minute);
    };
    const reportAt = async (at: number, headline: string, source = SOURCE) => {
      minute.at = at;
      const url = `https://a.example/${at}`;
      await writer.store(source, [readItem({ url, headline }, minute.now())], minute);
      return (await readRows(db)).at(-1)?.details.onchain;
    };
    expect(await reportAt(0, "Solana hacked")).toBeUndefined();
    await flow(1, 0.7);
    await flow(2, 0.5);
    await flow(3, 1, "ETH");
    expect(await reportAt(4, "Solana hacked again")).toBe(0.7);
    expect(await reportAt(5, "Cardano hacked")).toBeUndefined();
    expect(await reportAt(6, "Solana sees a quiet day")).toBeUndefined();
    const simulatedOrigin = "http://127.0.0.1:4100";
    expect(await reportAt(7, "Solana hacked", { ...SOURCE, simulatedOrigin })).toBeUndefined();
    expect(await reportAt(31, "Solana hacked once more")).toBe(0.5);
    expect(await reportAt(40, "Solana was hacked")).toBeUndefined();
  });

  test("an item that is stored twice at once is stored once", async () => {
    const batch = { minutes: 0, items: [{ url: "https://a.example/1", headline: "A quiet day" }] };
    const writers = [new NewsWriter({ db }), new NewsWriter({ db })];
    await Promise.all(
      writers.flatMap((writer) => [storeBatch(writer, batch), storeBatch(writer, batch)]),
    );
    expect(await readRows(db)).toHaveLength(1);
  });

  test("a text that changes at every read has 20 versions at most", async () => {
    const writer = new NewsWriter({ db });
    for (let round = 0; round < 25; round += 1) {
      const items = [{ url: "https://a.example/1", headline: `Visitors today: ${round}` }];
      await storeBatch(writer, { minutes: round, items });
    }
    expect(await readRows(db)).toHaveLength(20);
  });

  test("a stored item can neither be changed nor deleted", async () => {
    await storeBatch(new NewsWriter({ db }), {
      minutes: 0,
      items: [{ url: "https://a.example/1", headline: "A quiet day" }],
    });
    for (const statement of [
      sql`UPDATE news_items SET headline = 'x'`,
      sql`DELETE FROM news_items`,
    ]) {
      await expect(db.execute(statement)).rejects.toThrow("Failed query");
    }
    expect(await readRows(db)).toMatchObject([{ headline: "A quiet day" }]);
  });
});

const serverUrl = await probePostgres(process.env);

describe.skipIf(serverUrl === undefined && !isPostgresPromised(process.env))("on Postgres", () => {
  test("two replicas that store at once number items as one would, even if one clock is behind", async () => {
    const own = await borrowDatabase(serverUrl);
    // Each transaction has its own connection, as in two processes.
    const one = await openDatabase({ databaseUrl: new Secret(own.url), dataDir: "" });
    try {
      const writers = [0, 1].map(() => new NewsWriter({ db: one, ...unlimited }));
      const batches = randomNews(5, 40).map(({ items }, index) => ({
        minutes: index % 7,
        items: items.map((item, number) => ({
          ...item,
          url: `https://a.example/${index}-${number}`,
        })),
      }));
      await Promise.all(
        writers.map(async (writer, replica) => {
          for (const [index, batch] of batches.entries()) {
            if (index % 2 === replica) await storeBatch(writer, batch);
          }
        }),
      );
      const rows = await readRows(one);
      const count = batches.reduce((sum, { items }) => sum + items.length, 0);
      expect(rows.map(({ seq }) => seq)).toEqual(
        Array.from({ length: count }, (_, index) => index + 1),
      );
      const times = rows.map(({ recordedAt }) => recordedAt.getTime());
      expect(times).toEqual(times.toSorted((a, b) => a - b));
      expect(await replayed(rows)).toEqual(
        rows.map(({ id, voiceId, storyId }) => [id, voiceId, storyId]),
      );
    } finally {
      await closeDatabase();
      await own.drop();
    }
  });
});

/** What one writer makes of the stored rows in their order. */
async function replayed(rows: readonly (typeof newsItems.$inferSelect)[]) {
  const db = await testDatabase();
  const writer = new NewsWriter({ db, ...unlimited });
  for (const { url, headline, summary, recordedAt } of rows) {
    const now = recordedAt.getTime();
    await writer.store(SOURCE, [readItem({ url, headline, summary }, now)], { now: () => now });
  }
  const stored = await readRows(db);
  await db.$client.end();
  return stored.map(({ id, voiceId, storyId }) => [id, voiceId, storyId]);
}
