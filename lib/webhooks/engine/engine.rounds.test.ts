/**
 * Every committed event reaches each webhook that wants it, at the published times. On both
 * databases.
 */
import { and, asc, eq, inArray, ne } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { auditLog } from "#lib/identity/schema/audit.ts";
import { Secret } from "#lib/kernel/env.ts";
import {
  isPostgresPromised,
  type OwnDatabase,
  probePostgres,
} from "#lib/kernel/postgres.testing.ts";
import { systemTimers } from "#lib/kernel/time/timers.ts";
import { type Database, openDatabase, setDatabase } from "#lib/platform/db/client.ts";
import { isTestDatabaseEmbedded, testDatabase } from "#lib/platform/db/db.testing.ts";
import { borrowDatabase } from "#lib/platform/db/lent-databases.testing.ts";
import { emitting } from "#lib/platform/events/emit-events.ts";
import { type Announcement } from "#lib/platform/events/webhook-outbox.ts";
import { webhooks } from "#lib/platform/schema/events.ts";
import { inboxNotices } from "#lib/platform/schema/inbox.ts";
import { deliveryOf, WebhookPaused } from "#lib/protocol/wire/webhook.ts";
import { countUndelivered, deliverEvents } from "#lib/webhooks/core/event-deliveries.ts";
import { pauseWebhook, reopenWebhook } from "#lib/webhooks/core/pause-webhook.ts";
import { waitAfter } from "#lib/webhooks/core/retry-wait.ts";
import { checkSignature } from "#lib/webhooks/core/signature.ts";
import {
  webhookAttempts,
  webhookDeliveries,
  webhookLanes,
  webhookSecrets,
} from "#lib/webhooks/schema/webhooks.ts";
import { claim, LEASE_MS } from "./claim-deliveries.ts";
import {
  addOwner,
  addSecret,
  addWebhook,
  makeEngine,
  openReceiver,
  type Received,
  SECRET,
  type TestReceiver,
} from "./engine.testing.ts";
import type { WebhookEngine } from "./engine.ts";
import { fanOutEvents } from "./fan-out.ts";
import { repairLanes } from "./repair.ts";
import { storeResults } from "./store-results.ts";

/** Deliveries of the test with two replicas. */
const DELIVERIES = Number(process.env["WEBHOOK_DELIVERIES"] ?? 200);

let db: Database;
let userId: string;
let receiver: TestReceiver;
let engines: WebhookEngine[] = [];

beforeEach(async () => {
  receiver = await openReceiver();
});
afterEach(async () => {
  await Promise.all(engines.map((engine) => engine.stop()));
  engines = [];
  await receiver.close();
});

function start(options?: Parameters<typeof makeEngine>[1]): WebhookEngine {
  const engine = makeEngine(db, options);
  engines.push(engine);
  engine.start();
  return engine;
}

let count = 0;
const announce = (event: Partial<Announcement> = {}, on = db) =>
  emitting(on, (_change, _emit, publish) => {
    count += 1;
    const subject = `sto_${count}`;
    const now = Date.now();
    return publish({
      type: "agentic.intent",
      userId,
      subject,
      version: "1",
      now,
      data: { n: count },
      ...event,
    });
  });
const deliveriesOf = (webhookId: string) =>
  db
    .select()
    .from(webhookDeliveries)
    .where(eq(webhookDeliveries.webhookId, webhookId))
    .orderBy(asc(webhookDeliveries.position));
/** Claims one webhook's deliveries only, because those of other tests may be due too. */
const claimOf = async (webhookId: string, now: number) =>
  (await claim(db, { now, most: 1_000, mostSlow: 1_000 })).find(
    (one) => one.webhookId === webhookId,
  );
const statesOf = async (webhookId: string) =>
  (await deliveriesOf(webhookId)).map(({ state }) => state);
