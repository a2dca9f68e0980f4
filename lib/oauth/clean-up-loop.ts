/** Removes what is over of the authorization server, in every replica, every ten minutes. */
import "server-only";
import type { Logger } from "#lib/log.ts";
import { reapClients } from "#lib/oauth-clients/reap-clients.ts";
import type { Timers } from "#lib/timers.ts";
import { removeDeadRecords } from "./clean-up.ts";

const EVERY_MS = 10 * 60_000;

type Options = { timers: Timers; log: Pick<Logger, "warn"> };

/** The answer ends it, after the removal that is under way. */
export function startOAuthCleanUp({ timers, log }: Options): () => Promise<void> {
  let isStopped = false;
  let running = Promise.resolve();
  let cancel = () => {};
  const clean = async (): Promise<void> => {
    try {
      await removeDeadRecords(timers.now());
      await reapClients(timers.now());
    } catch (error) {
      log.warn({ err: error }, "what is over of the authorization server could not be removed");
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
