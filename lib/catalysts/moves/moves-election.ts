/** The election of the replica that finds moves. Its channel tells of stored moves. */
import type { Election } from "#lib/platform/db/leadership.ts";
import { MARK_MINUTES_CHANNEL } from "#lib/platform/db/schema/market-data.ts";

export const MOVES_ELECTION: Election = {
  lock: 5_318_008_104,
  channel: "svc_moves",
  // A minute is taken when its bars are stored.
  hears: [MARK_MINUTES_CHANNEL],
  task: "find moves",
};
