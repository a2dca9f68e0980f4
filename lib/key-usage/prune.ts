/** What nobody is shown any more is removed: counts of days that are past, and keys that ended long ago. */
import "server-only";
import { lt, or } from "drizzle-orm";
import { database } from "#lib/db/client.ts";
import { botKeys, keyUsage, mcpKeys } from "#lib/db/schema/keys.ts";
import type { Logger } from "#lib/log.ts";
import type { Timers } from "#lib/timers.ts";
import { DAY_MS, dayOf } from "./usage-day.ts";

const EVERY_MS = 60 * 60_000;
/** One more than are shown: it is yesterday somewhere. */
const USAGE_DAYS = 31;
/** So long an owner can look at a key that ended. */
const DEAD_DAYS = 90;

/** `now` in Unix milliseconds. What happened to a key stays in the audit log. */
async function pruneKeys(now: number): Promise<void> {
  const db = await database();
  const ended = new Date(now - DEAD_DAYS * DAY_MS);
  for (const keys of [mcpKeys, botKeys]) {
    await db.delete(keys).where(or(lt(keys.revokedAt, ended), lt(keys.expiresAt, ended)));
  }
  await db.delete(keyUsage).where(lt(keyUsage.day, dayOf(now - USAGE_DAYS * DAY_MS)));
}

type Options = { timers: Timers; log: Pick<Logger, "warn"> };

/** Every hour, in every replica. The answer ends it, after the look that is under way. */
export function startPruning({ timers, log }: Options): () => Promise<void> {
  let isStopped = false;
  let running = Promise.resolve();
  let cancel = () => {};
  const look = async (): Promise<void> => {
    try {
      await pruneKeys(timers.now());
    } catch (error) {
      log.warn({ err: error }, "old keys could not be removed");
    }
    if (!isStopped) schedule();
  };
  const schedule = (): void => {
    cancel = timers.after(EVERY_MS, () => {
      running = look();
    });
  };
  schedule();
  return async () => {
    isStopped = true;
    cancel();
    await running;
  };
}
