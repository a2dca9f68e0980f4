/** The live tape. */
import "server-only";
import { max } from "drizzle-orm";
import type { Logger } from "#lib/kernel/log/log.ts";
import { frameOf } from "#lib/kernel/streams/frames.ts";
import type { Timers } from "#lib/kernel/time/timers.ts";
import { wakeLoops } from "#lib/kernel/time/wakes.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { type FeedEvent, PolledFeed } from "#lib/platform/streams/polled-feed.ts";
import type { StreamDefinition } from "#lib/platform/streams/stream-definition.ts";
import type { TapeSwap } from "#lib/protocol/wire/swaps.ts";
import { INTAKE_ELECTION } from "#lib/swaps/chain/swap-elections.ts";
import { swaps } from "#lib/swaps/schema/swaps.ts";
import { changesAfter } from "./read-tape.ts";

export const SWAP_STREAM_PATH = "/api/v1/swaps/stream";

const POLL_MS = 200;
const IDLE_POLL_MS = 10_000;
const FIRST = 50;
const MAX_CACHED = 1_000;
const PAGE = 500;

const EVENTS = { confirmed: "swap", finalized: "swap_finalized", dropped: "swap_dropped" } as const;

export type TapeFeedParts = {
  db: Database;
  timers: Timers;
  log: Pick<Logger, "warn">;
};
/** Positions are numbers of the database, so every replica gives the same answer, also after a restart. */
export type SwapTapeFeed = PolledFeed<number>;

export function swapTapeFeed({ db, ...rest }: TapeFeedParts): SwapTapeFeed {
  let seq: number | undefined;
  return new PolledFeed({
    everyMs: POLL_MS,
    idleMs: IDLE_POLL_MS,
    failure: "the tape of swaps could not be read",
    first: FIRST,
    maxCached: MAX_CACHED,
    parsePosition: (id) => (/^\d{1,15}$/.test(id) ? Number(id) : undefined),
    compare: (one, other) => one - other,
    mayBeBehind: false,
    onFirstReader: () => wakeLoops(INTAKE_ELECTION.channel),
    poll: async (add) => {
      seq ??= await findStart(db);
      for (;;) {
        const changes = await changesAfter(db, seq, PAGE);
        const last = changes.at(-1);
        if (last === undefined) return;
        seq = last.seq;
        add(changes.map(eventOf));
        if (changes.length < PAGE) return;
      }
    },
    ...rest,
  });
}

/** The number after which the cached history begins. */
async function findStart(db: Pick<Database, "select">): Promise<number> {
  const [newest] = await db.select({ seq: max(swaps.seq) }).from(swaps);
  return Math.max(0, (newest?.seq ?? 0) - MAX_CACHED);
}

function eventOf(swap: TapeSwap): FeedEvent<number> {
  const id = String(swap.seq);
  const frame = frameOf({ id, event: EVENTS[swap.status], json: JSON.stringify(swap) });
  return { position: swap.seq, frame };
}

/** The stream and the part that sets it are both of the host, which has this module once. */
let current: SwapTapeFeed | undefined;

/** Whether this process has readers of the live tape. */
export function isTapeRead(): boolean {
  return current?.isRead === true;
}

/** Sets the feed that the stream reads. */
export function setTapeFeed(feed: SwapTapeFeed | undefined): void {
  current = feed;
}

/**
 * `GET /api/v1/swaps/stream`: the tape as server-sent events (docs/api/swaps.md). Empty without a
 * chain.
 */
export const swapStream: StreamDefinition = {
  path: SWAP_STREAM_PATH,
  parameters: [],
  feeds: () => [
    {
      key: "swaps",
      state: (lastEventId) => current?.state(lastEventId) ?? [],
      subscribe: (deliver) => current?.subscribe(deliver) ?? (() => {}),
    },
  ],
};
