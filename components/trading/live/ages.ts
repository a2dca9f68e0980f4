/**
 * The age of each part of the screen. The server sends a part only when it changes, so silence alone does not mean that
 * the part is old. Each event has two times:
 *
 * - received: when it last arrived.
 * - confirmed: when it was last known to match the venue. Events that need a fresh read of the venue (a mark,
 *   statistics, a book, fills, a block) confirm everything else that the server reads there. So the unchanged book of a
 *   quiet market stays current while blocks or marks arrive. Heartbeats and bars confirm only the stream: the app sends
 *   them without the venue too.
 *
 * Two exceptions: best prices that contradict the book no longer confirm it, because the book may be dead while the
 * venue lives; and only the oracle's own time confirms the mark, because the oracle may be dead while the venue lives.
 */
import type { StreamEvent } from "./events.ts";

export type AgedEvent = Exclude<StreamEvent["name"], "hb" | "allMarks" | "allStats">;

/** Milliseconds on this browser's clock. */
export type Age = { receivedMs: number; confirmedMs: number };

/** Two missed reads, where the server reads once a second. */
export const MISSED_CADENCE_MS = 3_000;

const FROM_VENUE: ReadonlySet<StreamEvent["name"]> = new Set<StreamEvent["name"]>([
  "mark",
  "stats",
  "bbo",
  "orderbook",
  "trades",
  "tape",
  "block",
]);

export class Ages {
  readonly #received = new Map<AgedEvent, number>();
  #venueAt: number | undefined;
  #streamAt: number | undefined;
  #firstAt: number | undefined;
  #markConfirmedAt: number | undefined;
  #bookDoubtedSince: number | undefined;

  /** `at`: when the browser received the event. */
  note(name: StreamEvent["name"], at: number): void {
    this.#streamAt = Math.max(this.#streamAt ?? 0, at);
    this.#firstAt ??= at;
    if (name === "hb" || name === "allMarks" || name === "allStats") return;
    this.#received.set(name, at);
    if (FROM_VENUE.has(name)) this.#venueAt = Math.max(this.#venueAt ?? 0, at);
    if (name === "mark") this.confirmMark(at);
  }

  /** The server confirms that the mark it sent before is still the oracle's. */
  confirmMark(at: number): void {
    this.#markConfirmedAt = Math.max(this.#markConfirmedAt ?? 0, at);
  }

  /** Since when the book contradicts the best prices. Other events do not confirm it from then on. */
  setBookDoubt(since: number | undefined): void {
    this.#bookDoubtedSince = since;
  }

  /** Data that was read from history instead of the stream. It confirms nothing else: the app may have cached it. */
  read(event: AgedEvent, at: number): void {
    this.#received.set(event, Math.max(this.#received.get(event) ?? 0, at));
  }

  /** `undefined` before the first event, while the stream is too young to have sent one. */
  of(event: AgedEvent, now: number): Age | undefined {
    const received = this.#received.get(event) ?? this.#missingSince(now);
    if (received === undefined) return undefined;
    const known = this.#received.has(event) ? this.#confirmedAt(event) : undefined;
    const confirmed = Math.max(received, known ?? 0);
    return {
      receivedMs: Math.max(0, now - received),
      confirmedMs: Math.max(0, now - confirmed),
    };
  }

  /** Milliseconds since the stream sent anything, heartbeats included. */
  ofStream(now: number): number | undefined {
    return this.#streamAt === undefined ? undefined : Math.max(0, now - this.#streamAt);
  }

  #missingSince(now: number): number | undefined {
    const first = this.#firstAt;
    return first !== undefined && now - first > MISSED_CADENCE_MS ? first : undefined;
  }

  #confirmedAt(event: AgedEvent): number | undefined {
    if (event === "mark") return this.#markConfirmedAt;
    if (event === "orderbook" && this.#bookDoubtedSince !== undefined)
      return this.#bookDoubtedSince;
    return event === "kline" ? undefined : this.#venueAt;
  }
}
