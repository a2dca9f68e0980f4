/** Stores pushes, each key once. */
import "server-only";
import { and, eq, inArray, isNotNull, isNull, ne, sql } from "drizzle-orm";
import { newId } from "#lib/kernel/ids.ts";
import type { Change } from "#lib/platform/events/emit-events.ts";
import type { PushDraft } from "#lib/pushes/rules/push-draft.ts";
import { pushes } from "#lib/pushes/schema/pushes.ts";

/**
 * Skips a push whose key or twin exists. A push that was cancelled because its item moved within a
 * day continues with the new time, to accounts that do not have it. So does the twin of a cancelled
 * push.
 * @returns how many were written or continue
 */
export async function storePushes(
  change: Pick<Change, "select" | "insert" | "update">,
  drafts: readonly PushDraft[],
  now: number,
): Promise<number> {
  const present = await presentKeys(change, drafts);
  let stored = 0;
  for (const draft of drafts) {
    if (present.has(draft.key)) continue;
    const row = { id: newId("psh"), createdAt: now, reached: "", ...draft };
    if (await write(change, row)) stored += 1;
    else {
      const reached = await replaceTwin(change, draft);
      if (reached !== undefined && (await write(change, { ...row, reached }))) stored += 1;
    }
  }
  return stored;
}

/**
 * The keys that are stored and not cancelled. Most are, because a release is checked again until it
 * is over.
 */
async function presentKeys(
  change: Pick<Change, "select">,
  drafts: readonly PushDraft[],
): Promise<Set<string>> {
  const keys = drafts.map(({ key }) => key);
  const rows = await change
    .select({ key: pushes.key })
    .from(pushes)
    .where(and(inArray(pushes.key, keys), isNull(pushes.cancelledAt)));
  return new Set(rows.map(({ key }) => key));
}

type Row = PushDraft & { id: string; createdAt: number; reached: string };

async function write(change: Pick<Change, "insert" | "update">, row: Row): Promise<boolean> {
  const written = await change
    .insert(pushes)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: pushes.id });
  return written.length > 0 || (await resume(change, row));
}

async function resume(
  change: Pick<Change, "update">,
  { key, twinKey, at, leavesUntil, scheduledAt, data, reached }: Row,
): Promise<boolean> {
  if (scheduledAt === null) return false;
  const resumed = await change
    .update(pushes)
    .set({
      cancelledAt: null,
      twinKey,
      at,
      leavesUntil,
      scheduledAt,
      data,
      reached: sql`greatest(${pushes.reached}, ${reached}::text)`,
    })
    .where(
      and(
        eq(pushes.key, key),
        isNotNull(pushes.cancelledAt),
        sql`not exists (select from ${pushes} as twin
          where twin.twin_key = ${twinKey} and twin.key <> ${key})`,
      ),
    )
    .returning({ id: pushes.id });
  return resumed.length > 0;
}

/**
 * Replaces a cancelled push with its twin from another item.
 * @returns the last account that already has it
 */
async function replaceTwin(
  change: Pick<Change, "update">,
  { key, twinKey }: PushDraft,
): Promise<string | undefined> {
  const [cancelled] = await change
    .update(pushes)
    .set({ twinKey: sql`${pushes.key}` })
    .where(
      and(
        eq(pushes.twinKey, twinKey),
        ne(pushes.key, key),
        isNotNull(pushes.cancelledAt),
        sql`not exists (select from ${pushes} as own
          where own.key = ${key} and own.cancelled_at is null)`,
      ),
    )
    .returning({ reached: pushes.reached });
  return cancelled?.reached;
}
