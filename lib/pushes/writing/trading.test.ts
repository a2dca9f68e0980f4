/**
 * Pushes of trading follow the user's choices or the defaults, and no number of fills keeps another
 * kind back.
 */
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { newId } from "#lib/kernel/ids.ts";
import { type Database, setDatabase } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { inboxNotices } from "#lib/platform/schema/inbox.ts";
import { DAY_MS, HOUR_MS } from "#lib/protocol/durations.ts";
import type { TradingKind } from "#lib/protocol/market-knowledge.ts";
import type { PushNotice } from "#lib/protocol/push-texts/push-text.ts";
import {
  closedPush,
  failedPush,
  filledPush,
  moneyPush,
} from "#lib/protocol/push-texts/trading-pushes.testing.ts";
import { cleanUpPushes } from "#lib/pushes/push-parts.ts";
import type { PushDraft } from "#lib/pushes/rules/push-draft.ts";
import { pushCounts, pushes, pushSends } from "#lib/pushes/schema/pushes.ts";
import { addAddress } from "#lib/pushes/testing/waiting-order.ts";
import { addSubscription, addUser } from "#lib/pushes/testing/world.ts";
import { claimSends } from "#lib/pushes/web/due-sends.ts";
import { PUSHES_A_DAY } from "./fan-out.ts";
import { PushWriter } from "./push-writer.ts";
import { storePushes } from "./store-pushes.ts";

const DAY = "2026-05-12";
const NOW = Date.parse(`${DAY}T12:30:00Z`);

let db: Database;
beforeAll(async () => {
  db = await testDatabase();
  setDatabase(db);
});
afterAll(async () => {
  setDatabase(undefined);
  await db.$client.end();
});
beforeEach(async () => {
  for (const table of [inboxNotices, pushSends, pushes]) await db.delete(table);
});

const write = (at = NOW) =>
  new PushWriter({ db, levels: new Map(), now: () => at, wake: () => undefined }).run(at);
type Trading = Extract<PushNotice, { type: "push.trading" }>;
function draft(userId: string, kind: TradingKind, notice: Trading): PushDraft {
  const key = `trading:${newId("psh")}`;
  const whole = { key, twinKey: key, kind, userId, at: NOW, leavesUntil: NOW + DAY_MS };
  return { ...notice, ...whole, itemId: null, scheduledAt: null };
}
async function pushAll(userId: string): Promise<void> {
  await storePushes(
    db,
    [
      draft(userId, "fill", filledPush()),
      draft(userId, "protection", failedPush()),
      draft(userId, "margin", closedPush()),
      draft(userId, "money", moneyPush("deposit_credited")),
    ],
    NOW,
  );
  await write();
}
const listed = async (userId: string) => {
  const rows = await db.select().from(inboxNotices).where(eq(inboxNotices.userId, userId));
  return rows.map(({ data, wantsMail }) => `${String(data["event"])}${wantsMail ? " mail" : ""}`);
};

test("without a choice all but fills are listed and go to the browsers, and are mailed to an address", async () => {
  const plain = await addUser(db);
  const withAddress = await addUser(db);
  await addAddress(db, withAddress, "ada@example.org");
  const { id: browser } = await addSubscription(db, withAddress);
  await pushAll(plain);
  await pushAll(withAddress);
  expect((await listed(plain)).toSorted()).toEqual([
    "deposit_credited",
    "liquidated",
    "protection_failed",
  ]);
  expect((await listed(withAddress)).toSorted()).toEqual([
    "deposit_credited mail",
    "liquidated mail",
    "protection_failed mail",
  ]);
  const sends = await claimSends(db, NOW, 10);
  expect(sends.map(({ subscriptionId }) => subscriptionId)).toEqual([browser, browser, browser]);
});

test("choices count: fills that were switched on come, and mails that were switched off do not", async () => {
  const user = await addUser(db, { off: ["inbox:money", "web:money"], mail: ["margin"] });
  await addAddress(db, user, "eve@example.org");
  await pushAll(user);
  expect((await listed(user)).toSorted()).toEqual([
    "liquidated mail",
    "order_filled",
    "protection_failed",
  ]);
});

test("a flood of fills ends at its daily cap, and a liquidation still arrives", async () => {
  const user = await addUser(db, { off: [], mail: [] });
  const count = PUSHES_A_DAY["push.trading"];
  await db.insert(pushCounts).values({ userId: user, day: DAY, type: "push.trading:fill", count });
  await pushAll(user);
  expect((await listed(user)).toSorted()).toEqual([
    "deposit_credited",
    "liquidated",
    "protection_failed",
  ]);
});

test("nobody else gets them, and two days later only the notice is left", async () => {
  const [user, other] = [await addUser(db), await addUser(db)];
  await addSubscription(db, other);
  await addSubscription(db, user);
  await pushAll(user);
  expect(await listed(other)).toEqual([]);
  await cleanUpPushes(NOW + DAY_MS + 49 * HOUR_MS);
  expect([await db.$count(pushes), await db.$count(pushSends)]).toEqual([0, 0]);
  expect(await listed(user)).toHaveLength(3);
});
