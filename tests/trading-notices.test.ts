/**
 * What happens to a trader at a real venue reaches the inbox and the webhook once: a stop loss that
 * fires is one notice and one event, and so is a liquidation, also when two replicas read.
 */
import { afterEach, beforeEach, expect, test } from "vitest";
import { identities } from "#lib/identity/schema/identity.ts";
import { Secret } from "#lib/kernel/env.ts";
import { newId } from "#lib/kernel/ids.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { webhookEvents, webhooks } from "#lib/platform/schema/events.ts";
import { inboxNotices } from "#lib/platform/schema/inbox.ts";
import { OrderFilledEvent, PositionLiquidatedEvent } from "#lib/protocol/wire/trading-events.ts";
import { TradingPush } from "#lib/protocol/wire/trading-pushes.ts";
import type { NoticeFeed } from "#lib/protocol/wire/venue-notices.ts";
import { addUser } from "#lib/pushes/testing/world.ts";
import { NoticeReader } from "#lib/pushes/trading/notice-reader.ts";
import { PushWriter } from "#lib/pushes/writing/push-writer.ts";
import { createNoticeFeed } from "#lib/trading/venue-client/notice-feed.ts";
import {
  openVenueFixture,
  stopOf,
  type VenueFixture,
} from "#services/venue/surface/venue-fixture.testing.ts";
import { limit, READER_KEY } from "#services/venue/venue.testing.ts";

let db: Database;
let fixture: VenueFixture;
let feed: NoticeFeed;
beforeEach(async () => {
  db = await testDatabase();
  fixture = await openVenueFixture({ readerKey: READER_KEY });
  feed = createNoticeFeed({ url: fixture.venue.url, key: new Secret(READER_KEY) });
});
afterEach(async () => {
  feed.close();
  await fixture.close();
  await db.$client.end();
});

/** Its log fails the test. */
function replica(): NoticeReader {
  const log = { warn: (what: unknown) => expect(what).toBeUndefined() };
  return new NoticeReader({ db, feed, venueUrl: fixture.venue.url, log });
}

async function addOwner(account: string): Promise<string> {
  const userId = await addUser(db);
  const at = new Date(0);
  const wallet = { kind: "wallet", subject: account, label: account } as const;
  await db
    .insert(identities)
    .values({ id: newId("idn"), userId, createdAt: at, lastUsedAt: at, ...wallet });
  await db.insert(webhooks).values({
    id: newId("whk"),
    userId,
    url: "https://hooks.example",
    events: ["order.filled", "position.liquidated"],
    filter: {},
    status: "active",
    maxPerSecond: 50,
    createdAt: 0,
  });
  return userId;
}

/** Takes what the venue has reported, in both replicas, and gives the pushes to their users. */
async function take(replicas: readonly NoticeReader[]): Promise<void> {
  const { now } = fixture;
  await Promise.all(replicas.map((one) => one.run(now())));
  const terms = { db, levels: new Map<string, string>(), wake: () => undefined };
  await new PushWriter({ ...terms, now }).run(now());
}

/** The notices in inboxes and the events of webhooks, once there are that many notices. */
async function received(replicas: readonly NoticeReader[], count: number) {
  await expect
    .poll(async () => {
      await take(replicas);
      return db.$count(inboxNotices);
    })
    .toBe(count);
  await take(replicas);
  const notices = await db.select().from(inboxNotices).orderBy(inboxNotices.position);
  const events = await db.select().from(webhookEvents).orderBy(webhookEvents.position);
  return { notices, events };
}

test("a stop loss that fires is one notice in the inbox and one event of the webhook", async () => {
  const { alice, bob, now, setMark } = fixture;
  const userId = await addOwner(alice.address);
  // Bob's account is linked to nobody: his fills of the same trades are skipped.
  expect((await bob.place(limit("SELL", "0.02", "64000.1"), now())).status).toBe(201);
  const entry = limit("BUY", "0.02", "64000.1");
  expect((await alice.place(entry, now())).status).toBe(201);
  const [one, other] = [replica(), replica()];
  await Promise.all([one.run(now()), other.run(now())]);
  expect((await alice.place(stopOf(entry, "63000"), now())).status).toBe(201);
  expect((await bob.place(limit("BUY", "0.02", "62950"), now())).status).toBe(201);
  await setMark("62990");
  const { notices, events } = await received([one, other], 1);
  const [notice, ...others] = notices;
  expect(others).toEqual([]);
  expect(notice).toMatchObject({ userId, type: "push.trading", readAt: null });
  expect(TradingPush.parse(notice?.data)).toMatchObject({
    event: "order_filled",
    account: alice.address,
    side: "SELL",
    order_type: "STOP_LOSS_MARKET",
    trigger_price: "63000",
    filled_size: "0.02",
    price: "62950",
    realized_pnl: "-21.002",
  });
  expect(events.map(({ type, userId: owner }) => [type, owner])).toEqual([
    ["order.filled", userId],
  ]);
  expect(OrderFilledEvent.parse(JSON.parse(events[0]?.data ?? ""))).toMatchObject({
    market: "BTCUSDC",
    size: "0.02",
    order: { status: "CLOSED", cancel_reason: "", trigger_price: "63000" },
  });
});

test("margin calls and a liquidation are notified once each, the liquidation with its sum", async () => {
  const { bob, now, setMark, venue } = fixture;
  const carol = await fixture.trader("carol", "2000");
  const userId = await addOwner(carol.address);
  expect((await bob.place(limit("SELL", "0.5", "64000"), now())).status).toBe(201);
  expect((await carol.place(limit("BUY", "0.5", "64000"), now())).status).toBe(201);
  const replicas = [replica(), replica()];
  await take(replicas);
  for (const mark of ["63000", "61900", "61000"]) await setMark(mark);
  await venue.tick();
  const { notices, events } = await received(replicas, 3);
  expect(new Set(notices.map((notice) => notice.userId))).toEqual(new Set([userId]));
  const pushes = notices.map(({ data }) => TradingPush.parse(data));
  expect(pushes).toMatchObject([
    { event: "margin_level", level: "WARNING", market: "BTCUSDC" },
    { event: "margin_level", level: "DANGER", market: "BTCUSDC" },
    { event: "liquidated", market: "BTCUSDC", size: "0.5", remaining_size: "0", others: 0 },
  ]);
  expect(events.map(({ type }) => type)).toEqual(["position.liquidated"]);
  const sum = PositionLiquidatedEvent.parse(JSON.parse(events[0]?.data ?? ""));
  expect(sum).toMatchObject({ account: carol.address, reason: "LIQUIDATION" });
});
