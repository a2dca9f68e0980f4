/** From a server of calendars to stored rows: how a release develops, whatever its sources do. */

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { releaseId } from "#lib/catalysts/calendar/releases/release-id.ts";
import {
  brokenCalendar,
  POLL_MS,
  serveReleases,
  sourceAt,
  storedItems,
  storedRevisions,
  testIntake,
} from "#lib/catalysts/calendar/testing/calendar-world.testing.ts";
import { calendarSources } from "#lib/catalysts/schema/calendar.ts";
import { FeedServer } from "#lib/catalysts/testing/feed-server.testing.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { HOUR_MS } from "#lib/protocol/durations.ts";

const T = Date.UTC(2026, 4, 12, 12, 30);
const CPI = {
  id: "cpi-04",
  kind: "cpi",
  title: "CPI y/y",
  country: "US",
  period: "2026-04",
  time: new Date(T).toISOString(),
  unit: "%",
  forecast: "3.1",
  previous: "3.0",
};

let server: FeedServer;
let db: Database;

beforeAll(async () => {
  server = await FeedServer.open();
});
afterAll(() => server.close());
beforeEach(async () => {
  db = await testDatabase();
  server.requests.length = 0;
});
afterEach(async () => {
  expect(await brokenCalendar(db)).toEqual([]);
  await db.$client.end();
});

const one = () => testIntake(db, [sourceAt(server, "one")]);
const both = () => testIntake(db, [sourceAt(server, "one"), sourceAt(server, "two")]);
const course = async () =>
  (await storedRevisions(db)).map(({ status, changed }) => [status, changed]);
const at = (time: number) => new Date(time).toISOString();

test("a release's id is made of the source and its own id, and its first revision changes nothing", async () => {
  serveReleases(server, "one", [CPI]);
  await one().runAt(T - 48 * HOUR_MS);
  expect(await storedItems(db)).toMatchObject([
    {
      id: releaseId("one", "cpi-04"),
      revision: 1,
      // The calendar's watermark had moved to the same millisecond, so the row is stored one later.
      recordedAt: new Date(T - 48 * HOUR_MS + 1),
      releasedAt: null,
      scheduledAt: T,
      status: "scheduled",
      forecast: "3.1",
      actual: null,
      surprise: null,
      source: "one",
      simulated: true,
    },
  ]);
  expect(await course()).toEqual([["scheduled", []]]);
});

test("a release that is moved, published and corrected has a revision for each, under one id", async () => {
  const { runAt } = one();
  serveReleases(server, "one", [CPI]);
  await runAt(T - 48 * HOUR_MS);
  const moved = { ...CPI, time: at(T + HOUR_MS) };
  serveReleases(server, "one", [moved]);
  await runAt(T - 47 * HOUR_MS);
  serveReleases(server, "one", [{ ...moved, actual: "3.4" }]);
  await runAt(T + HOUR_MS + 1_000);
  serveReleases(server, "one", [{ ...moved, actual: "3.3", revised_previous: "2.9" }]);
  await runAt(T + 2 * HOUR_MS);
  expect(await course()).toEqual([
    ["scheduled", []],
    ["moved", ["scheduled_at", "status"]],
    ["released", ["actual", "surprise", "status"]],
    ["released", ["revised_previous", "actual", "surprise"]],
  ]);
  expect(await storedItems(db)).toMatchObject([
    { surprise: "0.2", actual: "3.3", releasedAt: new Date(T + HOUR_MS + 1_001) },
  ]);
});

test("a release that is moved to a later date loses its number, and the next number has its own time", async () => {
  const { runAt } = one();
  serveReleases(server, "one", [{ ...CPI, actual: "3.4" }]);
  await runAt(T + 1_000);
  const next = T + 365 * 24 * HOUR_MS;
  serveReleases(server, "one", [{ ...CPI, time: at(next) }]);
  await runAt(T + HOUR_MS);
  expect(await storedItems(db)).toMatchObject([
    { actual: null, surprise: null, surpriseZ: null, status: "moved", releasedAt: null },
  ]);
  serveReleases(server, "one", [{ ...CPI, time: at(next), actual: "2.9" }]);
  await runAt(next + 1_000);
  expect(await storedItems(db)).toMatchObject([
    { actual: "2.9", status: "released", releasedAt: new Date(next + 1_001) },
  ]);
});

