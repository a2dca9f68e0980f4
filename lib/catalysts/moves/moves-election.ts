/** The election of the replica that finds moves. Its channel announces stored moves. */
import type { Election } from "#lib/platform/db/leadership.ts";
import { MARK_MINUTES_CHANNEL } from "#lib/trading/schema/market-data.ts";

export const MOVES_ELECTION: Election = {
  lock: 5_318_008_104,
  channel: "svc_moves",
  // Stored bars start a run.
  hears: [MARK_MINUTES_CHANNEL],
  task: "find moves",
};
