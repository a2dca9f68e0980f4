/** The election of the replica that reads news. Its channel announces stored items. */
import type { Election } from "#lib/platform/db/leadership.ts";

export const NEWS_ELECTION: Election = {
  lock: 5_318_008_105,
  channel: "svc_news",
  task: "read news",
};
