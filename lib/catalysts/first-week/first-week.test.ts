/** The first start in a simulated world has a week of catalysts, as if the service had run; any other start has none. */
import { asc } from "drizzle-orm";
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { NewsWriter } from "#lib/catalysts/news/intake/news-writer.ts";
import { newsParser } from "#lib/catalysts/news/parsing/news-parser.ts";
import { readWatermark } from "#lib/catalysts/passes/watermark.ts";
import { catalystRevisions, catalysts, moveExplanations } from "#lib/catalysts/schema/catalysts.ts";
import { newsItems, newsSources } from "#lib/catalysts/schema/news.ts";
import { moveAt, storeFound } from "#lib/catalysts/testing/engine-inputs.testing.ts";
import { FeedServer } from "#lib/catalysts/testing/feed-server.testing.ts";
import { TICKS } from "#lib/catalysts/testing/signals.testing.ts";
import { systemTimers } from "#lib/kernel/time/timers.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "#lib/protocol/durations.ts";
import { FirstWeek } from "./first-week.ts";

const NOON = Date.UTC(2026, 4, 8, 12);
const log = { info: () => {}, warn: () => {} };
const priceTicks = () => Promise.resolve(TICKS);
const signal = new AbortController().signal;

let db: Database;
let feeds: FeedServer;
const parser = newsParser({ timers: systemTimers });

beforeEach(async () => {
  db = await testDatabase();
  feeds = await FeedServer.open();
});
afterEach(async () => {
  await db.$client.end();
  await feeds.close();
});
afterAll(() => parser.close());

const HACKED = NOON - 6 * HOUR_MS;
const LISTED = NOON - 12 * HOUR_MS;
const ago = (at: number) => new Date(at).toUTCString();

/** Two publishers, whose reports alternate in time. */
function past() {
  const hack = "Solana bridge Harbor hacked, $40 million drained";
  feeds.serve("/one.xml", [
    { path: "b", title: hack, date: ago(HACKED) },
    { path: "old", title: "Kraken lists Cardano (ADA)", date: ago(NOON - 9 * DAY_MS) },
  ]);
  feeds.serve("/two.xml", [
    {
      path: "c",
      title: "Hackers drain $40 million from Solana bridge Harbor",
      date: ago(HACKED + MINUTE_MS),
    },
    { path: "a", title: "Kraken lists Chainlink (LINK) for spot trading", date: ago(LISTED) },
  ]);
  const writer = new NewsWriter({ db });
  return { sources: [feeds.source("one"), feeds.source("two")], parser, writer };
}

test("reports are recorded seconds after they were published, in one order", async () => {
  const week = new FirstWeek({ db, log, since: NOON });
  await week.recordNews(past(), NOON);
  const rows = await db.select().from(newsItems).orderBy(asc(newsItems.seq));
  expect(rows.map(({ recordedAt }) => recordedAt.getTime())).toEqual(
    [LISTED, HACKED, HACKED + MINUTE_MS].map((at) => at + 5 * SECOND_MS),
  );
  expect(rows.every(({ simulated }) => simulated)).toBe(true);
  const states = await db.select().from(newsSources).orderBy(asc(newsSources.name));
  expect(states.map(({ lastItemAt }) => lastItemAt?.getTime())).toEqual([
    HACKED + 5 * SECOND_MS,
    HACKED + 65 * SECOND_MS,
  ]);
});

test("passes are made at the times of the week, and causes are found as they would have been", async () => {
  const week = new FirstWeek({ db, log, since: NOON });
  await week.recordNews(past(), NOON);
  await storeFound(db, HACKED, moveAt(HACKED - MINUTE_MS));
  await storeFound(db, NOON - MINUTE_MS);
  await week.run({ now: NOON, priceTicks }, signal);
  expect(week.isOver).toBe(true);
  const seen = await db.select().from(catalysts).orderBy(asc(catalysts.firstSeenAt));
  expect(seen.map(({ event }) => [event.type, event.first_seen_at, event.simulated])).toEqual([
    ["listing", new Date(LISTED + 5 * SECOND_MS).toISOString(), true],
    ["hack", new Date(HACKED + 5 * SECOND_MS).toISOString(), true],
    ["hack", new Date(HACKED + 65 * SECOND_MS).toISOString(), true],
  ]);
  const revisions = await db.select().from(catalystRevisions);
  const times = revisions.map(({ recordedAt }) => recordedAt.getTime());
  expect(Math.min(...times)).toBeLessThan(LISTED + MINUTE_MS);
  expect(Math.max(...times)).toBeLessThanOrEqual(NOON);
  const [said] = await db.select().from(moveExplanations);
  expect(said?.recordedAt.getTime()).toBeLessThan(HACKED + HOUR_MS);
  expect((await readWatermark(db))?.at).toBeLessThanOrEqual(NOON);
});

test("a service that has run before gets no past, and one without a story waits for none", async () => {
  const first = new FirstWeek({ db, log, since: NOON });
  feeds.serve("/empty.xml", []);
  const writer = new NewsWriter({ db });
  await first.recordNews({ sources: [feeds.source("empty")], parser, writer }, NOON);
  expect(first.isOver).toBe(true);
  const second = new FirstWeek({ db, log, since: NOON });
  await second.recordNews(past(), NOON);
  await storeFound(db, NOON - MINUTE_MS);
  await second.run({ now: NOON, priceTicks }, signal);
  const later = new FirstWeek({ db, log, since: NOON + HOUR_MS });
  const before = await db.select().from(catalystRevisions);
  await later.recordNews(past(), NOON + HOUR_MS);
  await later.run({ now: NOON + HOUR_MS, priceTicks }, signal);
  expect(later.isOver).toBe(true);
  expect(await db.select().from(catalystRevisions)).toEqual(before);
});

test("without moves in time it goes on without a past", async () => {
  const week = new FirstWeek({ db, log, since: NOON });
  await week.recordNews(past(), NOON);
  await week.run({ now: NOON + MINUTE_MS, priceTicks }, signal);
  expect(week.isOver).toBe(false);
  await week.run({ now: NOON + 11 * MINUTE_MS, priceTicks }, signal);
  expect(week.isOver).toBe(true);
  expect(await db.select().from(catalysts)).toEqual([]);
});

test("a simulated world that does not answer holds up the other sources for a minute", async () => {
  const week = new FirstWeek({ db, log, since: NOON });
  const parts = { ...past(), sources: [feeds.source("nowhere")] };
  expect(await week.recordNews(parts, NOON + SECOND_MS)).toBe(false);
  expect(await week.recordNews(parts, NOON + 2 * MINUTE_MS)).toBe(true);
  expect(week.isOver).toBe(true);
});
