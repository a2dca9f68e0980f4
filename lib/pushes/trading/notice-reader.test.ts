/**
 * Notices of the venue reach the owners of the accounts once: across failures between page and
 * commit, with two replicas, and never another user.
 */
import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { identities } from "#lib/identity/schema/identity.ts";
import { newId } from "#lib/kernel/ids.ts";
import { IDLE } from "#lib/kernel/time/repeated-task.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { metrics } from "#lib/platform/metrics.ts";
import { webhookEvents, webhooks } from "#lib/platform/schema/events.ts";
import { MINUTE_MS } from "#lib/protocol/durations.ts";
import {
  closedOrder,
  marginNotice,
  orderNotice,
  transferNotice,
} from "#lib/protocol/wire/venue-notices.testing.ts";
import {
  compareNoticeIds,
  type NoticeFeed,
  type VenueNotice,
} from "#lib/protocol/wire/venue-notices.ts";
import { pushes, pushVenueCursors } from "#lib/pushes/schema/pushes.ts";
import { addUser } from "#lib/pushes/testing/world.ts";
import { NoticeReader } from "./notice-reader.ts";

const NOW = 1_800_000_001_000;
const NOBODY = "9dVoKCQjWfy9cRZN81ApLHzhTbLWydhu9nQov1yHd7XQ";
/** Base58 public keys, each another one. */
let traders = 0;
const newAccount = () =>
  `4zvwRjXUKGfvwnParsHAS3HuSVzV5cA4${(traders += 1) + 111_111}`.replaceAll("0", "z");

let db: Database;
let ada: { userId: string; account: string };
let warnings: unknown[];
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.$client.end());
beforeEach(async () => {
  for (const table of [pushes, pushVenueCursors, webhookEvents, webhooks]) await db.delete(table);
  ada = await addTrader();
  warnings = [];
});

async function addTrader(choices?: Parameters<typeof addUser>[1]) {
  const userId = await addUser(db, choices);
  const account = newAccount();
  await db.insert(identities).values({
    id: newId("idn"),
    userId,
    kind: "wallet",
    subject: account,
    label: account,
    createdAt: new Date(0),
    lastUsedAt: new Date(0),
  });
  return { userId, account };
}

/** A venue whose journal has these notices, two of them to a page. */
function venue(...notices: VenueNotice[]) {
  const journal = { notices, last: "5-0" };
  const readNotices = vi.fn<NoticeFeed["readNotices"]>(async (after) => {
    const end = journal.notices.at(-1)?.id ?? journal.last;
    if (after === undefined) return { notices: [], next: null, last: end };
    const behind = journal.notices.filter(({ id }) => compareNoticeIds(id, after) > 0);
    const page = behind.slice(0, 2);
    return { notices: page, next: behind.length > 2 ? (page[1]?.id ?? null) : null, last: end };
  });
  return { journal, readNotices };
}

function reader(feed: Pick<NoticeFeed, "readNotices">, on: Database = db): NoticeReader {
  const log = { warn: (...line: unknown[]) => void warnings.push(line) };
  return new NoticeReader({ db: on, feed, venueUrl: "http://venue.invalid", log });
}

/** A reader that has begun, with what the venue reports from then on. */
async function begun(...notices: VenueNotice[]) {
  const { journal, readNotices } = venue();
  const replica = reader({ readNotices });
  await replica.run(NOW);
  journal.notices = notices;
  return { journal, readNotices, replica };
}

const margin = (id: string, account = ada.account) => marginNotice({}, { id, account });
const stored = () => db.select().from(pushes).orderBy(pushes.position);
const receivers = async () => (await stored()).map(({ userId, at }) => ({ userId, at }));
const place = async () => (await db.select().from(pushVenueCursors))[0]?.after;
const addWebhook = (userId: string, events: (typeof webhooks.$inferInsert)["events"]) =>
  db.insert(webhooks).values({
    id: newId("whk"),
    userId,
    url: "https://hooks.example",
    events,
    filter: {},
    status: "active",
    maxPerSecond: 50,
    createdAt: 0,
  });
