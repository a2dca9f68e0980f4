import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { KlineInterval } from "#lib/protocol/kline.ts";
import { barStart, KLINE_INTERVALS, KLINE_SECONDS } from "#lib/protocol/kline.ts";
import type { Bar } from "#lib/protocol/wire/market.ts";
import { BarBuilder, type BarInput } from "./bar-builder.ts";
import { fromBar, scaleForBar, toBar } from "./bar-head.ts";
import { rollUp } from "./roll-up.ts";

/** A start that is not a full minute, hour or day. */
const EPOCH = Date.UTC(2026, 0, 5, 23, 52, 17, 300);

const price = fc
  .integer({ min: 1, max: 9_999 })
  .map((tenths) => scaleForBar((tenths / 10).toFixed(1))!);
const size = fc
  .integer({ min: 1, max: 500 })
  .map((units) => scaleForBar((units / 100).toFixed(2))!);

type Untimed = { kind: "mark"; price: bigint } | { kind: "fill"; size: bigint };
type Step = { wait: number; input: Untimed | undefined; lateMs: number };

/** A life of a market: pauses of up to twenty minutes, marks and fills, some of them late, and closings in between. */
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    wait: fc.oneof(fc.integer({ min: 0, max: 2_500 }), fc.integer({ min: 0, max: 1_200_000 })),
    lateMs: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 5_000 })),
    input: fc.oneof(
      fc.record({ kind: fc.constant("mark" as const), price }),
      fc.record({ kind: fc.constant("fill" as const), size }),
      fc.constant(undefined),
    ),
  }),
  { minLength: 1, maxLength: 60 },
);

function placed(input: Untimed, at: number, id: number): BarInput {
  return input.kind === "fill" ? { ...input, id, at } : { ...input, at };
}

function close(builder: BarBuilder, to: number): Bar[] {
  return builder.advance(to)?.bars ?? [];
}

function play(life: readonly Step[]): { closed: Bar[]; open: Bar[]; builder: BarBuilder } {
  const builder = new BarBuilder("BTCUSDC");
  let id = 0;
  let filledAt = 0;
  let now = EPOCH;
  builder.offer({ kind: "mark", at: now, price: scaleForBar("100")! });
  const closed: Bar[] = [];
  for (const { wait, input, lateMs } of life) {
    now += wait;
    id += 1;
    if (input?.kind === "fill") filledAt = Math.max(filledAt, EPOCH, now - lateMs);
    const at = input?.kind === "fill" ? filledAt : now - lateMs;
    if (input !== undefined) builder.offer(placed(input, at, id));
    else closed.push(...close(builder, now));
  }
  closed.push(...close(builder, now));
  const open = KLINE_INTERVALS.map((interval) => builder.openBar(interval)!);
  return { closed, open, builder };
}

function ofInterval(bars: readonly Bar[], interval: KlineInterval): Bar[] {
  return bars.filter((bar) => bar.interval === interval);
}

