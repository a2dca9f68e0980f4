/** For tests: what a replay of the whole journal makes of each account, as its streams send it. */
import { rmSync } from "node:fs";
import { checkInvariants } from "#services/venue/engine/invariants.ts";
import { Follower } from "#services/venue/follower/follower.ts";
import { deleteHistory } from "#services/venue/history/rows.testing.ts";
import { walkJournal } from "#services/venue/journal-audit/walk-journal.ts";
import { snapshotFolder } from "#services/venue/snapshot/snapshot-files.ts";

export type ReplayedEvent = { id: string; name: string; data: Record<string, unknown> };

/** Deletes the venue's history and snapshots. */
export async function replayedEvents(folder: string): Promise<Map<string, ReplayedEvent[]>> {
  deleteHistory(folder);
  rmSync(snapshotFolder(folder), { recursive: true, force: true });
  const events = new Map<string, ReplayedEvent[]>();
  const follower = Follower.open({ folder });
  follower.onBlock = (block) => {
    for (const { account, index, name, json } of block.events) {
      const of = events.get(account) ?? [];
      events.set(account, of);
      const data = JSON.parse(json()) as ReplayedEvent["data"];
      of.push({ id: `${block.height}-${index}`, name, data });
    }
  };
  follower.durable(walkJournal({ folder }).position.height);
  await follower.catchUp();
  checkInvariants(follower.state);
  follower.close();
  return events;
}