const announced = async () =>
  (await db.select().from(webhookEvents).orderBy(webhookEvents.position)).map(
    ({ type, userId, assets, data }) => ({
      type,
      userId,
      assets,
      data: JSON.parse(data) as Record<string, unknown>,
    }),
  );

test("a first start begins where the journal ends: nothing old is notified", async () => {
  const { readNotices } = venue(margin("10-0"), margin("10-1"));
  const replica = reader({ readNotices });
  await replica.run(NOW);
  await replica.run(NOW);
  expect([await stored(), await place()]).toEqual([[], "10-1"]);
});

test("each notice goes to the account's owner, page after page, and accounts of nobody cost nothing", async () => {
  const eve = await addTrader();
  const { replica, readNotices } = await begun(
    margin("10-0"),
    margin("10-1", NOBODY),
    margin("11-0", NOBODY),
    margin("11-1", eve.account),
    margin("12-0"),
  );
  expect(await replica.run(NOW)).toBeUndefined();
  expect((await receivers()).map(({ userId }) => userId)).toEqual([
    ada.userId,
    eve.userId,
    ada.userId,
  ]);
  expect(await place()).toBe("12-0");
  expect(readNotices.mock.calls.map(([after]) => after)).toEqual([
    undefined,
    "5-0",
    "5-0",
    "10-1",
    "11-1",
  ]);
  expect((await stored())[0]).toMatchObject({
    type: "push.trading",
    kind: "margin",
    at: 1_800_000_000_000,
    leavesUntil: 1_800_000_000_000 + 60 * MINUTE_MS,
    data: { event: "margin_level", account: ada.account },
  });
});

test("a page of accounts of nobody takes one query, and its place is stored once a minute", async () => {
  const { replica, journal } = await begun(margin("10-0", NOBODY));
  const transactions = vi.spyOn(db, "transaction");
  await replica.run(NOW);
  expect([transactions.mock.calls.length, await place()]).toEqual([0, "5-0"]);
  journal.notices.push(margin("11-0", NOBODY));
  await replica.run(NOW + MINUTE_MS);
  expect([transactions.mock.calls.length, await place()]).toEqual([1, "11-0"]);
  transactions.mockRestore();
});

test("what failed before its commit is read again and taken once; a page that was taken gives nothing again", async () => {
  const { replica, readNotices } = await begun(margin("10-0"), margin("10-1"), margin("11-0"));
  const failing = vi.spyOn(db, "transaction").mockRejectedValueOnce(new Error("killed"));
  expect(await replica.run(NOW)).toBe(IDLE);
  failing.mockRestore();
  expect([await stored(), await place()]).toEqual([[], "5-0"]);
  // The next process has only what is stored.
  await reader({ readNotices }).run(NOW);
  expect(await stored()).toHaveLength(3);
  await db.update(pushVenueCursors).set({ after: "5-0" });
  await reader({ readNotices }).run(NOW);
  expect(await stored()).toHaveLength(3);
});

test("two replicas take each notice once", async () => {
  await addWebhook(ada.userId, ["margin.warning"]);
  const { readNotices, replica } = await begun(
    ...[10, 11, 12, 13, 14].map((height) => margin(`${height}-0`)),
  );
  const other = reader({ readNotices });
  await Promise.all([replica.run(NOW), other.run(NOW)]);
  await Promise.all([replica.run(NOW), other.run(NOW)]);
  expect(await stored()).toHaveLength(5);
  expect(await announced()).toHaveLength(5);
  expect(await place()).toBe("14-0");
});

