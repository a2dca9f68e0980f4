/** The election of the replica that writes pushes. Its channel tells of a push that waits to be given to accounts. */
import type { Election } from "#lib/platform/db/leadership.ts";
import { CALENDAR_CHANNEL } from "#lib/platform/db/schema/calendar.ts";
import { MARK_MINUTES_CHANNEL } from "#lib/platform/db/schema/market-data.ts";

export const PUSHES_ELECTION: Election = {
  lock: 5_318_008_107,
  channel: "svc_pushes",
  hears: ["svc_pushes", MARK_MINUTES_CHANNEL, CALENDAR_CHANNEL],
  task: "write pushes",
};
