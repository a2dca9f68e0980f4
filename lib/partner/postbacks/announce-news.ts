/**
 * Announces referrals, earnings and payments to the webhooks and the postback of their partner, each once, however many replicas
 * run: the mark moves in the transaction that announces.
 */
import "server-only";
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Logger } from "#lib/kernel/log/log.ts";
import { partnerAnnouncementMarks } from "#lib/partner/schema/postbacks.ts";
import { type Database, database } from "#lib/platform/db/client.ts";
import { type Change, emitting } from "#lib/platform/events/emit-events.ts";
import { HOUR_MS } from "#lib/protocol/durations.ts";
import { BATCH_MS, type Mark, newsOf } from "./_news.ts";
import { queueCalls } from "./_queue-calls.ts";

export type AnnounceContext = {
  /** Unix milliseconds. */
  now: number;
  log: Pick<Logger, "warn">;
  signal?: AbortSignal;
};

/** Partners of one read. */
const PAGE = 100;

/** @returns how many events were announced */
export async function announceNews({ now, log, signal }: AnnounceContext): Promise<number> {
  const db = await database();
  await beginMarks(db, now);
  let announced = 0;
  let after = "";
  for (;;) {
    const ids = await partnersWithNews(db, { now, after });
    for (const partnerId of ids) {
      try {
        for (let hasMore = true; hasMore; ) {
          if (signal?.aborted === true) return announced;
          const step = await announceStep(db, partnerId, now);
          announced += step.announced;
          hasMore = step.hasMore;
        }
      } catch (error) {
        log.warn({ err: error, partnerId }, "the news of a partner could not be announced");
      }
    }
    after = ids.at(-1) ?? "";
    if (ids.length < PAGE) return announced;
  }
}

/**
 * A partner who has just joined begins before the first row. For one who joined earlier, all that happened before the first run is
 * no news.
 */
async function beginMarks(db: Pick<Database, "execute">, now: number): Promise<void> {
  const isOld = sql`p.created_at < ${new Date(now - HOUR_MS).toISOString()}::timestamptz`;
  await db.execute(sql`
    insert into partner_announcement_marks (partner_id, fee_seq, fees_at, paid_seq)
    select p.id, seq.last, 0, seq.last
    from partners p cross join lateral (
      select case when ${isOld} then coalesce((select max(l.seq) from partner_ledger l where l.partner_id = p.id), 0)
        else 0 end as last
    ) seq
    where not exists (select 1 from partner_announcement_marks m where m.partner_id = p.id)
    on conflict do nothing`);
}

async function partnersWithNews(
  db: Pick<Database, "execute">,
  { now, after }: { now: number; after: string },
): Promise<string[]> {
  const { rows } = await db.execute(sql`
    select m.partner_id as id from partner_announcement_marks m
      join partners p on p.id = m.partner_id join users u on u.id = p.user_id
    where m.partner_id > ${after} and u.deleted_at is null and (
      exists (select 1 from partner_referrals r where r.partner_id = m.partner_id and not r.is_announced)
      or (m.fees_at <= ${now - BATCH_MS} and exists (
        select 1 from partner_ledger l where l.partner_id = m.partner_id and l.seq > m.fee_seq))
      or exists (select 1 from partner_settlements s
        where s.partner_id = m.partner_id and s.state = 'confirmed' and s.ended_seq > m.paid_seq))
    order by m.partner_id limit ${PAGE}`);
  return rows.map((row) => z.object({ id: z.string() }).parse(row).id);
}

const MarkRow = z.object({
  user_id: z.string(),
  fee_seq: z.string().transform(Number),
  fees_at: z.string().transform(Number),
  paid_seq: z.string().transform(Number),
});

/** A partner whose mark another replica holds is left to it. */
async function lockMark(
  change: Change,
  partnerId: string,
): Promise<{ mark: Mark; userId: string } | undefined> {
  const { rows } = await change.execute(sql`
    select p.user_id, m.fee_seq::text, m.fees_at::text, m.paid_seq::text
    from partner_announcement_marks m join partners p on p.id = m.partner_id
    where m.partner_id = ${partnerId} for update of m skip locked`);
  if (rows[0] === undefined) return undefined;
  const row = MarkRow.parse(rows[0]);
  const { fee_seq: feeSeq, fees_at: feesAt, paid_seq: paidSeq } = row;
  return { mark: { partnerId, feeSeq, feesAt, paidSeq }, userId: row.user_id };
}

function announceStep(
  db: Database,
  partnerId: string,
  now: number,
): Promise<{ announced: number; hasMore: boolean }> {
  return emitting(db, async (change, _emit, announce) => {
    const locked = await lockMark(change, partnerId);
    if (locked === undefined) return { announced: 0, hasMore: false };
    const { news, mark, hasMore } = await newsOf(change, locked.mark, now);
    for (const { event: type, subject, version, data } of news) {
      await announce({ type, userId: locked.userId, subject, version, now, data });
    }
    await queueCalls(change, { partnerId, news, now });
    const { partnerId: _, ...moved } = mark;
    await change.update(partnerAnnouncementMarks).set(moved).where(sql`partner_id = ${partnerId}`);
    return { announced: news.length, hasMore };
  });
}
