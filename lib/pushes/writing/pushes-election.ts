/**
 * The election of the replica that writes pushes. Its channel announces a push that waits for its
 * fan-out.
 */

import { CALENDAR_CHANNEL } from "#lib/catalysts/schema/calendar.ts";
import type { Election } from "#lib/platform/db/leadership.ts";
import { MARK_MINUTES_CHANNEL } from "#lib/trading/schema/market-data.ts";

export const PUSHES_ELECTION: Election = {
  lock: 5_318_008_107,
  channel: "svc_pushes",
  hears: ["svc_pushes", MARK_MINUTES_CHANNEL, CALENDAR_CHANNEL],
  task: "write pushes",
};
