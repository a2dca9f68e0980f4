/** Says in advance what a registration would do. */
import { DAY_MS } from "#lib/protocol/durations.ts";
import "server-only";
import { eq, gt, sql } from "drizzle-orm";
import { z } from "zod";
import { type Database, database } from "#lib/platform/db/client.ts";
import type { MailLocale } from "#lib/platform/mail/mail-locales.ts";
import { targetProblem } from "#lib/platform/outbound/webhook-targets.ts";
import { webhookEvents, webhooks } from "#lib/platform/schema/events.ts";
import { formatOfAddress, WEBHOOK_EVENT_TYPES, WEBHOOK_LIMITS } from "#lib/protocol/webhooks.ts";
import type { WebhookCheck } from "#lib/protocol/wire/webhook.ts";
import { matching } from "#lib/webhooks/core/event-deliveries.ts";
import { type ManagerContext, requireManager } from "#lib/webhooks/core/manager.ts";
import { compactFilter, type FilterSources, findUnknown } from "./check-filter.ts";
import { previewMessage } from "./preview-message.ts";
import { RegisterWebhook } from "./terms.ts";

const MAX_COUNTED = 10_000;

export const CheckWebhook = RegisterWebhook.pick({
  url: true,
  events: true,
  filter: true,
  format: true,
}).extend({
  preview_type: z
    .enum(WEBHOOK_EVENT_TYPES)
    .optional()
    .describe("Event of the preview; by default the first of `events`"),
});

type Call = { ctx: ManagerContext; input: { body: z.output<typeof CheckWebhook> } };

/**
 * Stores nothing and resolves no name.
 * @param terms `locale`: language of the preview; `sources`: what the filter may name
 * @throws MARKET_DATA_UNAVAILABLE, NOT_READY when markets are named and cannot be read
 */
export async function checkWebhook(
  { ctx, input: { body } }: Call,
  { locale, sources }: { locale: MailLocale | null; sources: FilterSources },
): Promise<WebhookCheck> {
  const userId = requireManager(ctx.actor);
  const db = await database();
  const held = await db.$count(webhooks, eq(webhooks.userId, userId));
  // An account without a webhook has no events, so a count of 0 would mean nothing.
  const matched = held === 0 ? null : await countMatched(db, { userId, body, now: ctx.now });
  return {
    url_problem: targetProblem(body.url) ?? null,
    matched,
    unknown: await findUnknown(compactFilter(body.filter), { userId, sources }),
    suggested_format: formatOfAddress(body.url) ?? null,
    preview: previewMessage(body.preview_type ?? body.events[0], body.format, locale),
  };
}

type Draft = { userId: string; body: z.output<typeof CheckWebhook>; now: number };

/** Counts at most 10,000. */
async function countMatched(
  db: Pick<Database, "execute">,
  { userId, body: { events, filter }, now }: Draft,
): Promise<number> {
  const since = now - WEBHOOK_LIMITS.days * DAY_MS;
  const recent = sql`(select * from ${webhookEvents} where ${gt(webhookEvents.createdAt, since)})`;
  const draft = sql`(select ''::text as id, ${userId}::text as user_id, 0::bigint as created_at,
    ${JSON.stringify(events)}::jsonb as events, ${JSON.stringify(filter)}::jsonb as filter)`;
  const { rows } = await db.execute(
    sql`select count(*)::integer as events from (${matching(recent, draft)} limit ${MAX_COUNTED}) m`,
  );
  return Number(rows[0]?.["events"]);
}