test("a cancelled release is not overdue, and may be scheduled again", async () => {
  const { runAt } = one();
  serveReleases(server, "one", [{ ...CPI, status: "cancelled" }]);
  await runAt(T - HOUR_MS);
  await runAt(T + HOUR_MS);
  expect((await storedItems(db)).map(({ status }) => status)).toEqual(["cancelled"]);
  serveReleases(server, "one", [{ ...CPI, time: at(T + 48 * HOUR_MS) }]);
  await runAt(T + 2 * HOUR_MS);
  expect(await course()).toEqual([
    ["cancelled", []],
    ["moved", ["scheduled_at", "status"]],
  ]);
});

test("a missing number is overdue 15 minutes after its time, once; a speech never is", async () => {
  const { runAt } = one();
  const speech = { id: "s", title: "Fed chair speaks", time: at(T) };
  serveReleases(server, "one", [CPI, speech]);
  await runAt(T - HOUR_MS);
  await runAt(T + 15 * 60_000);
  expect((await storedItems(db)).map(({ status }) => status)).toEqual(["scheduled", "scheduled"]);
  await runAt(T + 15 * 60_000 + 2_000);
  await runAt(T + 15 * 60_000 + 4_000);
  const items = await storedItems(db);
  expect(items.map(({ kind, status }) => [kind, status])).toEqual(
    expect.arrayContaining([
      ["cpi", "overdue"],
      ["central_bank_speech", "scheduled"],
    ]),
  );
  serveReleases(server, "one", [{ ...CPI, actual: "3.1" }, speech]);
  await runAt(T + HOUR_MS);
  expect(await storedItems(db)).toContainEqual(
    expect.objectContaining({ status: "released", surprise: "0", revision: 3 }),
  );
});

test("a release without a time is overdue after its day, and learning its time is no move", async () => {
  const { runAt } = one();
  serveReleases(server, "one", [{ ...CPI, time: "2026-05-12" }]);
  await runAt(T - 48 * HOUR_MS);
  serveReleases(server, "one", [CPI]);
  await runAt(T - 47 * HOUR_MS);
  expect(await course()).toEqual([
    ["scheduled", []],
    ["scheduled", ["scheduled_at", "precision"]],
  ]);
  serveReleases(server, "one", [{ ...CPI, id: "day", kind: "gdp", time: "2026-05-12" }]);
  await runAt(T - 46 * HOUR_MS);
  await runAt(Date.UTC(2026, 4, 13, 0, 14));
  const gdp = async () => (await storedItems(db)).find(({ kind }) => kind === "gdp")?.status;
  expect(await gdp()).toBe("scheduled");
  await runAt(Date.UTC(2026, 4, 13, 0, 16));
  expect(await gdp()).toBe("overdue");
});

