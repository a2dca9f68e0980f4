/** Rows of an account's audit log, newest first, a page at a time. */
import "server-only";
import { and, desc, eq, lt } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { z } from "zod";
import { type Database, database } from "#lib/platform/db/client.ts";
import { auditLog } from "#lib/platform/db/schema/audit.ts";

/** The end of a page: the id of its last row. */
export const AuditCursor = z
  .string()
  .regex(/^aud_[0-9a-f]{24}$/, "must be the next of an earlier page");

export const AuditPage = z.strictObject({
  entries: z.array(
    z.strictObject({
      id: z.string(),
      at: z.iso.datetime(),
      action: z.string(),
      /** The actor: session, mcp_key, bot_key, operator or service. */
      actorKind: z.string(),
      actorId: z.string().nullable(),
      /** Id of the changed object. */
      target: z.string().nullable(),
      address: z.string().nullable(),
      agent: z.string().nullable(),
      details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
    }),
  ),
  /** The cursor of the next page; null: this is the last one. */
  next: z.string().nullable(),
});

/** `cursor`: an `AuditCursor`; without one the newest rows. At most `limit` of them. */
export async function auditPage(
  ofUser: string,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<z.output<typeof AuditPage>> {
  const db = await database();
  const { id, at, action, actorKind, actorId, target, address, agent, details } = auditLog;
  const rows = await db
    .select({ id, at, action, actorKind, actorId, target, address, agent, details })
    .from(auditLog)
    .where(and(eq(auditLog.userId, ofUser), before(db, cursor, ofUser)))
    .orderBy(desc(auditLog.position))
    .limit(limit + 1);
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return {
    entries: page.map((row) => ({ ...row, at: row.at.toISOString() })),
    next: last === undefined ? null : last.id,
  };
}

/** A cursor of another account's row gives an empty page. */
function before(db: Database, cursor: string | undefined, ofUser: string) {
  if (cursor === undefined) return undefined;
  const end = alias(auditLog, "page_end");
  const position = db
    .select({ position: end.position })
    .from(end)
    .where(and(eq(end.id, cursor), eq(end.userId, ofUser)));
  return lt(auditLog.position, position);
}
