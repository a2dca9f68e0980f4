import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { auditLog } from "#lib/identity/schema/audit.ts";
import { newId } from "#lib/kernel/ids.ts";
import { ManualTimers } from "#lib/kernel/time/timers.testing.ts";
import { stagedOrders } from "#lib/machines/schema/staged-orders.ts";
import { type Database, setDatabase } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { inboxNotices } from "#lib/platform/schema/inbox.ts";
import { users } from "#lib/platform/schema/users.ts";
import { DAY_MS, HOUR_MS } from "#lib/protocol/durations.ts";
import { STAGED_ORDER_STATES } from "#lib/protocol/staged-orders.ts";
import { endOverdue } from "./_rows.ts";
import { removeEndedOrders } from "./clean-up.ts";
import { startStagedOrderCleanUp } from "./clean-up-loop.ts";

const NOW = Date.UTC(2026, 4, 10, 12);
let db: Database;
const userId = newId("usr");

beforeAll(async () => {
  db = await testDatabase();
  setDatabase(db);
  await db.insert(users).values({ id: userId, createdAt: new Date(NOW) });
});
afterAll(async () => {
  setDatabase(undefined);
  await db.$client.end();
});
beforeEach(async () => {
  await db.delete(stagedOrders);
});

type Row = typeof stagedOrders.$inferInsert;

function row(changes: Partial<Row>): Row {
  return {
    id: newId("sto"),
    userId,
    account: "account",
    sourceKind: "oauth_grant",
    sourceId: "grant",
    sourceName: "Claude",
    order: { market: "BTCUSDC", side: "BUY", size: "1", order_type: "MARKET" } as Row["order"],
    snapshot: {},
    createdAt: new Date(NOW - 400 * DAY_MS),
    expiresAt: new Date(NOW - 400 * DAY_MS),
    ...changes,
  };
}

const rows = () => db.select().from(stagedOrders);
const ids = async () => (await rows()).map(({ id }) => id).toSorted();

test("what ended goes after ninety days; what waits or is not known of stays, however old it is", async () => {
  const ENDED = ["placed", "refused", "declined", "withdrawn", "expired"] as const;
  const old = new Date(NOW - 90 * DAY_MS - 1);
  const young = new Date(NOW - 90 * DAY_MS);
  const retained = [
    ...ENDED.map((state) => row({ state, endedAt: young })),
    row({ state: "sending", decidedAt: old }),
    row({ state: "unknown", decidedAt: old }),
    row({ state: "waiting", expiresAt: new Date(NOW + 1) }),
  ];
  expect(new Set(retained.map(({ state }) => state))).toEqual(new Set(STAGED_ORDER_STATES));
  await db
    .insert(stagedOrders)
    .values([...retained, ...ENDED.map((state) => row({ state, endedAt: old }))]);
  const audited = await db.$count(auditLog);
  await removeEndedOrders(NOW);
  expect(await ids()).toEqual(retained.map(({ id }) => id).toSorted());
  expect(await db.$count(auditLog)).toBe(audited);
});

test("what nobody looked at since its time was over has ended then, and goes as the others", async () => {
  const over = new Date(NOW - 89 * DAY_MS);
  const late = row({ state: "waiting", expiresAt: over });
  const gone = row({ state: "waiting", expiresAt: new Date(NOW - 91 * DAY_MS) });
  await db.insert(stagedOrders).values([late, gone]);
  await removeEndedOrders(NOW);
  expect(await rows()).toMatchObject([
    { id: late.id, state: "expired", decidedAt: over, endedAt: over },
  ]);
});

test("more than fits into one statement goes at once", async () => {
  const endedAt = new Date(NOW - 91 * DAY_MS);
  const many = Array.from({ length: 2_100 }, () => row({ state: "declined", endedAt }));
  await db.insert(stagedOrders).values(many);
  await removeEndedOrders(NOW);
  expect(await ids()).toEqual([]);
});

test("an index leads to them", async () => {
  const plan = await db.transaction(async (change) => {
    await change.execute(sql`set local enable_seqscan = off`);
    const { endedAt } = stagedOrders;
    const found = await change.execute(
      sql`explain select id from ${stagedOrders} where ${endedAt} < now() limit 1000 for update skip locked`,
    );
    return JSON.stringify(found.rows);
  });
  expect(plan).toContain("staged_orders_ended_at_index");
});

test("the loop does so every hour until it is stopped", async () => {
  const timers = new ManualTimers(NOW);
  const stop = startStagedOrderCleanUp({ timers, log: { warn: () => {} } });
  const old = { state: "declined", endedAt: new Date(NOW - 91 * DAY_MS) } as const;
  for (let round = 0; round < 2; round += 1) {
    await db.insert(stagedOrders).values(row(old));
    await timers.advance(HOUR_MS);
    await expect.poll(ids).toEqual([]);
  }
  await stop();
  await db.insert(stagedOrders).values(row(old));
  await timers.advance(5 * HOUR_MS);
  expect(await ids()).toHaveLength(1);
});

test("notices of what is over say so, whoever looks first: its user, or the clean-up", async () => {
  const [looked, revoked] = [newId("usr"), newId("usr")];
  for (const id of [looked, revoked])
    await db.insert(users).values({ id, createdAt: new Date(NOW) });
  const source = { sourceKind: "mcp_key", sourceId: newId("mcp") } as const;
  const present = { ...source, expiresAt: new Date(NOW + 1) };
  const waiting = [
    row({ userId: looked, state: "waiting" }),
    row({ userId, state: "waiting" }),
    row({ userId: revoked, state: "waiting", ...present }),
  ];
  await db.insert(stagedOrders).values(waiting);
  await db.insert(inboxNotices).values(
    waiting.map((one) => ({
      id: newId("ntc"),
      userId: one.userId,
      dedupKey: one.id,
      type: "push.approval",
      at: NOW,
      createdAt: NOW,
      data: { staged_order_id: one.id },
      wantsMail: false,
    })),
  );
  await endOverdue(db, looked, NOW);
  // Its key does not exist, as if it were revoked.
  await endOverdue(db, revoked, NOW);
  await removeEndedOrders(NOW);
  const notices = await db.select().from(inboxNotices);
  const outcomes = waiting.map(({ id }) => {
    const notice = notices.find(({ data }) => data["staged_order_id"] === id);
    return [notice?.data["outcome"], notice?.readAt];
  });
  const now = new Date(NOW);
  expect(outcomes).toEqual([
    ["expired", now],
    ["expired", now],
    ["withdrawn", now],
  ]);
});
