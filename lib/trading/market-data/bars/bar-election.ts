/** The election of the replica that stores the bars; its view of the prices counts. */
import type { Election } from "#lib/platform/db/leadership.ts";
import { MARK_BARS_CHANNEL } from "#lib/platform/db/schema/market-data.ts";

export const BAR_ELECTION: Election = {
  lock: 5_318_008_101,
  channel: MARK_BARS_CHANNEL,
  task: "store bars",
};
