/** Two steps at once, on two connections where the database has several: either may come first. */
import { webhookDeliveries, webhookLanes } from "#lib/platform/db/schema/webhooks.ts";
import { type ClaimTerms, claim } from "#lib/webhooks/engine/claim.ts";
import { fanOut } from "#lib/webhooks/engine/fan-out.ts";
import { settle } from "#lib/webhooks/engine/settle.ts";
import { pauseByHand, removeWebhook } from "#lib/webhooks/manage/webhooks.ts";
import { fan, MOST_WAITING, resultOf, settledOf, someOf, take } from "./engine-steps.ts";
import { Broken } from "./model.ts";
import { callOf } from "./owner-steps.ts";
import { agree, anyWebhook, type World } from "./world.ts";

export async function together(world: World): Promise<void> {
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

function termsOf({ chance, now }: World): ClaimTerms {
  return { now, most: 1 + chance.below(24), mostSlow: 4 };
}

async function claimsAtOnce(world: World): Promise<void> {
  const claims = world.workers.map(() => claim(world.db, termsOf(world)));
  const [first = [], second = []] = await Promise.all(claims);
  const ids = [...first, ...second].map(({ id }) => id);
  if (new Set(ids).size < ids.length) throw new Broken("a delivery has one lease at a time");
  world.model.claim([...first, ...second], world.now);
  world.workers[0].push(...first);
  world.workers[1].push(...second);
}

async function claimAndPause(world: World): Promise<void> {
  const webhook = anyWebhook(world);
  const { ctx, params } = callOf(world, webhook);
  const paused = pauseByHand({ ctx, input: { params } });
  const [claimed] = await Promise.all([claim(world.db, termsOf(world)), paused]);
  take(world, claimed, world.workers[0]);
  webhook.isOpen = false;
}

async function claimAndRemove(world: World): Promise<void> {
  if (world.chance.is(0.8)) return;
  const webhook = anyWebhook(world);
  const { ctx, params } = callOf(world, webhook);
  const removed = removeWebhook({ ctx, input: { params } });
  const fanned = fanOut(world.db, world.now, MOST_WAITING);
  const [claimed] = await Promise.all([claim(world.db, termsOf(world)), removed, fanned]);
  world.model.fanOut(world.now, MOST_WAITING);
  take(world, claimed, world.workers[0]);
  world.model.remove(webhook);
}

/**
 * A result of a run whose lease has ended counts, unless the attempt is claimed again before. A claim that needs the room which
 * the results free came after them.
 */
async function claimAndSettle(world: World): Promise<void> {
  const some = someOf(world, world.chance.is(0.5) ? world.workers[0] : world.lost).map((one) => ({
    ...one,
    result: { ...resultOf(world, one), ...(one.attempt === 7 && { failure: null }) },
  }));
  // The result of a run that another one replaced before counts in neither order.
  const valid = some.filter((one) => world.model.deliveries.get(one.id)?.claim === one.claim);
  const settled = settle(world.db, some.map(settledOf), { divisor: 1 });
  const [claimed] = await Promise.all([claim(world.db, termsOf(world)), settled]);
  const isAgain = claimed.some(({ id }) => valid.some((one) => one.id === id));
  const isFirst = isAgain || world.model.hasRoom(claimed, world.now);
  if (isFirst) take(world, claimed, world.workers[1]);
  world.model.settle(some);
  if (!isFirst) take(world, claimed, world.workers[1]);
}

async function settleAtOnce(world: World): Promise<void> {
  const all = world.workers.map((worker) =>
    someOf(world, worker).map((one) => ({
      ...one,
      // Which of two last failures came first is not known.
      result: { ...resultOf(world, one), ...(one.attempt === 7 && { failure: null }) },
    })),
  );
  // A webhook of both would be slow by the one that came last.
  const [first = [], second = []] = all;
  const others = second.filter(
    ({ webhookId }) => !first.some((one) => one.webhookId === webhookId),
  );
  world.workers[1].push(...second.filter((one) => !others.includes(one)));
  const schedule = { divisor: 1 };
  await Promise.all([first, others].map((some) => settle(world.db, some.map(settledOf), schedule)));
  for (const some of [first, others]) world.model.settle(some);
}

/** Usually one of them takes all events; under load they may share them. */
async function fanOutsAtOnce(world: World): Promise<void> {
  const { db, model, now } = world;
  const waiting = model.waiting().length;
  if (waiting > 100) return fan(world);
  const counts = await Promise.all([1, 2].map(() => fanOut(db, now, MOST_WAITING)));
  agree(
    "fanned out",
    counts.reduce((sum, count) => sum + count, 0),
    waiting,
  );
  if (counts.includes(0)) return model.fanOut(now, MOST_WAITING);
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
