/** Removes staged orders that ended long ago, in every replica, every hour. */
import "server-only";
import type { Logger } from "#lib/log.ts";
import type { Timers } from "#lib/timers.ts";
import { removeEndedOrders } from "./clean-up.ts";

const EVERY_MS = 3_600_000;

type Options = { timers: Timers; log: Pick<Logger, "warn"> };

/** The answer ends it, after the removal that is under way. */
export function startStagedOrderCleanUp({ timers, log }: Options): () => Promise<void> {
  let isStopped = false;
  let running = Promise.resolve();
  let cancel = () => {};
  const clean = async (): Promise<void> => {
    try {
      await removeEndedOrders(timers.now());
    } catch (error) {
      log.warn({ err: error }, "staged orders that ended long ago could not be removed");
    }
    if (!isStopped) schedule();
  };
  const schedule = (): void => {
    cancel = timers.after(EVERY_MS, () => {
      running = clean();
    });
  };
  schedule();
  return async () => {
    isStopped = true;
    cancel();
    await running;
  };
}
