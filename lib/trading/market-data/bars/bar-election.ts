/** The election of the replica that stores the bars; its view of the prices counts. */
import type { Election } from "#lib/platform/db/leadership.ts";

export const BAR_ELECTION: Election = {
  lock: 5_318_008_101,
  channel: "svc_mark_bars",
  task: "store bars",
};
