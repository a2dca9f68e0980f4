/** Steps of the engine: events, claims, results, and workers that end. */

import { eq } from "drizzle-orm";
import { emitting } from "#lib/platform/events/emit-events.ts";
import { users } from "#lib/platform/schema/users.ts";
import { DAY_MS } from "#lib/protocol/durations.ts";
import type { AttemptFailure } from "#lib/protocol/webhooks.ts";
import { countUndelivered, deliverEvents } from "#lib/webhooks/core/event-deliveries.ts";
import { deliveryBody } from "#lib/webhooks/core/signature.ts";
import { type Claimed, claim } from "#lib/webhooks/engine/claim-deliveries.ts";
import { fanOutEvents } from "#lib/webhooks/engine/fan-out.ts";
import { pauseUnreadable } from "#lib/webhooks/engine/pause-unreadable.ts";
import { storeResults } from "#lib/webhooks/engine/store-results.ts";
import { webhookLanes } from "#lib/webhooks/schema/webhooks.ts";
import { type ModelResult, makeDedupKey } from "./model-rows.ts";
import { agree, anyWebhook, EVENT_TYPES, type WebhookWorld } from "./world.ts";

/** So few waiting deliveries are allowed that the limit is reached. */
export const MAX_WAITING = 6;

/** Sometimes rolled back, sometimes announced twice, sometimes two events in one transaction. */
export async function emit(world: WebhookWorld): Promise<void> {
  const { db, chance, model, now } = world;
  const userId = chance.pick([...world.causes.keys()]);
  const isUndone = chance.is(0.2);
  const events = Array.from({ length: chance.is(0.2) ? 2 : 1 }, () => newEvent(world));
  const cause = now - chance.below(1_000_000);
  const times = chance.is(0.1) ? 2 : 1;
  const run = () =>
    emitting(db, async (change, _emit, announce) => {
      await change
        .update(users)
        .set({ createdAt: new Date(cause) })
        .where(eq(users.id, userId));
      const written: boolean[] = [];
      for (const event of events)
        written.push(await announce({ ...event, userId, now, version: "1" }));
      if (isUndone) throw new Undone();
      return written;
    }).catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error;
      return [];
    });
  const announced = (await Promise.all(Array.from({ length: times }, run))).flat();
  if (isUndone) return;
  world.causes.set(userId, cause);
  const isNew = events.map(({ type, subject, data, assets }, later) =>
    model.announce({
      type,
      userId,
      assets,
      about: undefined,
      dedupKey: makeDedupKey(type, subject, "1"),
      createdAt: now + later,
      data: JSON.stringify(data),
    }),
  );
  agree("announced", announced.filter(Boolean).length, isNew.filter(Boolean).length);
}

class Undone extends Error {}

function newEvent(world: WebhookWorld) {
  const { chance } = world;
  // Sometimes an event that was announced before.
  const n = chance.is(0.1) ? chance.below(world.count + 1) : (world.count += 1);
  const assets = n % 3 === 0 ? undefined : [["BTC"], ["ETH", "SOL"]][n % 2];
  const type = EVENT_TYPES[n % EVENT_TYPES.length] ?? "agentic.intent";
  return { type, subject: `subject ${n}`, data: { n }, ...(assets !== undefined && { assets }) };
}

export async function fan({ db, model, now }: WebhookWorld): Promise<void> {
  const waiting = Math.min(100, model.waiting().length);
  agree("fanned out", await fanOutEvents(db, now, MAX_WAITING), waiting);
  model.fanOut(now, MAX_WAITING);
}

export async function work(world: WebhookWorld): Promise<void> {
  const { chance, model, now } = world;
  const terms = { now, most: 1 + chance.below(24), mostSlow: chance.below(8) };
  const expected = model.claimable(terms);
  const claimed = await claim(world.db, terms);
  agree("claimed", claimed.map(({ id }) => id).toSorted(), [...expected].toSorted());
  take(world, claimed, chance.pick(world.workers));
}

