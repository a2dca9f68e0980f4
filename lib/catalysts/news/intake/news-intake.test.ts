/**
 * From a feed server to stored rows: new items are stored once and in order, whichever replica
 * reads and whatever fails.
 */
import { asc } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { measuredItem } from "#lib/catalysts/news/measured/measured-item.ts";
import type { ModelAnswer } from "#lib/catalysts/news/model/classifier.ts";
import { SecondOpinion } from "#lib/catalysts/news/model/second-opinion.ts";
import { newsParser } from "#lib/catalysts/news/parsing/news-parser.ts";
import type { NewsSource } from "#lib/catalysts/news/sources/news-source.ts";
import { newsItems, newsSources } from "#lib/catalysts/schema/news.ts";
import { FeedServer, rss } from "#lib/catalysts/testing/feed-server.testing.ts";
import { ManualTimers } from "#lib/kernel/time/timers.testing.ts";
import { systemTimers } from "#lib/kernel/time/timers.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { NewsIntake } from "./news-intake.ts";
import { NewsWriter } from "./news-writer.ts";

const NOON = Date.UTC(2026, 4, 1, 12);
const POLL_MS = 60_000;
const HACK = { path: "items/1", title: "Kraken hacked, $120 million drained from hot wallets" };
const LISTING = { path: "items/2", title: "Binance lists Solana perpetual futures" };

const parser = newsParser({ timers: systemTimers });
let feeds: FeedServer;
let db: Database;
const warnings: unknown[] = [];
const clock = { at: NOON, now: () => clock.at };

beforeAll(async () => {
  feeds = await FeedServer.open();
});
afterAll(async () => {
  await feeds.close();
  await parser.close();
});
beforeEach(async () => {
  db = await testDatabase();
  feeds.requests.length = 0;
  warnings.length = 0;
});
afterEach(() => db.$client.end());

function intakeOf(
  sources: readonly NewsSource[],
  writer = new NewsWriter({ db }),
  database = db,
): NewsIntake {
  const log = { warn: (...entries: unknown[]) => warnings.push(entries) };
  const rest = { pollMs: POLL_MS, parser, writer, log, clock, random: () => 0.5 };
  return new NewsIntake({ db: database, sources, ...rest });
}

async function runAt(intake: NewsIntake, now: number): Promise<void> {
  clock.at = now;
  await intake.run(now);
  await intake.idle();
}

const stored = () => db.select().from(newsItems).orderBy(asc(newsItems.seq));
const states = () => db.select().from(newsSources).orderBy(asc(newsSources.name));

test("an item has its text, its time, its source and its classification", async () => {
  const summary = "<p>The exchange <b>halted</b> withdrawals.</p>";
  feeds.serve("/wire.xml", [{ ...HACK, summary, date: "Fri, 01 May 2026 11:58:00 GMT" }]);
  await runAt(intakeOf([feeds.source("wire")]), NOON);
  const [row, ...others] = await stored();
  expect(others).toEqual([]);
  expect(row).toMatchObject({
    id: expect.stringMatching(/^nws_[0-9a-f]{24}$/),
    version: 1,
    seq: 1,
    source: "wire",
    url: `${feeds.origin}/items/1`,
    publisher: "127.0.0.1",
    simulated: true,
    headline: HACK.title,
    summary: "The exchange halted withdrawals.",
    publishedAt: new Date("2026-05-01T11:58:00Z"),
    recordedAt: new Date(NOON),
    role: "report",
    type: "hack",
    direction: "negative",
    authority: 0.7,
    details: { exchanges: ["kraken"], amounts: [120_000_000], days: [], actors: [] },
    voiceId: row?.id,
    storyId: row?.id,
    model: null,
  });
  expect(row?.reader).toMatch(/^[0-9a-f]{64}$/);
});

