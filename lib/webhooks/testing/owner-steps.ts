/** Actions of owners, through the functions that the routes call. */
import { eq } from "drizzle-orm";
import { addWebhook } from "#lib/webhooks/engine/engine.testing.ts";
import {
  replayDeliveries,
  retryDelivery,
  skipDelivery,
  testWebhook,
} from "#lib/webhooks/manage/replay.ts";
import { pauseByHand, removeWebhook, resumeWebhook } from "#lib/webhooks/manage/webhooks.ts";
import { webhookDeliveries } from "#lib/webhooks/schema/webhooks.ts";
import { Broken } from "./model.ts";
import { findRoot, type ModelDelivery, type ModelWebhook } from "./model-rows.ts";
import { agree, anyWebhook, EVENT_TYPES, type WebhookWorld } from "./world.ts";

const MAX_WEBHOOKS = 3;
const NEW = {
  isOpen: true,
  isSlow: false,
  isTried: false,
  room: 0,
  countedAt: 0,
  skipped: 0,
  skippedFrom: null,
  skippedTo: null,
};

const client = { address: "127.0.0.1", agent: "model" };

/** The arguments of such a function: the owner and the id of the webhook. */
export function makeCall(
  { now }: WebhookWorld,
  { userId, id }: Pick<ModelWebhook, "userId" | "id">,
) {
  const sessionId = `${userId}.external`;
  const actor = { kind: "session", userId, sessionId, account: undefined, provedAt: 0 } as const;
  return { ctx: { actor, client, now, quotas: [] }, params: { id } };
}

export async function pause(world: WebhookWorld): Promise<void> {
  const webhook = anyWebhook(world);
  const { ctx, params } = makeCall(world, webhook);
  await pauseByHand({ ctx, input: { params } });
  webhook.isOpen = false;
}

export async function resume(world: WebhookWorld): Promise<void> {
  const { model, chance } = world;
  const paused = [...model.webhooks.values()].filter(({ isOpen }) => !isOpen);
  const webhook = paused.length > 0 && chance.is(0.9) ? chance.pick(paused) : anyWebhook(world);
  const { ctx, params } = makeCall(world, webhook);
  const replays = chance.is(0.5);
  await resumeWebhook({ ctx, input: { params, body: { replay_dead: replays } } });
  if (replays)
    await adopt(
      world,
      webhook,
      model.deadOf(webhook).map(({ id }) => id),
    );
  model.resume(webhook);
}

/**
 * Copies the replays' ids from the database. Everything else about them is known. A copy of a copy
 * counts as one of the first delivery.
 */
async function adopt(world: WebhookWorld, webhook: ModelWebhook, originals: readonly string[]) {
  const { model, now } = world;
  const sources = new Map<string, ModelDelivery>();
  for (const id of originals) {
    const original = model.deliveries.get(id);
    if (original === undefined) throw new Broken("a replay repeats a delivery");
    const root = findRoot(original);
    sources.set(root, sources.get(root) ?? original);
  }
  const rows = await copiesOf(world, sources);
  agree("copies", rows.length, sources.size);
  for (const { id, replayOf, source } of rows) {
    const { type, dedupKey, data, eventAt, isLive } = source;
    const copy = { id, webhookId: webhook.id, type, dedupKey, data, eventAt, isLive, replayOf };
    model.add({ ...copy, createdAt: now }, now);
  }
}

async function copiesOf({ db, model }: WebhookWorld, sources: ReadonlyMap<string, ModelDelivery>) {
  const rows = await db
    .select({ id: webhookDeliveries.id, replayOf: webhookDeliveries.replayOf })
    .from(webhookDeliveries)
    .orderBy(webhookDeliveries.position);
  return rows.flatMap(({ id, replayOf }) => {
    const source = replayOf === null ? undefined : sources.get(replayOf);
    const isNew = replayOf !== null && source !== undefined && !model.deliveries.has(id);
    return isNew ? [{ id, replayOf, source }] : [];
  });
}

