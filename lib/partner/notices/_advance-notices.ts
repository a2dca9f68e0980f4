/**
 * Writes the notices of one partner from the last processed row on. The mark moves in the transaction that writes the notices, and only
 * from where it was read, so that only one of two replicas writes.
 */
import { and, eq, gt, isNotNull, lte } from "drizzle-orm";
import { lastPosition, levelAhead, levelTurns } from "#lib/partner/reads/level-history.ts";
import { partnerNoticeMarks, partnerSettlements } from "#lib/partner/schema/partner.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { LEVELS } from "#lib/protocol/partner/partner-levels.ts";
import {
  type Draft,
  draftOfChange,
  draftOfFall,
  draftOfSettlement,
  NEWS_MS,
  nextDue,
} from "./_draft.ts";
import { type Mark, save } from "./_save.ts";
import { after, fallen, type LevelChange, type Walked, walkLevels } from "./walk-levels.ts";

/** Bounds the cost of a step: ledger rows, and level changes among them. */
const STEP_ROWS = 5_000;
const STEP_TURNS = 50;

/**
 * How long late fees may arrive that would have kept a level: the notice of a fall cannot be taken back. A later row of the ledger ends
 * the wait, because no row accrues before it any more.
 */
export const SETTLE_MS = 120_000;

type Check = { partnerId: string; now: number; signal?: AbortSignal | undefined };

/** @returns how many notices were written */
export async function advanceNotices(db: Database, check: Check): Promise<number> {
  let written = 0;
  for (;;) {
    const before = await readMark(db, check.partnerId);
    const step = await takeStep(db, before, check);
    const added = await save(db, { before, mark: step.mark, drafts: step.drafts, now: check.now });
    written += added ?? 0;
    // Another replica has moved the mark and continues from there.
    if (added === undefined || step.isEnd || check.signal?.aborted === true) return written;
  }
}

/** A partner without a mark begins at the first level, before the first row. */
async function readMark(db: Database, partnerId: string): Promise<Mark> {
  const [found] = await db
    .select()
    .from(partnerNoticeMarks)
    .where(eq(partnerNoticeMarks.partnerId, partnerId));
  const [{ level }] = LEVELS;
  const start = { levelSince: 0, seq: 0, checkedUntil: null, dueAt: null, told: {} };
  return found ?? { partnerId, level, ...start };
}

type Step = { mark: Mark; drafts: Draft[]; isEnd: boolean };

async function takeStep(db: Database, mark: Mark, { partnerId, now }: Check): Promise<Step> {
  const end = await lastPosition(db, partnerId);
  const late = await lateRows(db, mark);
  const started = after(walkedOf(mark), late.changes);
  const until = Math.min(late.seq + STEP_ROWS, end.seq);
  const turns = await levelTurns(db, {
    partnerId,
    after: late.seq,
    until,
    level: started.level,
    most: STEP_TURNS,
  });
  const seq = turns.length < STEP_TURNS ? until : (turns.at(-1)?.seq ?? until);
  const fallsAfter = async (row: number, notBefore: number) =>
    (await levelAhead(db, { partnerId, seq: row, notBefore })).falls;
  const changes = [...late.changes, ...(await walkLevels(started, turns, fallsAfter))];
  const settled = await settlementsEnded(db, mark, { seq, now });
  const here = { ...mark, seq, ...markOf(after(walkedOf(mark), changes)) };
  if (seq < end.seq) return { mark: here, drafts: inOrder(changes, settled), isEnd: false };
  const horizon = Math.max(end.accruedAt, now - SETTLE_MS);
  const rest = await toTheEnd(db, here, { horizon, now });
  return {
    mark: { ...rest.mark, checkedUntil: horizon },
    drafts: [...inOrder([...changes, ...rest.changes], settled), ...rest.warnings],
    isEnd: true,
  };
}

function walkedOf({ level, levelSince }: Mark): Walked {
  return { level, since: levelSince };
}

function markOf({ level, since }: Walked): Pick<Mark, "level" | "levelSince"> {
  return { level, levelSince: since };
}

/** By time; the stable sort keeps the order within a millisecond. */
function inOrder(changes: readonly LevelChange[], settled: readonly Draft[]): Draft[] {
  return [...changes.map(draftOfChange), ...settled].toSorted((a, b) => a.at - b.at);
}

/**
 * Rows that accrued before a fall that already has a notice, because they were booked long after they happened, for example after an
 * outage of the venue. Their effect on the level gets one notice, dated at that fall, so that notices never go back in time.
 */
async function lateRows(
  db: Database,
  mark: Mark,
): Promise<{ seq: number; changes: LevelChange[] }> {
  const { partnerId, levelSince: at, level: from } = mark;
  const { seq } = await lastPosition(db, partnerId, at);
  if (seq <= mark.seq) return { seq: mark.seq, changes: [] };
  const { level: to } = await levelAhead(db, { partnerId, seq, notBefore: at });
  return { seq, changes: to === from ? [] : [{ at, from, to, seq }] };
}

/** After the last row: falls that have happened since, and the next one to come. */
async function toTheEnd(
  db: Database,
  mark: Mark,
  { horizon, now }: { horizon: number; now: number },
): Promise<{ mark: Mark; changes: LevelChange[]; warnings: Draft[] }> {
  const { partnerId, seq, levelSince: notBefore } = mark;
  const ahead = await levelAhead(db, { partnerId, seq, notBefore });
  const changes = fallen(mark.level, ahead.falls, { until: horizon, seq });
  const here = after(walkedOf(mark), changes);
  const next = ahead.falls.find(({ at }) => at > horizon);
  const knownSince = Math.max(ahead.knownSince, here.since);
  const warning = next && draftOfFall(next, { knownSince, now });
  return {
    mark: { ...mark, ...markOf(here), dueAt: nextDue(next, { now, settleMs: SETTLE_MS }) },
    changes,
    warnings: warning === undefined ? [] : [warning],
  };
}

/** Settlements that ended between the mark and `seq`; before the first run only those of the last days. */
async function settlementsEnded(
  db: Database,
  mark: Mark,
  { seq, now }: { seq: number; now: number },
): Promise<Draft[]> {
  const { partnerId, endedSeq, endedAt } = partnerSettlements;
  const rows = await db
    .select()
    .from(partnerSettlements)
    .where(
      and(
        eq(partnerId, mark.partnerId),
        isNotNull(endedAt),
        gt(endedSeq, mark.seq),
        lte(endedSeq, seq),
      ),
    )
    .orderBy(endedSeq);
  return rows
    .map((row) => draftOfSettlement({ ...row, endedAt: row.endedAt ?? 0 }))
    .filter(({ at }) => mark.checkedUntil !== null || now - at <= NEWS_MS);
}
