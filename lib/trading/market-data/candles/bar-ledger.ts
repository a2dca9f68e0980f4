/**
 * Synchronizes the series of all markets with the stored bars. The leader stores closed bars of many markets in one
 * statement, with retries; the other replicas adopt what was stored.
 */

import type { Timers } from "#lib/kernel/time/timers.ts";
import type { Database } from "#lib/platform/db/client.ts";
import type { Leadership } from "#lib/platform/db/leadership.ts";
import { metrics } from "#lib/platform/metrics.ts";
import { KLINE_INTERVALS, KLINE_SECONDS } from "#lib/protocol/kline.ts";
import { type BarHead, openSecondOf } from "./bar-head.ts";
import { BarPages } from "./bar-range.ts";
import { BarSeries, type FoundHead } from "./bar-series.ts";
import { type BarStep, headsBeyond, openHead, readHead, storeSteps } from "./bar-step.ts";
import { inStatements, readRanges, type StartRange } from "./bar-store.ts";

const FIRST_RETRY_MS = 200;
const MAX_RETRY_MS = 10_000;
/** Poll interval for replicas that missed a notification. */
const LOOK_EVERY_MS = 1_000;
/** An older head means that no replica is storing bars. */
const FRESH_HEAD_MS = 600_000;
/** A longer jump of the stored bars is not published bar by bar: readers see the gap and read it. */
const TOLD_JUMP_MS = 3_600_000;

export type BarLedgerOptions = {
  db: Database;
  timers: Timers;
  leadership: Leadership;
  /** Called when the database did not answer: to the ledger, which retries, or to the first reader of an outage. */
  onFailure: (thrown: unknown, what: "ledger" | "reader") => void;
};

export class BarLedger {
  readonly #options: BarLedgerOptions;
  readonly #series: BarSeries[] = [];
  readonly #pages: BarPages;
  #running: Promise<void> | undefined;
  #isDue = false;
  #isClosing = false;
  #wake = () => {};
  #cancelPoll = () => {};

