/** What happened to an account, for whoever answers its owner's questions. */
import "server-only";
import { and, desc, eq, lt, or } from "drizzle-orm";
import { z } from "zod";
import { database } from "#lib/db/client.ts";
import { auditLog } from "#lib/db/schema/audit.ts";
import { ServiceError } from "#lib/errors.ts";
import { findUsers } from "./find-user.ts";
import type { OperatorContext } from "./key-record.ts";

const CURSOR = /^(\d{1,15})\.(aud_[0-9a-f]{24})$/;

export const AuditQuery = z.strictObject({
  /** `usr_…`, a wallet or a mail address. */
  user: z.string().trim().min(4).max(200),
  cursor: z.string().regex(CURSOR, "must be the `next` of the page before").optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
});

export const AuditAnswer = z.strictObject({
  userId: z.string(),
  entries: z.array(
    z.strictObject({
      id: z.string(),
      at: z.iso.datetime(),
      action: z.string(),
      actorKind: z.string(),
      actorId: z.string().nullable(),
      target: z.string().nullable(),
      address: z.string().nullable(),
      agent: z.string().nullable(),
      details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
    }),
  ),
  next: z.string().nullable(),
});

/** For the operator only. Newest first. @throws NOT_FOUND when nobody is known by that name */
export async function readAudit({
  input,
}: {
  ctx: OperatorContext;
  input: { query: z.output<typeof AuditQuery> };
}): Promise<z.output<typeof AuditAnswer>> {
  const { user, cursor, limit } = input.query;
  const [userId] = await findUsers(user);
  if (userId === undefined) throw new ServiceError("NOT_FOUND");
  const db = await database();
  const { id, at, action, actorKind, actorId, target, address, agent, details } = auditLog;
  const rows = await db
    .select({ id, at, action, actorKind, actorId, target, address, agent, details })
    .from(auditLog)
    .where(and(eq(auditLog.userId, userId), before(cursor)))
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .limit(limit + 1);
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return {
    userId,
    entries: page.map((row) => ({ ...row, at: row.at.toISOString() })),
    next: last === undefined ? null : `${last.at.getTime()}.${last.id}`,
  };
}

function before(cursor: string | undefined) {
  const [, time, id] = CURSOR.exec(cursor ?? "") ?? [];
  if (time === undefined || id === undefined) return undefined;
  const at = new Date(Number(time));
  return or(lt(auditLog.at, at), and(eq(auditLog.at, at), lt(auditLog.id, id)));
}
