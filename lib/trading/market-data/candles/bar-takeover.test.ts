/**
 * Random lives of three replicas on one database: each sees marks and fills at its own times, the lead moves, is held by
 * two at once or by none, and replicas die. BAR_LIVES sets how many.
 */
import fc from "fast-check";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { ManualTimers } from "#lib/kernel/time/timers.testing.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import type { Leadership } from "#lib/platform/db/leadership.ts";
import type { Decimal } from "#lib/protocol/decimal.ts";
import { KLINE_INTERVALS } from "#lib/protocol/kline.ts";
import type { MarkUpdate } from "#lib/protocol/market/market-data.ts";
import type { Bar, Trade } from "#lib/protocol/wire/market.ts";
import { fromBar } from "./bar-head.ts";
import { BarLedger } from "./bar-ledger.ts";
import type { BarSeries } from "./bar-series.ts";
import { readHead } from "./bar-step.ts";
import { readBars } from "./bar-store.ts";
import { rollUp } from "./roll-up.ts";

const LIVES = Number(process.env["BAR_LIVES"] ?? 25);
/** Twenty seconds before midnight: every interval rolls soon. */
const EPOCH = Date.UTC(2026, 0, 5, 23, 59, 40, 300);
const REPLICAS = 3;

let db: Database;
let lives = 0;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(async () => {
  await db.$client.end();
});

type Act =
  | { do: "wait" | "mark" | "fill"; n: number }
  | { do: "poll" | "close" | "lead" | "follow" | "look" | "die"; who: number }
  | { do: "settle" };

const n = fc.integer({ min: 1, max: 2_500 });
const who = fc.integer({ min: 0, max: REPLICAS - 1 });
const acts: fc.Arbitrary<Act[]> = fc.array(
  fc.oneof(
    { weight: 8, arbitrary: fc.record({ do: fc.constant("wait" as const), n }) },
    {
      weight: 5,
      arbitrary: fc.record({ do: fc.constantFrom("mark" as const, "fill" as const), n }),
    },
    { weight: 8, arbitrary: fc.record({ do: fc.constant("poll" as const), who }) },
    { weight: 8, arbitrary: fc.record({ do: fc.constant("close" as const), who }) },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constantFrom("lead" as const, "follow" as const, "look" as const),
        who,
      }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant("die" as const), who }) },
    { weight: 2, arbitrary: fc.constant({ do: "settle" as const }) },
  ),
  { minLength: 20, maxLength: 120 },
);

class Lead implements Leadership {
  leading = false;
  wake = () => {};
  listen = (wake: () => void) => {
    this.wake = wake;
  };
  release = async () => {};
  set(leading: boolean): void {
    this.leading = leading;
    this.wake();
  }
}

type Replica = {
  lead: Lead;
  ledger: BarLedger;
  series: BarSeries;
  published: Bar[];
  shown: number;
};

class World {
  readonly market: string;
  readonly published: Bar[][] = [];
  readonly tape: Trade[] = [];
  #marks: MarkUpdate[] = [];
  #now = EPOCH;
  #timers = new ManualTimers(EPOCH);
  #replicas: Replica[] = [];

  constructor(market: string) {
    this.market = market;
  }

  async start(): Promise<void> {
    this.#mark(1);
    await this.#join(0);
    this.#now += 1_000;
    this.#replica(0).series.advance(this.#now);
    await this.#settle();
    for (let index = 1; index < REPLICAS; index += 1) await this.#join(index);
  }

  async do(action: Act): Promise<void> {
    switch (action.do) {
      case "wait":
        this.#now += action.n;
        return;
      case "mark":
        return this.#mark(action.n);
      case "fill":
        return this.#fill();
      case "poll":
        return this.#poll(this.#replica(action.who));
      case "close":
        return this.#replica(action.who).series.advance(this.#now);
      case "lead":
        return this.#replica(action.who).lead.set(true);
      case "follow":
        return this.#replica(action.who).lead.set(false);
      case "look":
        return this.#replica(action.who).lead.wake();
      case "die":
        this.#replica(action.who).series.onStored(() => {});
        return this.#join(action.who);
      case "settle":
        return this.#settle();
    }
  }

