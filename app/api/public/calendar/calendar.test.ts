/** The API of the calendar filters by window and kind, pages, answers as of `known_at`, and lists the sources. */

import { afterEach, beforeEach, expect, test } from "vitest";
import { calendarSourcesAt } from "#lib/catalysts/calendar/reads/read-calendar-sources.ts";
import {
  serveReleases,
  sourceAt,
  type TestIntake,
  testIntake,
} from "#lib/catalysts/calendar/testing/calendar-world.testing.ts";
import { FeedServer } from "#lib/catalysts/testing/feed-server.testing.ts";
import { closeLimits } from "#lib/platform/http/rate-limits.ts";
import { setHttpRuntime } from "#lib/platform/http/runtime.ts";
import { HOUR_MS } from "#lib/protocol/durations.ts";
import { CalendarList, CalendarSources, KnownCalendarItem } from "#lib/protocol/wire/calendar.ts";
import { openKeyTables } from "#lib/server/credentials/credentials.testing.ts";
import type { RouteHandler } from "#lib/server/route.ts";
import { GET as one } from "./[id]/route.ts";
import { GET as list } from "./route.ts";

const T = Date.UTC(2026, 4, 12, 12, 30);
const at = (time: number) => new Date(time).toISOString();
const CPI = { id: "cpi", title: "CPI y/y", time: at(T), forecast: "3.1%" };
const OTHERS = [
  { id: "gdp", title: "GDP q/q", time: at(T + HOUR_MS), forecast: "2%" },
  { id: "speech", title: "Fed chair speaks", time: at(T + HOUR_MS) },
  { id: "far", title: "PPI m/m", time: at(T + 20 * 24 * HOUR_MS) },
];

let server: FeedServer;
let close: () => Promise<void>;
let intake: TestIntake;

beforeEach(async () => {
  const tables = await openKeyTables();
  ({ close } = tables);
  server = await FeedServer.open();
  intake = testIntake(tables.db, [sourceAt(server, "one")]);
  const log = { error: () => {}, warn: () => {} };
  setHttpRuntime({ baseUrl: "http://localhost:3000", clock: { now: () => T + HOUR_MS }, log });
  serveReleases(server, "one", [CPI, ...OTHERS]);
  await intake.runAt(T - HOUR_MS);
  serveReleases(server, "one", [{ ...CPI, actual: "3.4%" }, ...OTHERS]);
  await intake.runAt(T + 1_000);
});
afterEach(async () => {
  setHttpRuntime();
  await closeLimits();
  await server.close();
  await close();
});

async function ask(handler: RouteHandler, query: Record<string, string> = {}, id = "") {
  const url = `http://localhost:3000/api/public/calendar?${new URLSearchParams(query).toString()}`;
  const request = new Request(url, { headers: { "x-forwarded-for": "192.0.2.7" } });
  const response = await handler(request, { params: Promise.resolve({ id }) });
  return { status: response.status, body: (await response.json()) as unknown };
}

async function listed(query: Record<string, string> = {}): Promise<CalendarList> {
  const { body } = await ask(list, query);
  return CalendarList.parse(body);
}

test("the list has the two weeks from today in the order of their times", async () => {
  const { results, from, to, next } = await listed();
  expect([from, to, next]).toEqual(["2026-05-12T00:00:00.000Z", "2026-05-26T00:00:00.000Z", null]);
  expect(results[0]).toMatchObject({
    kind: "cpi",
    scheduled_at: at(T),
    forecast: "3.1",
    actual: "3.4",
    unit: "%",
    surprise: { value: "0.3", z: null },
    status: "released",
    simulated: true,
    revision: 2,
  });
  expect(
    results
      .slice(1)
      .map(({ kind }) => kind)
      .toSorted(),
  ).toEqual(["central_bank_speech", "gdp"]);
});

test("pages neither overlap nor leave gaps, even within one minute", async () => {
  const seen: string[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const page: CalendarList = await listed({ limit: "1", ...(cursor !== "" && { cursor }) });
    seen.push(...page.results.map(({ title }) => title));
    cursor = page.next;
  }
  expect(seen).toEqual((await listed()).results.map(({ title }) => title));
  expect(seen).toHaveLength(3);
});

