/**
 * What a receiver missed is counted, then sent once. And attempts are compared with their times.
 */
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { OwnerActor } from "#lib/platform/actor.ts";
import { type Database, setDatabase } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { emitting } from "#lib/platform/events/emit-events.ts";
import { cleanUpWebhooks } from "#lib/webhooks/core/clean-up.ts";
import type { ManagerContext } from "#lib/webhooks/core/manager.ts";
import { addOwner, addWebhook } from "#lib/webhooks/engine/engine.testing.ts";
import { fanOutEvents } from "#lib/webhooks/engine/fan-out.ts";
import { pauseByOperator, resumeByOperator } from "#lib/webhooks/operator/pause-webhook.ts";
import { webhookAttempts, webhookDeliveries } from "#lib/webhooks/schema/webhooks.ts";
import { CheckWebhook, checkWebhook } from "./check-registration.ts";
import { readAdherence } from "./delivery-timing.ts";
import { readDelivery } from "./read-deliveries.ts";
import { RecoverDeliveries, recoverDeliveries } from "./recover.ts";
import { pauseByHand, readWebhook, resumeWebhook } from "./webhooks.ts";

let db: Database;
let id: string;
let userId: string;
let ctx: ManagerContext;
let count = 0;

beforeAll(async () => {
  db = await testDatabase();
  setDatabase(db);
});
afterAll(async () => {
  setDatabase(undefined);
  await db.$client.end();
});
beforeEach(async () => {
  userId = await addOwner(db);
  id = await addWebhook(db, { userId, url: "https://hooks.example/" });
  const actor = { kind: "mcp_key", userId, keyId: "key_1", canManageWebhooks: true } as OwnerActor;
  ctx = { actor, client: { address: "", agent: "" }, now: Date.now(), quotas: [] };
});

/** Events of the account with their deliveries, the oldest first. */
async function announced(events: number): Promise<string[]> {
  for (let more = 0; more < events; more += 1) {
    count += 1;
    const event = { subject: `sto_${count}`, version: "1", now: ctx.now, data: {} };
    await emitting(db, (_change, _emit, publish) =>
      publish({ type: "agentic.intent", userId, ...event }),
    );
  }
  await fanOutEvents(db, ctx.now);
  const rows = await db
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(eq(webhookDeliveries.webhookId, id))
    .orderBy(webhookDeliveries.position);
  return rows.map((row) => row.id);
}

const change = (delivery: string, next: Partial<typeof webhookDeliveries.$inferInsert>) =>
  db.update(webhookDeliveries).set(next).where(eq(webhookDeliveries.id, delivery));
const dead = () => ({ state: "dead", attempt: 7, dueAt: null, endedAt: ctx.now }) as const;
const recover = (terms: object) => {
  const period = { from: "2020-01-01T00:00:00Z", to: "2099-01-01T00:00:00Z" };
  const body = RecoverDeliveries.parse({ ...period, dry_run: false, ...terms });
  return recoverDeliveries({ ctx, input: { params: { id }, body } });
};
const read = () => readWebhook({ ctx, input: { params: { id } } });

test("dead deliveries and events without one are counted, then sent once", async () => {
  const [first = "", second = ""] = await announced(4);
  await change(first, dead());
  await db.delete(webhookDeliveries).where(eq(webhookDeliveries.id, second));
  expect(await read()).toMatchObject({
    dead: 1,
    waiting: 2,
    last_24h: { delivered: 0, dead: 1, failing: 0 },
  });
  const counted = { dry_run: true, matched: 2, created: 0, left: 2 };
  expect(await recover({ dry_run: true })).toEqual(counted);
  expect(await recover({ dry_run: true, states: ["missing"] })).toMatchObject({ matched: 1 });
  expect(await recover({ dry_run: true, types: ["points.credited"] })).toMatchObject({
    matched: 0,
  });
  expect(await recover({ dry_run: true, to: "2020-01-02T00:00:00Z" })).toMatchObject({
    matched: 0,
  });
  expect(await recover({})).toMatchObject({ matched: 2, created: 2, left: 0 });
  expect(await recover({})).toMatchObject({ matched: 0, created: 0 });
  const rows = await db.select().from(webhookDeliveries).where(eq(webhookDeliveries.webhookId, id));
  expect(rows.map((row) => row.id)).toContain(second);
  expect(rows.filter((row) => row.replayOf === first)).toMatchObject([{ state: "pending" }]);
  expect(await read()).toMatchObject({ dead: 0, waiting: 4 });
});

test("a resume sends dead ones again when requested", async () => {
  const [first = ""] = await announced(1);
  await change(first, dead());
  const resume = (replays: boolean) =>
    resumeWebhook({ ctx, input: { params: { id }, body: { replay_dead: replays } } });
  expect(await resume(false)).toMatchObject({ dead: 1, waiting: 0 });
  expect(await resume(true)).toMatchObject({ dead: 0, waiting: 1 });
});