  /** One leads in the end; all others follow what it has stored. */
  async end(): Promise<void> {
    const [leader] = this.#replicas;
    for (const replica of this.#replicas) replica.lead.set(replica === leader);
    for (const replica of this.#replicas) this.#poll(replica);
    await this.#settle();
    this.#now += 2_000;
    leader!.series.advance(this.#now);
    await this.#settle();
    await vi.waitFor(
      () => {
        for (const { lead, series } of this.#replicas) {
          lead.wake();
          expect(series.head).toEqual(leader!.series.head);
        }
      },
      { interval: 2 },
    );
    const lasts = this.#replicas.map(({ published }) =>
      published.findLast((bar) => bar.interval === "1s"),
    );
    expect(lasts.every((bar) => bar?.start === lasts[0]?.start)).toBe(true);
  }

  #replica(index: number): Replica {
    return this.#replicas[index]!;
  }

  #mark(price: number): void {
    const mark_price = `${price}` as Decimal;
    this.#marks.push({ market: this.market, mark_price, timestamp: this.#now });
  }

  #fill(): void {
    const size = "2" as Decimal;
    const base = { market: this.market, price: size, side: "BUY", trade_type: "FILL" } as const;
    this.tape.push({ ...base, id: this.tape.length * 2 + 1, size, created_at: this.#now });
  }

  #poll(replica: Replica): void {
    replica.series.offerFills(this.tape.slice(replica.shown));
    replica.shown = this.tape.length;
    replica.series.offerMark(this.#marks.at(-1)!);
  }

  async #join(index: number): Promise<void> {
    const lead = new Lead();
    const previous = this.#replicas[index];
    lead.leading = previous?.lead.leading ?? index === 0;
    if (previous !== undefined) previous.lead.leading = false;
    const ledger = new BarLedger({
      db,
      timers: this.#timers,
      leadership: lead,
      onFailure: () => {},
    });
    const series = ledger.seriesOf(this.market);
    const published: Bar[] = [];
    this.published.push(published);
    series.onStored((bars) => published.push(...bars));
    const replica = { lead, ledger, series, published, shown: 0 };
    this.#replicas[index] = replica;
    const head = await readHead(db, this.market);
    await series.resume(head, async (startAt) =>
      this.tape.filter((fill) => fill.created_at >= startAt),
    );
    this.#poll(replica);
  }

  async #settle(): Promise<void> {
    for (let turn = 0; turn < 4; turn += 1) {
      for (const { lead } of this.#replicas) lead.wake();
      for (let step = 0; step < 6; step += 1) await this.#timers.advance(500);
      const leaders = this.#replicas.filter(({ lead }) => lead.leading);
      while (leaders.some(({ series }) => series.waiting > 0)) {
        await new Promise((resolve) => setImmediate(resolve));
      }
    }
  }
}

async function expectExact(world: World): Promise<void> {
  await world.end();
  const { market } = world;
  const stored = new Map<string, Bar[]>();
  for (const interval of KLINE_INTERVALS) {
    const range = { from: 0, to: EPOCH * 2, limit: 100_000 };
    const bars = await readBars(db, { market, interval }, range);
    stored.set(interval, bars);
    const byStart = new Map(bars.map((bar) => [bar.start, bar]));
    for (const bars of world.published) {
      const own = bars.filter((bar) => bar.interval === interval);
      expect(own.map((bar) => byStart.get(bar.start))).toEqual(own);
      const starts = own.map((bar) => bar.start);
      expect(starts).toEqual([...new Set(starts)].toSorted((a, b) => a - b));
    }
  }
  const seconds = stored.get("1s")!.map(fromBar);
  for (const [index, bar] of seconds.slice(1).entries()) {
    expect([bar.start, bar.open]).toEqual([seconds[index]!.start + 1_000, seconds[index]!.close]);
  }
  for (const interval of KLINE_INTERVALS.slice(1)) {
    const bars = stored.get(interval)!.map(fromBar);
    expect(bars).toEqual(rollUp(interval, seconds).slice(0, bars.length));
  }
  const { fillId } = (await readHead(db, market))!;
  const counted = seconds.reduce((sum, bar) => sum + bar.trades, 0);
  expect(counted).toBe(world.tape.filter((fill) => fill.id <= fillId).length);
  expect(counted).toBe(world.tape.length);
}

test(
  "whichever replica leads, no bar is doubled, changed or lost, no fill is counted twice or left out, and all publish the same",
  async () => {
    await fc.assert(
      fc.asyncProperty(acts, async (script) => {
        const world = new World(`T${(lives += 1)}`);
        await world.start();
        for (const action of script) await world.do(action);
        await expectExact(world);
      }),
      { numRuns: LIVES },
    );
  },
  30_000 + LIVES * 2_000,
);