describe("an account", () => {
  const unlink = (account: string) =>
    db
      .delete(identities)
      .where(and(eq(identities.kind, "wallet"), eq(identities.subject, account)));

  test("whose wallet is not linked any more gives no notice, and its new owner's", async () => {
    const eve = await addTrader();
    const { replica, journal } = await begun(margin("10-0"));
    await replica.run(NOW);
    await unlink(ada.account);
    journal.notices.push(margin("11-0"));
    await replica.run(NOW);
    expect(await receivers()).toHaveLength(1);
    await db
      .update(identities)
      .set({ subject: ada.account })
      .where(eq(identities.userId, eve.userId));
    journal.notices.push(margin("12-0"));
    await replica.run(NOW);
    expect((await receivers()).map(({ userId }) => userId)).toEqual([ada.userId, eve.userId]);
  });

  test("whose owner wants no such notice writes none: fills are off at first", async () => {
    const wanting = await addTrader({ off: [], mail: [] });
    const { replica } = await begun(
      orderNotice({ id: "10-0", account: ada.account }),
      orderNotice({ id: "10-1", account: wanting.account }),
    );
    await replica.run(NOW);
    expect((await receivers()).map(({ userId }) => userId)).toEqual([wanting.userId]);
  });
});

describe("webhooks", () => {
  test("are sent the types that they have chosen, of their owner's accounts alone", async () => {
    await addWebhook(ada.userId, ["order.filled", "order.ended"]);
    await addWebhook((await addTrader()).userId, ["order.filled", "transfer.settled"]);
    const part = closedOrder({ cancel_reason: "NO_LIQUIDITY", account: ada.account });
    const { replica } = await begun(
      orderNotice({ id: "10-0", account: ada.account, order: null }),
      orderNotice({ id: "10-1", account: ada.account, order: part }),
      transferNotice({}, { id: "11-0", account: ada.account }),
      margin("11-1"),
    );
    await replica.run(NOW);
    const events = await announced();
    expect(events.map(({ type, userId, assets }) => ({ type, userId, assets }))).toEqual(
      ["order.filled", "order.filled", "order.ended"].map((type) => ({
        type,
        userId: ada.userId,
        assets: ["BTC"],
      })),
    );
    expect(events[0]?.data).toEqual({
      account: ada.account,
      order_id: "9",
      market: "BTCUSDC",
      side: "BUY",
      size: "1.5",
      price: "64000.1",
      fee: "43.2",
      realized_pnl: "12.5",
      filled_at: "2027-01-15T08:00:00.000Z",
      order: null,
    });
  });

  test("without these types cause no event, so a webhook from before gets none", async () => {
    await addWebhook(ada.userId, ["webhook.paused"]);
    const { replica } = await begun(orderNotice({ id: "10-0", account: ada.account }));
    await replica.run(NOW);
    expect(await announced()).toEqual([]);
  });
});

describe("a failure", () => {
  test("is counted, and logged once a minute, and reading goes on when it is over", async () => {
    const { replica, readNotices } = await begun(margin("10-0"));
    const before = readNotices.getMockImplementation();
    const failed = async () => {
      const text = await metrics().registry.getSingleMetricAsString("svc_polls_failed_total");
      return Number(/poll="trading_notices"[^\n]* (\d+)/.exec(text)?.[1] ?? 0);
    };
    const failedBefore = await failed();
    readNotices.mockRejectedValue(new Error("no venue"));
    for (const at of [0, 1_000, 59_000, MINUTE_MS]) {
      expect(await replica.run(NOW + at)).toBe(IDLE);
    }
    expect(warnings).toHaveLength(2);
    expect((await failed()) - failedBefore).toBe(4);
    if (before !== undefined) readNotices.mockImplementation(before);
    await replica.run(NOW + 2 * MINUTE_MS);
    expect(await stored()).toHaveLength(1);
  });

  test("to reach the place is one for ten minutes; then the journal is another one, and its end the place", async () => {
    const { replica, journal } = await begun(margin("10-0"));
    await replica.run(NOW);
    journal.notices = [margin("2-0")];
    expect(await replica.run(NOW)).toBe(IDLE);
    expect(await replica.run(NOW + 9 * MINUTE_MS)).toBe(IDLE);
    await replica.run(NOW + 10 * MINUTE_MS);
    expect(await place()).toBe("2-0");
    journal.notices.push(margin("3-0"));
    await replica.run(NOW + 11 * MINUTE_MS);
    expect(await stored()).toHaveLength(2);
  });
});
