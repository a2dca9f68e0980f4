/**
 * When the calendar sends a notification, pushes are written and sent at once, without waiting for
 * the next poll.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { CALENDAR_CHANNEL } from "#lib/catalysts/schema/calendar.ts";
import { ManualTimers } from "#lib/kernel/time/timers.testing.ts";
import { readConfig } from "#lib/platform/config/config.ts";
import { type Database, setDatabase } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { notifyProcess } from "#lib/platform/db/leadership.ts";
import { startParts } from "#lib/platform/process/process-part.ts";
import { inboxNotices } from "#lib/platform/schema/inbox.ts";
import { pushSends } from "#lib/pushes/schema/pushes.ts";
import { pushParts } from "./push-parts.ts";
import { addSubscription, addUser, calendarItem, putItem } from "./testing/world.ts";

const NOW = Date.parse("2026-05-12T12:30:00Z");

let db: Database;
beforeAll(async () => {
  db = await testDatabase();
  setDatabase(db);
});
afterAll(async () => {
  setDatabase(undefined);
  await db.$client.end();
});

/** Without a reader key there is no feed. */
const unused = () => {
  throw new Error("no feed was to be opened");
};

test("a notification about a number makes its push leave without any time passing", async () => {
  const timers = new ManualTimers(NOW);
  const log = { info: () => {}, warn: (what: unknown) => expect(what).toBeUndefined() };
  const config = readConfig({
    MAIL_FROM: "svc <no-reply@svc.com>",
    SESSION_SECRET: "s".repeat(32),
    ENCRYPTION_SECRET: "e".repeat(32),
    VENUE_URL: "http://127.0.0.1:4000",
  });
  const user = await addUser(db);
  // The address is private, so the attempt is refused and nothing leaves the test.
  await addSubscription(db, user, { endpoint: "https://127.0.0.1/push" });
  const stop = await startParts(pushParts(unused), { config, timers, log: log as never });
  try {
    const released = { status: "released", actual: "0.4", releasedAt: new Date(NOW) } as const;
    await putItem(db, calendarItem({ id: "cal_1", scheduledAt: NOW, ...released }));
    notifyProcess({ channel: CALENDAR_CHANNEL });
    await expect.poll(() => db.$count(inboxNotices)).toBe(1);
    await expect
      .poll(async () => (await db.select().from(pushSends)).map(({ outcome }) => outcome))
      .toEqual(["refused"]);
    expect(timers.now()).toBe(NOW);
  } finally {
    await stop();
  }
  expect(timers.pending()).toEqual([]);
});