describe("a source", () => {
  test("that leaves an item out does not change it", async () => {
    const { runAt } = one();
    serveReleases(server, "one", [CPI]);
    await runAt(T - 48 * HOUR_MS);
    serveReleases(server, "one", []);
    await runAt(T - 47 * HOUR_MS);
    serveReleases(server, "one", [{ ...CPI, actual: "3.4" }]);
    await runAt(T + 1_000);
    serveReleases(server, "one", [CPI]);
    await runAt(T + HOUR_MS);
    expect(await storedItems(db)).toMatchObject([
      { actual: "3.4", status: "released", revision: 2 },
    ]);
  });

  test("that publishes too early is read again, and believed at the right time", async () => {
    const { runAt } = one();
    serveReleases(server, "one", [{ ...CPI, actual: "0.0" }]);
    await runAt(T - HOUR_MS);
    expect(await storedItems(db)).toMatchObject([{ actual: null, status: "scheduled" }]);
    await runAt(T + 1_000);
    expect(await storedItems(db)).toMatchObject([{ actual: "0.0", status: "released" }]);
    expect(server.requests.map(({ etag }) => etag)).toEqual([undefined, undefined]);
  });

  test("is read each second from 5 s before a number is due until it is published, otherwise at its poll time", async () => {
    const { runAt } = one();
    serveReleases(server, "one", [CPI]);
    await runAt(T - 30_000);
    for (let now = T - 29_750; now <= T; now += 250) await runAt(now);
    expect(server.requests).toHaveLength(1 + 6);
    serveReleases(server, "one", [{ ...CPI, actual: "3.4" }]);
    for (let now = T + 250; now <= T + 2_000; now += 250) await runAt(now);
    const [item] = await storedItems(db);
    expect(item?.releasedAt?.getTime()).toBeLessThanOrEqual(T + 1_250);
    const reads = server.requests.length;
    for (let now = T + 2_250; now <= T + 20_000; now += 250) await runAt(now);
    expect(server.requests).toHaveLength(reads);
  });

  test("that fails while a number is due is read with growing delays", async () => {
    const { runAt } = one();
    serveReleases(server, "one", [CPI]);
    await runAt(T - 30_000);
    server.on("/one", (_request, response) => response.writeHead(503).end());
    for (let now = T - 5_000; now <= T + 25_000; now += 250) await runAt(now);
    // After 0, 2, 4, 8 and 16 s.
    expect(server.requests).toHaveLength(1 + 5);
    const [state] = await db.select().from(calendarSources);
    expect(state).toMatchObject({ failures: 5, error: "http_status 503" });
  });

  test("that sends Retry-After is left alone even while a number is due", async () => {
    const { runAt } = one();
    serveReleases(server, "one", [CPI]);
    await runAt(T - 30_000);
    server.on("/one", (_request, response) =>
      response.writeHead(429, { "retry-after": "20" }).end(),
    );
    for (let now = T - 5_000; now < T + 15_000; now += 250) await runAt(now);
    expect(server.requests).toHaveLength(2);
    await runAt(T + 15_000);
    expect(server.requests).toHaveLength(3);
  });

  test("that gives no numbers is not read each second", async () => {
    const { runAt } = one();
    const { unit: _, forecast: __, previous: ___, ...plain } = CPI;
    serveReleases(server, "one", [plain]);
    await runAt(T - 30_000);
    for (let now = T - 29_000; now <= T + 20_000; now += 1_000) await runAt(now);
    expect(server.requests).toHaveLength(1);
  });

  test("that is not a calendar shows why, and its earlier items stay", async () => {
    const { runAt } = one();
    serveReleases(server, "one", [CPI]);
    await runAt(T - 48 * HOUR_MS);
    server.on("/one", (_request, response) => response.writeHead(200).end("<html>"));
    const parserOf = testIntake(db, [sourceAt(server, "one")], {
      parserOf: () => ({ parse: () => Promise.reject(new Error("disk full")) }),
    });
    await parserOf.runAt(T - 47 * HOUR_MS);
    expect(parserOf.warnings).toHaveLength(1);
    const [state] = await db.select().from(calendarSources);
    expect(state).toMatchObject({ failures: 1, error: "not_stored" });
    expect(await storedItems(db)).toHaveLength(1);
  });

  test("that floods changes at most 2,000 items an hour; the rest follows later", async () => {
    const flood = (title: string, from: number) =>
      Array.from({ length: 900 }, (_, index) => ({
        id: `${from + index}`,
        title: `CPI ${title}`,
        time: at(T + index * 60_000),
      }));
    const { runAt } = one();
    const begin = T - 400 * HOUR_MS;
    for (const [round, title] of ["a", "b", "c"].entries()) {
      serveReleases(server, "one", flood(title, 0));
      await runAt(begin + round * POLL_MS);
    }
    const titles = async () =>
      (await storedItems(db)).filter(({ title }) => title === "CPI c").length;
    expect(await titles()).toBe(200);
    await runAt(begin + HOUR_MS + POLL_MS);
    expect(await titles()).toBe(900);
  });
});