test("a draft is compared with the events of the account", async () => {
  await announced(3);
  const check = async (terms: object) => {
    const body = CheckWebhook.parse({
      url: "https://hooks.example/",
      events: ["agentic.intent"],
      ...terms,
    });
    const sources = { markets: () => Promise.resolve([{ symbol: "BTCUSDC" }]), assets: ["BTC"] };
    const { matched } = await checkWebhook({ ctx, input: { body } }, { locale: null, sources });
    return matched;
  };
  expect(await check({})).toBe(3);
  expect(await check({ filter: { assets: ["BTC"] } })).toBe(3);
  expect(await check({ events: ["points.credited"] })).toBe(0);
});

test("attempts are compared with their times, and those to come are planned", async () => {
  const [first = ""] = await announced(1);
  const dueAt = ctx.now - 60_000;
  await db.insert(webhookAttempts).values({
    deliveryId: first,
    number: 1,
    claim: "c",
    dueAt,
    startedAt: dueAt + 7,
    endedAt: dueAt + 20,
    status: 500,
    failure: "status",
  });
  await change(first, { attempt: 1, dueAt: dueAt + 10_020 });
  const query = { hours: 1 };
  const adherence = await readAdherence({ ctx, input: { params: { id }, query } });
  expect(adherence.all).toMatchObject({ attempts: 1, early: 0, p99_ms: 7 });
  expect(adherence.late).toEqual([]);
  const delivery = await readDelivery({ ctx, input: { params: { id, did: first } } });
  const waits = delivery.to_come.map(({ number, at }) => [number, Date.parse(at) - dueAt - 10_020]);
  expect(waits).toEqual([
    [2, 0],
    [3, 60_000],
    [4, 360_000],
    [5, 1_260_000],
    [6, 4_860_000],
    [7, 19_260_000],
  ]);
  expect(Date.parse((await read()).will_pause_at ?? "") - dueAt - 10_020).toBe(19_260_000);
});

test("an attempt under way is not a failure, and the time of the pause follows from the failures before it", async () => {
  const [first = ""] = await announced(1);
  await change(first, { state: "sending", attempt: 1 });
  expect(await read()).toMatchObject({ will_pause_at: null, last_24h: { failing: 0 } });
  await change(first, { state: "sending", attempt: 3 });
  const left = Date.parse((await read()).will_pause_at ?? "") - ctx.now;
  expect(left).toBe((300 + 900 + 3_600 + 14_400) * 1_000);
});

test("a replay that died is sent again once, and what arrived is not", async () => {
  const [first = ""] = await announced(1);
  await change(first, dead());
  const resume = () =>
    resumeWebhook({ ctx, input: { params: { id }, body: { replay_dead: true } } });
  const copies = () =>
    db
      .select()
      .from(webhookDeliveries)
      .where(eq(webhookDeliveries.replayOf, first))
      .orderBy(webhookDeliveries.position);
  await resume();
  const [copy] = await copies();
  await change(copy!.id, dead());
  expect(await read()).toMatchObject({ dead: 1 });
  await resume();
  const [, second] = await copies();
  expect(second).toMatchObject({ state: "pending", replayOf: first });
  expect(await read()).toMatchObject({ dead: 0 });
  await change(second!.id, { state: "delivered", dueAt: null, endedAt: ctx.now });
  expect(await recover({ dry_run: true })).toMatchObject({ matched: 0 });
});

test("records are stored for thirty days after the end, however long they waited", async () => {
  const [waited = "", old = ""] = await announced(2);
  const long = ctx.now - 40 * 86_400_000;
  await change(waited, { ...dead(), createdAt: long });
  await change(old, { ...dead(), createdAt: long, endedAt: long });
  await cleanUpWebhooks(ctx.now);
  const rows = await db.select().from(webhookDeliveries).where(eq(webhookDeliveries.webhookId, id));
  expect(rows.map((row) => row.id)).toEqual([waited]);
});

test("a webhook that its owner had paused is paused again after the operator's pause", async () => {
  const operator = { ...ctx, actor: { kind: "operator" } } as const;
  const params = { id };
  await pauseByHand({ ctx, input: { params } });
  await pauseByOperator({ ctx: operator, input: { params, body: { reason: "it floods" } } });
  expect((await read()).pause).toMatchObject({ reason: "operator", note: "it floods" });
  await resumeByOperator({ ctx: operator, input: { params } });
  expect(await read()).toMatchObject({ status: "paused", pause: { reason: "owner" } });
  await resumeByOperator({ ctx: operator, input: { params } });
  expect(await read()).toMatchObject({ status: "active", pause: null });
});
