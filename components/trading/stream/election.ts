/**
 * Which tab leads: the one that holds a Web Lock. Every tab waits in its queue, and the browser gives the lock on
 * when its holder closes or crashes. A holder that hangs keeps it; another tab may take it away then.
 */
import type { LocksLike } from "./environment.ts";
import type { LeaderMessage } from "./messages.ts";
import type { Link } from "./pool.ts";

export type ElectionOptions = {
  locks: LocksLike;
  name: string;
  onWon: () => void;
  /** The lock was taken away. */
  onLost: () => void;
  /** The browser gives no locks to this page after all. */
  onRefused: () => void;
};

export class Election {
  readonly #options: ElectionOptions;
  /** Of the request that counts; an older one may still answer. */
  #abort: AbortController | undefined;
  #release: (() => void) | undefined;

  constructor(options: ElectionOptions) {
    this.#options = options;
  }

  /** Waits for the lock, behind the tabs that came before. */
  join(): void {
    const abort = new AbortController();
    this.#request(abort, { signal: abort.signal });
  }

  /** Takes the lock from whoever holds it. */
  take(): void {
    this.leave();
    this.#request(new AbortController(), { steal: true });
  }

  /** Gives the lock on, or up waiting for it. */
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

/** A leader speaks with every event, about every second; a longer silence is asked into. */
const SILENCE_MS = 1_000;
/**
 * Questions without an answer after which the leader counts as hanging. They are asked half a second apart, each in
 * a task of its own: a tab that hung itself reads what was said meanwhile before it asks a second time.
 */
const MAX_UNANSWERED = 2;

export class LeaderWatch {
  #term = 0;
  #seq = 0;
  #heardAt: number;
  #asked = 0;
  /** The leader and its losses when the stream was last open. */
  #whole: string | undefined;
  #epoch = 0;

  constructor(now: number) {
    this.#heardAt = now;
  }

  get term(): number {
    return this.#term;
  }

  /** Changes each time events may have been missed, after the stream is whole again. */
  get epoch(): number {
    return this.#epoch;
  }

  /** `stale`: of a leader that has been replaced. `missed`: words of this leader before this one did not come. */
  accept({ term, seq, link }: LeaderMessage, now: number): "stale" | "missed" | "new" | "next" {
    if (term < this.#term) return "stale";
    this.#heardAt = now;
    this.#asked = 0;
    const isNew = term > this.#term;
    const missed = !isNew && seq !== this.#seq + 1;
    this.#term = term;
    this.#seq = seq;
    if (missed) this.#whole = "missed";
    this.note(link);
    if (isNew) return "new";
    return missed ? "missed" : "next";
  }

  /** This tab leads from now on. */
  lead(term: number): void {
    this.#term = term;
    this.#asked = 0;
  }

  /** Compares how the stream is with how it was when it was last open. */
  note(link: Link): void {
    if (link.connection !== "open") return;
    const whole = `${this.#term} ${link.losses}`;
    if (this.#whole !== undefined && this.#whole !== whole) this.#epoch += 1;
    this.#whole = whole;
  }

  /** This tab was away: whatever it hears next, it has missed something. */
  wasAway(now: number): void {
    this.#seq = Number.NaN;
    this.#heardAt = now;
    this.#asked = 0;
  }

  /** What a tab that follows does now, looked at about twice a second. */
  nextStep(now: number): "wait" | "ask" | "take" {
    // A clock that was set back makes no wait longer.
    this.#heardAt = Math.min(this.#heardAt, now);
    if (now - this.#heardAt <= SILENCE_MS) return "wait";
    this.#asked += 1;
    return this.#asked > MAX_UNANSWERED ? "take" : "ask";
  }
}