describe("two sources of one release", () => {
  const VENDOR = {
    id: 77,
    event: "CPI YoY",
    country: "United States",
    time: at(T),
    estimate: "3.2",
    prev: "2.9",
  };
  const { forecast: _, previous: __, ...SCHEDULED } = CPI;

  test("are one item: the first decides the time, and the second fills the gaps", async () => {
    const { runAt } = both();
    serveReleases(server, "one", [SCHEDULED]);
    serveReleases(server, "two", []);
    await runAt(T - 48 * HOUR_MS);
    serveReleases(server, "two", [VENDOR]);
    await runAt(T - 47 * HOUR_MS);
    expect(await storedItems(db)).toMatchObject([
      { id: releaseId("one", "cpi-04"), forecast: "3.2", previous: "2.9", source: "one" },
    ]);
    // Only the second source moves it.
    serveReleases(server, "two", [{ ...VENDOR, time: at(T + HOUR_MS) }]);
    await runAt(T - 46 * HOUR_MS);
    expect(await storedItems(db)).toMatchObject([{ scheduledAt: T, status: "scheduled" }]);
    serveReleases(server, "two", [{ ...VENDOR, actual: "3.4" }]);
    await runAt(T + 1_000);
    expect(await storedItems(db)).toMatchObject([{ actual: "3.4", surprise: "0.2" }]);
    // The first source's number counts once it arrives, and is a revision if it differs.
    serveReleases(server, "one", [{ ...SCHEDULED, actual: "3.4" }]);
    await runAt(T + HOUR_MS);
    const before = (await storedRevisions(db)).length;
    serveReleases(server, "one", [{ ...SCHEDULED, actual: "3.5" }]);
    await runAt(T + 2 * HOUR_MS);
    expect(await storedRevisions(db)).toHaveLength(before + 1);
    expect(await storedItems(db)).toMatchObject([{ actual: "3.5", surprise: "0.3" }]);
  });

  test("stay two items when a word, a country, a period or a unit differs", async () => {
    serveReleases(server, "one", [CPI]);
    serveReleases(server, "two", [
      { ...VENDOR, id: 1, event: "Core CPI YoY" },
      { ...VENDOR, id: 2, event: "CPI MoM" },
      { ...VENDOR, id: 3, country: "EU" },
      { ...VENDOR, id: 4, period: "2026-03" },
      { ...VENDOR, id: 5, unit: "index" },
      { ...VENDOR, id: 6, time: at(T + 60_000) },
      { ...VENDOR, id: 7, time: "2026-05-12" },
    ]);
    await both().runAt(T - 48 * HOUR_MS);
    const items = await storedItems(db);
    // The last item is the same day without a time of day.
    expect(items).toHaveLength(7);
  });

  test("are never merged across the real and the simulated world", async () => {
    serveReleases(server, "one", [CPI]);
    await one().runAt(T - 48 * HOUR_MS);
    const { runAt } = testIntake(db, [{ ...sourceAt(server, "two"), simulatedOrigin: undefined }], {
      network: {
        ...(await import("#lib/platform/outbound/guarded-request.ts")).internet,
        targets: () => true,
      },
    });
    serveReleases(server, "two", [VENDOR]);
    await runAt(T - 47 * HOUR_MS);
    const worlds = (await storedItems(db)).map(({ simulated }) => simulated);
    expect(worlds).toHaveLength(2);
    expect(new Set(worlds)).toEqual(new Set([true, false]));
  });

  test("stay one item when the first one is no longer read", async () => {
    const { runAt } = both();
    serveReleases(server, "one", [SCHEDULED]);
    serveReleases(server, "two", []);
    await runAt(T - 48 * HOUR_MS);
    serveReleases(server, "two", [VENDOR]);
    await runAt(T - 47 * HOUR_MS);
    const { runAt: runSecond } = testIntake(db, [sourceAt(server, "two")]);
    serveReleases(server, "two", [{ ...VENDOR, time: at(T + HOUR_MS) }]);
    await runSecond(T - 46 * HOUR_MS);
    expect(await storedItems(db)).toMatchObject([{ scheduledAt: T + HOUR_MS, status: "moved" }]);
  });
});

