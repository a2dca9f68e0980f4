/** Streams the outputs of the passes as they are made. */
import "server-only";
import { and, asc, desc, eq, gt, lte } from "drizzle-orm";
import { isCounted, readDetectors } from "#lib/catalysts/moves/counted-moves.ts";
import { explainedMoves } from "#lib/catalysts/reads/explained-moves.ts";
import {
  catalystPasses,
  catalystRevisions,
  moveExplanations,
  moveRevisions,
} from "#lib/catalysts/schema/catalysts.ts";
import type { Logger } from "#lib/kernel/log/log.ts";
import { frameOf } from "#lib/kernel/streams/frames.ts";
import type { Timers } from "#lib/kernel/time/timers.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { type FeedEvent, PolledFeed } from "#lib/platform/streams/polled-feed.ts";
import type { StreamDefinition } from "#lib/platform/streams/stream-definition.ts";
import type { CATALYST_STREAM_EVENTS } from "#lib/protocol/wire/catalysts.ts";

export const CATALYST_STREAM_PATH = "/api/alerts/catalyst/stream";

const POLL_MS = 500;
const IDLE_POLL_MS = 10_000;
const FIRST = 20;
const MAX_CACHED = 500;
const PASSES_AT_ONCE = 100;

type StreamEvent = (typeof CATALYST_STREAM_EVENTS)[number];
type Pass = typeof catalystPasses.$inferSelect;
/** The time of the pass, and the index within it. */
type Position = { at: number; index: number };

export type CatalystFeedParts = { db: Database; timers: Timers; log: Pick<Logger, "warn"> };
export type CatalystFeed = PolledFeed<Position>;

export function catalystFeed({ db, ...rest }: CatalystFeedParts): CatalystFeed {
  /** The last pass that was read. */
  let last: { at: Date; moveMinute: number } | undefined;
  return new PolledFeed({
    everyMs: POLL_MS,
    idleMs: IDLE_POLL_MS,
    failure: "the stream of catalysts could not be read",
    first: FIRST,
    maxCached: MAX_CACHED,
    parsePosition,
    compare: (one, other) => one.at - other.at || one.index - other.index,
    mayBeBehind: true,
    poll: async (add) => {
      last ??= await findStart(db);
      for (;;) {
        const passes = await db
          .select()
          .from(catalystPasses)
          .where(gt(catalystPasses.at, last.at))
          .orderBy(asc(catalystPasses.at))
          .limit(PASSES_AT_ONCE);
        for (const pass of passes) {
          add(await eventsOf(db, pass, last.moveMinute));
          last = pass;
        }
        if (passes.length < PASSES_AT_ONCE) return;
      }
    },
    ...rest,
  });
}

/** The position before the newest passes, with which the cache starts. */
async function findStart(db: Pick<Database, "select">): Promise<{ at: Date; moveMinute: number }> {
  const [pass] = await db
    .select()
    .from(catalystPasses)
    .orderBy(desc(catalystPasses.at))
    .offset(MAX_CACHED)
    .limit(1);
  return pass ?? { at: new Date(0), moveMinute: 0 };
}

/** Revisions that changed something, and moves that changed or have a new explanation. */
async function eventsOf(
  db: Pick<Database, "select" | "selectDistinctOn">,
  { at, moveMinute }: Pass,
  movesFrom: number,
): Promise<FeedEvent<Position>[]> {
  const revisions = await db
    .select()
    .from(catalystRevisions)
    .where(eq(catalystRevisions.recordedAt, at))
    .orderBy(asc(catalystRevisions.catalystId), asc(catalystRevisions.revision));
  const moved =
    moveMinute > movesFrom
      ? await db
          .selectDistinctOn([moveRevisions.moveId], { moveId: moveRevisions.moveId })
          .from(moveRevisions)
          .where(
            and(
              isCounted(moveRevisions, await readDetectors(db)),
              gt(moveRevisions.minuteEnd, movesFrom),
              lte(moveRevisions.minuteEnd, moveMinute),
            ),
          )
      : [];
  const explained = await db
    .select({ moveId: moveExplanations.moveId })
    .from(moveExplanations)
    .where(eq(moveExplanations.recordedAt, at));
  const ids = [...new Set([...moved, ...explained].map(({ moveId }) => moveId))].toSorted();
  const moves = await explainedMoves(db, ids, { knownAt: at.getTime() });
  const said: [StreamEvent, unknown][] = [
    ...revisions
      .filter(({ changed }) => changed.length > 0)
      .map(({ kind, event }): [StreamEvent, unknown] => [
        kind === "detected" ? "catalyst.detected" : "catalyst.updated",
        event,
      ]),
    ...ids.flatMap((id): [StreamEvent, unknown][] => {
      const move = moves.get(id);
      return move === undefined ? [] : [["move", move]];
    }),
  ];
  return said.map(([event, data], index) => {
    const id = `${at.getTime()}-${index}`;
    const frame = frameOf({ id, event, json: JSON.stringify(data) });
    return { position: { at: at.getTime(), index }, frame };
  });
}

function parsePosition(id: string): Position | undefined {
  const [, at, index] = /^(\d{1,15})-(\d{1,6})$/.exec(id) ?? [];
  return at === undefined || index === undefined
    ? undefined
    : { at: Number(at), index: Number(index) };
}

/** The stream and the part that sets it are both of the host, which has this module once. */
let current: CatalystFeed | undefined;

/** Sets the feed that the stream reads. */
export function setCatalystFeed(feed: CatalystFeed | undefined): void {
  current = feed;
}

/** `GET /api/alerts/catalyst/stream`: catalysts and moves as server-sent events. */
export const catalystStream: StreamDefinition = {
  path: CATALYST_STREAM_PATH,
  parameters: [],
  feeds: () => [
    {
      key: "catalysts",
      state: (lastEventId) => current?.state(lastEventId) ?? [],
      subscribe: (deliver) => current?.subscribe(deliver) ?? (() => {}),
    },
  ],
};
