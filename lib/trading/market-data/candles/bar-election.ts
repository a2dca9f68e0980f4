/** The election of the replica that stores the bars; its view of the prices counts. */
import { type SQL, sql } from "drizzle-orm";
import { type Election, notifyProcess, notifyReplicas } from "#lib/platform/db/leadership.ts";
import { MARK_BARS_CHANNEL, MARK_MINUTES_CHANNEL } from "#lib/trading/schema/market-data.ts";

export const BAR_ELECTION: Election = {
  lock: 5_318_008_101,
  channel: MARK_BARS_CHANNEL,
  task: "store bars",
};

const MINUTES = { channel: MARK_MINUTES_CHANNEL };

/** An SQL fragment that notifies of stored bars when its transaction commits. @param hasMinutes whether bars of minutes are among them */
export function notifyOfBars(hasMinutes: boolean): SQL {
  const bars = notifyReplicas(BAR_ELECTION);
  return hasMinutes ? sql`${bars}, ${notifyReplicas(MINUTES)}` : bars;
}

/** See `notifyProcess`. */
export function notifyProcessOfBars(hasMinutes: boolean): void {
  notifyProcess(BAR_ELECTION);
  if (hasMinutes) notifyProcess(MINUTES);
}
