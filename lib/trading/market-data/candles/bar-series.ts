/**
 * The bars of one market as one series. A closed bar is first stored, then published, then read as closed; until it is
 * stored it counts as open. Stored bars may come from this replica or from another one.
 */

import { barStart, KLINE_INTERVALS, type KlineInterval } from "#lib/protocol/kline.ts";
import type { MarkUpdate } from "#lib/protocol/market/market-data.ts";
import type { Bar, Trade } from "#lib/protocol/wire/market.ts";
import { BarBuilder, type FillInput, type MarkInput } from "./bar-builder.ts";
import { type BarHead, isNewMark, lastMarkOf, openSecondOf, scaleForBar } from "./bar-head.ts";
import type { BarMemory, BarPages } from "./bar-range.ts";
import type { BarStep } from "./bar-step.ts";
import { withPast } from "./roll-up.ts";

/** How long stored bars stay in memory, for reads that began before they were stored. */
const RECENT_BARS = 64;
/** At most this many closed bars wait for the store: more than an hour of seconds. */
const MAX_WAITING_BARS = 4_000;
/** At most this many inputs that no stored bar contains are kept. */
const MAX_KEPT_INPUTS = 100_000;

/** The stored bars that start at `from` or later. */
type RecentBars = { from: number; bars: Bar[] };

export type BarRange = { interval: KlineInterval; startAt: number; endAt: number; limit: number };

export type FoundHead = { head: BarHead | undefined };

export type BarSeriesOptions = {
  market: string;
  pages: BarPages;
  /** Called when bars have closed that are not stored yet. */
  onWaiting: () => void;
  /** See {@link BarSeries.findHead}. */
  findHead: (now: number, backFill: () => Promise<void>) => Promise<FoundHead | undefined>;
};

export class BarSeries {
  readonly market: string;
  readonly #pages: BarPages;
  readonly #onWaiting: () => void;
  /**
   * Where the bars continue at `now` (venue time), after `backFill` if this replica runs it; `undefined` while another
   * replica is still completing the stored bars.
   */
  readonly findHead: BarSeriesOptions["findHead"];
  #publish: (bars: readonly Bar[]) => void = () => {};
  /** What is stored; `undefined` before the first step of the market. */
  #head: BarHead | undefined;
  #builder: BarBuilder | undefined;
  /** Inputs that are not in the stored bars, in their order. */
  #marks: MarkInput[] = [];
  #fills: FillInput[] = [];
  /** Closed and not stored. */
  #waiting: BarStep | undefined;
  #recent = new Map<KlineInterval, RecentBars>();

  constructor({ market, pages, onWaiting, findHead }: BarSeriesOptions) {
    this.findHead = findHead;
    this.market = market;
    this.#pages = pages;
    this.#onWaiting = onWaiting;
  }

  /** True from `resume` until too many bars wait for the store. */
  get running(): boolean {
    return this.#builder !== undefined;
  }

  /** Start of the open second; `undefined` until resumed and the first mark has arrived. */
  get openSecond(): number | undefined {
    return this.#builder?.openSecond;
  }

  /** Every bar that ends at or before this time is stored; `undefined` when none is known to be. */
  get storedUntil(): number | undefined {
    return this.#head && openSecondOf(this.#head);
  }

  /** The stored head, as far as this replica knows. */
  get head(): BarHead | undefined {
    return this.#head;
  }

  /** How many closed bars wait for the store. */
  get waiting(): number {
    return this.#waiting?.bars.length ?? 0;
  }

  /** `publish` receives closed bars once they are stored, in order, oldest first within an interval. */
  onStored(publish: (bars: readonly Bar[]) => void): void {
    this.#publish = publish;
  }

  /**
   * Continues from the stored head. `fillsSince` reads the venue's fills from a time on, so that those of a restart
   * are counted; marks of that time are lost, except for the one in force.
   */
  async resume(
    head: BarHead | undefined,
    fillsSince: (startAt: number) => Promise<Trade[]>,
  ): Promise<void> {
    this.suspend();
    this.#head = head;
    this.#rememberFrom(head);
    const missed = head === undefined ? [] : await fillsSince(head.fillAt);
    if (head !== undefined && missed.some((fill) => isOfAnotherTape(fill, head))) {
      this.#head = { ...head, fillId: 0 };
    }
    const earlier = this.#fills;
    this.#fills = [];
    for (const fill of missed) this.#keepFill(fill);
    const last = this.#fills.at(-1)?.id ?? 0;
    this.#fills.push(...earlier.filter((fill) => fill.id > last));
    this.#continueFrom(this.#head);
  }

