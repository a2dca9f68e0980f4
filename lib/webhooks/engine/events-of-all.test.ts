/**
 * An event for all accounts reaches each webhook that wants it and whose filter it passes, in
 * bounded steps.
 */

import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Database, setDatabase } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { emitting } from "#lib/platform/events/emit-events.ts";
import type { Announcement } from "#lib/platform/events/webhook-outbox.ts";
import { type WebhookFilter, webhookEvents } from "#lib/platform/schema/events.ts";
import { DAY_MS } from "#lib/protocol/durations.ts";
import { WEBHOOK_LIMITS } from "#lib/protocol/webhooks.ts";
import { cleanUpWebhooks } from "#lib/webhooks/core/clean-up.ts";
import { countUndelivered } from "#lib/webhooks/core/event-deliveries.ts";
import { webhookDeliveries, webhookLanes } from "#lib/webhooks/schema/webhooks.ts";
import { addOwner, addWebhook } from "./engine.testing.ts";
import { fanOutEvents } from "./fan-out.ts";

const NOW = Date.now();

let db: Database;
let userId: string;
beforeEach(async () => {
  db = await testDatabase();
  setDatabase(db);
  userId = await addOwner(db);
});
afterEach(async () => {
  setDatabase(undefined);
  await db.$client.end();
});

const hook = (filter: WebhookFilter = {}, owner = userId) =>
  addWebhook(db, {
    userId: owner,
    url: "https://hooks.example",
    events: ["catalyst.detected"],
    filter,
  });

const announce = (event: Partial<Announcement> = {}) =>
  emitting(db, (_change, _emit, publish) =>
    publish({
      type: "catalyst.detected",
      userId: null,
      subject: "evt_1",
      version: "1",
      now: NOW + 10_000,
      data: { n: 1 },
      ...event,
    }),
  );

const receivers = async () =>
  (await db.select().from(webhookDeliveries)).map(({ webhookId }) => webhookId).toSorted();

test("an event whose type no webhook wants is not written", async () => {
  await addWebhook(db, { userId, url: "https://hooks.example", events: ["swap.confirmed"] });
  expect(await announce()).toBe(false);
  expect(await db.select().from(webhookEvents)).toEqual([]);
});

test("it is one row, and goes to the webhooks of all accounts whose filters it passes", async () => {
  const everything = await hook();
  const others = await hook({}, await addOwner(db));
  const btc = await hook({ assets: ["BTC", "ETH"] });
  await hook({ assets: ["SOL"] });
  const half = await hook({ min_conviction: 0.5 });
  await hook({ min_conviction: 0.7 });
  expect(await announce({ assets: ["BTC"], conviction: 0.6 })).toBe(true);
  expect(await announce({ assets: ["BTC"], conviction: 0.6 })).toBe(false);
  expect(await db.select().from(webhookEvents)).toHaveLength(1);
  await fanOutEvents(db, NOW);
  expect(await receivers()).toEqual([everything, others, btc, half].toSorted());
});

test("markets and the account of an event are compared with filters; an event without them passes", async () => {
  const [WALLET, OTHER] = ["w".repeat(43), "x".repeat(43)];
  const everything = await hook();
  const btc = await hook({ markets: ["BTCUSDC", "ETHUSDC"] });
  const sol = await hook({ markets: ["SOLUSDC"] });
  const own = await hook({ accounts: [WALLET] });
  const other = await hook({ accounts: [OTHER] });
  const both = await hook({ markets: ["BTCUSDC"], accounts: [WALLET] });
  await announce({ subject: "a", markets: ["XRPUSDC", "BTCUSDC"], account: WALLET });
  await fanOutEvents(db, NOW);
  expect(await receivers()).toEqual([everything, btc, own, both].toSorted());
  await db.delete(webhookDeliveries);
  await announce({ subject: "b", account: OTHER });
  await fanOutEvents(db, NOW);
  expect(await receivers()).toEqual([everything, btc, sol, other].toSorted());
  await db.delete(webhookDeliveries);
  await announce({ subject: "c" });
  await fanOutEvents(db, NOW);
  expect(await receivers()).toHaveLength(6);
});

