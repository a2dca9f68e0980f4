/**
 * The state of one market outside React. Events go into a pending state at any rate; readers see changes once a frame
 * (mark, stats) or ten times a second (book, tape), so that a burst costs one render. A hidden page has no frames:
 * there the fast slices are published at once, because the tab's title shows the price.
 */

import type { Decimal } from "#lib/protocol/decimal.ts";
import type {
  Bar,
  BestBidOffer,
  BlockHead,
  MarketStats,
  OrderBook,
  Trade,
} from "#lib/protocol/wire/market.ts";
import { Ages } from "./ages.ts";
import { BookCheck } from "./book-check.ts";
import type { StreamEvent } from "./events.ts";
import type { MarkTimes } from "./freshness.ts";
import type { ConnectionState } from "./stream-connection.ts";
import { TapeCheck } from "./tape-check.ts";

export type MarketState = {
  mark: Decimal | undefined;
  stats: MarketStats | undefined;
  bbo: BestBidOffer | undefined;
  book: OrderBook | undefined;
  trades: readonly Trade[] | undefined;
  block: BlockHead | undefined;
  connection: ConnectionState;
  /** Changes when events may have been missed: what the stream does not repeat must then be read from its history. */
  epoch: number;
};

export type Slice = keyof MarketState;

/** The state that the server rendered the page with. */
export type InitialMarketState = Pick<MarketState, "mark" | "stats" | "bbo" | "book">;

const SLOW_MS = 100;
const SLOW_SLICES: ReadonlySet<Slice> = new Set<Slice>(["bbo", "book", "trades", "block"]);

/** When to publish; replaced in tests. */
export type Scheduler = {
  frame: (run: () => void) => void;
  later: (run: () => void, delayMs: number) => void;
  now: () => number;
  hidden: () => boolean;
};

const browserScheduler: Scheduler = {
  frame: (run) => void requestAnimationFrame(run),
  later: (run, delayMs) => void setTimeout(run, delayMs),
  now: () => Date.now(),
  hidden: () => document.hidden,
};

export class MarketStore {
  #state: MarketState;
  #pending: Partial<MarketState> = {};
  readonly #scheduled = { fast: false, slow: false };
  readonly #listeners = new Map<Slice, Set<() => void>>();
  readonly #barListeners = new Set<(bar: Bar) => void>();
  readonly #scheduler: Scheduler;
  /** Times of the last mark; read by the age badge on its own timer. */
  readonly markTimes: MarkTimes;
  readonly ages = new Ages();
  readonly #tapeCheck = new TapeCheck();
  readonly #bookCheck = new BookCheck();
  #onTapeHole: () => void = () => undefined;

