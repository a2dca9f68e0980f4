/**
 * Only the owner of a waiting order is notified, once, and only while the order can still be
 * decided.
 */

import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { mcpKeys } from "#lib/machines/schema/keys.ts";
import { stagedOrders } from "#lib/machines/schema/staged-orders.ts";
import { type Database, setDatabase } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { inboxNotices } from "#lib/platform/schema/inbox.ts";
import { SECOND_MS } from "#lib/protocol/durations.ts";
import { cleanUpPushes } from "#lib/pushes/push-parts.ts";
import { pushes, pushSends } from "#lib/pushes/schema/pushes.ts";
import { addWaitingOrder, PROPOSER, REASON } from "#lib/pushes/testing/waiting-order.ts";
import { addSubscription, addUser } from "#lib/pushes/testing/world.ts";
import { claimSends, hasSends } from "#lib/pushes/web/due-sends.ts";
import { PUSHES_A_DAY } from "./fan-out.ts";
import { noteOutcomes } from "./push-approval.ts";
import { PushWriter } from "./push-writer.ts";

const NOW = Date.parse("2026-05-12T12:30:00Z");

let db: Database;
let ada: string;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.$client.end());
beforeEach(async () => {
  for (const table of [inboxNotices, pushSends, pushes]) await db.delete(table);
  ada = await addUser(db);
});

const write = (at: number) =>
  new PushWriter({ db, levels: new Map(), now: () => at, wake: () => undefined }).run(at);
const notices = () => db.select().from(inboxNotices);
const decide = (id: string, state: "declined" | "sending" | "withdrawn") =>
  db.update(stagedOrders).set({ state }).where(eq(stagedOrders.id, id));

test("goes to the list and the browsers of its owner, once, however many replicas write", async () => {
  await addUser(db);
  const eve = await addUser(db);
  await addSubscription(db, eve);
  const { id: browser } = await addSubscription(db, ada);
  const { id } = await addWaitingOrder(db, ada, NOW);
  await Promise.all([write(NOW), write(NOW), write(NOW)]);
  await write(NOW + SECOND_MS);
  const all = await notices();
  expect(all).toMatchObject([
    { userId: ada, type: "push.approval", wantsMail: false, readAt: null, at: NOW },
  ]);
  expect(all[0]?.data).toEqual({
    staged_order_id: id,
    action: "place",
    side: "BUY",
    size: "0.02",
    market: "BTCUSDC",
    expires_at: "2026-05-12T12:35:00.000Z",
    outcome: null,
  });
  const sends = await claimSends(db, NOW + SECOND_MS, 10);
  expect(sends.map(({ subscriptionId }) => subscriptionId)).toEqual([browser]);
  expect(await claimSends(db, NOW + SECOND_MS, 10)).toEqual([]);
});

test("contains nothing that the proposer wrote", async () => {
  await addSubscription(db, ada);
  await addWaitingOrder(db, ada, NOW);
  await write(NOW);
  const stored = JSON.stringify([await notices(), await db.select().from(pushes)]);
  expect(stored).not.toContain(REASON);
  expect(stored).not.toContain(PROPOSER);
});

test("is mailed only to users who chose it, and then listed; as read where the list is off", async () => {
  const both = await addUser(db, { mail: ["approval"] });
  const only = await addUser(db, { mail: ["approval"], off: ["inbox:approval", "web:approval"] });
  const none = await addUser(db, { off: ["inbox:approval", "web:approval"] });
  for (const user of [ada, both, only, none]) await addWaitingOrder(db, user, NOW);
  await write(NOW);
  const recipients = (await notices()).map(({ userId, wantsMail, readAt }) => [
    userId,
    wantsMail,
    readAt !== null,
  ]);
  expect(recipients).toHaveLength(3);
  expect(recipients).toContainEqual([ada, false, false]);
  expect(recipients).toContainEqual([both, true, false]);
  expect(recipients).toContainEqual([only, true, true]);
});

test.each(["declined", "sending", "withdrawn"] as const)(
  "is not sent once it is %s, and waiting pushes are dropped",
  async (state) => {
    await addSubscription(db, ada);
    const first = await addWaitingOrder(db, ada, NOW);
    await write(NOW);
    expect(await hasSends(db, NOW + SECOND_MS)).toBe(true);
    await decide(first.id, state);
    expect(await hasSends(db, NOW + SECOND_MS)).toBe(false);
    expect(await claimSends(db, NOW + SECOND_MS, 10)).toEqual([]);
    const second = await addWaitingOrder(db, ada, NOW + SECOND_MS);
    await decide(second.id, state);
    await write(NOW + 2 * SECOND_MS);
    expect(await notices()).toHaveLength(1);
    expect(await db.$count(pushSends)).toBe(1);
  },
);

test("is not sent once its proposer was revoked", async () => {
  await addSubscription(db, ada);
  const { keyId } = await addWaitingOrder(db, ada, NOW);
  await write(NOW);
  await db
    .update(mcpKeys)
    .set({ revokedAt: new Date(NOW) })
    .where(eq(mcpKeys.id, keyId));
  expect(await claimSends(db, NOW + SECOND_MS, 10)).toEqual([]);
});

test("is not sent once it has expired", async () => {
  await addSubscription(db, ada);
  const order = await addWaitingOrder(db, ada, NOW);
  await write(NOW);
  expect(await claimSends(db, order.expiresAt, 10)).toEqual([]);
  const late = await addWaitingOrder(db, ada, NOW + SECOND_MS);
  await write(late.expiresAt);
  expect(await notices()).toHaveLength(1);
});

test("a flood of proposals ends at the daily cap", async () => {
  const most = PUSHES_A_DAY["push.approval"];
  for (let order = 0; order <= most; order += 1) await addWaitingOrder(db, ada, NOW + order);
  await write(NOW + SECOND_MS);
  expect(await notices()).toHaveLength(most);
});

test("leaves no trace of the order after two days", async () => {
  setDatabase(db);
  await addSubscription(db, ada);
  const { expiresAt } = await addWaitingOrder(db, ada, NOW);
  await write(NOW);
  await cleanUpPushes(expiresAt + 47 * 3_600_000);
  expect([await db.$count(pushes), await db.$count(pushSends)]).toEqual([1, 1]);
  await cleanUpPushes(expiresAt + 49 * 3_600_000);
  expect([await db.$count(pushes), await db.$count(pushSends)]).toEqual([0, 0]);
  setDatabase(undefined);
});

test("says how its order ended, and counts as read from then on; unread again when it waits again", async () => {
  const { id } = await addWaitingOrder(db, ada, NOW);
  const other = await addWaitingOrder(db, ada, NOW);
  await write(NOW);
  const of = async (which: string) =>
    (await notices()).find(({ data }) => data["staged_order_id"] === which);
  await noteOutcomes(db, [{ id, userId: "usr_eve", outcome: "declined" }], NOW + SECOND_MS);
  expect((await notices()).map(({ readAt }) => readAt)).toEqual([null, null]);
  await noteOutcomes(db, [{ id, userId: ada, outcome: "approved" }], NOW + SECOND_MS);
  expect(await of(id)).toMatchObject({
    data: { outcome: "approved" },
    readAt: new Date(NOW + SECOND_MS),
  });
  expect((await of(other.id))?.readAt).toBeNull();
  await noteOutcomes(db, [{ id, userId: ada, outcome: null }], NOW + 2 * SECOND_MS);
  expect(await of(id)).toMatchObject({ data: { outcome: null }, readAt: null });
});