describe("bars of the mark", () => {
  test("every higher bar equals the roll-up of the one-second and of the one-minute bars in it", () => {
    fc.assert(
      fc.property(steps, (life) => {
        const { closed, open } = play(life);
        const all = [...closed, ...open];
        for (const lower of ["1s", "1m"] as const) {
          const parts = ofInterval(all, lower).map(fromBar);
          for (const interval of KLINE_INTERVALS) {
            if (KLINE_SECONDS[interval] <= KLINE_SECONDS[lower]) continue;
            const rolled = rollUp(interval, parts);
            const direct = ofInterval(all, interval).map(fromBar);
            expect(rolled).toEqual(direct);
          }
        }
      }),
    );
  });

  test("no interval has a gap, a repetition or a bar out of place, and each bar opens where the last closed", () => {
    fc.assert(
      fc.property(steps, (life) => {
        const { closed, open } = play(life);
        for (const interval of KLINE_INTERVALS) {
          const series = ofInterval([...closed, ...open], interval);
          const lengthMs = KLINE_SECONDS[interval] * 1_000;
          expect(series[0]!.start).toBe(barStart(interval, EPOCH));
          const misplaced = series.slice(1).filter((bar, index) => {
            const last = series[index]!;
            return bar.start !== last.start + lengthMs || bar.open !== last.close;
          });
          expect(misplaced).toEqual([]);
        }
      }),
    );
  });

  test("volume is neither lost nor doubled, however late a fill comes", () => {
    fc.assert(
      fc.property(steps, (life) => {
        const { closed, open, builder } = play(life);
        const rest = close(builder, EPOCH + 2 * 86_400_000);
        const seconds = ofInterval([...closed, ...rest], "1s").map(fromBar);
        const fills = life.flatMap(({ input }) => (input?.kind === "fill" ? [input] : []));
        const sum = fills.reduce((total, fill) => total + fill.size, 0n);
        expect(open).toHaveLength(KLINE_INTERVALS.length);
        expect(seconds.reduce((total, bar) => total + bar.volume, 0n)).toBe(sum);
        expect(seconds.reduce((total, bar) => total + bar.trades, 0)).toBe(fills.length);
      }),
    );
  });

  test("a bar without a mark is filled and flat; one with a mark is not filled", () => {
    const builder = new BarBuilder("BTCUSDC");
    builder.offer({ kind: "mark", at: 10_100, price: scaleForBar("5.5")! });
    builder.offer({ kind: "mark", at: 12_200, price: scaleForBar("6")! });
    const seconds = ofInterval(close(builder, 13_000), "1s");
    expect(seconds.map(({ start, open, close, filled }) => [start, open, close, filled])).toEqual([
      [10_000, "5.5", "5.5", false],
      [11_000, "5.5", "5.5", true],
      [12_000, "5.5", "6", false],
    ]);
  });

  test("a fill counts in the second of its own time, a late one in the open second", () => {
    const builder = new BarBuilder("BTCUSDC");
    builder.offer({ kind: "mark", at: 10_100, price: 1n });
    builder.offer({ kind: "fill", id: 1, at: 10_999, size: 5n });
    builder.offer({ kind: "fill", id: 2, at: 11_200, size: 2n });
    const [first, second] = ofInterval(close(builder, 12_000), "1s").map(fromBar);
    expect([first!.volume, second!.volume]).toEqual([5n, 2n]);
    builder.offer({ kind: "fill", id: 3, at: 11_300, size: 9n });
    expect(fromBar(builder.openBar("1s")!).volume).toBe(9n);
  });

  test("the wire form and the scaled form are each other's inverse", () => {
    fc.assert(
      fc.property(price, price, size, (open, close, volume) => {
        const [low, high] = open < close ? [open, close] : [close, open];
        const bar = { start: 60_000, open, high, low, close, volume, trades: 3, filled: false };
        const name = { market: "BTCUSDC", interval: "1m", closed: true } as const;
        expect(fromBar(toBar(name, bar))).toEqual(bar);
      }),
    );
  });

  test("after a day without the machine, only the last hour of one-second bars is carried", () => {
    const builder = new BarBuilder("BTCUSDC");
    builder.offer({ kind: "mark", at: 0, price: 7n });
    const closed = close(builder, 86_400_000);
    expect(ofInterval(closed, "1s").length).toBe(3_601);
    expect(ofInterval(closed, "1m").length).toBe(1_440);
  });

  test("a mark that is not newer and a fill that was added already are skipped", () => {
    const builder = new BarBuilder("BTCUSDC");
    for (const at of [10_100, 10_100, 10_050]) {
      builder.offer({ kind: "mark", at, price: at === 10_100 ? 5n : 2n });
    }
    for (const id of [7, 7, 6]) builder.offer({ kind: "fill", id, at: 10_200, size: 3n });
    const bar = fromBar(builder.openBar("1s")!);
    expect(bar).toMatchObject({ high: 5n, low: 5n, close: 5n, volume: 3n, trades: 1 });
  });

  test("of two marks of one millisecond the later one is in force, once", () => {
    const builder = new BarBuilder("BTCUSDC");
    const mark = (price: bigint) => builder.offer({ kind: "mark", at: EPOCH, price });
    for (const price of [5n, 9n, 9n, 7n]) mark(price);
    const { head } = builder.advance(EPOCH + 1_000)!;
    expect(head.openBars["1m"]).toMatchObject({ open: 5n, high: 9n, low: 5n, close: 7n });
    const after = new BarBuilder("BTCUSDC", head);
    after.offer({ kind: "mark", at: EPOCH, price: 7n });
    expect(after.openBar("1s")).toMatchObject({ filled: true });
    after.offer({ kind: "mark", at: EPOCH, price: 8n });
    expect(after.openBar("1s")).toMatchObject({ filled: false });
  });

  test("a builder that continues from a head and gets all input again goes on as if there had been no break", () => {
    fc.assert(
      fc.property(steps, fc.integer({ min: 0, max: 59 }), (life, cut) => {
        const published: BarInput[] = [];
        const whole = new BarBuilder("BTCUSDC");
        let broken = new BarBuilder("BTCUSDC");
        let now = EPOCH;
        for (const [index, { wait, input }] of [mark(100n), ...life].entries()) {
          // When two marks have the same millisecond, only the newer one is delivered again.
          now += Math.max(wait, 1);
          if (input !== undefined) published.push(placed(input, now, index + 1));
          if (input !== undefined) for (const one of [whole, broken]) one.offer(published.at(-1)!);
          else {
            const closed = broken.advance(now);
            expect(closed).toEqual(whole.advance(now));
            if (closed === undefined || index < cut) continue;
            broken = new BarBuilder("BTCUSDC", closed.head);
            for (const earlier of published) broken.offer(earlier);
          }
          for (const interval of KLINE_INTERVALS) {
            expect(broken.openBar(interval)).toEqual(whole.openBar(interval));
          }
        }
      }),
    );
  });
});

function mark(atPrice: bigint): Step {
  return { wait: 0, lateMs: 0, input: { kind: "mark", price: atPrice } };
}
