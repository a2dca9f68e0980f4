/** A slow source of news delays no source of the calendar, and the other way round. */
import type { ServerResponse } from "node:http";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { CalendarIntake } from "#lib/catalysts/calendar/intake/calendar-intake.ts";
import { CalendarWriter } from "#lib/catalysts/calendar/intake/calendar-writer.ts";
import { calendarParsers } from "#lib/catalysts/calendar/parsing/calendar-parsers.ts";
import {
  serveReleases,
  sourceAt,
  storedItems,
} from "#lib/catalysts/calendar/testing/calendar-world.testing.ts";
import { NewsIntake } from "#lib/catalysts/news/intake/news-intake.ts";
import { NewsWriter } from "#lib/catalysts/news/intake/news-writer.ts";
import { newsParser } from "#lib/catalysts/news/parsing/news-parser.ts";
import { newsItems } from "#lib/catalysts/schema/news.ts";
import { FeedServer } from "#lib/catalysts/testing/feed-server.testing.ts";
import { systemTimers } from "#lib/kernel/time/timers.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { internet, type Network } from "#lib/platform/outbound/guarded-request.ts";

const NOON = Date.UTC(2026, 4, 1, 12);
const CPI = { id: 1, kind: "cpi", title: "CPI y/y", time: new Date(NOON + 3_600_000) };
const LISTING = { path: "items/2", title: "Binance lists Solana perpetual futures" };

const parser = newsParser({ timers: systemTimers });
const parsers = calendarParsers(systemTimers);
let server: FeedServer;
let db: Database;
const open: ServerResponse[] = [];

beforeAll(async () => {
  server = await FeedServer.open();
});
afterAll(async () => {
  await Promise.all([server.close(), parser.close(), parsers.close()]);
});
beforeEach(async () => {
  db = await testDatabase();
});
afterEach(() => db.$client.end());

/** The source takes the request, and answers nothing until `answerAll`. */
const stall = (path: string) => server.on(path, (_, response) => open.push(response));
const answerAll = () => {
  for (const response of open.splice(0)) response.writeHead(500).end();
};

/** No read ends because the source took too long: only `answerAll` ends it. */
const network: Network = { ...internet, timeoutMs: 600_000 };

function noteEnd(work: Promise<void>): { already: boolean } {
  const ended = { already: false };
  void work.then(() => {
    ended.already = true;
  });
  return ended;
}

const common = () => ({
  db,
  network,
  pollMs: 60_000,
  log: { warn: () => {} },
  random: () => 0.5,
});

const newsOf = (...names: string[]) =>
  new NewsIntake({
    ...common(),
    sources: names.map((name) => server.source(name)),
    parser,
    writer: new NewsWriter({ db }),
    clock: { now: () => NOON },
  });

const calendarOf = (...names: string[]) =>
  new CalendarIntake({
    ...common(),
    sources: names.map((name) => sourceAt(server, name)),
    parserOf: parsers.of,
    writer: new CalendarWriter(db, names),
    timers: { now: () => NOON },
  });

test("a calendar is read while sources of news do not answer", async () => {
  const slow = ["one", "two", "three", "four", "five"];
  for (const name of slow) stall(`/${name}.xml`);
  serveReleases(server, "releases", [CPI]);
  const [news, calendar] = [newsOf(...slow), calendarOf("releases")];
  await news.run(NOON);
  await expect.poll(() => open.length).toBe(4);
  const ended = noteEnd(news.idle());
  await calendar.run(NOON);
  await calendar.idle();
  expect(await storedItems(db)).toMatchObject([{ title: "CPI y/y" }]);
  expect(ended.already).toBe(false);
  answerAll();
  await news.idle();
});

test("news are read while sources of the calendar do not answer", async () => {
  const slow = ["east", "west", "north", "south", "centre"];
  for (const name of slow) stall(`/${name}`);
  server.serve("/wire.xml", [LISTING]);
  const [news, calendar] = [newsOf("wire"), calendarOf(...slow)];
  await calendar.run(NOON);
  await expect.poll(() => open.length).toBe(slow.length);
  const ended = noteEnd(calendar.idle());
  await news.run(NOON);
  await news.idle();
  expect(await db.select().from(newsItems)).toMatchObject([{ headline: LISTING.title }]);
  expect(ended.already).toBe(false);
  answerAll();
  await calendar.idle();
});
