/**
 * The election of the replica that makes passes. Stored moves, stored news and decisions of the
 * operator start a pass.
 */
import { MOVES_ELECTION } from "#lib/catalysts/moves/moves-election.ts";
import { NEWS_ELECTION } from "#lib/catalysts/news/intake/news-election.ts";
import type { Election } from "#lib/platform/db/leadership.ts";

/** Announces decisions of the operator. */
export const DECISIONS_CHANNEL = "svc_catalyst_decisions";

export const PASSES_ELECTION: Election = {
  lock: 5_318_008_106,
  channel: "svc_catalysts",
  hears: [MOVES_ELECTION.channel, NEWS_ELECTION.channel, DECISIONS_CHANNEL],
  task: "find catalysts",
};
