/**
 * The election of the replica that judges price alerts. It hears of each stored second of marks.
 * Its channel announces a new alert.
 */
import type { Election } from "#lib/platform/db/leadership.ts";
import { MARK_BARS_CHANNEL } from "#lib/trading/schema/market-data.ts";

export const PRICE_ALERTS_ELECTION: Election = {
  lock: 5_318_008_108,
  channel: "svc_price_alerts",
  hears: ["svc_price_alerts", MARK_BARS_CHANNEL],
  task: "judge price alerts",
};
