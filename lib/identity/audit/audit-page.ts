/** Rows of an account's audit log, newest first, a page at a time. */
import "server-only";
import { and, desc, eq, gte, lt } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { z } from "zod";
import { auditLog } from "#lib/identity/schema/audit.ts";
import { type Database, database } from "#lib/platform/db/client.ts";
import type { AuditPage } from "#lib/protocol/wire/identity.ts";

/** The end of a page: the id of its last row. */
export const AuditCursor = z
  .string()
  .regex(/^aud_[0-9a-f]{24}$/, "must be the next of an earlier page");

type AuditQuery = {
  /** An `AuditCursor`; without one the newest rows. */
  cursor?: string | undefined;
  /** Limits the rows to those from `from` (inclusive) to `to` (exclusive). */
  limit: number;
  from?: Date | undefined;
  to?: Date | undefined;
};

export async function auditPage(
  ofUser: string,
  { cursor, limit, from, to }: AuditQuery,
): Promise<AuditPage> {
  const db = await database();
  const { id, at, action, actorKind, actorId, target, address, agent, details } = auditLog;
  const rows = await db
    .select({ id, at, action, actorKind, actorId, target, address, agent, details })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.userId, ofUser),
        before(db, cursor, ofUser),
        from && gte(at, from),
        to && lt(at, to),
      ),
    )
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
