/**
 * Two replicas that read at the same moment and fail anywhere store what a single one would store.
 */

import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parseCalendar } from "#lib/catalysts/calendar/parsing/parse-calendar.ts";
import {
  brokenCalendar,
  serveReleases,
  sourceAt,
  storedItems,
  storedRevisions,
  testIntake,
} from "#lib/catalysts/calendar/testing/calendar-world.testing.ts";
import { calendarSources } from "#lib/catalysts/schema/calendar.ts";
import { FeedServer } from "#lib/catalysts/testing/feed-server.testing.ts";
import { Secret } from "#lib/kernel/env.ts";
import { isPostgresPromised, probePostgres } from "#lib/kernel/postgres.testing.ts";
import { closeDatabase, type Database, openDatabase } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { borrowDatabase } from "#lib/platform/db/lent-databases.testing.ts";
import { MINUTE_MS } from "#lib/protocol/durations.ts";

const START = Date.UTC(2026, 4, 12, 12);
const STEPS = 40;

const postgres = await probePostgres(process.env);
let server: FeedServer;
beforeAll(async () => {
  server = await FeedServer.open();
});
afterAll(() => server.close());

/** Releases that are moved, published, corrected and cancelled, the same for each seed. */
function releasesAt(step: number, source: number): object[] {
  return Array.from({ length: 8 }, (_, index) => {
    const moves = Math.floor((step + index) / 12);
    const at = START + (index * 4 + moves * 6) * MINUTE_MS;
    const isDone = START + step * MINUTE_MS >= at + source * MINUTE_MS;
    const actual = isDone ? `${3 + index / 10 + (step > 30 ? 1 : 0)}` : null;
    const status = index === 3 && step > 2 ? "cancelled" : "scheduled";
    const rest = { kind: "cpi", title: "CPI y/y", unit: "%", forecast: "3" };
    return { id: index, ...rest, period: `p${index}`, time: new Date(at), actual, status };
  });
}

function serve(step: number): void {
  serveReleases(server, "one", releasesAt(step, 0));
  serveReleases(server, "two", releasesAt(step, 1));
}

const sources = () => [sourceAt(server, "one"), sourceAt(server, "two")];

/** The revisions without their milliseconds. */
async function course(db: Database): Promise<unknown[]> {
  return (await storedRevisions(db)).map(({ recordedAt, ...row }) => ({
    ...row,
    minute: Math.floor(recordedAt.getTime() / MINUTE_MS),
  }));
}

/** Reads one source after the other. If both were read at once, the faster answer would decide. */
async function runAlone(): Promise<unknown[]> {
  const db = await testDatabase();
  const intakes = sources().map((source) => testIntake(db, [source]));
  for (let step = 0; step < STEPS; step += 1) {
    serve(step);
    for (const { runAt } of intakes) await runAt(START + step * MINUTE_MS);
  }
  const rows = await course(db);
  await db.$client.end();
  return rows;
}

test.skipIf(postgres === undefined && !isPostgresPromised(process.env))(
  "two replicas at once store each change once",
  async () => {
    const own = await borrowDatabase(postgres);
    const db = await openDatabase({ dataDir: "", databaseUrl: new Secret(own.url) });
    try {
      const replicas = [testIntake(db, sources()), testIntake(db, sources())];
      for (let step = 0; step < STEPS; step += 1) {
        serve(step);
        await Promise.all(
          replicas.map(({ runAt }, index) => runAt(START + step * MINUTE_MS + index)),
        );
        // The slower of two reads wrote nothing. The next read stores its items.
        await replicas[0]?.runAt(START + step * MINUTE_MS + 2);
      }
      expect(await brokenCalendar(db)).toEqual([]);
      const items = await storedItems(db);
      expect(items).toHaveLength(8);
      const revisions = await storedRevisions(db);
      for (const { changed, revision } of revisions)
        if (revision > 1) expect(changed).not.toEqual([]);
      expect(replicas.flatMap(({ warnings }) => warnings)).toEqual([]);
    } finally {
      await closeDatabase();
      await own.drop();
    }
  },
);

test("a replica that takes over at any step continues like one that never stopped", async () => {
  const db = await testDatabase();
  for (let step = 0; step < STEPS; step += 1) {
    serve(step);
    for (const source of sources()) await testIntake(db, [source]).runAt(START + step * MINUTE_MS);
  }
  expect(await course(db)).toEqual(await runAlone());
  expect(await brokenCalendar(db)).toEqual([]);
  await db.$client.end();
});

test("a read that began before another one was stored is dropped, so an older document removes no number", async () => {
  const db = await testDatabase();
  const old = releasesAt(0, 0);
  serveReleases(server, "one", old);
  const fetched = Promise.withResolvers<void>();
  const slow = Promise.withResolvers<void>();
  const one = [sourceAt(server, "one")];
  const late = testIntake(db, one, {
    parserOf: () => ({
      parse: async (document) => {
        fetched.resolve();
        await slow.promise;
        return parseCalendar(document);
      },
    }),
  });
  const reading = late.runAt(START);
  await fetched.promise;
  serveReleases(server, "one", releasesAt(20, 0));
  const quick = testIntake(db, one);
  await quick.runAt(START + 20 * MINUTE_MS);
  const [state] = await db.select().from(calendarSources);
  slow.resolve();
  await reading;
  expect(await db.select().from(calendarSources)).toEqual([state]);
  expect((await storedItems(db)).some(({ actual }) => actual !== null)).toBe(true);
  expect(await brokenCalendar(db)).toEqual([]);
  expect(late.warnings).toEqual([]);
  await db.$client.end();
});

test("a failed transaction leaves neither rows nor a new state of the source", async () => {
  const db = await testDatabase();
  serve(20);
  await db.execute(sql`ALTER TABLE calendar_revisions RENAME TO gone`);
  const one = [sourceAt(server, "one")];
  const failing = testIntake(db, one);
  await failing.runAt(START + 20 * MINUTE_MS);
  expect(failing.warnings).toHaveLength(1);
  expect(await storedItems(db)).toEqual([]);
  const [state] = await db.select().from(calendarSources);
  expect(state).toMatchObject({ etag: null, failures: 1 });
  await db.execute(sql`ALTER TABLE gone RENAME TO calendar_revisions`);
  await testIntake(db, one).runAt(START + 30 * MINUTE_MS);
  expect(await storedItems(db)).toHaveLength(8);
  expect(await brokenCalendar(db)).toEqual([]);
  await db.$client.end();
});

test("revisions cannot be changed or deleted", async () => {
  const db = await testDatabase();
  serve(0);
  await testIntake(db, sources()).runAt(START);
  const before = await storedRevisions(db);
  for (const statement of [
    sql`UPDATE calendar_revisions SET actual = '1'`,
    sql`DELETE FROM calendar_revisions`,
    sql`TRUNCATE calendar_revisions`,
  ]) {
    await expect(db.execute(statement)).rejects.toMatchObject({
      cause: { message: expect.stringContaining("append-only") },
    });
  }
  expect(await storedRevisions(db)).toEqual(before);
  await db.$client.end();
});