test("a kind and a window filter the list", async () => {
  expect((await listed({ kind: "gdp" })).results.map(({ kind }) => kind)).toEqual(["gdp"]);
  const { results } = await listed({ from: at(T + HOUR_MS), to: at(T + 30 * 24 * HOUR_MS) });
  expect(results.map(({ kind }) => kind)).toContain("ppi");
  expect(results.map(({ kind }) => kind)).not.toContain("cpi");
  for (const query of [{ kind: "weather" }, { from: at(T), to: at(T) }, { cursor: "evt_1" }])
    expect((await ask(list, query)).status).toBe(400);
  const year = { from: at(T), to: at(T + 366 * 24 * HOUR_MS) };
  expect((await ask(list, year)).status).toBe(200);
  const more = [
    { ...year, to: at(T + 366 * 24 * HOUR_MS + 1) },
    { to: at(T + 500 * 24 * HOUR_MS) },
  ];
  for (const query of more) expect((await ask(list, query)).status).toBe(400);
});

test("an answer as of a time shows what was known then, and never changes", async () => {
  const before = at(T - HOUR_MS + 1_000);
  const query = { known_at: before };
  const then = await listed(query);
  expect(then.known_at).toBe(before);
  expect(then.results[0]).toMatchObject({ actual: null, status: "scheduled", released_at: null });
  expect((await listed({ known_at: at(T - 2 * HOUR_MS) })).results).toEqual([]);
  // When the service has not reached the requested time, the answer is of the latest known time.
  const later = await listed({ known_at: at(T + 100 * HOUR_MS) });
  expect(Date.parse(later.known_at)).toBeLessThan(T + 2_000);
  serveReleases(server, "one", [{ ...CPI, actual: "3.4%", time: at(T + 24 * HOUR_MS) }]);
  await intake.runAt(T + 2 * HOUR_MS);
  expect(await listed(query)).toEqual(then);
  expect(await listed({ known_at: later.known_at })).toEqual(later);
  // The release no longer appears on the day for which it was first scheduled.
  const day = { from: at(T), to: at(T + HOUR_MS) };
  expect((await listed(day)).results).toEqual([]);
  expect((await listed({ ...day, ...query })).results).toHaveLength(1);
});

test("one release has its revisions, and does not exist before the service learned of it", async () => {
  const [cpi] = (await listed()).results;
  const { body } = await ask(one, {}, cpi?.id);
  const { item, revisions } = KnownCalendarItem.parse(body);
  expect(item).toEqual(cpi);
  expect(revisions.map(({ revision, changed }) => [revision, changed])).toEqual([
    [1, []],
    [2, ["actual", "surprise", "status"]],
  ]);
  expect(revisions[0]?.item.released_at).toBeNull();
  const early = await ask(one, { known_at: at(T - 2 * HOUR_MS) }, cpi?.id);
  expect(early).toMatchObject({ status: 404, body: { error: "CALENDAR_ITEM_NOT_FOUND" } });
  expect((await ask(one, {}, `cal_${"0".repeat(24)}`)).status).toBe(404);
});

test("a source is waiting, fresh, silent or failing", async () => {
  const sources = [sourceAt(server, "one"), sourceAt(server, "two")];
  const states = async (now: number) => {
    const read = CalendarSources.parse(await calendarSourcesAt(sources, now));
    return read.results.map(({ state, error }) => [state, error]);
  };
  expect(await states(T + HOUR_MS)).toEqual([
    ["fresh", null],
    ["waiting", null],
  ]);
  expect((await states(T + 8 * 24 * HOUR_MS))[0]).toEqual(["silent", null]);
  server.on("/one", (_request, response) => response.writeHead(500).end());
  await intake.runAt(T + 2 * HOUR_MS);
  expect((await states(T + 2 * HOUR_MS))[0]).toEqual(["failing", "http_status"]);
});

test("one release has the last five of its series before it, the newest first, as known at a time", async () => {
  const month = (number: number, change: object = {}) => ({
    id: `cpi-${number}`,
    title: "CPI y/y",
    time: at(T - number * 30 * 24 * HOUR_MS),
    forecast: "3%",
    actual: `${number}%`,
    ...change,
  });
  const earlier = [1, 2, 3, 4, 5, 6].map((number) => month(number));
  const others = [
    month(1, { id: "core", title: "Core CPI y/y" }),
    month(1, { id: "german", country: "DE" }),
    month(2, { id: "pending", time: at(T - 2 * HOUR_MS), actual: undefined }),
  ];
  const { id, recorded_at: before } = (await listed()).results[0]!;
  serveReleases(server, "one", [{ ...CPI, actual: "3.4%" }, ...earlier, ...others]);
  await intake.runAt(T + 120_000);
  const read = async (query: Record<string, string>) =>
    KnownCalendarItem.parse((await ask(one, query, id)).body).earlier.map(({ actual }) => actual);
  expect(await read({})).toEqual(["1", "2", "3", "4", "5"]);
  expect(await read({ known_at: before })).toEqual([]);
});
