/** Random histories of a simulated service. Each step happens in the database and in the model. */

import type { Chance } from "#lib/kernel/random.testing.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { users } from "#lib/platform/schema/users.ts";
import { DAY_MS } from "#lib/protocol/durations.ts";
import { WEBHOOK_LIMITS } from "#lib/protocol/webhooks.ts";
import { cleanUpWebhooks } from "#lib/webhooks/core/clean-up.ts";
import { claim, nextClaimDue } from "#lib/webhooks/engine/claim-deliveries.ts";
import { repairLanes } from "#lib/webhooks/engine/repair.ts";
import { together } from "./at-once.ts";
import {
  changeReceivers,
  crash,
  emit,
  fan,
  randomResult,
  recover,
  result,
  resultOfLost,
  settleAll,
  spendTokens,
  take,
  unreadable,
  work,
} from "./engine-steps.ts";
import { Broken, LEASE, WebhookModel } from "./model.ts";
import { earliestWorkTime, isWaiting } from "./model-rows.ts";
import { pause, register, remove, replay, resume, retry, sendTest, skip } from "./owner-steps.ts";
import { agree, type WebhookWorld } from "./world.ts";

const OWNERS = 2;

export async function beginWorld(
  db: Database,
  chance: Chance,
  start: number,
): Promise<WebhookWorld> {
  const causes = new Map<string, number>();
  for (let owner = 0; owner < OWNERS; owner += 1) {
    const id = `usr_${owner}`;
    await db.insert(users).values({ id, createdAt: new Date(start) });
    causes.set(id, start);
  }
  return {
    db,
    chance,
    model: new WebhookModel(),
    now: start,
    workers: [[], []],
    lost: [],
    causes,
    bodies: new Map(),
    down: new Set(),
    count: 0,
  };
}

type Step = (world: WebhookWorld) => Promise<void>;

/** The steps, with how often each is taken in a hundred. */
const STEPS: readonly (readonly [often: number, step: Step])[] = [
  [17, emit],
  [13, fan],
  [18, work],
  [19, result],
  [2, crash],
  [2, resultOfLost],
  [2, pause],
  [5, resume],
  [2, replay],
  [2, sendTest],
  [2, retry],
  [1, skip],
  [1, register],
  [0.4, remove],
  [0.6, unreadable],
  [2, recover],
  [6, together],
  [1, changeReceivers],
  [3, spendTokens],
  [2, fan],
];

/** Takes one random step. */
export async function step(world: WebhookWorld): Promise<void> {
  passTime(world);
  if (world.model.webhooks.size === 0) await register(world);
  let turn = world.chance.next() * STEPS.reduce((sum, [often]) => sum + often, 0);
  for (const [often, take] of STEPS) {
    turn -= often;
    if (turn >= 0) continue;
    try {
      return await take(world);
    } catch (error) {
      throw new Error(take.name, { cause: error });
    }
  }
  throw new Error("The steps do not add up.");
}

function passTime(world: WebhookWorld): void {
  const { chance, model } = world;
  const turn = chance.next();
  if (turn < 0.3) return;
  if (turn < 0.6) world.now += chance.below(20);
  else if (turn < 0.8) world.now += chance.below(6_000);
  else if (turn < 0.82) world.now += chance.below(2) + LEASE;
  else if (turn < 0.825) world.now += chance.below(DAY_MS);
  else {
    const open = [...model.webhooks.values()].filter(({ isOpen }) => isOpen);
    const next = Math.min(...open.map(({ id }) => earliestWorkTime(model.of(id))));
    if (next > world.now && Number.isFinite(next)) world.now = next - chance.below(2);
  }
}

/**
 * Checks that every delivery of an active webhook ends while a worker lives. Then it deletes what
 * has ended, so that the world stays small.
 */
export async function drain(world: WebhookWorld): Promise<void> {
  const { db, chance, model } = world;
  for (const worker of world.workers) world.lost.push(...worker.splice(0));
  await changeReceivers(world);
  let crashes = chance.is(0.5) ? 8 : 0;
  for (let round = 0; ; round += 1) {
    if (round > 5_000) throw new Broken("deliveries do not come to an end");
    await fan(world);
    const terms = { now: world.now, most: 256, mostSlow: 128 };
    const claimed = await claim(db, terms);
    take(world, claimed, []);
    const isLost = claimed.length > 0 && crashes > 0;
    if (isLost) crashes -= 1;
    else
      await settleAll(
        world,
        claimed.map((one) => ({ ...one, result: randomResult(world, one) })),
      );
    if (claimed.length > 0) continue;
    const due = await nextClaimDue(db, terms);
    if (due === undefined) break;
    world.now = Math.max(world.now + 1, due);
  }
  const waiting = [...model.webhooks.values()].filter(
    ({ id, isOpen }) => isOpen && model.of(id).some(isWaiting),
  );
  agree("open lanes with work", waiting.length, 0);
  agree("repaired", await repairLanes(db), 0);
  world.now += 1;
  await cleanUpWebhooks(world.now + WEBHOOK_LIMITS.days * DAY_MS);
  model.cleanUp(world.now);
  for (const id of world.bodies.keys()) if (!model.deliveries.has(id)) world.bodies.delete(id);
}