export function take(world: WebhookWorld, claimed: readonly Claimed[], worker: Claimed[]): void {
  world.model.claim(claimed, world.now);
  for (const one of claimed) {
    const body = deliveryBody(one);
    agree("the bytes of an attempt", body, world.bodies.get(one.id) ?? body);
    world.bodies.set(one.id, body);
  }
  worker.push(...claimed);
}

type Failing = readonly [AttemptFailure | null, number | null];
const FAILURES: readonly Failing[] = [
  ["status", 500],
  ["timeout", null],
  ["unreachable", null],
];

export function randomResult(
  { chance, now, down }: WebhookWorld,
  { webhookId, lost }: Claimed,
): ModelResult {
  const at = now;
  if (lost >= 5) return { at, status: null, failure: "lost" };
  const isFailed = chance.is(down.has(webhookId) ? 0.95 : 0.15);
  const [failure, status] = isFailed ? chance.pick(FAILURES) : [null, 204];
  return { at, status, failure };
}

export async function settleAll(
  { db, model }: WebhookWorld,
  all: readonly (Claimed & { result: ModelResult })[],
): Promise<void> {
  await storeResults(db, all.map(toSettled), { divisor: 1 });
  model.settle(all);
}

export function toSettled({ result, ...delivery }: Claimed & { result: ModelResult }) {
  const { at, status, failure } = result;
  const response = failure === null ? "thanks" : null;
  return { delivery, result: { startedAt: at, endedAt: at, status, failure, response } };
}

export function pickSome<One>({ chance }: WebhookWorld, from: One[]): One[] {
  const some = from.filter(() => chance.is(0.7));
  from.splice(0, from.length, ...from.filter((one) => !some.includes(one)));
  return some;
}

export async function result(world: WebhookWorld): Promise<void> {
  const some = pickSome(world, world.chance.pick(world.workers));
  await settleAll(
    world,
    some.map((one) => ({ ...one, result: randomResult(world, one) })),
  );
}

/** The worker's claims are never settled, or after the end of their lease. */
export async function crash({ workers, lost, chance }: WebhookWorld): Promise<void> {
  lost.push(...chance.pick(workers).splice(0));
  lost.splice(0, lost.length - 20);
}

export async function resultOfLost(world: WebhookWorld): Promise<void> {
  const some = pickSome(world, world.lost);
  await settleAll(
    world,
    some.map((one) => ({ ...one, result: randomResult(world, one) })),
  );
}

export async function unreadable(world: WebhookWorld): Promise<void> {
  const { db, now, model } = world;
  const one = world.chance.pick(world.workers).shift();
  if (one === undefined) return;
  await pauseUnreadable(db, one, { reason: "secret", now });
  model.pauseUnreadable(one, now);
}

export async function recover(world: WebhookWorld): Promise<void> {
  const { db, chance, model, now } = world;
  const webhook = anyWebhook(world);
  const { skippedFrom, skippedTo } = webhook;
  const isAll = skippedFrom !== null && chance.is(0.7);
  const from = isAll ? skippedFrom : now - chance.below(DAY_MS);
  const to = isAll ? (skippedTo ?? now) : now;
  const range = { webhookId: webhook.id, from, to };
  agree(
    "events without a delivery",
    await countUndelivered(db, range),
    model.undelivered(webhook, from, to).length,
  );
  const limit = 1 + chance.below(30);
  const ids = await db.transaction((change) => deliverEvents(change, { ...range, now, limit }));
  agree("recovered", ids, model.recover(webhook, { from, to, limit, now }));
}

export async function changeReceivers({ chance, down, model }: WebhookWorld): Promise<void> {
  down.clear();
  for (const id of model.webhooks.keys()) if (chance.is(0.4)) down.add(id);
}

/** Empties the lane's tokens, as after a burst of deliveries. */
export async function spendTokens(world: WebhookWorld): Promise<void> {
  const { db, chance, now } = world;
  const webhook = anyWebhook(world);
  const change = { tokens: chance.below(3), filledAt: now };
  await db
    .update(webhookLanes)
    .set({ ...change, freeAt: 0 })
    .where(eq(webhookLanes.webhookId, webhook.id));
  Object.assign(webhook, change);
}
