/**
 * How old each part of the screen is. The server sends a part only when it changes, so silence about a part is no
 * sign of age by itself. Two times are kept for each event:
 *
 * - received: when it last came.
 * - confirmed: when it was last known to be the venue's. What can only come from a fresh read of the venue (a mark,
 *   statistics, a book, fills, a block) confirms everything else that is read from there in the same moment. So the
 *   unchanged book of a quiet market stays current while blocks or marks come. Heartbeats and bars confirm nothing
 *   but the stream: the app sends them without the venue too.
 *
 * Best prices that the book does not have confirm it no longer: the rest of the venue may live while its book is dead.
 * The mark alone confirms itself only, by the time that the oracle gave it: the venue may live while the oracle is dead.
 */
import type { StreamEvent } from "#components/trading/stream/events.ts";

export type AgedEvent = Exclude<StreamEvent["name"], "hb" | "allMarks" | "allStats">;

/** Milliseconds, on this browser's clock. */
export type Age = { receivedMs: number; confirmedMs: number };

/** Two missed looks of the server at what it reads once a second. */
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

  /** The server says that the mark it sent before is still the oracle's. */
  confirmMark(at: number): void {
    this.#markConfirmedAt = Math.max(this.#markConfirmedAt ?? 0, at);
  }

  /** Since when the book lacks what is known from elsewhere; nothing else confirms it from then on. */
  doubtBook(since: number | undefined): void {
    this.#bookDoubtedSince = since;
  }

  /** What the stream did not bring but its history. It confirms nothing else: the app may have kept it. */
  read(event: AgedEvent, at: number): void {
    this.#received.set(event, Math.max(this.#received.get(event) ?? 0, at));
  }

  /** `undefined` before the first one, as long as the stream is too young to have brought it. */
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

  /** Milliseconds since anything came by the stream, heartbeats included. */
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
