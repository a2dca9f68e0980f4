/** Deletes expired records of the authorization server, in every replica, every ten minutes. */
import "server-only";
import { reapClients } from "#lib/assistants/oauth-clients/reap-clients.ts";
import { startRepeatedTask, type TaskSurroundings } from "#lib/kernel/time/repeated-task.ts";
import { removeDeadRecords } from "./clean-up.ts";

/** The result stops it, after the deletion that is under way. */
export function startOAuthCleanUp(around: TaskSurroundings): () => Promise<void> {
  const run = async (now: number): Promise<void> => {
    await removeDeadRecords(now);
    await reapClients(now);
  };
  const failure = "what is over of the authorization server could not be removed";
  return startRepeatedTask({ everyMs: 10 * 60_000, run, failure }, around);
}
