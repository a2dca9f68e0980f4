/**
 * The alerts of one market in memory, sorted by price, so that a bar costs two comparisons while it
 * changes no alert, however many there are.
 */
import {
  hasGoneBack,
  hasReached,
  type JudgedAlert,
  judgeAlert,
  type MarkBar,
  type Price,
  type Verdict,
} from "./alert-rule.ts";

export type BookAlert = JudgedAlert & { id: string; firings: number };

export type Judgement = { alert: BookAlert; verdict: Verdict };

/** A shelf is sorted by price. Which end a mark reaches first depends on the direction. */
type Shelf = BookAlert[];

export class AlertBook {
  readonly #alerts = new Map<string, BookAlert>();
  readonly #shelves = new Map<string, Shelf>();

  get size(): number {
    return this.#alerts.size;
  }

  has(id: string): boolean {
    return this.#alerts.has(id);
  }

  /** Adds an alert, or replaces the one of this id. */
  put(alert: BookAlert): void {
    this.remove(alert.id);
    this.#alerts.set(alert.id, alert);
    const shelf = this.#shelfOf(alert);
    shelf.splice(placeIn(shelf, alert), 0, alert);
  }

  remove(id: string): void {
    const alert = this.#alerts.get(id);
    if (alert === undefined) return;
    this.#alerts.delete(id);
    const shelf = this.#shelfOf(alert);
    shelf.splice(placeIn(shelf, alert), 1);
  }

  /** What a bar changes, the first `limit` alerts; the book itself stays as it is. */
  judge(bar: MarkBar, limit: number): Judgement[] {
    const found: Judgement[] = [];
    for (const alert of this.#candidates(bar)) {
      const verdict = judgeAlert(alert, bar);
      if (verdict === undefined) continue;
      found.push({ alert, verdict });
      if (found.length === limit) break;
    }
    return found;
  }

  /** Alerts that the extremes of a bar reach, whether or not all of the bar counts for them. */
  *#candidates({ high, low }: MarkBar): Generator<BookAlert> {
    yield* fromStart(this.#shelf("above", true), (one) => hasReached(one, high));
    yield* fromEnd(this.#shelf("below", true), (one) => hasReached(one, low));
    yield* fromEnd(this.#shelf("above", false), (one) => hasGoneBack(one, low));
    yield* fromStart(this.#shelf("below", false), (one) => hasGoneBack(one, high));
  }

  #shelfOf({ direction, isArmed }: BookAlert): Shelf {
    return this.#shelf(direction, isArmed);
  }

  #shelf(direction: BookAlert["direction"], isArmed: boolean): Shelf {
    const name = `${direction} ${isArmed}`;
    const shelf = this.#shelves.get(name) ?? [];
    this.#shelves.set(name, shelf);
    return shelf;
  }
}

type Place = { price: Price; id: string };

function isBefore(a: Place, b: Place): boolean {
  return a.price === b.price ? a.id < b.id : a.price < b.price;
}

/** The index of the first alert that is not before this one. */
function placeIn(shelf: Shelf, alert: Place): number {
  let [from, to] = [0, shelf.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    const one = shelf[middle];
    if (one !== undefined && isBefore(one, alert)) from = middle + 1;
    else to = middle;
  }
  return from;
}

function* fromStart(shelf: Shelf, isReached: (one: BookAlert) => boolean): Generator<BookAlert> {
  for (const one of shelf) {
    if (!isReached(one)) return;
    yield one;
  }
}

function* fromEnd(shelf: Shelf, isReached: (one: BookAlert) => boolean): Generator<BookAlert> {
  for (let index = shelf.length - 1; index >= 0; index -= 1) {
    const one = shelf[index];
    if (one === undefined || !isReached(one)) return;
    yield one;
  }
}