const failuresOf = async (webhookId: string) => {
  const ids = (await deliveriesOf(webhookId)).map(({ id }) => id);
  const attempts = await db
    .select({ failure: webhookAttempts.failure })
    .from(webhookAttempts)
    .where(inArray(webhookAttempts.deliveryId, ids))
    .orderBy(asc(webhookAttempts.number));
  return attempts.map(({ failure }) => failure);
};
/** The data of a pause, checked against its event type. */
const pauseIn = ({ body }: Received) =>
  deliveryOf("webhook.paused", WebhookPaused).parse(JSON.parse(body)).data;
const until = <Value>(read: () => Promise<Value> | Value, wanted: Value) =>
  expect.poll(read, { interval: 20 }).toEqual(wanted);

function delivers(): void {
  beforeEach(async () => {
    userId = await addOwner(db);
  });

  test("an event is sent once, and its signature is valid for its body and for five minutes", async () => {
    const id = await addWebhook(db, { userId, url: `${receiver.url}/in?x=1` });
    start();
    await announce({ data: { text: "ä\u2028", n: 1 } });
    await until(() => statesOf(id), ["delivered"]);
    const [one] = receiver.received;
    const { body, headers, path } = one!;
    expect(path).toBe("/in?x=1");
    const payload = JSON.parse(body) as Record<string, unknown>;
    expect(Object.keys(payload)).toEqual([
      "id",
      "type",
      "created_at",
      "dedup_key",
      "data",
      "livemode",
    ]);
    expect(payload).toMatchObject({
      type: "agentic.intent",
      livemode: true,
      data: { text: "ä\u2028", n: 1 },
    });
    expect(payload["id"]).toBe(headers["x-svc-delivery-id"]);
    expect(payload["id"]).toMatch(/^wh_evt_[0-9a-f]{24}$/);
    const signature = headers["x-svc-signature"]!;
    const now = Number(headers["webhook-timestamp"]) * 1_000;
    const secrets = [{ id: "one", text: SECRET }];
    expect(checkSignature(signature, body, { secrets, now })).toMatchObject({ ok: true });
    expect(checkSignature(signature, `${body} `, { secrets, now })).toMatchObject({
      problem: "mismatch",
    });
    expect(checkSignature(signature, body, { secrets, now: now + 302_000 })).toMatchObject({
      problem: "too_old",
    });
    expect(checkSignature(signature, body, { secrets, now: now - 302_000 })).toMatchObject({
      problem: "too_new",
    });
  });

  test("consecutive deliveries to a webhook need one connection", async () => {
    const id = await addWebhook(db, { userId, url: receiver.url });
    start();
    for (let sent = 1; sent <= 5; sent += 1) {
      await announce();
      await until(
        async () => (await statesOf(id)).filter((state) => state === "delivered").length,
        sent,
      );
    }
    expect(receiver.received).toHaveLength(5);
    // Usually one, unless this machine pauses for longer than an idle connection lives.
    expect(receiver.connections).toBeLessThan(5);
  });

  test("during a rotation the new and the old secret verify, and no other", async () => {
    const made = `whsec_${Buffer.from("r".repeat(32)).toString("base64")}`;
    const id = await addWebhook(db, { userId, url: receiver.url });
    await addSecret(db, { webhookId: id, text: made, createdAt: 1 });
    start();
    await announce();
    await until(() => statesOf(id), ["delivered"]);
    const { body, headers } = receiver.received[0]!;
    const verify = (text: string) => {
      const secrets = [{ id: "one", text }];
      return checkSignature(headers["x-svc-signature"]!, body, { secrets, now: Date.now() });
    };
    for (const secret of [made, SECRET]) expect(verify(secret)).toMatchObject({ ok: true });
    expect(verify("another-secret-0123456")).toMatchObject({ problem: "mismatch" });
  });

  test("a failing receiver gets seven attempts with the same bytes, none early; then the webhook is paused", async () => {
    const id = await addWebhook(db, { userId, url: receiver.url });
    const witness = await addWebhook(db, {
      userId,
      url: `${receiver.url}/witness`,
      events: ["webhook.paused"],
    });
    receiver.answer = ({ path }) => (path === "/witness" ? 200 : 503);
    start();
    await announce();
    await until(() => statesOf(id), ["dead"]);
    const tries = receiver.received.filter(({ path }) => path === "/");
    expect(tries).toHaveLength(7);
    expect(new Set(tries.map(({ body }) => body)).size).toBe(1);
    const [delivery] = await deliveriesOf(id);
    const attempts = await db
      .select()
      .from(webhookAttempts)
      .where(eq(webhookAttempts.deliveryId, delivery!.id))
      .orderBy(asc(webhookAttempts.number));
    expect(
      attempts.map(({ number, status, failure, response }) => [number, status, failure, response]),
    ).toEqual([1, 2, 3, 4, 5, 6, 7].map((number) => [number, 503, "status", "answer 503"]));
    for (const { address, phases } of attempts) {
      expect(address).toBe("127.0.0.1");
      const { resolve_ms, connect_ms, answer_ms, read_ms } = phases!;
      expect([resolve_ms, connect_ms, answer_ms, read_ms].every((step) => step !== null)).toBe(
        true,
      );
    }
    for (const [index, { startedAt }] of attempts.entries()) {
      const before = attempts[index - 1];
      if (before === undefined) continue;
      expect(startedAt - before.endedAt).toBeGreaterThanOrEqual(
        waitAfter(index, { divisor: 10_000 }),
      );
    }
    const [webhook] = await db.select().from(webhooks).where(eq(webhooks.id, id));
    expect(webhook).toMatchObject({
      status: "paused",
      pause: { reason: "failures", delivery_id: delivery!.id, last_error: "HTTP 503" },
    });
    const notices = await db.select().from(inboxNotices).where(eq(inboxNotices.userId, userId));
    expect(notices).toMatchObject([
      { type: "webhook.paused", data: { webhook_id: id }, wantsMail: true },
    ]);
    const audit = await db.select().from(auditLog).where(eq(auditLog.userId, userId));
    expect(audit).toMatchObject([{ action: "webhook.paused", target: id, actorKind: "service" }]);
    await until(() => statesOf(witness), ["delivered"]);
    expect(pauseIn(receiver.received.at(-1)!)).toMatchObject({
      webhook_id: id,
      last_error: "HTTP 503",
    });
  });

  test("410 is named, and retried like any other status", async () => {
    const id = await addWebhook(db, { userId, url: receiver.url });
    receiver.answer = () => 410;
    start();
    await announce();
    await until(() => statesOf(id), ["dead"]);
    expect(await failuresOf(id)).toEqual(Array.from({ length: 7 }, () => "gone"));
    const [webhook] = await db.select().from(webhooks).where(eq(webhooks.id, id));
    expect(webhook?.pause).toMatchObject({ reason: "failures", last_error: "HTTP 410" });
  });

  test("a receiver that fails can end the delivery, and the webhook goes on", async () => {
    const id = await addWebhook(db, { userId, url: receiver.url });
    receiver.answer = () => 400;
    receiver.headers = { "Webhook-Delivery": "abort-message" };
    start();
    await announce();
    await until(() => statesOf(id), ["dead"]);
    expect(await failuresOf(id)).toEqual(["aborted"]);
    receiver.answer = () => 200;
    await announce();
    await until(() => statesOf(id), ["dead", "delivered"]);
  });

  test("a receiver that fails can have its webhook paused, and its owner is told", async () => {
    const id = await addWebhook(db, { userId, url: receiver.url });
    receiver.answer = () => 410;
    receiver.headers = { "webhook-delivery": "disable" };
    start();
    await announce();
    await until(() => statesOf(id), ["dead"]);
    expect(await failuresOf(id)).toEqual(["disabled"]);
    const [webhook] = await db.select().from(webhooks).where(eq(webhooks.id, id));
    expect(webhook).toMatchObject({ status: "paused", pause: { reason: "receiver" } });
    const notices = await db.select().from(inboxNotices).where(eq(inboxNotices.userId, userId));
    expect(notices).toMatchObject([{ type: "webhook.paused", data: { reason: "receiver" } }]);
  });

  test("during a pause events wait; after it all are sent, oldest first", async () => {
    const id = await addWebhook(db, { userId, url: receiver.url });
    await db.update(webhooks).set({ status: "paused" }).where(eq(webhooks.id, id));
    await db.update(webhookLanes).set({ isOpen: false }).where(eq(webhookLanes.webhookId, id));
    const engine = start();
    for (let event = 0; event < 5; event += 1) await announce({ data: { event } });
    await until(
      () => statesOf(id),
      Array.from({ length: 5 }, () => "pending"),
    );
    expect(receiver.received).toEqual([]);
    await db.transaction((change) => reopenWebhook(change, { id }));
    engine.wake();
    await until(
      () => statesOf(id),
      Array.from({ length: 5 }, () => "delivered"),
    );
    const sent = receiver.received.map(({ body }) => (JSON.parse(body) as { data: object }).data);
    expect(sent.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))).toEqual(
      [0, 1, 2, 3, 4].map((event) => ({ event })),
    );
  });

  test("a cause that is rolled back has no event, and one that is announced twice has one", async () => {
    const id = await addWebhook(db, { userId, url: receiver.url });
    await expect(
      emitting(db, async (_change, _emit, publish) => {
        await publish({
          type: "agentic.intent",
          userId,
          subject: "undone",
          version: "1",
          now: 1,
          data: {},
        });
        throw new Error("undone");
      }),
    ).rejects.toThrow("undone");
    expect(await announce({ subject: `twice ${id}` })).toBe(true);
    expect(await announce({ subject: `twice ${id}` })).toBe(false);
    await fanOutEvents(db, Date.now());
    expect(await statesOf(id)).toEqual(["pending"]);
  });

  test("only matching webhooks get it: by type, asset, owner and age, and never the one that it is about", async () => {
    const other = await addOwner(db);
    const url = receiver.url;
    const ids = {
      all: await addWebhook(db, { userId, url }),
      otherType: await addWebhook(db, { userId, url, events: ["agentic.executed"] }),
      btc: await addWebhook(db, { userId, url, filter: { assets: ["ETH", "BTC"] } }),
      sol: await addWebhook(db, { userId, url, filter: { assets: ["SOL"] } }),
      conviction: await addWebhook(db, { userId, url, filter: { min_conviction: 0.9 } }),
      stranger: await addWebhook(db, { userId: other, url }),
      younger: await addWebhook(db, { userId, url, createdAt: Date.now() + 60_000 }),
      about: await addWebhook(db, { userId, url }),
    };
    await announce({ assets: ["BTC"], about: ids.about });
    await fanOutEvents(db, Date.now());
    const got = await Promise.all(
      Object.entries(ids).map(async ([name, id]) => [(await statesOf(id)).length, name]),
    );
    expect(got.filter(([deliveries]) => deliveries === 1).map(([, name]) => name)).toEqual([
      "all",
      "btc",
      "conviction",
    ]);
  });

  test("an attempt whose process ended is repeated under its number, and the late result of the lost run is ignored", async () => {
    const id = await addWebhook(db, { userId, url: receiver.url });
    await announce();
    const now = Date.now();
    await fanOutEvents(db, now);
    const first = await claimOf(id, now);
    expect(first).toMatchObject({ attempt: 1, lost: 0 });
    expect(await claimOf(id, now + LEASE_MS - 1)).toBeUndefined();
    const second = await claimOf(id, now + LEASE_MS);
    expect(second).toMatchObject({ id: first!.id, attempt: 1, lost: 1 });
    const result = { startedAt: now, endedAt: now, status: 200, failure: null, response: "" };
    await storeResults(db, [{ delivery: first!, result }], { divisor: 1 });
    expect(await statesOf(id)).toEqual(["sending"]);
    await storeResults(db, [{ delivery: second!, result }], { divisor: 1 });
    expect(await statesOf(id)).toEqual(["delivered"]);
    const runs = await db
      .select()
      .from(webhookAttempts)
      .where(eq(webhookAttempts.deliveryId, first!.id));
    expect(new Set(runs.map(({ number, failure }) => `${number} ${failure}`))).toEqual(
      new Set(["1 lost", "1 null"]),
    );
  });

  test("a webhook begins no more than its rate, and no more than sixteen at a time", async () => {
    const slow = await addWebhook(db, { userId, url: receiver.url, maxPerSecond: 3 });
    const many = await addWebhook(db, { userId, url: receiver.url, events: ["agentic.executed"] });
    for (let event = 0; event < 20; event += 1) {
      await announce();
      await announce({ type: "agentic.executed" });
    }
    const now = Date.now();
    while ((await fanOutEvents(db, now)) > 0);
    await db
      .update(webhookLanes)
      .set({ isTried: true })
      .where(inArray(webhookLanes.webhookId, [slow, many]));
    const counts = async (at: number) => {
      const claimed = await claim(db, { now: at, most: 100, mostSlow: 100 });
      return [slow, many].map((id) => claimed.filter(({ webhookId }) => webhookId === id).length);
    };
    expect(await counts(now)).toEqual([3, 16]);
    expect(await counts(now + 400)).toEqual([1, 0]);
    expect(await counts(now + 1_400)).toEqual([3, 0]);
  });

  test("a new or resumed webhook gets one delivery at a time until an attempt has ended", async () => {
    const id = await addWebhook(db, { userId, url: receiver.url });
    for (let event = 0; event < 5; event += 1) await announce();
    const now = Date.now();
    await fanOutEvents(db, now);
    const claimed = async (at: number) =>
      (await claim(db, { now: at, most: 1_000, mostSlow: 1_000 })).filter(
        ({ webhookId }) => webhookId === id,
      );
    const [first, ...others] = await claimed(now);
    expect(others).toEqual([]);
    const result = { startedAt: now, endedAt: now + 5, status: 500, failure: "status" } as const;
    await storeResults(db, [{ delivery: first!, result: { ...result, response: "" } }], {
      divisor: 1,
    });
    expect(await claimed(now + 10)).toHaveLength(4);
    await db.transaction(async (change) => {
      const none = { delivery_id: null, last_error: null };
      await pauseWebhook(change, { id, pause: { reason: "owner", at: now, ...none } });
      await reopenWebhook(change, { id });
    });
    const [lane] = await db.select().from(webhookLanes).where(eq(webhookLanes.webhookId, id));
    expect(lane).toMatchObject({ isOpen: true, isTried: false });
  });

  test("a clock that is set back by an hour costs a webhook no attempts", async () => {
    await db.delete(webhooks);
    await addWebhook(db, { userId, url: receiver.url, maxPerSecond: 3 });
    await db.update(webhookLanes).set({ isTried: true });
    for (let event = 0; event < 9; event += 1) await announce();
    const now = Date.now();
    const before = now - 3_600_000;
    await fanOutEvents(db, before);
    const claimAt = (at: number) => claim(db, { now: at, most: 100, mostSlow: 100 });
    const first = await claimAt(now);
    const result = { startedAt: now, endedAt: now, status: 200, failure: null, response: "" };
    await storeResults(
      db,
      first.map((delivery) => ({ delivery, result })),
      { divisor: 1 },
    );
    expect(await claimAt(before)).toHaveLength(0);
    const later = before + 1_000;
    await db.update(webhookLanes).set({ freeAt: later });
    expect(await claimAt(later)).toHaveLength(3);
  });

  test("while too many wait, events are only counted; their deliveries are made later, once and by the same rule", async () => {
    const id = await addWebhook(db, { userId, url: receiver.url, filter: { assets: ["BTC"] } });
    const now = Date.now();
    const announceMany = async (events: number, more: Partial<Announcement>) => {
      for (let event = 0; event < events; event += 1) await announce(more);
    };
    const laneOf = async () =>
      (await db.select().from(webhookLanes).where(eq(webhookLanes.webhookId, id)))[0];
    await announceMany(5, { assets: ["BTC"], now });
    await announceMany(2, { assets: ["ETH"], now });
    await fanOutEvents(db, now, 3);
    expect(await statesOf(id)).toEqual(["pending", "pending", "pending"]);
    expect(await laneOf()).toMatchObject({ skipped: 2, skippedFrom: now, skippedTo: now });
    await announceMany(1, { assets: ["BTC"], now: now + 7 });
    await fanOutEvents(db, now + 7, 3);
    expect(await laneOf()).toMatchObject({ skipped: 3, skippedFrom: now, skippedTo: now + 7 });
    const range = { webhookId: id, from: now, to: now + 7 };
    expect(await countUndelivered(db, range)).toBe(3);
    expect(await countUndelivered(db, { ...range, types: ["points.credited"] })).toBe(0);
    const some = await db.transaction((change) =>
      deliverEvents(change, { ...range, now, limit: 2 }),
    );
    expect(some).toHaveLength(2);
    expect(await laneOf()).toMatchObject({ skipped: 3, dueAt: now });
    const rest = await db.transaction((change) =>
      deliverEvents(change, { ...range, now, limit: 9 }),
    );
    const made = (await deliveriesOf(id)).map((one) => one.id);
    expect(made.slice(3)).toEqual([...some, ...rest]);
    expect(await laneOf()).toMatchObject({ skipped: 0, skippedFrom: null, skippedTo: null });
    expect(await countUndelivered(db, range)).toBe(0);
  });

  test("a webhook is cut off only as long as too many wait", async () => {
    const id = await addWebhook(db, { userId, url: receiver.url });
    const now = Date.now();
    for (let event = 0; event < 4; event += 1) await announce({ now });
    await fanOutEvents(db, now, 3);
    await db
      .update(webhookDeliveries)
      .set({ state: "canceled", dueAt: null })
      .where(eq(webhookDeliveries.webhookId, id));
    await announce({ now: now + 1_000 });
    await fanOutEvents(db, now + 1_000, 3);
    expect(await statesOf(id)).toEqual(["canceled", "canceled", "canceled", "pending"]);
  });

  test("lanes at their limits do not delay the others", async () => {
    await db.delete(webhooks);
    const now = Date.now();
    for (let lane = 0; lane < 70; lane += 1) {
      await addWebhook(db, { userId, url: receiver.url, maxPerSecond: 1 });
    }
    await db.update(webhookLanes).set({ tokens: 0, filledAt: now });
    await announce();
    await fanOutEvents(db, now - 1);
    const id = await addWebhook(db, { userId, url: receiver.url, events: ["agentic.executed"] });
    await announce({ type: "agentic.executed" });
    await fanOutEvents(db, now);
    expect(await claimOf(id, now)).toMatchObject({ attempt: 1 });
    const lanes = await db.select().from(webhookLanes).where(ne(webhookLanes.webhookId, id));
    expect(new Set(lanes.map(({ freeAt }) => freeAt))).toEqual(new Set([now + 1_000]));
  });

  test("slow webhooks together take half of a replica's slots, and a healthy one gets the others", async () => {
    await db.delete(webhooks);
    // Four at a time each. Without a limit that would be 160 attempts.
    for (let slow = 0; slow < 40; slow += 1) {
      await addWebhook(db, { userId, url: `${receiver.url}/slow` });
    }
    await db.update(webhookLanes).set({ isSlow: true });
    const id = await addWebhook(db, { userId, url: receiver.url, events: ["agentic.executed"] });
    for (let event = 0; event < 4; event += 1) await announce();
    receiver.answer = ({ path }) => (path === "/slow" ? "hang" : 200);
    start();
    const sending = () => db.$count(webhookDeliveries, eq(webhookDeliveries.state, "sending"));
    await until(sending, 128);
    await announce({ type: "agentic.executed" });
    await until(() => statesOf(id), ["delivered"]);
    expect(await sending()).toBeLessThanOrEqual(128);
  });

  test("it sleeps until the next attempt is due, and for seconds while nothing waits", async () => {
    await db.delete(webhooks);
    const now = Date.now();
    const sleeps: number[] = [];
    const after = (delayMs: number) => {
      sleeps.push(delayMs);
      return () => {};
    };
    const timers = { ...systemTimers, now: () => now, after };
    const engine = makeEngine(db, { timers, idleSleepMs: 5_000 });
    const id = await addWebhook(db, { userId, url: receiver.url });
    const sleepWith = async (dueAt: number | null) => {
      await db.update(webhookLanes).set({ dueAt }).where(eq(webhookLanes.webhookId, id));
      const before = sleeps.length;
      engine.wake();
      await until(() => sleeps.length, before + 1);
      return sleeps.at(-1);
    };
    expect(await sleepWith(null)).toBe(5_000);
    expect(await sleepWith(now + 123)).toBe(123);
    expect(await sleepWith(now + 9_000)).toBe(500);
  });

  test("a result survives a failure of the database", async () => {
    const id = await addWebhook(db, { userId, url: receiver.url });
    let isFailing = false;
    const transaction: Database["transaction"] = (...call) =>
      isFailing ? Promise.reject(new Error("no connection")) : db.transaction(...call);
    const failing = new Proxy(db, {
      get: (of, name) => (name === "transaction" ? transaction : Reflect.get(of, name)),
    });
    receiver.answer = () => {
      isFailing = true;
      return 200;
    };
    const engine = makeEngine(failing);
    engines.push(engine);
    engine.start();
    await announce();
    await until(() => isFailing, true);
    expect(await statesOf(id)).toEqual(["sending"]);
    isFailing = false;
    await until(() => statesOf(id), ["delivered"]);
    expect(receiver.received).toHaveLength(1);
  });

  test("a lane that would wake too late is repaired and counted", async () => {
    const id = await addWebhook(db, { userId, url: receiver.url });
    await announce();
    const now = Date.now();
    await fanOutEvents(db, now);
    expect(await repairLanes(db)).toBe(0);
    const ours = eq(webhookLanes.webhookId, id);
    for (const dueAt of [null, now + 1]) {
      await db.update(webhookLanes).set({ dueAt }).where(ours);
      expect(await repairLanes(db)).toBe(1);
      expect(await db.select().from(webhookLanes).where(ours)).toMatchObject([{ dueAt: now }]);
    }
  });

  test("without a readable secret nothing is sent, and the owner learns why", async () => {
    const id = await addWebhook(db, { userId, url: `${receiver.url}/unreadable` });
    const witness = await addWebhook(db, {
      userId,
      url: `${receiver.url}/witness`,
      events: ["webhook.paused"],
    });
    await db
      .update(webhookSecrets)
      .set({ encrypted: "AAAA" })
      .where(eq(webhookSecrets.webhookId, id));
    start();
    await announce();
    await until(async () => {
      const [webhook] = await db.select().from(webhooks).where(eq(webhooks.id, id));
      return webhook?.pause?.reason;
    }, "secret" as const);
    expect(await deliveriesOf(id)).toMatchObject([{ state: "pending", attempt: 0 }]);
    const pauseData = { webhook_id: id, origin: receiver.url, reason: "secret", delivery_id: null };
    const notices = await db.select().from(inboxNotices).where(eq(inboxNotices.userId, userId));
    expect(notices).toMatchObject([{ type: "webhook.paused", data: pauseData, wantsMail: true }]);
    await until(() => statesOf(witness), ["delivered"]);
    expect(receiver.received.map(({ path }) => path)).toEqual(["/witness"]);
    expect(pauseIn(receiver.received[0]!)).toMatchObject(pauseData);
  });
}