describe("an event that is announced again", () => {
  const again = (event: Partial<Announcement>) =>
    announce({ again: true, now: NOW + 20_000, data: { n: 2 }, ...event });
  const bodies = async () =>
    (await db.select().from(webhookDeliveries)).map(({ webhookId, data }) => [webhookId, data]);

  test("goes to the webhooks whose minimum it reaches only now, and to none twice", async () => {
    const everything = await hook();
    const most = await hook({ min_conviction: 0.7 });
    await hook({ min_conviction: 0.8 });
    await announce({ assets: ["BTC"], conviction: 0.6 });
    await fanOutEvents(db, NOW);
    expect(await again({ assets: ["BTC"], conviction: 0.72 })).toBe(true);
    await fanOutEvents(db, NOW);
    expect(await bodies()).toEqual([
      [everything, '{"n":1}'],
      [most, '{"n":2}'],
    ]);
    const lanes = await db.select().from(webhookLanes);
    expect(lanes.map(({ skipped }) => skipped)).toEqual([0, 0, 0]);
  });

  test("does nothing when its conviction is no higher and its assets are the same", async () => {
    await hook();
    await announce({ assets: ["BTC"], conviction: 0.6 });
    expect(await again({ assets: ["BTC"], conviction: 0.6 })).toBe(false);
    expect(await again({ assets: ["BTC"], conviction: 0.4 })).toBe(false);
    expect(await db.select().from(webhookEvents)).toMatchObject([{ data: '{"n":1}' }]);
  });

  test("goes to the webhooks of an asset that was added", async () => {
    const btc = await hook({ assets: ["BTC"] });
    const sol = await hook({ assets: ["SOL"] });
    await announce({ assets: ["BTC"], conviction: 0.6 });
    await fanOutEvents(db, NOW);
    await again({ assets: ["BTC", "SOL"], conviction: 0.5 });
    await fanOutEvents(db, NOW);
    expect(await receivers()).toEqual([btc, sol].toSorted());
  });

  test("goes to a webhook whose lane had no room before, and does not count one that has it", async () => {
    const [had, full] = [await hook(), await hook({ min_conviction: 0.7 })];
    await announce({ conviction: 0.6 });
    await fanOutEvents(db, NOW);
    await again({ conviction: 0.8 });
    await fanOutEvents(db, NOW + 5_000, 0);
    await again({ conviction: 0.9, data: { n: 3 }, now: NOW + 30_000 });
    await fanOutEvents(db, NOW + 10_000);
    expect(await bodies()).toEqual([
      [had, '{"n":1}'],
      [full, '{"n":3}'],
    ]);
    const lanes = await db.select().from(webhookLanes);
    expect(new Map(lanes.map((lane) => [lane.webhookId, lane.skipped]))).toEqual(
      new Map([
        [had, 0],
        [full, 1],
      ]),
    );
  });

  test("keeps its deliveries as long as itself, so that none counts as missing", async () => {
    const webhookId = await hook();
    await announce({ conviction: 0.6 });
    await fanOutEvents(db, NOW);
    await db.update(webhookDeliveries).set({ state: "delivered", endedAt: NOW });
    await again({ conviction: 0.8, now: NOW + DAY_MS });
    await fanOutEvents(db, NOW + DAY_MS);
    await cleanUpWebhooks(NOW + (WEBHOOK_LIMITS.days + 0.5) * DAY_MS);
    expect(await countUndelivered(db, { webhookId, from: 0, to: NOW + 2 * DAY_MS })).toBe(0);
    await cleanUpWebhooks(NOW + (WEBHOOK_LIMITS.days + 2) * DAY_MS);
    expect(await receivers()).toEqual([]);
  });
});

test("two of them are fanned out at a time, in order, with those of accounts between them", async () => {
  const id = await hook();
  for (const version of ["1", "2", "3"]) await announce({ version });
  await announce({ userId, version: "own" });
  expect([
    await fanOutEvents(db, NOW),
    await fanOutEvents(db, NOW),
    await fanOutEvents(db, NOW),
  ]).toEqual([2, 2, 0]);
  expect(await receivers()).toEqual([id, id, id, id]);
});
