/** A server of calendars for tests, and what is stored from it. */
import { createHash } from "node:crypto";
import { asc } from "drizzle-orm";
import {
  CalendarIntake,
  type CalendarIntakeOptions,
} from "#lib/catalysts/calendar/intake/calendar-intake.ts";
import type { CalendarSource } from "#lib/catalysts/calendar/intake/calendar-source.ts";
import { CalendarWriter } from "#lib/catalysts/calendar/intake/calendar-writer.ts";
import { parseCalendar } from "#lib/catalysts/calendar/parsing/parse-calendar.ts";
import { calendarItems, calendarRevisions } from "#lib/catalysts/schema/calendar.ts";
import type { FeedServer } from "#lib/catalysts/testing/feed-server.testing.ts";
import type { Database } from "#lib/platform/db/client.ts";

export const POLL_MS = 60_000;

/** A source at this path of the server. */
export function sourceAt(server: FeedServer, name: string): CalendarSource {
  const { origin } = server;
  return { name, url: `${origin}/${name}`, publisher: name, simulatedOrigin: origin };
}

/** Serves a list of releases as JSON, with an ETag that changes with them. */
export function serveReleases(server: FeedServer, name: string, items: readonly object[]): void {
  const body = JSON.stringify({ items });
  const etag = `"${createHash("sha256").update(body).digest("hex")}"`;
  server.on(`/${name}`, (request, response) => {
    if (request.headers["if-none-match"] === etag) response.writeHead(304).end();
    else response.writeHead(200, { "content-type": "application/json", etag }).end(body);
  });
}

export type TestIntake = {
  /** Runs the intake at `now` and waits for its reads. */
  runAt: (now: number) => Promise<void>;
  warnings: unknown[];
};

/** Parses in this thread. */
export function testIntake(
  db: Database,
  sources: readonly CalendarSource[],
  change: Partial<CalendarIntakeOptions> = {},
): TestIntake {
  const warnings: unknown[] = [];
  let clock = 0;
  const intake = new CalendarIntake({
    db,
    sources,
    pollMs: POLL_MS,
    parserOf: () => ({ parse: async (document) => parseCalendar(document) }),
    writer: new CalendarWriter(
      db,
      sources.map(({ name }) => name),
    ),
    timers: { now: () => clock },
    log: { warn: (...entries: unknown[]) => warnings.push(entries) },
    random: () => 0.5,
    ...change,
  });
  return {
    warnings,
    runAt: async (now) => {
      clock = now;
      await intake.run(now);
      await intake.idle();
    },
  };
}

export function storedItems(db: Database) {
  return db
    .select()
    .from(calendarItems)
    .orderBy(asc(calendarItems.scheduledAt), asc(calendarItems.id));
}

export function storedRevisions(db: Database) {
  const { itemId, revision } = calendarRevisions;
  return db.select().from(calendarRevisions).orderBy(asc(itemId), asc(revision));
}

/** Violated invariants of the stored rows; empty when all hold. */
export async function brokenCalendar(db: Database): Promise<string[]> {
  const broken: string[] = [];
  const revisions = Map.groupBy(await storedRevisions(db), ({ itemId }) => itemId);
  const items = await storedItems(db);
  for (const { id, releasedAt, ...item } of items) {
    const own = revisions.get(id) ?? [];
    if (own.some(({ revision }, index) => revision !== index + 1)) broken.push(`gap in ${id}`);
    const { itemId: _, changed: __, ...newest } = own.at(-1) ?? {};
    if (JSON.stringify(sorted(newest)) !== JSON.stringify(sorted(item)))
      broken.push(`${id} is not its newest revision`);
    const without = own.findLastIndex(({ actual }) => actual === null);
    const first = own[without + 1]?.recordedAt ?? null;
    if (first?.getTime() !== releasedAt?.getTime()) broken.push(`release time of ${id}`);
    if (own.some(({ recordedAt }, index) => recordedAt <= (own[index - 1]?.recordedAt ?? 0)))
      broken.push(`times of ${id}`);
  }
  if (items.length !== revisions.size) broken.push("revisions without an item");
  return broken;
}

function sorted(row: object): unknown {
  return Object.entries(row).toSorted(([one], [other]) => (one < other ? -1 : 1));
}