  constructor(options: BarLedgerOptions) {
    this.#options = options;
    this.#pages = new BarPages({
      db: options.db,
      monotonic: options.timers.monotonic,
      onFailure: (thrown) => options.onFailure(thrown, "reader"),
    });
    options.leadership.listen(() => {
      if (!this.#isClosing) this.#poll();
    });
  }

  /** Creates a series of `market` and keeps it synchronized. */
  seriesOf(market: string): BarSeries {
    const { leadership } = this.#options;
    const series = new BarSeries({
      market,
      pages: this.#pages,
      onWaiting: () => {
        if (leadership.leading) this.#poll();
      },
      findHead: (now, backFill) => this.#findHead(market, now, backFill),
    });
    this.#series.push(series);
    return series;
  }

  /** See {@link BarSeries.takePast}. */
  takePast(market: string, past: BarHead): void {
    for (const series of this.#series) if (series.market === market) series.takePast(past);
  }

  /** Resolves when all closed bars are stored, or at the first failure after this call. */
  async close(): Promise<void> {
    this.#isClosing = true;
    this.#cancelPoll();
    this.#wake();
    if (this.#options.leadership.leading) this.#poll();
    await this.#running;
  }

  /** The leader first completes the stored bars; the others wait until they are complete. */
  async #findHead(
    market: string,
    now: number,
    backFill: () => Promise<void>,
  ): Promise<FoundHead | undefined> {
    const { db, leadership } = this.#options;
    if (leadership.leading) {
      await backFill();
      return { head: await openHead(db, market, now) };
    }
    const head = await readHead(db, market);
    if (!this.#isClosing) this.#pollLater();
    return head !== undefined && openSecondOf(head) > now - FRESH_HEAD_MS ? { head } : undefined;
  }

  #poll(): void {
    this.#isDue = true;
    this.#measure();
    this.#running ??= this.#run();
  }

  async #run(): Promise<void> {
    this.#cancelPoll();
    let retryMs = FIRST_RETRY_MS;
    // Bars of other markets that close in the same moment go into the same statement.
    await Promise.resolve();
    while (this.#isDue) {
      this.#isDue = false;
      try {
        await (this.#options.leadership.leading ? this.#store() : this.#follow(this.#series));
        retryMs = FIRST_RETRY_MS;
      } catch (thrown) {
        this.#options.onFailure(thrown, "ledger");
        if (this.#isClosing) break;
        await this.#pause(retryMs);
        retryMs = Math.min(retryMs * 2, MAX_RETRY_MS);
        this.#isDue = true;
      }
      this.#measure();
    }
    // In the same turn as the last poll, so that no change is missed.
    this.#running = undefined;
    if (!this.#isClosing && !this.#options.leadership.leading) this.#pollLater();
  }

  async #store(): Promise<void> {
    const due = this.#series.filter(({ waiting }) => waiting > 0);
    for (const group of inStatements(due, ({ waiting }) => waiting)) await this.#storeGroup(group);
  }

  async #storeGroup(group: readonly BarSeries[]): Promise<void> {
    const steps = new Map<BarSeries, BarStep>();
    for (const series of group) {
      if (series.step !== undefined) steps.set(series, series.step);
    }
    if (steps.size === 0) return;
    const moved = await storeSteps(this.#options.db, [...steps.values()]);
    const refused: BarSeries[] = [];
    for (const [series, step] of steps) {
      if (moved.has(series.market)) series.stored(step);
      else refused.push(series);
    }
    if (refused.length > 0) await this.#yieldTo(refused);
  }

  /** The store does not continue at these heads: it is ahead, or was restored to an earlier state. */
  async #yieldTo(refused: readonly BarSeries[]): Promise<void> {
    const before = new Map(refused.map((series) => [series, series.storedUntil]));
    await this.#follow(refused);
    for (const [series, storedUntil] of before) {
      if (series.storedUntil === storedUntil) series.suspend();
    }
  }

  /** Adopts bars that other replicas have stored. */
  async #follow(all: readonly BarSeries[]): Promise<void> {
    const { db } = this.#options;
    const running = new Map(
      all.filter((series) => series.running).map((series) => [series.market, series]),
    );
    if (running.size === 0) return;
    const known = new Map([...running].map(([market, series]) => [market, series.storedUntil]));
    const heads = await headsBeyond(db, known);
    const moves = heads.map(({ market, head }) => {
      const ranges = closedBetween(market, running.get(market)?.head, head);
      return { market, head, ranges };
    });
    for (const group of inStatements(moves, ({ ranges }) => barsWithin(ranges))) {
      const bars = await readRanges(
        db,
        group.flatMap(({ ranges }) => ranges),
      );
      for (const { market, head } of group) {
        const series = running.get(market);
        // Otherwise the series was restarted while the bars were read.
        if (series?.storedUntil !== known.get(market)) continue;
        const own = bars.filter((bar) => bar.market === market);
        series?.adopt(
          head,
          own.toSorted((a, b) => a.start - b.start),
        );
      }
    }
  }

  #pollLater(): void {
    this.#cancelPoll();
    this.#cancelPoll = this.#options.timers.after(LOOK_EVERY_MS, () => this.#poll());
  }

  #measure(): void {
    const { barsWaiting, barsLeading } = metrics();
    const { leading } = this.#options.leadership;
    const waiting = this.#series.reduce((sum, series) => sum + series.waiting, 0);
    barsWaiting.set(leading ? waiting : 0);
    barsLeading.set(leading ? 1 : 0);
  }

  #pause(delayMs: number): Promise<void> {
    return new Promise((resolve) => {
      const cancel = this.#options.timers.after(delayMs, resolve);
      this.#wake = () => {
        cancel();
        resolve();
      };
    });
  }
}

/** Upper bound of the bars in these ranges. */
function barsWithin(ranges: readonly StartRange[]): number {
  const counts = ranges.map(({ interval, from, to }) => (to - from) / KLINE_SECONDS[interval]);
  return counts.reduce((sum, count) => sum + count, 0) / 1_000;
}

/** The bars that closed from one head to a later one. */
function closedBetween(market: string, from: BarHead | undefined, to: BarHead): StartRange[] {
  const jumpFrom = openSecondOf(to) - TOLD_JUMP_MS;
  if (from !== undefined && openSecondOf(from) < jumpFrom) return [];
  const ranges = KLINE_INTERVALS.map((interval) => ({
    market,
    interval,
    from: from?.openBars[interval].start ?? jumpFrom,
    to: to.openBars[interval].start,
  }));
  return ranges.filter((range) => range.from < range.to);
}
