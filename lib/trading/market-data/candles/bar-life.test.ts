/**
 * Random lives of a market against a brute-force recomputation: marks and fills that come late, out of order or twice,
 * stalls, a database that fails, restarts without warning. BAR_LIVES sets how many.
 */
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ManualTimers } from "#lib/kernel/time/timers.testing.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { soleLeader } from "#lib/platform/db/leadership.ts";
import type { Decimal } from "#lib/protocol/decimal.ts";
import {
  barStart,
  KLINE_INTERVALS,
  KLINE_SECONDS,
  type KlineInterval,
} from "#lib/protocol/kline.ts";
import type { MarkUpdate } from "#lib/protocol/market/market-data.ts";
import type { Bar, Trade } from "#lib/protocol/wire/market.ts";
import { fromBar, openSecondOf, type ScaledBar, scaleForBar } from "./bar-head.ts";
import { BarLedger } from "./bar-ledger.ts";
import type { BarSeries } from "./bar-series.ts";
import { readHead } from "./bar-step.ts";
import { readBars } from "./bar-store.ts";
import { rollUp } from "./roll-up.ts";

const LIVES = Number(process.env["BAR_LIVES"] ?? 40);
/** Twenty seconds before midnight: every interval rolls soon. */
const EPOCH = Date.UTC(2026, 0, 5, 23, 59, 40, 300);

let db: Database;
let lives = 0;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(async () => {
  await db.$client.end();
});

type Act =
  | { do: "wait"; ms: number }
  | { do: "mark"; price: number; lateMs: number }
  | { do: "fill"; size: number; lateMs: number }
  | { do: "poll" | "again" | "close" | "settle" | "fail" | "recover" | "restart" | "read" };

const lateMs = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 4_000 }));
const acts: fc.Arbitrary<Act[]> = fc.array(
  fc.oneof(
    { weight: 8, arbitrary: wait(2_500) },
    { weight: 1, arbitrary: wait(90_000) },
    { weight: 6, arbitrary: act("mark", { price: fc.integer({ min: 1, max: 999 }), lateMs }) },
    { weight: 5, arbitrary: act("fill", { size: fc.integer({ min: 1, max: 99 }), lateMs }) },
    { weight: 5, arbitrary: one("poll") },
    { weight: 1, arbitrary: one("again") },
    { weight: 8, arbitrary: one("close") },
    { weight: 3, arbitrary: one("settle") },
    { weight: 1, arbitrary: one("fail") },
    { weight: 2, arbitrary: one("recover") },
    { weight: 2, arbitrary: one("restart") },
    { weight: 2, arbitrary: one("read") },
  ),
  { minLength: 10, maxLength: 90 },
);

function one(name: Exclude<Act["do"], "wait" | "mark" | "fill">): fc.Arbitrary<Act> {
  return fc.constant({ do: name });
}
function wait(max: number): fc.Arbitrary<Act> {
  return fc.integer({ min: 0, max }).map((ms) => ({ do: "wait", ms }));
}
function act<T extends Record<string, fc.Arbitrary<number>>>(name: "mark" | "fill", fields: T) {
  return fc.record({ do: fc.constant(name), ...fields }) as unknown as fc.Arbitrary<Act>;
}

/** How an input counts, by the documented rules alone. */
type Counted = { second: number } & (
  | { markAt: number; price: bigint }
  | { id: number; size: bigint }
);

class Model {
  /** In the order in which they count. */
  counted: Counted[] = [];
  #open: number | undefined;
  /** The second of the first mark: fills from before it do not count. */
  #beginning: number | undefined;

