/**
 * What waits for the approval of who is signed in: one poll for all of a tab's badges. It rests while nobody looks at the
 * tab, and slows down while there is no answer.
 */
import type { Answer } from "#components/data/http.ts";
import type { StagedOrder } from "./staged-order.ts";

export type Waiting = { count: number; newest: StagedOrder | null };

export type PollParts = {
  read: (signal: AbortSignal) => Promise<Answer>;
  isHidden: () => boolean;
};

export const EVERY_MS = 4_000;
const SLOWEST_MS = 60_000;
const NOTHING: Waiting = { count: 0, newest: null };
/** The session is not what the page believes: asking again changes nothing until the page looks again. */
const ENDED: ReadonlySet<string> = new Set(["SIGN_IN_REQUIRED", "ACCOUNT_MISMATCH"]);

export class WaitingPoll {
  readonly #parts: PollParts;
  readonly #listeners = new Set<() => void>();
  #waiting = NOTHING;
  #who: string | undefined;
  #followers = 0;
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: AbortController | undefined;

  constructor(parts: PollParts) {
    this.#parts = parts;
  }

  get = (): Waiting => this.#waiting;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Asks for this person until the returned function is called; for several askers at once, once. */
  follow(who: string): () => void {
    if (this.#who !== who) this.#put(NOTHING);
    const isNew = this.#who !== who || this.#followers === 0;
    this.#who = who;
    this.#followers += 1;
    if (isNew) this.look();
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#followers -= 1;
      if (this.#followers === 0) this.#rest();
    };
  }

  /** Asks at once: the person is back, or has just decided. */
  look = (): void => {
    this.#rest();
    if (this.#followers === 0 || this.#parts.isHidden()) return;
    const mine = new AbortController();
    this.#running = mine;
    void this.#parts.read(mine.signal).then((answer) => {
      if (!mine.signal.aborted) this.#take(answer);
    });
  };

  #take(answer: Answer): void {
    if (answer.ok) {
      this.#failures = 0;
      this.#put(answer.body as Waiting);
    } else if (ENDED.has(answer.code)) {
      this.#put(NOTHING);
      return;
    } else this.#failures += 1;
    const asked = answer.ok ? 0 : (answer.retryAfterMs ?? 0);
    const wait = Math.min(SLOWEST_MS, EVERY_MS * 2 ** this.#failures);
    this.#timer = setTimeout(this.look, Math.max(wait, asked));
  }

  #rest(): void {
    clearTimeout(this.#timer);
    this.#running?.abort();
    this.#running = undefined;
  }

  #put(next: Waiting): void {
    const { count, newest } = this.#waiting;
    if (next.count === count && next.newest?.id === newest?.id) return;
    this.#waiting = next;
    for (const listener of this.#listeners) listener();
  }
}
