/** Old notices go, and an inbox keeps its newest ones, whatever the others have. */
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { newId } from "#lib/kernel/ids.ts";
import { ManualTimers } from "#lib/kernel/time/timers.testing.ts";
import { type Database, setDatabase } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { inboxNotices } from "#lib/platform/schema/inbox.ts";
import { users } from "#lib/platform/schema/users.ts";
import { MAX_NOTICES, NOTICE_KEPT_MS, startTrimmingInboxes, trimInboxes } from "./trim-inboxes.ts";

const NOW = Date.UTC(2026, 4, 1);

let db: Database;
let userId: string;
beforeAll(async () => {
  db = await testDatabase();
  setDatabase(db);
});
afterAll(async () => {
  setDatabase(undefined);
  await db.$client.end();
});
beforeEach(async () => {
  userId = await addUser();
});

async function addUser(): Promise<string> {
  const id = newId("usr");
  await db.insert(users).values({ id, createdAt: new Date(NOW) });
  return id;
}

/** Each pair: when the notice happened, and when it was written. */
async function add(of: string, ...times: [at: number, createdAt: number][]): Promise<void> {
  const rows = times.map(([at, createdAt]) => {
    const id = newId("ntc");
    return { id, userId: of, dedupKey: id, type: "x", at, createdAt, data: {}, wantsMail: false };
  });
  await db.insert(inboxNotices).values(rows);
}

const times = async (of: string) =>
  (await db.select().from(inboxNotices).where(eq(inboxNotices.userId, of)))
    .map(({ at }) => at)
    .toSorted((a, b) => a - b);

test("a notice goes 180 days after it was written, however old its event was", async () => {
  const limit = NOW - NOTICE_KEPT_MS;
  await add(userId, [1, limit - 1], [2, limit], [3, NOW]);
  await trimInboxes(NOW);
  expect(await times(userId)).toEqual([2, 3]);
});

test("an inbox keeps its newest 500, by the time of the events; a full one beside it loses none", async () => {
  const other = await addUser();
  const series = (count: number): [number, number][] =>
    Array.from({ length: count }, (_, index) => [index, NOW]);
  await add(other, ...series(MAX_NOTICES));
  await add(userId, ...series(MAX_NOTICES + 1_600).toReversed());
  await trimInboxes(NOW);
  expect(await times(other)).toHaveLength(MAX_NOTICES);
  const retained = await times(userId);
  expect([retained.length, retained[0]]).toEqual([MAX_NOTICES, 1_600]);
});

test("pushes count apart: however many there are, they push nothing else out", async () => {
  await add(userId, [1, NOW], [2, NOW]);
  const rows = Array.from({ length: MAX_NOTICES + 20 }, (_, index) => {
    const id = newId("ntc");
    const rest = { type: "push.market", createdAt: NOW, data: {}, wantsMail: false };
    return { id, userId, dedupKey: id, at: 10 + index, ...rest };
  });
  await db.insert(inboxNotices).values(rows);
  await trimInboxes(NOW);
  const retained = await times(userId);
  expect([retained.length, ...retained.slice(0, 3)]).toEqual([MAX_NOTICES + 2, 1, 2, 30]);
});

test("it runs each hour until it is stopped", async () => {
  const timers = new ManualTimers(NOW);
  await add(userId, [1, NOW - NOTICE_KEPT_MS]);
  const stop = startTrimmingInboxes({
    timers,
    log: { warn: (what: unknown) => expect(what).toBeUndefined() },
  });
  await timers.advance(3_600_000);
  await stop();
  expect(await times(userId)).toEqual([]);
  expect(timers.pending()).toEqual([]);
});