describe("a source", () => {
  test("is read again after the poll time with its ETag, and known items are not stored again", async () => {
    feeds.serve("/wire.xml", [HACK]);
    const intake = intakeOf([feeds.source("wire")]);
    await runAt(intake, NOON);
    await runAt(intake, NOON + POLL_MS - 1);
    expect(feeds.requests).toHaveLength(1);
    await runAt(intake, NOON + POLL_MS);
    expect(feeds.requests[1]?.etag).toBeDefined();
    feeds.serve("/wire.xml", [LISTING, HACK]);
    await runAt(intake, NOON + 2 * POLL_MS);
    expect((await stored()).map(({ seq, type }) => [seq, type])).toEqual([
      [1, "hack"],
      [2, "listing"],
    ]);
    expect(await states()).toMatchObject([
      {
        name: "wire",
        kind: "rss",
        failures: 0,
        lastReadAt: new Date(NOON + 2 * POLL_MS),
        lastItemAt: new Date(NOON + 2 * POLL_MS),
      },
    ]);
  });

  test("keeps its ETag and its time across a restart", async () => {
    feeds.serve("/wire.xml", [HACK]);
    await runAt(intakeOf([feeds.source("wire")]), NOON);
    const next = intakeOf([feeds.source("wire")]);
    await runAt(next, NOON + 1_000);
    expect(feeds.requests).toHaveLength(1);
    await runAt(next, NOON + POLL_MS);
    expect(feeds.requests[1]?.etag).toBeDefined();
    expect(await stored()).toHaveLength(1);
  });

  test("with a changed text stores another version in the story of the first", async () => {
    feeds.serve("/wire.xml", [HACK]);
    const intake = intakeOf([feeds.source("wire")]);
    await runAt(intake, NOON);
    feeds.serve("/wire.xml", [{ ...HACK, title: "Kraken hacked, $125 million drained" }]);
    await runAt(intake, NOON + POLL_MS);
    const [first, second] = await stored();
    expect([second?.id, second?.version, second?.seq]).toEqual([first?.id, 2, 2]);
    expect([second?.voiceId, second?.storyId]).toEqual([first?.voiceId, first?.storyId]);
  });

  test("with the address of another source's item replaces it only with higher authority", async () => {
    feeds.serve("/low.xml", [HACK]);
    feeds.serve("/same.xml", [{ ...HACK, title: "Kraken loses $120 million" }]);
    feeds.serve("/high.xml", [{ ...HACK, title: "Kraken confirms theft of $120 million" }]);
    const read = async (name: string, authority: number, minute: number) =>
      runAt(intakeOf([feeds.source(name, authority)]), NOON + minute * POLL_MS);
    await read("low", 0.5, 0);
    await read("same", 0.5, 1);
    expect(await stored()).toHaveLength(1);
    await read("high", 0.9, 2);
    await read("low", 0.5, 3);
    expect((await stored()).map(({ source, version }) => [source, version])).toEqual([
      ["low", 1],
      ["high", 2],
    ]);
  });

  test("that fails waits twice as long each time, shows why, and delays no other source", async () => {
    feeds.on("/bad.xml", (_request, response) => response.writeHead(503).end());
    feeds.serve("/wire.xml", [HACK]);
    const intake = intakeOf([feeds.source("bad"), feeds.source("wire")]);
    await runAt(intake, NOON);
    expect(await states()).toMatchObject([
      { name: "bad", failures: 1, error: "http_status 503", lastReadAt: null },
      { name: "wire", failures: 0, error: null },
    ]);
    await runAt(intake, NOON + 2 * POLL_MS - 1);
    expect(feeds.requests.filter(({ path }) => path === "/bad.xml")).toHaveLength(1);
    await runAt(intake, NOON + 2 * POLL_MS);
    const [bad] = await states();
    expect([bad?.failures, bad?.nextAt.getTime()]).toEqual([2, NOON + 6 * POLL_MS]);
    expect(warnings).toEqual([]);
  });

  test("waits as long as Retry-After says, up to an hour", async () => {
    feeds.on("/busy.xml", (_request, response) =>
      response.writeHead(429, { "retry-after": "86400" }).end(),
    );
    await runAt(intakeOf([feeds.source("busy")]), NOON);
    const [state] = await states();
    expect(state?.nextAt.getTime()).toBe(NOON + 3_600_000);
  });

  test("adds at most 200 items an hour; the rest follows later", async () => {
    const flood = Array.from({ length: 300 }, (_, index) => ({
      path: `items/${index}`,
      title: `Notice number ${index} about a quiet day`,
    }));
    feeds.serve("/flood.xml", flood);
    const intake = intakeOf([feeds.source("flood")]);
    await runAt(intake, NOON);
    await runAt(intake, NOON + POLL_MS);
    expect(await stored()).toHaveLength(200);
    await runAt(intake, NOON + 61 * POLL_MS);
    const rows = await stored();
    expect(rows.map(({ seq }) => seq)).toEqual(
      Array.from({ length: 300 }, (_, index) => index + 1),
    );
    expect(new Set(rows.map(({ id }) => id)).size).toBe(300);
  });

  test("of the real world cannot reach this machine", async () => {
    feeds.serve("/wire.xml", [HACK]);
    const real = { ...feeds.source("wire"), simulatedOrigin: undefined };
    await runAt(intakeOf([real]), NOON);
    expect(await states()).toMatchObject([{ error: "target_refused" }]);
    expect(feeds.requests).toEqual([]);
  });

  test("of the simulated world cannot leave its origin by a redirect", async () => {
    const other = await FeedServer.open();
    other.serve("/wire.xml", [HACK]);
    feeds.on("/wire.xml", (_request, response) =>
      response.writeHead(302, { location: `${other.origin}/wire.xml` }).end(),
    );
    await runAt(intakeOf([feeds.source("wire")]), NOON);
    expect(other.requests).toEqual([]);
    expect(await states()).toMatchObject([{ error: "target_refused" }]);
    await other.close();
  });
});