  offerMark(at: number, price: bigint): void {
    this.#beginning ??= barStart("1s", at);
    this.#open ??= barStart("1s", at);
    const last = this.counted.findLast((input) => "markAt" in input);
    if (last !== undefined && "price" in last) {
      if (at < last.markAt || (at === last.markAt && price === last.price)) return;
    }
    const second = Math.max(barStart("1s", at), this.#open, last?.second ?? 0);
    this.counted.push({ second, markAt: at, price });
  }

  offerFill({ id, created_at, size }: Trade): void {
    if (this.#open === undefined || created_at < (this.#beginning ?? 0)) return;
    const last = this.counted.findLast((input) => "id" in input);
    if (last !== undefined && "id" in last && id <= last.id) return;
    const second = Math.max(barStart("1s", created_at), this.#open, last?.second ?? 0);
    this.counted.push({ second, id, size: scaleForBar(size)! });
  }

  close(now: number): void {
    if (this.#open !== undefined) this.#open = Math.max(this.#open, barStart("1s", now));
  }

  /** A new process knows only what is stored. */
  restart(openSecond: number | undefined): void {
    this.#open = openSecond;
    if (openSecond === undefined) this.#beginning = undefined;
    this.counted = this.counted.filter(({ second }) => second < (openSecond ?? 0));
  }

  /** Every bar that ended by `end`, computed from all inputs anew. */
  bars(interval: KlineInterval, end: number): ScaledBar[] {
    const bars: ScaledBar[] = [];
    const first = this.counted.find((input) => "markAt" in input);
    if (first === undefined || !("price" in first)) return bars;
    const lengthMs = KLINE_SECONDS[interval] * 1_000;
    let close = first.price;
    for (let start = barStart(interval, first.second); start + lengthMs <= end; start += lengthMs) {
      const inside = this.counted.filter(
        ({ second }) => second >= start && second < start + lengthMs,
      );
      const prices = inside.flatMap((input) => ("price" in input ? input.price : []));
      const sizes = inside.flatMap((input) => ("size" in input ? input.size : []));
      const all = [close, ...prices];
      bars.push({
        start,
        open: close,
        high: all.reduce((a, b) => (a > b ? a : b)),
        low: all.reduce((a, b) => (a < b ? a : b)),
        close: all.at(-1)!,
        volume: sizes.reduce((a, b) => a + b, 0n),
        trades: sizes.length,
        filled: prices.length === 0,
      });
      close = all.at(-1)!;
    }
    return bars;
  }
}

/** A chart: the history it read and the closed bars it received; an open bar never replaces a closed one. */
class Chart {
  readonly bars = new Map<string, Bar>();
  isReading = false;

  take(bars: readonly Bar[]): void {
    for (const bar of bars) {
      const key = `${bar.interval} ${bar.start}`;
      if (bar.closed || this.bars.get(key)?.closed !== true) this.bars.set(key, bar);
    }
  }

  of(interval: KlineInterval): Bar[] {
    return [...this.bars.values()]
      .filter((bar) => bar.interval === interval && bar.closed)
      .toSorted((a, b) => a.start - b.start);
  }
}

class Life {
  readonly market: string;
  readonly model = new Model();
  readonly chart = new Chart();
  readonly published: Bar[][] = [];
  readonly read: Bar[] = [];
  now = EPOCH;
  #tape: Trade[] = [];
  #shown = 0;
  #mark: MarkUpdate | undefined;
  #timers = new ManualTimers(EPOCH);
  #isDown = false;
  #underWay = new Set<Promise<unknown>>();
  #ledger!: BarLedger;
  #series!: BarSeries;

  constructor(market: string) {
    this.market = market;
  }

  async start(): Promise<void> {
    const published: Bar[] = [];
    this.published.push(published);
    this.#ledger = new BarLedger({
      db: this.#steadyOrNot(),
      timers: this.#timers,
      leadership: soleLeader(),
      onFailure: () => {},
    });
    this.#series = this.#ledger.seriesOf(this.market);
    this.#series.onStored((bars) => {
      published.push(...bars);
      this.chart.take(bars);
    });
    const found = await this.#series.findHead(this.now, async () => {});
    this.model.restart(found?.head && openSecondOf(found.head));
    await this.#series.resume(found?.head, async (startAt) =>
      this.#tape.filter((fill) => fill.created_at >= startAt),
    );
    if (this.#mark !== undefined) this.#offerMark(this.#mark);
    for (const fill of this.#tape) this.model.offerFill(fill);
    this.#shown = this.#tape.length;
    this.#series.offerFills(this.#tape);
    await this.#readHistory();
  }

  async do(action: Act): Promise<void> {
    switch (action.do) {
      case "wait":
        this.now += action.ms;
        return;
      case "mark":
        return this.#newMark(action);
      case "fill":
        return this.#newFill(action);
      case "poll":
        this.#offer(this.#tape.slice(this.#shown));
        this.#shown = this.#tape.length;
        return;
      case "again":
        return this.#offer(this.#tape);
      case "close":
        this.#series.advance(this.now);
        this.model.close(this.now);
        return;
      case "settle":
        return this.#settle();
      case "fail":
        this.#isDown = true;
        return;
      case "recover":
        this.#isDown = false;
        await this.#timers.advance(10_000);
        return;
      case "restart":
        await this.#cutOff();
        return this.start();
      case "read":
        return this.#readHistory();
    }
  }

  /** Stores the closed bars and returns where the stored bars end. */
  async end(): Promise<number | undefined> {
    this.#isDown = false;
    await this.#settle();
    await this.#ledger.close();
    const head = await readHead(db, this.market);
    return head && openSecondOf(head);
  }

  #newMark({ price, lateMs: late }: { price: number; lateMs: number }): void {
    const mark = { market: this.market, mark_price: `${price}` as Decimal };
    this.#offerMark({ ...mark, timestamp: this.now - late });
  }

