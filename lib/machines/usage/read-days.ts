/** What a key or a grant read, for its owner. */
import "server-only";
import { and, desc, eq, gte } from "drizzle-orm";
import { machineReads } from "#lib/machines/schema/assistant-controls.ts";
import { database } from "#lib/platform/db/client.ts";
import { DAY_MS } from "#lib/protocol/durations.ts";
import type { MachineReads } from "#lib/protocol/wire/assistant-controls.ts";
import { dayOf } from "./usage-day.ts";

const SHOWN_DAYS = 30;

/**
 * The last 30 days, the newest first, without those on which nothing was read; of a day the most frequent reads first. The caller
 * has checked that the key belongs to the reader.
 */
export async function readDays(keyId: string, now: number): Promise<MachineReads> {
  const { keyId: of, day, count } = machineReads;
  const since = dayOf(now - (SHOWN_DAYS - 1) * DAY_MS);
  const db = await database();
  const rows = await db
    .select()
    .from(machineReads)
    .where(and(eq(of, keyId), gte(day, since)))
    .orderBy(desc(day), desc(count), machineReads.what);
  const days = new Map<string, MachineReads["days"][number]["reads"]>();
  for (const row of rows) {
    const reads = days.get(row.day) ?? [];
    reads.push({ what: row.what, count: row.count, last_at: row.lastAt.toISOString() });
    days.set(row.day, reads);
  }
  return { days: [...days].map(([date, reads]) => ({ day: date, reads })) };
}
