/** Looks for keys that end soon, in every replica, every ten minutes. */
import "server-only";
import type { Timers } from "#lib/timers.ts";
import { type ReminderContext, remindOwners } from "./remind-owners.ts";

const EVERY_MS = 10 * 60_000;

type Options = Omit<ReminderContext, "now" | "signal"> & { timers: Timers };

/** The answer ends it, after the mails of the key that is under way. */
export function startReminders({ timers, ...ctx }: Options): () => Promise<void> {
  const stopped = new AbortController();
  const { signal } = stopped;
  let running = Promise.resolve();
  let cancel = () => {};
  const look = async (): Promise<void> => {
    try {
      await remindOwners({ ...ctx, now: timers.now(), signal });
    } catch (error) {
      ctx.log.warn({ err: error }, "keys that end soon could not be read");
    }
    if (!signal.aborted) schedule();
  };
  const schedule = (): void => {
    cancel = timers.after(EVERY_MS, () => {
      running = look();
    });
  };
  schedule();
  return async () => {
    stopped.abort();
    cancel();
    await running;
  };
}
