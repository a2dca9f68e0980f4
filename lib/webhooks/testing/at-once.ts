/**
 * Two steps at the same time, on two connections where the database has several. Either may come
 * first.
 */

import { type ClaimTerms, claim } from "#lib/webhooks/engine/claim-deliveries.ts";
import { fanOutEvents } from "#lib/webhooks/engine/fan-out.ts";
import { storeResults } from "#lib/webhooks/engine/store-results.ts";
import { pauseByHand, removeWebhook } from "#lib/webhooks/manage/webhooks.ts";
import { webhookDeliveries, webhookLanes } from "#lib/webhooks/schema/webhooks.ts";
import { fan, MAX_WAITING, pickSome, randomResult, take, toSettled } from "./engine-steps.ts";
import { Broken } from "./model.ts";
import { makeCall } from "./owner-steps.ts";
import { agree, anyWebhook, type WebhookWorld } from "./world.ts";

export async function together(world: WebhookWorld): Promise<void> {
  const { chance } = world;
  const pairs = [
    claimsAtOnce,
    claimAndPause,
    claimAndSettle,
    claimAndRemove,
    settleAtOnce,
    fanOutsAtOnce,
  ];
  await chance.pick(pairs)(world);
}

function termsOf({ chance, now }: WebhookWorld): ClaimTerms {
  return { now, most: 1 + chance.below(24), mostSlow: 4 };
}

async function claimsAtOnce(world: WebhookWorld): Promise<void> {
  const claims = world.workers.map(() => claim(world.db, termsOf(world)));
  const [first = [], second = []] = await Promise.all(claims);
  const ids = [...first, ...second].map(({ id }) => id);
  if (new Set(ids).size < ids.length) throw new Broken("a delivery has one lease at a time");
  world.model.claim([...first, ...second], world.now);
  world.workers[0].push(...first);
  world.workers[1].push(...second);
}

async function claimAndPause(world: WebhookWorld): Promise<void> {
  const webhook = anyWebhook(world);
  const { ctx, params } = makeCall(world, webhook);
  const paused = pauseByHand({ ctx, input: { params } });
  const [claimed] = await Promise.all([claim(world.db, termsOf(world)), paused]);
  take(world, claimed, world.workers[0]);
  webhook.isOpen = false;
}

async function claimAndRemove(world: WebhookWorld): Promise<void> {
  if (world.chance.is(0.8)) return;
  const webhook = anyWebhook(world);
  const { ctx, params } = makeCall(world, webhook);
  const removed = removeWebhook({ ctx, input: { params } });
  const fanned = fanOutEvents(world.db, world.now, MAX_WAITING);
  const [claimed] = await Promise.all([claim(world.db, termsOf(world)), removed, fanned]);
  world.model.fanOut(world.now, MAX_WAITING);
  take(world, claimed, world.workers[0]);
  world.model.remove(webhook);
}

/**
 * A result after the end of its lease still counts, unless the attempt was claimed again before it.
 * A claim that needs the room which the results free came after them.
 */
async function claimAndSettle(world: WebhookWorld): Promise<void> {
  const some = pickSome(world, world.chance.is(0.5) ? world.workers[0] : world.lost).map((one) => ({
    ...one,
    result: { ...randomResult(world, one), ...(one.attempt === 7 && { failure: null }) },
  }));
  // If another run has replaced this one already, its result counts in neither order.
  const valid = some.filter((one) => world.model.deliveries.get(one.id)?.claim === one.claim);
  const settled = storeResults(world.db, some.map(toSettled), { divisor: 1 });
  const [claimed] = await Promise.all([claim(world.db, termsOf(world)), settled]);
  const isAgain = claimed.some(({ id }) => valid.some((one) => one.id === id));
  const isFirst = isAgain || world.model.hasRoom(claimed, world.now);
  if (isFirst) take(world, claimed, world.workers[1]);
  world.model.settle(some);
  if (!isFirst) take(world, claimed, world.workers[1]);
}

async function settleAtOnce(world: WebhookWorld): Promise<void> {
  const all = world.workers.map((worker) =>
    pickSome(world, worker).map((one) => ({
      ...one,
      // Avoids a last failure, because the order of two of them is unknown.
      result: { ...randomResult(world, one), ...(one.attempt === 7 && { failure: null }) },
    })),
  );
  // Leaves out webhooks that are in both: they would be slow or not by the later result.
  const [first = [], second = []] = all;
  const others = second.filter(
    ({ webhookId }) => !first.some((one) => one.webhookId === webhookId),
  );
  world.workers[1].push(...second.filter((one) => !others.includes(one)));
  const schedule = { divisor: 1 };
  await Promise.all(
    [first, others].map((some) => storeResults(world.db, some.map(toSettled), schedule)),
  );
  for (const some of [first, others]) world.model.settle(some);
}

/** Usually one of them takes all events. Under load they may share them. */
async function fanOutsAtOnce(world: WebhookWorld): Promise<void> {
  const { db, model, now } = world;
  const waiting = model.waiting().length;
  if (waiting > 100) return fan(world);
  const counts = await Promise.all([1, 2].map(() => fanOutEvents(db, now, MAX_WAITING)));
  agree(
    "fanned out",
    counts.reduce((sum, count) => sum + count, 0),
    waiting,
  );
  if (counts.includes(0)) return model.fanOut(now, MAX_WAITING);
  const made = await db
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .orderBy(webhookDeliveries.position);
  const { webhookId, room, countedAt } = webhookLanes;
  const lanes = await db.select({ webhookId, room, countedAt }).from(webhookLanes);
  model.fanOutShared(
    now,
    made.map(({ id }) => id),
    new Map(lanes.map(({ webhookId: id, ...left }) => [id, left])),
  );
}
