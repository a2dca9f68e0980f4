/** A feed of rows that other processes write: one task reads the database for all readers of a stream. */
import type { Logger } from "#lib/kernel/log/log.ts";
import type { Frame } from "#lib/kernel/streams/frames.ts";
import { IDLE, startRepeatedTask } from "#lib/kernel/time/repeated-task.ts";
import type { Timers } from "#lib/kernel/time/timers.ts";

/** A position is the same on every replica: it is made from what is stored. */
export type FeedEvent<Position> = { position: Position; frame: Frame };

type Deliver = (frames: readonly Frame[]) => void;

export type PolledFeedOptions<Position> = {
  /** The interval between two polls while there are readers, and while there are none. The first reader starts a poll. */
  everyMs: number;
  idleMs: number;
  /** What is logged when the database cannot be read. */
  failure: string;
  /** How many events a new reader gets first, and how many are cached for readers that reconnect. */
  first: number;
  maxCached: number;
  /** Adds what is new, oldest first. @throws the database's error */
  poll: (add: (events: readonly FeedEvent<Position>[]) => void) => Promise<void>;
  parsePosition: (lastEventId: string) => Position | undefined;
  /** Negative when the first one is earlier. */
  compare: (one: Position, other: Position) => number;
  /** Another replica may have shown more than this one has read: its reader gets only what is newer. Otherwise it begins anew. */
  mayBeBehind: boolean;
  onFirstReader?: () => void;
  timers: Timers;
  log: Pick<Logger, "warn">;
};

export class PolledFeed<Position> {
  readonly #options: PolledFeedOptions<Position>;
  /** The newest events, oldest first. */
  #cached: FeedEvent<Position>[] = [];
  readonly #readers = new Set<Deliver>();
  #wake = () => {};
  #stop = async () => {};

  constructor(options: PolledFeedOptions<Position>) {
    this.#options = options;
  }

  start(): void {
    const { everyMs, idleMs, failure, timers, log } = this.#options;
    const run = async () => {
      await this.poll();
      return this.isRead ? undefined : IDLE;
    };
    const listen = (wake: () => void) => {
      this.#wake = wake;
    };
    this.#stop = startRepeatedTask({ everyMs, idleMs, run, failure, listen }, { timers, log });
    this.#wake();
  }

  stop(): Promise<void> {
    return this.#stop();
  }

  /** Whether this process has readers of the feed. */
  get isRead(): boolean {
    return this.#readers.size > 0;
  }

  /**
   * A reader that reconnects gets what it missed, or the newest events when its position is no
   * longer cached.
   */
  state(lastEventId: string | undefined): readonly Frame[] {
    const { first, compare } = this.#options;
    const last = this.#cachedPosition(lastEventId);
    const given =
      last === undefined
        ? this.#cached.slice(-first)
        : this.#cached.filter(({ position }) => compare(position, last.position) > 0);
    return given.map(({ frame }) => frame);
  }

  subscribe(deliver: Deliver): () => void {
    this.#readers.add(deliver);
    if (this.#readers.size === 1) {
      this.#wake();
      this.#options.onFirstReader?.();
    }
    return () => this.#readers.delete(deliver);
  }

  /** Reads what is new. @throws the database's error */
  poll(): Promise<void> {
    return this.#options.poll((events) => this.#add(events));
  }

  #add(events: readonly FeedEvent<Position>[]): void {
    if (events.length === 0) return;
    this.#cached = [...this.#cached, ...events].slice(-this.#options.maxCached);
    const frames = events.map(({ frame }) => frame);
    for (const deliver of this.#readers) deliver(frames);
  }

  #cachedPosition(lastEventId: string | undefined): { position: Position } | undefined {
    const { parsePosition, compare, mayBeBehind } = this.#options;
    const position = lastEventId === undefined ? undefined : parsePosition(lastEventId);
    const oldest = this.#cached[0];
    const newest = this.#cached.at(-1);
    if (position === undefined || oldest === undefined || newest === undefined) return undefined;
    if (compare(position, oldest.position) < 0) return undefined;
    return mayBeBehind || compare(position, newest.position) <= 0 ? { position } : undefined;
  }
}
