/** Sends what a receiver missed in a period: dead deliveries, and events that never got a delivery. */
import "server-only";
import { and, between, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { type Database, database } from "#lib/platform/db/client.ts";
import { wakeWebhooks } from "#lib/platform/events/webhook-outbox.ts";
import { RECOVERABLE, WEBHOOK_EVENT_TYPES, WEBHOOK_LIMITS } from "#lib/protocol/webhooks.ts";
import type { WebhookRecovery } from "#lib/protocol/wire/webhook.ts";
import { changing, noteChange } from "#lib/webhooks/core/changing.ts";
import {
  countUndelivered,
  deliverEvents,
  type EventRange,
} from "#lib/webhooks/core/event-deliveries.ts";
import {
  type ManagerContext,
  requireManager,
  takeWebhookQuota,
} from "#lib/webhooks/core/manager.ts";
import { findWebhook, lockWebhook } from "#lib/webhooks/core/webhook-rows.ts";
import { webhookDeliveries } from "#lib/webhooks/schema/webhooks.ts";
import { repeat } from "./replay.ts";

const time = z.iso.datetime({ offset: true });

export const RecoverDeliveries = z
  .strictObject({
    from: time.describe("Start of the span by `created_at`, inclusive"),
    to: time,
    types: z
      .array(z.enum(WEBHOOK_EVENT_TYPES))
      .min(1)
      .optional()
      .describe("Types to send again; by default all"),
    states: z
      .array(z.enum(RECOVERABLE))
      .min(1)
      .default(["dead", "missing"])
      .describe("States to send again. missing: matching events without a delivery"),
    dry_run: z.boolean().describe("true: counts and creates nothing"),
  })
  .refine(({ from, to }) => Date.parse(from) <= Date.parse(to), {
    path: ["to"],
    message: "must not be before `from`",
  });

type Call = {
  ctx: ManagerContext;
  input: { params: { id: string }; body: z.output<typeof RecoverDeliveries> };
};

/**
 * Creates at most 10,000 deliveries in one call, oldest first; `left` says how many remain. A
 * delivery whose replay arrived or waits is not sent again.
 * @throws WEBHOOK_NOT_FOUND, RATE_LIMITED
 */
export async function recoverDeliveries({
  ctx,
  input: { params, body },
}: Call): Promise<WebhookRecovery> {
  const userId = requireManager(ctx.actor);
  await takeWebhookQuota(ctx, "webhook_replays");
  const db = await database();
  const { id } = await findWebhook(db, { userId, id: params.id });
  const request = { range: rangeOf(id, body), states: body.states };
  // Outside of the lock, because results of attempts would wait for it.
  const matched = await countMissed(db, request);
  if (body.dry_run) return { dry_run: true, matched, created: 0, left: matched };
  const created = await changing(ctx, async (change) => {
    const webhook = await lockWebhook(change, { userId, id });
    const sent = await sendMissed(change, request, ctx.now);
    if (sent > 0) await noteChange(change, ctx, { action: "webhook.replayed", row: webhook });
    return sent;
  });
  wakeWebhooks();
  return { dry_run: false, matched, created, left: Math.max(0, matched - created) };
}

type RecoveryRequest = { range: EventRange; states: readonly (typeof RECOVERABLE)[number][] };

function rangeOf(webhookId: string, { from, to, types }: Call["input"]["body"]): EventRange {
  const period = { webhookId, from: Date.parse(from), to: Date.parse(to) };
  return types === undefined ? period : { ...period, types };
}

async function countMissed(
  db: Pick<Database, "$count" | "execute">,
  { range, states }: RecoveryRequest,
): Promise<number> {
  const which = endedIn(range, states);
  const ofWebhook = eq(webhookDeliveries.webhookId, range.webhookId);
  const ended = which && (await db.$count(webhookDeliveries, and(ofWebhook, which)));
  const missing = states.includes("missing") ? await countUndelivered(db, range) : 0;
  return (ended ?? 0) + missing;
}

/** @returns how many deliveries were created */
async function sendMissed(
  change: Pick<Database, "execute" | "update">,
  { range, states }: RecoveryRequest,
  now: number,
): Promise<number> {
  const most = WEBHOOK_LIMITS.recovered;
  const which = endedIn(range, states);
  const { webhookId } = range;
  const ended =
    which === undefined ? 0 : await repeat(change, { webhookId, which, now, limit: most });
  if (!states.includes("missing") || ended >= most) return ended;
  return ended + (await deliverEvents(change, { ...range, now, limit: most - ended })).length;
}

/** A condition; `undefined` when only missing deliveries are requested. */
function endedIn(
  { from, to, types }: EventRange,
  states: readonly (typeof RECOVERABLE)[number][],
): SQL | undefined {
  const { state, eventAt, type, isLive, replayOf } = webhookDeliveries;
  const ended = states.filter((one) => one !== "missing");
  if (ended.length === 0) return undefined;
  return and(
    inArray(state, ended),
    between(eventAt, from, to),
    types && inArray(type, [...types]),
    eq(isLive, true),
    isNull(replayOf),
    sql`not exists (select 1 from ${webhookDeliveries} r where r.replay_of = ${webhookDeliveries.id}
      and r.state in ('pending', 'sending', 'delivered'))`,
  );
}
