/** The caller's own rows of the audit log, newest first, a page at a time. */
import "server-only";
import { and, desc, eq, lt, or } from "drizzle-orm";
import { z } from "zod";
import type { SessionActor } from "#lib/actor.ts";
import { database } from "#lib/db/client.ts";
import { auditLog } from "#lib/db/schema/audit.ts";

/** Where a page ends: the time of its last row in Unix milliseconds, and the row's id. */
const CURSOR = /^(\d{1,15})_(aud_[0-9a-f]{24})$/;

export const AuditQuery = z.strictObject({
  cursor: z.string().regex(CURSOR, "must be the next of an earlier page").optional(),
  limit: z
    .string()
    .regex(/^\d{1,3}$/, "must be a whole number")
    .transform(Number)
    .refine((limit) => limit >= 1 && limit <= 100, "must be 1 to 100")
    .default(50),
});

export const AuditPage = z.strictObject({
  entries: z.array(
    z.strictObject({
      id: z.string(),
      at: z.iso.datetime(),
      action: z.string(),
      /** Who did it: session, mcp_key, bot_key, operator or service. */
      actorKind: z.string(),
      actorId: z.string().nullable(),
      /** Id of what it was done to. */
      target: z.string().nullable(),
      address: z.string().nullable(),
      agent: z.string().nullable(),
      details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
    }),
  ),
  /** The cursor of the page after this one; null: this is the last one. */
  next: z.string().nullable(),
});

export async function readAudit(call: {
  ctx: { actor: SessionActor };
  input: { query: z.output<typeof AuditQuery> };
}): Promise<z.output<typeof AuditPage>> {
  const { cursor, limit } = call.input.query;
  const db = await database();
  const rows = await db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.userId, call.ctx.actor.userId), after(cursor)))
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .limit(limit + 1);
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return {
    entries: page.map(toEntry),
    next: last === undefined ? null : `${last.at.getTime()}_${last.id}`,
  };
}

function toEntry(row: typeof auditLog.$inferSelect) {
  const { id, at, action, actorKind, actorId, target, address, agent, details } = row;
  return {
    id,
    at: at.toISOString(),
    action,
    actorKind,
    actorId,
    target,
    address,
    agent,
    details,
  };
}

function after(cursor: string | undefined) {
  const [, milliseconds, id] = CURSOR.exec(cursor ?? "") ?? [];
  if (milliseconds === undefined || id === undefined) return undefined;
  const at = new Date(Number(milliseconds));
  return or(lt(auditLog.at, at), and(eq(auditLog.at, at), lt(auditLog.id, id)));
}