  /** Stops building; waiting bars are dropped, and `resume` begins from the store. */
  suspend(): void {
    this.#builder = undefined;
    this.#waiting = undefined;
    this.#marks = this.#marks.slice(-1);
    this.#fills = [];
  }

  /** Adds a mark, unless it is not newer than the last one. */
  offerMark(mark: MarkUpdate): void {
    const price = scaleForBar(mark.mark_price);
    if (price === undefined) return;
    const input = { kind: "mark", at: mark.timestamp, price } as const;
    if (!isNewMark(input, this.#marks.at(-1) ?? (this.#head && lastMarkOf(this.#head)))) return;
    this.#marks.push(input);
    this.#builder?.offer(input);
    this.#boundStored();
  }

  /** Adds fills in ascending order of id; skips those already added and those before the first mark. */
  offerFills(fills: readonly Trade[]): void {
    if (this.running && this.openSecond === undefined) return;
    for (const fill of fills) {
      if (isOfAnotherTape(fill, this.#lastFill)) this.#forgetTape();
      const input = this.#keepFill(fill);
      if (input !== undefined) this.#builder?.offer(input);
    }
    this.#boundStored();
  }

  /** The venue was reset and counts its fills from one again: `fills` are the first ones of its new tape. */
  beginTape(fills: readonly Trade[]): void {
    const { fillAt } = this.#lastFill;
    this.#forgetTape();
    this.offerFills(fills.filter((fill) => fill.created_at > fillAt));
  }

  /** The bars began with the present; now those up to the head of `past` are stored. Closed bars do not change. */
  takePast(past: BarHead): void {
    if (this.#head !== undefined) {
      this.#head = { ...this.#head, openBars: withPast(this.#head.openBars, past) };
    }
    this.#builder?.takePast(past);
  }

  /** Closes what ended at or before `to` (venue time). */
  advance(to: number): void {
    const closed = this.#builder?.advance(to);
    if (closed === undefined) return;
    const from = this.#waiting === undefined ? this.storedUntil : this.#waiting.from;
    const bars = [...(this.#waiting?.bars ?? []), ...closed.bars];
    this.#waiting = { market: this.market, from, head: closed.head, bars };
    if (bars.length > MAX_WAITING_BARS) this.suspend();
    else this.#onWaiting();
  }

  openBar(interval: KlineInterval): Bar | undefined {
    return this.#builder?.openBar(interval);
  }

  /** The bars that wait for the store; they stay until `stored` or `adopt` reports their outcome. */
  get step(): BarStep | undefined {
    return this.#waiting;
  }

  /** `step` is stored as it was built. */
  stored(step: BarStep): void {
    const waiting = this.#waiting;
    const { length } = step.bars;
    // A series that was restarted in the meantime finds the step in the store.
    if (waiting === undefined || waiting.bars[length - 1] !== step.bars[length - 1]) return;
    const bars = waiting.bars.slice(length);
    const isRest = bars.length > 0;
    this.#waiting = isRest ? { ...waiting, from: openSecondOf(step.head), bars } : undefined;
    this.#moveTo(step.head, step.bars);
    this.#publish(step.bars);
  }

  /** Another replica has stored `bars` up to `head`: the open bars continue from there. */
  adopt(head: BarHead, bars: readonly Bar[]): void {
    const { openSecond } = this;
    if (this.#builder === undefined) return;
    if (openSecondOf(head) <= (this.storedUntil ?? Number.NEGATIVE_INFINITY)) return;
    if (this.#head === undefined || bars.length === 0) this.#rememberFrom(head);
    this.#moveTo(head, bars);
    this.#continueFrom(this.#head);
    if (openSecond !== undefined) this.advance(openSecond);
    this.#publish(bars);
  }

  /**
   * Bars from the one that holds `startAt` to the one that holds `endAt`, oldest first, the first `limit` of them, as a
   * JSON array without gaps. Only the last one can be open: it follows the stored bars, and it may have ended and wait for
   * the store.
   */
  rangeJson({ interval, startAt, endAt, limit }: BarRange): Promise<string> {
    const from = barStart(interval, startAt);
    const to = barStart(interval, endAt);
    const memory = () => this.#memory(interval);
    return this.#pages.read(this.market, { interval, from, to, limit }, memory);
  }

  /** The bars of {@link rangeJson}. */
  async range(range: BarRange): Promise<Bar[]> {
    return JSON.parse(await this.rangeJson(range));
  }

  #memory(interval: KlineInterval): BarMemory {
    const isFollowed = this.running;
    const recent = isFollowed ? this.#recent.get(interval) : undefined;
    return {
      recentFrom: recent?.from,
      recent: recent?.bars ?? [],
      open: this.#firstUnstored(interval),
      storedEnd: isFollowed ? this.#head?.openBars[interval].start : undefined,
    };
  }

  /** The bar after the stored ones: it may still change, even when its interval is over. */
  #firstUnstored(interval: KlineInterval): Bar | undefined {
    const ended = this.#waiting?.bars.find((bar) => bar.interval === interval);
    return ended === undefined ? this.openBar(interval) : { ...ended, closed: false };
  }

  #continueFrom(head: BarHead | undefined): void {
    const builder = new BarBuilder(this.market, head);
    for (const mark of this.#marks) builder.offer(mark);
    for (const fill of this.#fills) builder.offer(fill);
    this.#head = head;
    this.#waiting = undefined;
    this.#builder = builder;
  }

  #moveTo(stored: BarHead, bars: readonly Bar[]): void {
    const isOfOldTape = this.#fills.some((fill) => isOfAnotherTape(fill, stored));
    const head = isOfOldTape ? { ...stored, fillId: 0 } : stored;
    this.#marks = this.#marksBehind(head);
    this.#head = head;
    this.#fills = this.#fills.filter((fill) => fill.id > head.fillId);
    for (const bar of bars) this.#remember(bar);
  }

  /** Marks of the same millisecond as the last mark of `head` are newer when they arrived after it. */
  #marksBehind(head: BarHead): MarkInput[] {
    const last = lastMarkOf(head);
    const seen = [this.#head && lastMarkOf(this.#head), ...this.#marks];
    const index = seen.findLastIndex((mark) => mark?.at === last.at && mark.price === last.price);
    return this.#marks.filter(
      (mark, at) => mark.at > last.at || (mark.at === last.at && index >= 0 && at >= index),
    );
  }

  #remember(bar: Bar): void {
    const recent = this.#recent.get(bar.interval);
    if (recent === undefined) return;
    recent.bars.push(bar);
    if (recent.bars.length <= RECENT_BARS) return;
    recent.bars.shift();
    recent.from = Math.max(recent.from, recent.bars[0]?.start ?? 0);
  }

  /** Memory holds the stored bars from `head` on, or from the first bar. */
  #rememberFrom(head: BarHead | undefined): void {
    for (const interval of KLINE_INTERVALS) {
      this.#recent.set(interval, { from: head?.openBars[interval].start ?? 0, bars: [] });
    }
  }

  #keepFill(fill: Trade): FillInput | undefined {
    const size = scaleForBar(fill.size);
    if (size === undefined || fill.id <= this.#lastFill.fillId) return undefined;
    const input = { kind: "fill", at: fill.created_at, id: fill.id, size } as const;
    this.#fills.push(input);
    return input;
  }

  get #lastFill(): Pick<BarHead, "fillId" | "fillAt"> {
    const last = this.#fills.at(-1);
    if (last !== undefined) return { fillId: last.id, fillAt: last.at };
    return this.#head ?? { fillId: 0, fillAt: 0 };
  }

  /** Counted fills stay counted; the next fill may have any id. */
  #forgetTape(): void {
    this.#fills = [];
    if (this.#head !== undefined) this.#head = { ...this.#head, fillId: 0 };
    this.#builder?.beginTape();
  }

  /** A market that cannot reach the store for long restarts when the store is back. */
  #boundStored(): void {
    if (this.#marks.length + this.#fills.length > MAX_KEPT_INPUTS) this.suspend();
  }
}

/** A venue that was reset counts its fills from one again, so a later fill has a lower id. */
function isOfAnotherTape(
  fill: { id: number } & ({ created_at: number } | { at: number }),
  last: Pick<BarHead, "fillId" | "fillAt">,
): boolean {
  const at = "at" in fill ? fill.at : fill.created_at;
  return at > last.fillAt && fill.id < last.fillId;
}