  constructor(initial: InitialMarketState, scheduler: Scheduler = browserScheduler) {
    this.#state = {
      ...initial,
      trades: undefined,
      block: undefined,
      connection: "connecting",
      epoch: 0,
    };
    this.#scheduler = scheduler;
    this.markTimes = {
      receivedAt: undefined,
      markedAt: initial.stats?.mark_updated_at || undefined,
    };
  }

  get<Name extends Slice>(slice: Name): MarketState[Name] {
    return this.#state[slice];
  }

  subscribe(slice: Slice, listener: () => void): () => void {
    const set = this.#listeners.get(slice) ?? new Set();
    this.#listeners.set(slice, set);
    set.add(listener);
    return () => set.delete(listener);
  }

  /** Calls the listener with every bar: a closed bar must not be replaced by the next one. */
  onBar(listener: (bar: Bar) => void): () => void {
    this.#barListeners.add(listener);
    return () => this.#barListeners.delete(listener);
  }

  /** Sets what to run when the server has counted fills that did not arrive. */
  onTapeHole(run: () => void): void {
    this.#onTapeHole = run;
  }

  setStream({ connection, epoch }: Pick<MarketState, "connection" | "epoch">): void {
    this.#put({ connection, epoch });
  }

  /** Merges the tape that was read from history. */
  setTape(trades: readonly Trade[]): void {
    const now = this.#scheduler.now();
    this.ages.read("trades", now);
    this.#tapeCheck.restart(now);
    this.#addTrades(trades);
  }

  /** Applies one event; `at` is when the browser received it, Unix milliseconds. */
  apply(event: StreamEvent, at: number): void {
    this.ages.note(event.name, at);
    this.#take(event, at);
    if (this.#tapeCheck.isIncomplete(at)) this.#onTapeHole();
  }

  #take(event: StreamEvent, at: number): void {
    switch (event.name) {
      case "mark":
        this.#confirmMark(event.data.timestamp, at);
        this.#put({ mark: event.data.mark_price });
        break;
      case "stats":
        this.#applyStats(event.data, at);
        break;
      case "bbo":
        this.#bookCheck.bestPrices(event.data, at);
        this.ages.setBookDoubt(this.#bookCheck.doubtedSince);
        this.#put({ bbo: event.data });
        break;
      case "orderbook":
        this.#bookCheck.book(event.data);
        this.ages.setBookDoubt(undefined);
        this.#put({ book: event.data });
        break;
      case "trades":
        this.#tapeCheck.fills(event.data, at);
        this.#addTrades(event.data);
        break;
      case "tape":
        this.#tapeCheck.counter(event.data, at);
        break;
      case "block":
        this.#put({ block: event.data });
        break;
      case "kline":
        for (const listener of this.#barListeners) listener(event.data);
        break;
      case "hb":
      case "allMarks":
      case "allStats":
        break;
    }
  }

  #addTrades(trades: readonly Trade[]): void {
    const current = this.#pending.trades ?? this.#state.trades ?? [];
    const merged = mergeTrades(current, trades);
    if (merged !== current || this.#state.trades === undefined) this.#put({ trades: merged });
  }

  /** An unchanged mark sends no event, but the stats still carry the time when the oracle last set it. */
  #applyStats(stats: MarketStats, at: number): void {
    if (stats.mark_updated_at > (this.markTimes.markedAt ?? 0)) {
      this.#confirmMark(stats.mark_updated_at, at);
    }
    this.#put({ stats });
  }

  #confirmMark(markedAt: number, at: number): void {
    this.ages.confirmMark(at);
    this.markTimes.receivedAt = at;
    this.markTimes.markedAt = markedAt;
  }

  #put(change: Partial<MarketState>): void {
    Object.assign(this.#pending, change);
    const slow = Object.keys(change).every((slice) => SLOW_SLICES.has(slice as Slice));
    if (!slow && this.#scheduler.hidden()) return this.#publish(false);
    const pace = slow ? "slow" : "fast";
    if (this.#scheduled[pace]) return;
    this.#scheduled[pace] = true;
    const publish = () => {
      this.#scheduled[pace] = false;
      this.#publish(slow);
    };
    if (slow) this.#scheduler.later(publish, SLOW_MS);
    else this.#scheduler.frame(publish);
  }

  #publish(slow: boolean): void {
    const due = (Object.keys(this.#pending) as Slice[]).filter(
      (slice) => SLOW_SLICES.has(slice) === slow,
    );
    const next: Partial<MarketState> = {};
    for (const slice of due) {
      Object.assign(next, { [slice]: this.#pending[slice] });
      delete this.#pending[slice];
    }
    this.#state = { ...this.#state, ...next };
    for (const slice of due) {
      for (const listener of this.#listeners.get(slice) ?? []) listener();
    }
  }
}

/** The newest fills by id. Times collide inside a millisecond; ids do not. */
const TAPE_LENGTH = 100;

/** Merges fills by id and keeps the newest hundred. Returns the same array when nothing is new. */
export function mergeTrades(tape: readonly Trade[], added: readonly Trade[]): readonly Trade[] {
  const known = new Set(tape.map((trade) => trade.id));
  const fresh = added.filter((trade) => !known.has(trade.id));
  if (fresh.length === 0) return tape;
  const unique = new Map([...fresh, ...tape].map((trade) => [trade.id, trade]));
  return [...unique.values()].toSorted((a, b) => b.id - a.id).slice(0, TAPE_LENGTH);
}
