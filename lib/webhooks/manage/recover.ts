/** Sends what a receiver missed in a period: dead deliveries, and events that never got a delivery. */
import "server-only";
import { and, between, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "#lib/platform/db/client.ts";
import { webhookDeliveries } from "#lib/platform/db/schema/webhooks.ts";
import { wakeWebhooks } from "#lib/platform/events/announcing.ts";
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
import { lockWebhook } from "#lib/webhooks/core/webhook-rows.ts";
import { repeat } from "./replay.ts";

const time = z.iso.datetime({ offset: true });

export const RecoverDeliveries = z
  .strictObject({
    from: time.describe("Of events, by `created_at`; inclusive, as `to`"),
    to: time,
    types: z.array(z.enum(WEBHOOK_EVENT_TYPES)).min(1).optional().describe("Default: all"),
    states: z
      .array(z.enum(RECOVERABLE))
      .min(1)
      .default(["dead", "missing"])
      .describe("missing: events that match the webhook as it is now, and have no delivery"),
    dry_run: z.boolean().describe("True: only counts"),
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
 * At most 10,000 deliveries in one call, the oldest first; `left` says how many are left. A delivery whose replay arrived or
 * waits is not sent again.
 * @throws WEBHOOK_NOT_FOUND, RATE_LIMITED
 */
export async function recoverDeliveries({
  ctx,
  input: { params, body },
}: Call): Promise<WebhookRecovery> {
  const userId = requireManager(ctx.actor);
  await takeWebhookQuota(ctx, "webhook_replays");
  const answer = await changing(ctx, async (change) => {
    const webhook = await lockWebhook(change, { userId, id: params.id });
    const range = {
      webhookId: webhook.id,
      from: Date.parse(body.from),
      to: Date.parse(body.to),
      ...(body.types !== undefined && { types: body.types }),
    };
    const which = endedIn(range, body.states);
    const isMissingAsked = body.states.includes("missing");
    const ended = which === undefined ? 0 : await countEnded(change, range, which);
    const missing = isMissingAsked ? await countUndelivered(change, range) : 0;
    const matched = ended + missing;
    if (body.dry_run) return { dry_run: true, matched, created: 0, left: matched };
    let created = 0;
    if (which !== undefined) {
      const limit = WEBHOOK_LIMITS.recovered;
      created += await repeat(change, { webhookId: webhook.id, which, now: ctx.now, limit });
    }
    const limit = WEBHOOK_LIMITS.recovered - created;
    if (isMissingAsked && limit > 0) {
      created += (await deliverEvents(change, { ...range, now: ctx.now, limit })).length;
    }
    if (created > 0) await noteChange(change, ctx, { action: "webhook.replayed", row: webhook });
    return { dry_run: false, matched, created, left: Math.max(0, matched - created) };
  });
  wakeWebhooks();
  return answer;
}

/** A condition; `undefined` when only missing deliveries are asked for. */
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

async function countEnded(
  db: Pick<Database, "$count">,
  { webhookId }: EventRange,
  which: SQL,
): Promise<number> {
  return db.$count(webhookDeliveries, and(eq(webhookDeliveries.webhookId, webhookId), which));
}