export async function replay(world: WebhookWorld): Promise<void> {
  const { model, chance } = world;
  const webhook = anyWebhook(world);
  const ids = model.of(webhook.id).flatMap(({ id }) => (chance.is(0.2) ? [id] : []));
  if (ids.length === 0) return;
  const { ctx, params } = makeCall(world, webhook);
  const before = new Map(ids.map((id) => [id, model.copyOf(id)?.id]));
  const body = { delivery_ids: [...ids, "wh_evt_unknown"] };
  const { replayed, refused } = await replayDeliveries({ ctx, input: { params, body } });
  agree("refused", refused, ["wh_evt_unknown"]);
  const isNew = ids.filter((id) => before.get(id) === undefined);
  await adopt(world, webhook, isNew);
  for (const { delivery_id, new_delivery_id } of replayed) {
    agree("the copy that waits", new_delivery_id, model.copyOf(delivery_id)?.id);
    agree("a second request gets", new_delivery_id, before.get(delivery_id) ?? new_delivery_id);
  }
}

export async function sendTest(world: WebhookWorld): Promise<void> {
  const { model, now, db } = world;
  const webhook = anyWebhook(world);
  const { ctx, params } = makeCall(world, webhook);
  const body = { type: "points.credited" as const, data: { test: now } };
  const { delivery_id: id } = await testWebhook({ ctx, input: { params, body } });
  const [row] = await db.select().from(webhookDeliveries).where(eq(webhookDeliveries.id, id));
  const dedupKey = row?.dedupKey ?? "";
  const data = JSON.stringify(body.data);
  const one = { id, webhookId: webhook.id, type: body.type, dedupKey, data, eventAt: now };
  model.add({ ...one, isLive: false }, now);
}

async function changeOne(
  world: WebhookWorld,
  verb: typeof retryDelivery,
  changeOf: (one: ModelDelivery) => Partial<ModelDelivery>,
): Promise<void> {
  const { model, chance } = world;
  const webhook = anyWebhook(world);
  const all = model.of(webhook.id);
  if (all.length === 0) return;
  const one = chance.pick(all);
  const { ctx, params } = makeCall(world, webhook);
  const done = await verb({ ctx, input: { params: { ...params, did: one.id } } }).then(
    () => true,
    (error: { code?: string }) => {
      if (error.code !== "DELIVERY_ENDED") throw error;
      return false;
    },
  );
  agree("changed", done, one.state === "pending");
  if (done) Object.assign(one, changeOf(one));
}

export async function retry(world: WebhookWorld): Promise<void> {
  const { now } = world;
  await changeOne(world, retryDelivery, ({ dueAt }) => ({ dueAt: Math.min(dueAt ?? now, now) }));
}

export async function skip(world: WebhookWorld): Promise<void> {
  const ended = { state: "canceled", dueAt: null, endedAt: world.now } as const;
  await changeOne(world, skipDelivery, () => ended);
}

export async function register(world: WebhookWorld): Promise<void> {
  const { db, chance, model, now } = world;
  const userId = chance.pick([...world.causes.keys()]);
  const held = [...model.webhooks.values()].filter((one) => one.userId === userId);
  if (held.length >= MAX_WEBHOOKS) return;
  const events = [...EVENT_TYPES.filter(() => chance.is(0.7)), "webhook.paused" as const];
  const filter = chance.is(0.3) ? { assets: ["BTC"] } : {};
  // With these rates the tokens of a millisecond are exact.
  const maxPerSecond = chance.pick([125, 250, 500]);
  // The ids are in the order of registration, so that a seed reproduces the history.
  const id = `whk_${(world.count += 1).toString().padStart(9, "0")}`;
  const url = "https://hooks.example/in";
  await addWebhook(db, { id, userId, url, events, filter, maxPerSecond, createdAt: now });
  model.webhooks.set(id, {
    ...NEW,
    id,
    userId,
    events,
    assets: filter.assets,
    createdAt: now,
    maxPerSecond,
    tokens: maxPerSecond,
    filledAt: now,
  });
}

export async function remove(world: WebhookWorld): Promise<void> {
  const webhook = anyWebhook(world);
  const { ctx, params } = makeCall(world, webhook);
  await removeWebhook({ ctx, input: { params } });
  world.model.remove(webhook);
}
