/** The tape as it grows: one reader of the database for all readers of the stream. */
import "server-only";
import { max } from "drizzle-orm";
import type { Database } from "#lib/platform/db/client.ts";
import { swaps } from "#lib/platform/db/schema/swaps.ts";
import type { Logger } from "#lib/platform/log.ts";
import { IDLE, startRepeatedTask } from "#lib/platform/repeated-task.ts";
import { type Frame, frameOf } from "#lib/platform/streams/frames.ts";
import type { StreamDefinition } from "#lib/platform/streams/stream-definition.ts";
import type { Timers } from "#lib/platform/timers.ts";
import { wakeLoops } from "#lib/platform/wakes.ts";
import type { TapeSwap } from "#lib/protocol/wire/swaps.ts";
import { INTAKE_ELECTION } from "#lib/swaps/chain/swap-elections.ts";
import { changesAfter } from "./read-tape.ts";

export const SWAP_STREAM_PATH = "/api/v1/swaps/stream";

/** Between two looks while somebody reads, and while nobody does. The first reader begins one. */
const LOOK_MS = 200;
const IDLE_LOOK_MS = 10_000;
/** What a new reader gets first, and what one that comes back may have missed. */
const FIRST = 50;
const KEPT = 1_000;
const PAGE = 500;

const EVENTS = { confirmed: "swap", finalized: "swap_finalized", dropped: "swap_dropped" } as const;

type Deliver = (frames: readonly Frame[]) => void;

export type TapeFeedParts = {
  db: Database;
  timers: Timers;
  log: Pick<Logger, "warn">;
};

export class TapeFeed {
  readonly #parts: TapeFeedParts;
  /** The newest changes, in the order of their numbers. */
  #kept: { seq: number; frame: Frame }[] = [];
  readonly #readers = new Set<Deliver>();
  #seq: number | undefined;
  #wake = () => {};
  #stop = async () => {};

  constructor(parts: TapeFeedParts) {
    this.#parts = parts;
  }

  start(): void {
    const run = async () => {
      await this.#look();
      return this.isRead ? undefined : IDLE;
    };
    const listen = (wake: () => void) => {
      this.#wake = wake;
    };
    const task = {
      everyMs: LOOK_MS,
      idleMs: IDLE_LOOK_MS,
      run,
      failure: "the tape of swaps could not be read",
      listen,
    };
    this.#stop = startRepeatedTask(task, this.#parts);
    this.#wake();
  }

  stop(): Promise<void> {
    return this.#stop();
  }

  get isRead(): boolean {
    return this.#readers.size > 0;
  }

  /**
   * A reader that comes back gets what changed since, and the newest 50 when that is not kept. Ids are numbers of the database, so
   * every replica answers alike, also after a restart.
   */
  state(lastEventId: string | undefined): readonly Frame[] {
    const last = /^\d{1,15}$/.test(lastEventId ?? "") ? Number(lastEventId) : undefined;
    const oldest = this.#kept[0]?.seq ?? 0;
    const newest = this.#kept.at(-1)?.seq ?? 0;
    const isKept = last !== undefined && last >= oldest && last <= newest;
    const given = isKept ? this.#kept.filter(({ seq }) => seq > last) : this.#kept.slice(-FIRST);
    return given.map(({ frame }) => frame);
  }

  subscribe(deliver: Deliver): () => void {
    this.#readers.add(deliver);
    if (this.#readers.size === 1) {
      this.#wake();
      wakeLoops(INTAKE_ELECTION.channel);
    }
    return () => this.#readers.delete(deliver);
  }

  async #look(): Promise<void> {
    this.#seq ??= await this.#start();
    for (;;) {
      const changes = await changesAfter(this.#parts.db, this.#seq, PAGE);
      const last = changes.at(-1);
      if (last === undefined) return;
      this.#seq = last.seq;
      this.#add(changes);
      if (changes.length < PAGE) return;
    }
  }

  /** The number before the newest swaps, which the history begins with. */
  async #start(): Promise<number> {
    const [newest] = await this.#parts.db.select({ seq: max(swaps.seq) }).from(swaps);
    return Math.max(0, (newest?.seq ?? 0) - KEPT);
  }

  #add(changes: readonly TapeSwap[]): void {
    const kept = changes.map((swap) => {
      const id = String(swap.seq);
      const frame = frameOf({ id, event: EVENTS[swap.status], json: JSON.stringify(swap) });
      return { seq: swap.seq, frame };
    });
    this.#kept = [...this.#kept, ...kept].slice(-KEPT);
    const frames = kept.map(({ frame }) => frame);
    for (const deliver of this.#readers) deliver(frames);
  }
}

const SLOT: unique symbol = Symbol.for("svc.swaps.tape");
const holder: typeof globalThis & { [SLOT]?: TapeFeed | undefined } = globalThis;

/** Whether somebody reads the tape as it grows, in this process. */
export function isTapeRead(): boolean {
  return holder[SLOT]?.isRead === true;
}

/** Makes `feed` the one that the stream reads. */
export function useTapeFeed(feed: TapeFeed | undefined): void {
  holder[SLOT] = feed;
}

/** `GET /api/v1/swaps/stream`: the tape as server-sent events (spec 3, Endpoints). Without a chain it is empty. */
export const swapStream: StreamDefinition = {
  path: SWAP_STREAM_PATH,
  feeds: () => [
    {
      key: "swaps",
      state: (lastEventId) => holder[SLOT]?.state(lastEventId) ?? [],
      subscribe: (deliver) => holder[SLOT]?.subscribe(deliver) ?? (() => {}),
    },
  ],
};
