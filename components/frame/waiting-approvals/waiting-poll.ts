/**
 * Polls the orders that wait for the signed-in user's approval, once for all badges of a tab. It pauses while the tab is
 * hidden and slows down while requests fail.
 */
import type { Answer } from "#components/data/http.ts";
import { createStore } from "#components/ui/store.ts";
import type { WaitingOrders } from "#lib/protocol/wire/staged-order.ts";

export type PollParts = {
  read: (signal: AbortSignal) => Promise<Answer<WaitingOrders>>;
  isHidden: () => boolean;
};

export const EVERY_MS = 4_000;
/** Without a key or an app that could propose an order. */
export const QUIET_MS = 60_000;
const SLOWEST_MS = 60_000;
const NOTHING: WaitingOrders = { count: 0, newest: null, has_proposers: false };
/** The session has ended or changed: polling again is pointless until the page reads the session anew. */
const ENDED: ReadonlySet<string> = new Set(["SIGN_IN_REQUIRED", "ACCOUNT_MISMATCH"]);

export class WaitingPoll {
  readonly #parts: PollParts;
  readonly #waiting = createStore(NOTHING);
  #session: string | undefined;
  #followers = 0;
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: AbortController | undefined;

  constructor(parts: PollParts) {
    this.#parts = parts;
  }

  readonly get = this.#waiting.get;
  readonly subscribe = this.#waiting.subscribe;

  /** Polls for this account until the returned function is called. Several followers share one poll. */
  follow(session: string): () => void {
    if (this.#session !== session) this.#put(NOTHING);
    const isNew = this.#session !== session || this.#followers === 0;
    this.#session = session;
    this.#followers += 1;
    if (isNew) this.refresh();
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#followers -= 1;
      if (this.#followers === 0) this.#pause();
    };
  }

  /** Polls at once, because the user returned to the tab or decided an order. */
  refresh = (): void => {
    this.#pause();
    if (this.#followers === 0 || this.#parts.isHidden()) return;
    const mine = new AbortController();
    this.#running = mine;
    void this.#parts.read(mine.signal).then((answer) => {
      if (!mine.signal.aborted) this.#handle(answer);
    });
  };

  #handle(answer: Answer<WaitingOrders>): void {
    if (answer.ok) {
      this.#failures = 0;
      this.#put(answer.body);
    } else if (ENDED.has(answer.code)) {
      this.#put(NOTHING);
      return;
    } else this.#failures += 1;
    const retryAfterMs = answer.ok ? 0 : (answer.retryAfterMs ?? 0);
    const everyMs = answer.ok && !answer.body.has_proposers ? QUIET_MS : EVERY_MS;
    const wait = Math.min(SLOWEST_MS, everyMs * 2 ** this.#failures);
    this.#timer = setTimeout(this.refresh, Math.max(wait, retryAfterMs));
  }

  #pause(): void {
    clearTimeout(this.#timer);
    this.#running?.abort();
    this.#running = undefined;
  }

  #put(next: WaitingOrders): void {
    const { count, newest } = this.#waiting.get();
    if (next.count === count && next.newest?.id === newest?.id) return;
    this.#waiting.set(next);
  }
}