describe.runIf(isTestDatabaseEmbedded())("on PGlite", () => {
  beforeAll(async () => {
    db = await testDatabase();
    setDatabase(db);
  });
  afterAll(async () => {
    setDatabase(undefined);
    await db.$client.end();
  });

  delivers();
});

const server = await probePostgres(process.env);

describe.skipIf(server === undefined && !isPostgresPromised(process.env))("on Postgres", () => {
  let own: OwnDatabase;
  beforeAll(async () => {
    own = await borrowDatabase(server);
    db = await openDatabase({ dataDir: "unused", databaseUrl: new Secret(own.url) });
  });
  afterAll(async () => {
    setDatabase(undefined);
    await db.$client.end();
    await own.drop();
  });

  delivers();

  describe("two replicas, each with connections of its own,", () => {
    const webhookCount = 4;
    let other: Database;
    let ids: string[];
    beforeAll(async () => {
      setDatabase(undefined);
      other = await openDatabase({ dataDir: "unused", databaseUrl: new Secret(own.url) });
      setDatabase(db);
    });
    afterAll(() => other.$client.end());
    beforeEach(async () => {
      userId = await addOwner(db);
      ids = await Promise.all(
        Array.from({ length: webhookCount }, (_, index) =>
          addWebhook(db, { userId, url: `${receiver.url}/${index}` }),
        ),
      );
      for (const one of [makeEngine(db), makeEngine(other)]) {
        engines.push(one);
        one.start();
      }
    });

    const timeout = 240_000 + DELIVERIES * 20;
    const announceAll = async (events: number) => {
      for (let event = 0; event < events; event += 10) {
        await Promise.all(Array.from({ length: 10 }, () => announce()));
      }
    };
    const countOf = (
      state: "pending" | "sending" | "delivered",
      on: Pick<Database, "$count"> = db,
    ) =>
      on.$count(
        webhookDeliveries,
        and(inArray(webhookDeliveries.webhookId, ids), eq(webhookDeliveries.state, state)),
      );

    test(`make ${DELIVERIES} deliveries, none of them twice`, { timeout }, async () => {
      const events = Math.ceil(DELIVERIES / webhookCount / 10) * 10;
      const all = webhookCount * events;
      await announceAll(events);
      await expect.poll(() => countOf("delivered"), { timeout }).toBe(all);
      expect(receiver.received).toHaveLength(all);
      const sent = receiver.received.map(({ headers }) => headers["x-svc-delivery-id"]);
      expect(new Set(sent).size).toBe(all);
    });

    test("stop at once when one of them pauses a webhook", async () => {
      const [id = ""] = ids;
      ids = [id];
      const events = 400;
      const announced = announceAll(events);
      await until(async () => (await countOf("delivered")) > 50, true);
      const begun = await other.transaction(async (change) => {
        const pause = { reason: "owner", at: 0, delivery_id: null, last_error: null } as const;
        await pauseWebhook(change, { id, pause });
        return (await countOf("delivered", change)) + (await countOf("sending", change));
      });
      await announced;
      await until(() => countOf("sending"), 0);
      await until(() => countOf("pending"), events - begun);
      expect(await countOf("delivered")).toBe(begun);
      expect(begun).toBeLessThan(events);
      await db.transaction((change) => reopenWebhook(change, { id }));
      await until(() => countOf("delivered"), events);
      expect(receiver.received.filter(({ path }) => path === "/0")).toHaveLength(events);
    });
  });
});
