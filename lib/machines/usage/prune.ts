/** Deletes data that is no longer shown: counts of past days, and keys that ended long ago. */
import { DAY_MS } from "#lib/protocol/durations.ts";
import "server-only";
import { lt, or } from "drizzle-orm";
import { startRepeatedTask, type TaskSurroundings } from "#lib/kernel/time/repeated-task.ts";
import { machineReads } from "#lib/machines/schema/assistant-controls.ts";
import { botKeys, keyUsage, mcpKeys } from "#lib/machines/schema/keys.ts";
import { database } from "#lib/platform/db/client.ts";
import { dayOf } from "./usage-day.ts";

/** One more day than is shown, because of time zones. */
const USAGE_DAYS = 31;
/** How long an owner can see an ended key. */
const DEAD_DAYS = 90;

/** `now` in Unix milliseconds. Entries of the audit log stay. */
async function pruneKeys(now: number): Promise<void> {
  const db = await database();
  const ended = new Date(now - DEAD_DAYS * DAY_MS);
  for (const keys of [mcpKeys, botKeys]) {
    await db.delete(keys).where(or(lt(keys.revokedAt, ended), lt(keys.expiresAt, ended)));
  }
  const first = dayOf(now - USAGE_DAYS * DAY_MS);
  await db.delete(keyUsage).where(lt(keyUsage.day, first));
  await db.delete(machineReads).where(lt(machineReads.day, first));
}

/** Every hour, in every replica. The result stops it, after the run that is under way. */
export function startPruning(around: TaskSurroundings): () => Promise<void> {
  const failure = "old keys could not be removed";
  return startRepeatedTask({ everyMs: 60 * 60_000, run: pruneKeys, failure }, around);
}