test("a language model's answer is stored with its item, which alone waits for it; a new writer places the next item by it", async () => {
  const answer = Promise.withResolvers<ModelAnswer>();
  const classifier = { identity: { name: "small-1" }, classify: () => answer.promise };
  const log = { warn: (...entries: unknown[]) => warnings.push(entries) };
  const timers = new ManualTimers(NOON);
  const secondOpinion = new SecondOpinion({ classifier, timers, log });
  const writer = new NewsWriter({ db });
  const rest = {
    pollMs: POLL_MS,
    parser,
    writer,
    secondOpinion,
    log,
    clock: timers,
    random: () => 0.5,
  };
  const title = "Solana could be hacked, analysts warn";
  feeds.serve("/wire.xml", [{ path: "items/3", title }, HACK]);
  const intake = new NewsIntake({ db, sources: [feeds.source("wire")], ...rest });
  await intake.run(NOON);
  await vi.waitFor(async () => expect(await stored()).toMatchObject([{ headline: HACK.title }]));
  timers.sleep(2_500);
  const said: ModelAnswer = {
    type: "hack",
    type_confidence: 1,
    direction: "negative",
    direction_confidence: 1,
    assets: ["SOL"],
  };
  answer.resolve(said);
  await intake.idle();
  const [, both] = await stored();
  expect(both).toMatchObject({
    headline: title,
    recordedAt: new Date(NOON + 2_500),
    type: "hack",
    typeScore: 0.738,
    model: { name: "small-1", ...said },
  });
  feeds.serve("/other.xml", [{ path: "items/4", title: "Solana hacked, experts warn" }]);
  await runAt(intakeOf([feeds.source("other")]), NOON + POLL_MS);
  const [, , next] = await stored();
  expect(next).toMatchObject({ type: "hack", model: null, storyId: both?.id });
});

test("an item is recorded when it is stored, so answers about the time in which its source was slow do not change", async () => {
  const body = rss([{ ...HACK, link: `${feeds.origin}/${HACK.path}` }]);
  feeds.on("/slow.xml", (_request, response) => {
    clock.at = NOON + 10_000;
    response.writeHead(200, { "content-type": "application/rss+xml" }).end(body);
  });
  await runAt(intakeOf([feeds.source("slow")]), NOON);
  expect(await stored()).toMatchObject([{ recordedAt: new Date(NOON + 10_000) }]);
  expect(await states()).toMatchObject([{ lastItemAt: new Date(NOON + 10_000) }]);
});

