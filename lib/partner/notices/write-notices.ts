/**
 * Writes notices to partners: level changes, falls that are near, ended settlements. Each is written once, with the instant that follows
 * from the ledger, however late the run is and however many replicas run.
 */
import "server-only";
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Logger } from "#lib/kernel/log/log.ts";
import { type Database, database } from "#lib/platform/db/client.ts";
import { advanceNotices } from "./_advance-notices.ts";

export type NoticeContext = {
  /** Unix milliseconds. */
  now: number;
  log: Pick<Logger, "warn">;
  /** Once it is aborted no further partner is processed: the next run continues there. */
  signal?: AbortSignal;
};

/** Partners of one read. */
const PAGE = 100;

/** Processes the partners with new rows or due notices. @returns how many notices were written */
export async function writeNotices({ now, log, signal }: NoticeContext): Promise<number> {
  const db = await database();
  let written = 0;
  let after = "";
  for (;;) {
    const ids = await partnersDue(db, now, after);
    for (const partnerId of ids) {
      if (signal?.aborted === true) return written;
      try {
        written += await advanceNotices(db, { partnerId, now, signal });
      } catch (error) {
        log.warn({ err: error, partnerId }, "the notices of a partner could not be written");
      }
    }
    after = ids.at(-1) ?? "";
    if (ids.length < PAGE) return written;
  }
}

async function partnersDue(
  db: Pick<Database, "execute">,
  now: number,
  after: string,
): Promise<string[]> {
  const { rows } = await db.execute(sql`
    select p.id from partners p
      join users u on u.id = p.user_id
      left join partner_notice_marks m on m.partner_id = p.id
    where p.id > ${after} and u.deleted_at is null and (
      m.due_at <= ${now}
      or exists (select 1 from partner_ledger l where l.partner_id = p.id and l.seq > coalesce(m.seq, 0)))
    order by p.id limit ${PAGE}`);
  return rows.map((row) => z.object({ id: z.string() }).parse(row).id);
}
