/** Deletes staged orders that ended long ago, in every replica, every hour. */
import "server-only";
import { startRepeatedTask, type TaskSurroundings } from "#lib/kernel/time/repeated-task.ts";
import { removeEndedOrders } from "./clean-up.ts";

/** The result stops it, after the deletion that is under way. */
export function startStagedOrderCleanUp(around: TaskSurroundings): () => Promise<void> {
  const failure = "staged orders that ended long ago could not be removed";
  return startRepeatedTask({ everyMs: 3_600_000, run: removeEndedOrders, failure }, around);
}
