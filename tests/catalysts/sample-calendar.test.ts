/**
 * The app reads the sandbox's sample calendar over HTTP: two sources, one release each, with
 * numbers and surprises.
 */

import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  brokenCalendar,
  storedItems,
  testIntake,
} from "#lib/catalysts/calendar/testing/calendar-world.testing.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { MINUTE_MS } from "#lib/protocol/durations.ts";
import { CalendarSite, SAMPLE_SOURCES } from "#services/sandbox/calendar/calendar-site.ts";
import { CausedItems } from "#services/sandbox/calendar/caused-items.ts";
import { sampleSchedule } from "#services/sandbox/calendar/sample-schedule.ts";

const NOW = Date.parse("2026-05-03T12:34:20Z");

let db: Database;
let now = NOW;
let close: () => void;
let origin: string;

beforeEach(async () => {
  db = await testDatabase();
  now = NOW;
  const caused = new CausedItems(join(tmpdir(), "no-calendar.jsonl"));
  const site = new CalendarSite({ seed: "1", caused, clock: { now: () => now } });
  const server = createServer((request, response) => {
    void site.handle(request, response, new URL(request.url ?? "/", "http://sandbox"));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  close = () => server.close();
});
afterEach(async () => {
  close();
  await db.$client.end();
});

test("each release is one item of both sources; most have a surprise with its z-score, and the next number arrives in time", async () => {
  const sources = SAMPLE_SOURCES.map(({ name, path }) => ({
    name,
    url: `${origin}${path}`,
    publisher: name,
    simulatedOrigin: origin,
  }));
  const { runAt, warnings } = testIntake(db, sources);
  await runAt(now);
  const items = await storedItems(db);
  expect(items).toHaveLength(sampleSchedule("1", NOW).length);
  expect(items.every(({ simulated }) => simulated)).toBe(true);
  expect(items.filter(({ status }) => status === "overdue")).toEqual([]);
  const monthly = items.filter(({ title }) => !title.includes("flash"));
  const lastYear = monthly.filter(
    ({ scheduledAt, surprise }) => surprise !== null && scheduledAt > NOW - 150 * 1_440 * MINUTE_MS,
  );
  expect(lastYear.length).toBeGreaterThan(25);
  expect(lastYear.filter(({ surpriseZ }) => surpriseZ === null)).toEqual([]);
  const next = items.find(({ scheduledAt }) => scheduledAt > NOW);
  const due = next?.scheduledAt ?? 0;
  for (now = due - 6_000; now <= due + 4_000; now += 250) await runAt(now);
  const printed = (await storedItems(db)).find(({ id }) => id === next?.id);
  expect(printed?.status).toBe("released");
  expect(printed?.surpriseZ).not.toBeNull();
  expect((printed?.releasedAt?.getTime() ?? 0) - due).toBeLessThan(1_500 + 2_000);
  expect(warnings).toEqual([]);
  expect(await brokenCalendar(db)).toEqual([]);
});
