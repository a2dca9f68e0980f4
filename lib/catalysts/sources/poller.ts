/** Reads sources when they are due, each by itself. A source that fails or is slow delays no other source. */
import type { Logger } from "#lib/kernel/log/log.ts";
import { longestWaitMs, waitMs } from "./back-off.ts";
import { failureReason } from "./failures.ts";
import { FetchFailure } from "./fetch.ts";
import type { Source } from "./source.ts";
import type { SourceState } from "./states.ts";

/** A read that begins. */
export type Read<One extends Source, State extends SourceState> = {
  source: One;
  /** The state when it begins. */
  before: State;
  /** The state after it, except for what it finds. */
  after: State;
  now: number;
};

export type FailedRead<One extends Source, State extends SourceState> = Read<One, State> & {
  /** From the header `Retry-After`. */
  retryAfterMs: number | undefined;
};

export type SourcePollerOptions<One extends Source, State extends SourceState> = {
  /** Names the kind of the sources in the log. */
  what: "news" | "the calendar";
  sources: readonly One[];
  pollMs: number;
  maxAtOnce: number;
  readStates: () => Promise<Map<string, State>>;
  /** Whether a source is read now. `isTime`: its poll time has come. */
  isDue: (state: State, now: number, isTime: boolean) => boolean;
  /** Reads and stores. @returns the state from which the next read continues; undefined: the same as before */
  read: (read: Read<One, State>) => Promise<State | undefined>;
  storeFailure: (read: FailedRead<One, State>) => Promise<State | undefined>;
  log: Pick<Logger, "warn">;
  /** Returns a number from 0 to 1. */
  random: () => number;
};

export class SourcePoller<One extends Source, State extends SourceState> {
  readonly #options: SourcePollerOptions<One, State>;
  readonly #running = new Map<string, Promise<void>>();
  #states: Map<string, State> | undefined;

  constructor(options: SourcePollerOptions<One, State>) {
    this.#options = options;
  }

  /**
   * Starts reading the sources that are due at `now` (Unix milliseconds).
   * @throws the database's error
   */
  async run(now: number): Promise<void> {
    const { sources, readStates, maxAtOnce, isDue } = this.#options;
    this.#states ??= await readStates();
    for (const source of sources) {
      const state = this.#states.get(source.name);
      if (state === undefined || this.#running.has(source.name)) continue;
      if (!isDue(state, now, this.#isTime(state, now))) continue;
      if (this.#running.size >= maxAtOnce) return;
      const reading = this.#read(source, state, now).finally(() =>
        this.#running.delete(source.name),
      );
      this.#running.set(source.name, reading);
    }
  }

  /** Resolves when no read is running. */
  async idle(): Promise<void> {
    await Promise.all(this.#running.values());
  }

  /** A stored time further ahead than any delay comes from a longer poll interval or from a clock that was ahead. */
  #isTime({ nextAt, failures }: State, now: number): boolean {
    const next = nextAt.getTime();
    return next <= now || next > now + longestWaitMs(this.#options.pollMs, failures);
  }

  async #read(source: One, before: State, now: number): Promise<void> {
    const { read, storeFailure, log, what } = this.#options;
    const part = { source, before, now };
    let next: State | undefined;
    try {
      const ends = { failures: 0, error: null, lastReadAt: new Date(now) };
      next = await read({ ...part, after: { ...before, ...ends, nextAt: this.#next(now, 0) } });
    } catch (error) {
      const reason = failureReason(error);
      // A failing source is expected and shows in its state; only unexpected errors are logged.
      if (reason === undefined)
        log.warn({ err: error, source: source.name }, `a source of ${what} failed`);
      const retryAfterMs = error instanceof FetchFailure ? error.retryAfterMs : undefined;
      const failures = before.failures + 1;
      const nextAt = this.#next(now, failures, retryAfterMs);
      const after = { ...before, failures, error: reason ?? "not_stored", nextAt };
      next = await storeFailure({ ...part, after, retryAfterMs }).catch((failure: unknown) => {
        this.#warnOfState(source, failure);
        return after;
      });
    }
    if (next !== undefined) this.#states?.set(source.name, next);
  }

  #next(now: number, failures: number, retryAfterMs?: number): Date {
    const { pollMs, random } = this.#options;
    return new Date(now + waitMs({ pollMs, failures, retryAfterMs, random: random() }));
  }

  #warnOfState(source: One, failure: unknown): void {
    const { log, what } = this.#options;
    log.warn(
      { err: failure, source: source.name },
      `the state of a source of ${what} was not stored`,
    );
  }
}