  #offerMark(mark: MarkUpdate): void {
    if (this.#mark === undefined || mark.timestamp >= this.#mark.timestamp) this.#mark = mark;
    this.#series.offerMark(mark);
    this.model.offerMark(mark.timestamp, scaleForBar(mark.mark_price)!);
  }

  /** The venue's times ascend with its ids. */
  #newFill({ size, lateMs: late }: { size: number; lateMs: number }): void {
    const last = this.#tape.at(-1);
    const created_at = Math.max(this.now - late, last?.created_at ?? 0);
    const price = "5" as Decimal;
    const base = { market: this.market, price, side: "BUY", trade_type: "FILL" } as const;
    this.#tape.push({ ...base, id: (last?.id ?? 0) + 3, size: `${size}` as Decimal, created_at });
  }

  #offer(fills: readonly Trade[]): void {
    this.#series.offerFills(fills);
    for (const fill of fills) this.model.offerFill(fill);
  }

  async #settle(): Promise<void> {
    this.#isDown = false;
    while (this.#series.waiting > 0) {
      await this.#timers.advance(10_000);
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  /** Reads may work while writes fail. */
  async #readHistory(): Promise<void> {
    const isDown = this.#isDown;
    this.#isDown = false;
    for (const interval of ["1s", "1m", "1d"] as const) {
      const range = { interval, startAt: EPOCH - 86_400_000, endAt: this.now, limit: 100_000 };
      const bars = await this.#series.range(range);
      expect(bars.slice(0, -1).every((bar) => bar.closed)).toBe(true);
      this.read.push(...bars.filter((bar) => bar.closed));
      this.chart.take(bars);
    }
    this.#isDown = isDown;
  }

  /** The process dies: a statement under way arrives or not, everything else is lost. */
  async #cutOff(): Promise<void> {
    this.#isDown = true;
    await Promise.allSettled(this.#underWay);
    await new Promise((resolve) => setImmediate(resolve));
    this.#series.onStored(() => {});
    this.#timers = new ManualTimers(this.now);
    this.#isDown = false;
  }

  /** The database; while it is down it accepts no step. A step under way is known. */
  #steadyOrNot(): Database {
    const execute = (statement: Parameters<Database["execute"]>[0]): Promise<unknown> => {
      if (this.#isDown) return Promise.reject(new Error("down"));
      const run = Promise.resolve(db.execute(statement));
      this.#underWay.add(run);
      void run.finally(() => this.#underWay.delete(run)).catch(() => undefined);
      return run;
    };
    return new Proxy(db, {
      get: (target, name) => {
        if (name === "execute") return execute;
        const value: unknown = Reflect.get(target, name);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
  }
}

const nameless = (bars: readonly Bar[]) => bars.map(fromBar);

async function expectExact(life: Life): Promise<void> {
  const end = await life.end();
  for (const interval of KLINE_INTERVALS) {
    const range = { from: 0, to: EPOCH * 2, limit: 100_000 };
    const stored = await readBars(db, { market: life.market, interval }, range);
    expect(nameless(stored)).toEqual(life.model.bars(interval, end ?? 0));
    const byStart = new Map(stored.map((bar) => [bar.start, bar]));
    for (const batch of life.published) {
      const bars = batch.filter((bar) => bar.interval === interval);
      expect(bars.map((bar) => byStart.get(bar.start))).toEqual(bars);
      const starts = bars.map((bar) => bar.start);
      expect(starts).toEqual([...new Set(starts)].toSorted((a, b) => a - b));
    }
    for (const bar of life.read)
      if (bar.interval === interval) expect(byStart.get(bar.start)).toEqual(bar);
    const shown = life.chart.of(interval);
    expect(shown).toEqual(
      stored.filter((bar) => bar.start >= (shown[0]?.start ?? 0)).slice(0, shown.length),
    );
    if (interval === "1s") continue;
    const seconds = await readBars(db, { market: life.market, interval: "1s" }, range);
    expect(rollUp(interval, nameless(seconds)).slice(0, stored.length)).toEqual(nameless(stored));
  }
}

test(
  "bars of every interval equal a brute-force recomputation, whether published, read or charted",
  async () => {
    await fc.assert(
      fc.asyncProperty(acts, async (script) => {
        const life = new Life(`M${(lives += 1)}`);
        await life.start();
        for (const action of script) await life.do(action);
        await expectExact(life);
      }),
      { numRuns: LIVES },
    );
  },
  30_000 + LIVES * 2_000,
);
