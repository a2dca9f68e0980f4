/** What the passes say, as they say it: one reader of the database for all readers of the stream. */
import "server-only";
import { and, asc, desc, eq, gt, lte } from "drizzle-orm";
import { isCounted, readDetectors } from "#lib/catalysts/moves/counted-moves.ts";
import { explainedMoves } from "#lib/catalysts/reads/explained-moves.ts";
import type { Database } from "#lib/platform/db/client.ts";
import {
  catalystPasses,
  catalystRevisions,
  moveExplanations,
  moveRevisions,
} from "#lib/platform/db/schema/catalysts.ts";
import type { Logger } from "#lib/platform/log.ts";
import { IDLE, startRepeatedTask } from "#lib/platform/repeated-task.ts";
import { type Frame, frameOf } from "#lib/platform/streams/frames.ts";
import type { StreamDefinition } from "#lib/platform/streams/stream-definition.ts";
import type { Timers } from "#lib/platform/timers.ts";
import type { CATALYST_STREAM_EVENTS } from "#lib/protocol/wire/catalysts.ts";

export const CATALYST_STREAM_PATH = "/api/alerts/catalyst/stream";

/** Between two looks while somebody reads, and while nobody does. The first reader begins one. */
const LOOK_MS = 500;
const IDLE_LOOK_MS = 10_000;
/** What a new reader gets first, and what one that comes back may have missed. */
const FIRST = 20;
const KEPT = 500;
const PASSES_AT_ONCE = 100;

type StreamEvent = (typeof CATALYST_STREAM_EVENTS)[number];
type Deliver = (frames: readonly Frame[]) => void;
type Pass = typeof catalystPasses.$inferSelect;
/** The instant of the pass and the place within it: the same on every replica. */
type Told = { at: number; place: number; frame: Frame };

export type CatalystFeedParts = { db: Database; timers: Timers; log: Pick<Logger, "warn"> };

export class CatalystFeed {
  readonly #parts: CatalystFeedParts;
  /** The newest events, the oldest first. */
  #kept: Told[] = [];
  readonly #readers = new Set<Deliver>();
  /** The last pass that was read. */
  #last: { at: Date; moveMinute: number } | undefined;
  #wake = () => {};
  #stop = async () => {};

  constructor(parts: CatalystFeedParts) {
    this.#parts = parts;
  }

  start(): void {
    const run = async () => {
      await this.look();
      return this.#readers.size > 0 ? undefined : IDLE;
    };
    const listen = (wake: () => void) => {
      this.#wake = wake;
    };
    const task = {
      everyMs: LOOK_MS,
      idleMs: IDLE_LOOK_MS,
      run,
      failure: "the stream of catalysts could not be read",
      listen,
    };
    this.#stop = startRepeatedTask(task, this.#parts);
    this.#wake();
  }

  stop(): Promise<void> {
    return this.#stop();
  }

  /** A reader that comes back gets what was said since, and the newest ones when that is not kept. */
  state(lastEventId: string | undefined): readonly Frame[] {
    const last = placeOf(lastEventId);
    const oldest = this.#kept[0];
    const isKept = last !== undefined && oldest !== undefined && !isBefore(last, oldest);
    const given = isKept
      ? this.#kept.filter((told) => isBefore(last, told))
      : this.#kept.slice(-FIRST);
    return given.map(({ frame }) => frame);
  }

  subscribe(deliver: Deliver): () => void {
    this.#readers.add(deliver);
    if (this.#readers.size === 1) this.#wake();
    return () => this.#readers.delete(deliver);
  }

  /** Reads the passes that are new. @throws the database's error */
  async look(): Promise<void> {
    const { db } = this.#parts;
    this.#last ??= await firstPlace(db);
    for (;;) {
      const passes = await db
        .select()
        .from(catalystPasses)
        .where(gt(catalystPasses.at, this.#last.at))
        .orderBy(asc(catalystPasses.at))
        .limit(PASSES_AT_ONCE);
      for (const pass of passes) {
        this.#add(await eventsOf(db, pass, this.#last.moveMinute));
        this.#last = pass;
      }
      if (passes.length < PASSES_AT_ONCE) return;
    }
  }

  #add(told: readonly Told[]): void {
    if (told.length === 0) return;
    this.#kept = [...this.#kept, ...told].slice(-KEPT);
    const frames = told.map(({ frame }) => frame);
    for (const deliver of this.#readers) deliver(frames);
  }
}

/** Before the newest passes, which the history begins with. */
async function firstPlace(db: Pick<Database, "select">): Promise<{ at: Date; moveMinute: number }> {
  const [pass] = await db
    .select()
    .from(catalystPasses)
    .orderBy(desc(catalystPasses.at))
    .offset(KEPT)
    .limit(1);
  return pass ?? { at: new Date(0), moveMinute: 0 };
}

/** Revisions that changed something, and moves that changed or were explained anew. */
async function eventsOf(
  db: Pick<Database, "select" | "selectDistinctOn">,
  { at, moveMinute }: Pass,
  movesFrom: number,
): Promise<Told[]> {
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
  return said.map(([event, data], place) => {
    const id = `${at.getTime()}-${place}`;
    return { at: at.getTime(), place, frame: frameOf({ id, event, json: JSON.stringify(data) }) };
  });
}

type Place = { at: number; place: number };

function placeOf(id: string | undefined): Place | undefined {
  const [, at, place] = /^(\d{1,15})-(\d{1,6})$/.exec(id ?? "") ?? [];
  return at === undefined || place === undefined
    ? undefined
    : { at: Number(at), place: Number(place) };
}

function isBefore(one: Place, other: Place): boolean {
  return one.at < other.at || (one.at === other.at && one.place < other.place);
}

const SLOT: unique symbol = Symbol.for("svc.catalysts.feed");
const holder: typeof globalThis & { [SLOT]?: CatalystFeed | undefined } = globalThis;

/** Makes `feed` the one that the stream reads. */
export function useCatalystFeed(feed: CatalystFeed | undefined): void {
  holder[SLOT] = feed;
}

/** `GET /api/alerts/catalyst/stream`: catalysts and moves as server-sent events. */
export const catalystStream: StreamDefinition = {
  path: CATALYST_STREAM_PATH,
  feeds: () => [
    {
      key: "catalysts",
      state: (lastEventId) => holder[SLOT]?.state(lastEventId) ?? [],
      subscribe: (deliver) => holder[SLOT]?.subscribe(deliver) ?? (() => {}),
    },
  ],
};
