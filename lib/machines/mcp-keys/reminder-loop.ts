/** Sends due reminders, in every replica, every ten minutes. */
import "server-only";
import { startRepeatedTask } from "#lib/platform/repeated-task.ts";
import type { Timers } from "#lib/platform/timers.ts";
import { type ReminderContext, remindOwners } from "./remind-owners.ts";

type Options = Omit<ReminderContext, "now" | "signal"> & { timers: Timers };

/** The result stops it, after the mails of the current key. */
export function startReminders({ timers, ...ctx }: Options): () => Promise<void> {
  const run = (now: number, signal: AbortSignal) => remindOwners({ ...ctx, now, signal });
  const failure = "keys that end soon could not be read";
  return startRepeatedTask({ everyMs: 10 * 60_000, run, failure }, { timers, log: ctx.log });
}