test("no model is asked about items beyond the hourly limit of their source", async () => {
  let questions = 0;
  const classify = async (): Promise<ModelAnswer> => {
    questions += 1;
    throw new Error("the model has no answer");
  };
  const log = { warn: (...entries: unknown[]) => warnings.push(entries) };
  const classifier = { identity: { name: "small-1" }, classify };
  const secondOpinion = new SecondOpinion({ classifier, timers: new ManualTimers(NOON), log });
  const writer = new NewsWriter({ db, mostPerHour: 1 });
  const rest = { pollMs: POLL_MS, parser, writer, secondOpinion, log, clock, random: () => 0.5 };
  const intake = new NewsIntake({ db, sources: [feeds.source("wire")], ...rest });
  const doubtful = { path: "items/3", title: "Solana could be hacked, analysts warn" };
  feeds.serve("/wire.xml", [HACK]);
  await runAt(intake, NOON);
  feeds.serve("/wire.xml", [doubtful, HACK]);
  await runAt(intake, NOON + POLL_MS);
  expect([questions, (await stored()).length]).toEqual([0, 1]);
  await runAt(intake, NOON + 61 * POLL_MS);
  expect([questions, (await stored()).length]).toEqual([1, 2]);
});

test("a clock that was a year ahead stops no source", async () => {
  const intake = intakeOf([feeds.source("wire")], new NewsWriter({ db, mostPerHour: 1 }));
  const ahead = NOON + 365 * 86_400_000;
  feeds.serve("/wire.xml", [HACK]);
  await runAt(intake, ahead);
  feeds.serve("/wire.xml", [LISTING]);
  await runAt(intake, NOON);
  expect((await stored()).map(({ recordedAt }) => recordedAt.getTime())).toEqual([ahead, NOON]);
});

test("`recordedAt` does not go back with a clock that goes back by an hour", async () => {
  feeds.serve("/one.xml", [HACK]);
  feeds.serve("/two.xml", [LISTING]);
  await runAt(intakeOf([feeds.source("one")]), NOON);
  await runAt(intakeOf([feeds.source("two")]), NOON - 3_600_000);
  expect((await stored()).map(({ recordedAt }) => recordedAt.getTime())).toEqual([NOON, NOON]);
});

test("a measurement is stored once, and the next read continues where it ended", async () => {
  const source = { ...feeds.source("venue", 1), url: "https://app.example" };
  const cursors: (string | null)[] = [];
  const measure = async (cursor: string | null, now: number) => {
    cursors.push(cursor);
    const page = "https://app.example/trade/SOLUSDC";
    const rest = { asset: "SOL", headline: "SOLUSDC: 5 hacked", summary: "", at: now };
    const item = measuredItem({ page, parameters: { at: "1" }, ...rest }, source);
    return { items: [item], cursor: `after ${cursors.length}`, error: null };
  };
  const log = { warn: (...entries: unknown[]) => warnings.push(entries) };
  const measures = new Map([["venue", measure]]);
  const rest = { pollMs: POLL_MS, parser, measures, log, clock, random: () => 0.5 };
  const read = (now: number) =>
    runAt(new NewsIntake({ db, sources: [source], writer: new NewsWriter({ db }), ...rest }), now);
  await read(NOON);
  await read(NOON + POLL_MS);
  expect(cursors).toEqual([null, "after 1"]);
  expect(await stored()).toMatchObject([
    { source: "venue", role: "recap", type: null, assets: [{ asset: "SOL", weight: 1 }] },
  ]);
  expect(await states()).toMatchObject([
    { kind: "venue", cursor: "after 2", failures: 0, lastItemAt: new Date(NOON) },
  ]);
  expect(feeds.requests).toEqual([]);
});
