/** What a tab has heard of the tab that leads, and whether that one can still be relied on. */
import type { LeaderMessage } from "./messages.ts";
import type { Link } from "./pool.ts";

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
