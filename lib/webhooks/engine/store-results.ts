/** Stores the results of attempts, and pauses a webhook whose delivery died. */
import "server-only";
import { and, eq, sql } from "drizzle-orm";
import type { Database } from "#lib/platform/db/client.ts";
import { type Change, emitting } from "#lib/platform/events/emit-events.ts";
import { MAX_ATTEMPTS } from "#lib/protocol/webhook-retry-schedule.ts";
import type { AttemptFailure } from "#lib/protocol/webhooks.ts";
import { attemptErrorText } from "#lib/webhooks/core/attempt-error.ts";
import { lockLanes, lockOwnedLane } from "#lib/webhooks/core/lanes.ts";
import { pauseWithNotice } from "#lib/webhooks/core/pause-webhook.ts";
import { type Schedule, waitAfter } from "#lib/webhooks/core/retry-wait.ts";
import { webhookAttempts, webhookDeliveries, webhookLanes } from "#lib/webhooks/schema/webhooks.ts";
import type { Claimed } from "./claim-deliveries.ts";
import type { Result } from "./send-attempt.ts";

/** A slower receiver holds its slots for so long that it gets fewer. */
const SLOW_MS = 2_000;

/** After these failures a receiver wants no further attempt. */
const ENDING: ReadonlySet<AttemptFailure> = new Set(["aborted", "disabled"]);

/** Whether the receiver asked for no more deliveries at all, in a way that the owner allows. */
function isStop({ delivery, result }: Settled): boolean {
  const { failure } = result;
  return (
    failure === "disabled" || (failure === "gone" && delivery.receiverMayStop === "header_or_410")
  );
}

export type Settled = { delivery: Claimed; result: Result };

/**
 * A result counts only under the claim that sent the delivery: after its lease, another process may
 * have it. The last failure and the pause that it causes are one transaction. Every transaction
 * here locks the account, then lanes in order, then deliveries.
 */
export async function storeResults(
  db: Pick<Database, "transaction">,
  all: readonly Settled[],
  schedule: Schedule,
): Promise<void> {
  const dying = all.filter(isLast);
  const others = all.filter((one) => !isLast(one));
  if (others.length > 0) await settleTogether(db, others, schedule);
  for (const one of dying) await settleLast(db, one);
}

function isLast({ delivery, result }: Settled): boolean {
  if (result.failure === null) return false;
  return (
    delivery.attempt >= MAX_ATTEMPTS || ENDING.has(result.failure) || isStop({ delivery, result })
  );
}

async function settleTogether(
  db: Pick<Database, "transaction">,
  all: readonly Settled[],
  schedule: Schedule,
): Promise<void> {
  await db.transaction(async (change) => {
    await lockLanes(change, [...new Set(all.map(({ delivery }) => delivery.webhookId))]);
    await store(change, all, schedule);
  });
}

async function store(
  change: Pick<Database, "execute">,
  all: readonly Settled[],
  schedule: Schedule,
): Promise<void> {
  const results = all.map(({ delivery, result }) => ({
    ...keysOf(delivery, result),
    next: result.failure === null ? null : result.endedAt + waitAfter(delivery.attempt, schedule),
  }));
  await change.execute(sql`
    with results as (
      select * from jsonb_to_recordset(${JSON.stringify(results)}::jsonb) as r(
        id text, claim text, number integer, due_at bigint, started_at bigint, ended_at bigint,
        status integer, failure text, response text, address text, phases jsonb, next bigint)
    ), settled as (
      update ${webhookDeliveries} d set
        state = case when r.failure is null then 'delivered' else 'pending' end,
        due_at = r.next, lease_until = null, lost = 0,
        ended_at = case when r.failure is null then r.ended_at end
      from results r where d.id = r.id and d.claim = r.claim and d.state = 'sending'
      returning d.webhook_id, d.id, r.next, r.failure, r.ended_at - r.started_at as took
    ), tried as (
      insert into ${webhookAttempts}
        (delivery_id, number, claim, due_at, started_at, ended_at, status, failure, response, address, phases)
      select r.id, r.number, r.claim, r.due_at, r.started_at, r.ended_at, r.status, r.failure, r.response, r.address, r.phases
      from results r join settled s on s.id = r.id
      on conflict do nothing
    ), lanes as (
      select webhook_id, min(next) as next, coalesce(bool_or(failure = 'timeout' or took > ${SLOW_MS}), false) as is_slow
      from settled group by webhook_id
    )
    update ${webhookLanes} l
    set due_at = least(l.due_at, lanes.next), free_at = 0, is_slow = lanes.is_slow, is_tried = true
    from lanes where l.webhook_id = lanes.webhook_id`);
}

/** A test delivery that dies does not pause the webhook, and neither does one that the receiver aborted. */
async function settleLast(db: Pick<Database, "transaction">, last: Settled): Promise<void> {
  const { delivery, result } = last;
  await emitting(db, async (change, emit, announce) => {
    const userId = await lockOwnedLane(change, delivery.webhookId);
    if (userId === undefined || !(await storeDead(change, last)) || !delivery.isLive) return;
    if (result.failure === "aborted") return;
    const { webhookId: id, name, url } = delivery;
    const pause = {
      reason: isStop(last) ? "receiver" : "failures",
      at: result.endedAt,
      delivery_id: delivery.id,
      last_error: attemptErrorText(result),
    } as const;
    const webhook = { id, userId, name, origin: new URL(url).origin };
    await pauseWithNotice(
      { change, emit, announce },
      { webhook, pause, actor: { kind: "service" } },
    );
  });
}

/** @returns false when another claim has the delivery by now */
async function storeDead(change: Change, { delivery, result }: Settled): Promise<boolean> {
  const isOurs = and(
    eq(webhookDeliveries.id, delivery.id),
    eq(webhookDeliveries.claim, delivery.claim),
    eq(webhookDeliveries.state, "sending"),
  );
  const dead = await change
    .update(webhookDeliveries)
    .set({ state: "dead", dueAt: null, leaseUntil: null, endedAt: result.endedAt })
    .where(isOurs)
    .returning({ id: webhookDeliveries.id });
  if (dead.length === 0) return false;
  const { id, number, claim, due_at, started_at, ended_at, ...seen } = keysOf(delivery, result);
  const times = { dueAt: due_at, startedAt: started_at, endedAt: ended_at };
  await change
    .insert(webhookAttempts)
    .values({ deliveryId: id, number, claim, ...times, ...seen })
    .onConflictDoNothing();
  await change
    .update(webhookLanes)
    .set({ freeAt: 0, isSlow: result.failure === "timeout", isTried: true })
    .where(eq(webhookLanes.webhookId, delivery.webhookId));
  return true;
}

function keysOf({ id, claim, attempt, dueAt }: Claimed, result: Result) {
  return {
    id,
    claim,
    number: attempt,
    due_at: dueAt,
    started_at: result.startedAt,
    ended_at: result.endedAt,
    status: result.status,
    failure: result.failure,
    response: result.response,
    address: result.address ?? null,
    phases: result.phases ?? null,
  };
}
