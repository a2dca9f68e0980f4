/**
 * Elects the leading tab by a Web Lock. All tabs queue for the lock, and the browser passes it on when its holder
 * closes or crashes. A holder that hangs keeps it, so another tab may steal it.
 */
import type { LocksLike } from "./environment.ts";
import type { Link } from "./stream-pool.ts";
import type { LeaderMessage } from "./tab-messages.ts";

export type ElectionOptions = {
  locks: LocksLike;
  name: string;
  onWon: () => void;
  /** Another tab has stolen the lock. */
  onLost: () => void;
  /** The browser refuses locks to this page. */
  onRefused: () => void;
};

export class Election {
  readonly #options: ElectionOptions;
  /** Belongs to the current request; older ones may still be answered. */
  #abort: AbortController | undefined;
  #release: (() => void) | undefined;

  constructor(options: ElectionOptions) {
    this.#options = options;
  }

  /** Queues for the lock. */
  join(): void {
    const abort = new AbortController();
    this.#request(abort, { signal: abort.signal });
  }

  /** Steals the lock. */
  take(): void {
    this.leave();
    this.#request(new AbortController(), { steal: true });
  }

  /** Releases the lock, or stops waiting for it. */
  leave(): void {
    const abort = this.#abort;
    this.#abort = undefined;
    this.#release?.();
    this.#release = undefined;
    abort?.abort();
  }

  #request(abort: AbortController, options: { signal?: AbortSignal; steal?: boolean }): void {
    this.#abort = abort;
    let held = false;
    const whileHeld = (): Promise<void> => {
      if (this.#abort !== abort) return Promise.resolve();
      held = true;
      return new Promise((resolve) => {
        this.#release = resolve;
        this.#options.onWon();
      });
    };
    this.#options.locks.request(this.#options.name, options, whileHeld).catch(() => {
      if (this.#abort !== abort) return;
      this.#abort = undefined;
      this.#release = undefined;
      if (held) this.#options.onLost();
      else this.#options.onRefused();
    });
  }
}

/** A leader sends a message about every second; after a longer silence it is asked. */
const SILENCE_MS = 1_000;
/**
 * Unanswered questions after which the leader counts as hanging. They are half a second apart and in tasks of their
 * own, so that a tab that hung itself reads the waiting messages before it asks again.
 */
const MAX_UNANSWERED = 2;

/** What a following tab knows of its leader, and whether the leader still responds. */
export class LeaderWatch {
  #term = 0;
  #seq = 0;
  #heardAt: number;
  #requests = 0;
  /** Identifies leader and losses when the stream was last open. */
  #whole: string | undefined;
  #epoch = 0;

  constructor(now: number) {
    this.#heardAt = now;
  }

  get term(): number {
    return this.#term;
  }

  /** Changes each time events may have been missed, once the stream is complete again. */
  get epoch(): number {
    return this.#epoch;
  }

  /** `stale`: from a leader that was replaced. `missed`: earlier messages of this leader were lost. */
  accept({ term, seq, link }: LeaderMessage, now: number): "stale" | "missed" | "new" | "next" {
    if (term < this.#term) return "stale";
    this.#heardAt = now;
    this.#requests = 0;
    const isNew = term > this.#term;
    const missed = !isNew && seq !== this.#seq + 1;
    this.#term = term;
    this.#seq = seq;
    if (missed) this.#whole = "missed";
    this.note(link);
    if (isNew) return "new";
    return missed ? "missed" : "next";
  }

  /** This tab becomes the leader. */
  lead(term: number): void {
    this.#term = term;
    this.#requests = 0;
  }

  /** Compares the stream with its state when it was last open, and changes `epoch` when events may be missing. */
  note(link: Link): void {
    if (link.connection !== "open" && link.connection !== "polling") return;
    const whole = `${this.#term} ${link.losses}`;
    if (this.#whole !== undefined && this.#whole !== whole) this.#epoch += 1;
    this.#whole = whole;
  }

  /** This tab was away, so the next message counts as missed ones. */
  wasAway(now: number): void {
    this.#seq = Number.NaN;
    this.#heardAt = now;
    this.#requests = 0;
  }

  /** What a following tab does now; called about twice a second. */
  nextStep(now: number): "wait" | "ask" | "take" {
    // A clock that was set back must not prolong the wait.
    this.#heardAt = Math.min(this.#heardAt, now);
    if (now - this.#heardAt <= SILENCE_MS) return "wait";
    this.#requests += 1;
    return this.#requests > MAX_UNANSWERED ? "take" : "ask";
  }
}