test("a surprise is compared with the last twelve of its series, and with none before there are six", async () => {
  const month = 30 * 24 * HOUR_MS;
  const surprises = [1, -1, 2, -2, 1, -1, 1];
  const past = surprises.map((surprise, index) => ({
    ...CPI,
    id: `past-${index}`,
    period: `p${index}`,
    time: at(T - (surprises.length - index) * month),
    forecast: "30",
    actual: String(30 + surprise),
  }));
  const other = { ...CPI, id: "core", title: "Core CPI y/y", actual: "9" };
  serveReleases(server, "one", [...past, { ...CPI, actual: "3.3" }, other]);
  await one().runAt(T + 1_000);
  const items = await storedItems(db);
  expect(items.map(({ surpriseZ }) => surpriseZ === null)).toEqual(
    expect.arrayContaining([true, true, true, true, true, true, false, false, true]),
  );
  const cpi = items.find(({ id }) => id === releaseId("one", "cpi-04"));
  // Mean 1/7, sum of squares 13 - 1/7.
  expect(cpi?.surpriseZ).toBeCloseTo(0.2 / Math.sqrt((13 - 1 / 7) / 6), 3);
  expect(items.find(({ title }) => title === "Core CPI y/y")?.surpriseZ).toBeNull();
});

test("the score of a surprise stays when something else of the release changes", async () => {
  const month = 30 * 24 * HOUR_MS;
  const past = (revision: number) =>
    [1, -1, 2, -2, 1, -1, 1].map((surprise, index) => ({
      ...CPI,
      id: `past-${index}`,
      period: `p${index}`,
      time: at(T - (7 - index) * month),
      forecast: "30",
      actual: String(30 + surprise * revision),
    }));
  const cpi = { ...CPI, actual: "3.3" };
  const zNow = async () =>
    (await storedItems(db)).find(({ id }) => id === releaseId("one", "cpi-04"))?.surpriseZ;
  const { runAt } = one();
  serveReleases(server, "one", [...past(1), cpi]);
  await runAt(T + 1_000);
  const said = await zNow();
  expect(said).toBeGreaterThan(0);
  serveReleases(server, "one", [...past(3), { ...cpi, revised_previous: "2.9" }]);
  await runAt(T + HOUR_MS);
  expect(await zNow()).toBe(said);
  serveReleases(server, "one", [...past(3), { ...cpi, actual: "3.4" }]);
  await runAt(T + 2 * HOUR_MS);
  expect(await zNow()).not.toBe(said);
});

test("a rare series finds its earlier surprises among many of another series", async () => {
  const rest = { kind: "cpi", country: "US", unit: "%", forecast: "3.0" };
  const monthly = Array.from({ length: 8 }, (_, index) => ({
    ...rest,
    id: `m${index}`,
    title: "CPI y/y",
    time: at(T - (index + 1) * 24 * HOUR_MS * 20),
    actual: `3.${index}`,
  }));
  const flash = Array.from({ length: 600 }, (_, index) => ({
    ...rest,
    id: `f${index}`,
    title: "Flash CPI",
    time: at(T - (index + 1) * 60_000),
    actual: `3.${index % 7}`,
  }));
  const { runAt } = one();
  serveReleases(server, "one", [...monthly, ...flash]);
  await runAt(T - HOUR_MS / 60);
  serveReleases(server, "one", [{ ...CPI, actual: "3.4" }]);
  await runAt(T + 60_000);
  const cpi = (await storedItems(db)).find(({ id }) => id === releaseId("one", "cpi-04"));
  expect(cpi?.surpriseZ).not.toBeNull();
});
