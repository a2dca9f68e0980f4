import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Decimal } from "#lib/protocol/decimal.ts";
import { MINUTE_MS } from "#lib/protocol/durations.ts";
import type { FillBar, Trade } from "#lib/protocol/wire/market.ts";
import type { ShownBar } from "./bar-series.ts";
import { FillFeed, type ReadFillBars } from "./fill-feed.ts";

const NOW = 10 * MINUTE_MS + 30_000;

function bar(minute: number, close: string, volume = "1"): FillBar {
  const price = close as Decimal;
  return {
    market: "BTCUSDC",
    interval: "1m",
    start: minute * MINUTE_MS,
    open: price,
    high: price,
    low: price,
    close: price,
    volume: volume as Decimal,
  };
}

function fill(id: number, at: number, price: string, size = "1"): Trade {
  return {
    id,
    market: "BTCUSDC",
    price: price as Decimal,
    size: size as Decimal,
    side: "BUY",
    created_at: at,
    trade_type: "FILL",
  };
}

function feedWith(read: ReadFillBars) {
  const drawn: ShownBar[] = [];
  const feed = new FillFeed({
    interval: "1m",
    scale: { priceDecimals: 1, sizeDecimals: 3 },
    read,
    now: () => Date.now(),
    onReset: (all) => drawn.splice(0, drawn.length, ...all),
    onLast: (one) => {
      if (drawn.at(-1)?.start === one.start) drawn.pop();
      drawn.push(one);
    },
    onState: () => undefined,
  });
  return { feed, drawn };
}

const short = (bars: readonly ShownBar[]) =>
  bars.map(({ start, close, volume }) => `${start / MINUTE_MS} ${close} ${volume}`);

beforeEach(() => vi.useFakeTimers({ now: NOW }));
afterEach(() => vi.useRealTimers());

test("a fill continues where the history ends, and begins its own bar", async () => {
  const { feed, drawn } = feedWith(() => Promise.resolve([bar(8, "80"), bar(10, "100", "2")]));
  await feed.refresh();
  feed.accept([fill(5, NOW + 1, "105")]);
  expect(short(drawn)).toEqual(["8 80 1", "10 105 3"]);
  expect(drawn.at(-1)).toMatchObject({ high: "105", low: "100", open: "100", closed: false });
  feed.accept([fill(6, 11 * MINUTE_MS + 1, "90"), fill(5, NOW + 1, "105")]);
  expect(short(drawn)).toEqual(["8 80 1", "10 105 3", "11 90 1"]);
  feed.stop();
});

test("a fill that the history may contain is not counted twice", async () => {
  const { feed, drawn } = feedWith(() => Promise.resolve([bar(10, "100", "2")]));
  feed.accept([fill(5, NOW - 500, "105")]);
  await feed.refresh();
  expect(short(drawn)).toEqual(["10 105 2"]);
  feed.stop();
});

test("after a while the venue's count is used as it is", async () => {
  const read = vi.fn<ReadFillBars>();
  read.mockResolvedValueOnce([bar(10, "100", "2")]);
  read.mockResolvedValueOnce([bar(10, "105", "3.5")]);
  const { feed, drawn } = feedWith(read);
  await feed.refresh();
  feed.accept([fill(5, NOW + 1, "105")]);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(short(drawn)).toEqual(["10 105 3.5"]);
  expect(read).toHaveBeenCalledTimes(2);
  feed.stop();
});

describe("bars that may lack fills are read again", () => {
  test("when a fill arrives that is older than an earlier one", async () => {
    const read = vi.fn<ReadFillBars>();
    read.mockResolvedValue([bar(10, "100", "2")]);
    const { feed } = feedWith(read);
    await feed.refresh();
    feed.accept([fill(7, NOW + 1, "105")]);
    feed.accept([fill(6, NOW, "104"), fill(7, NOW + 1, "105")]);
    expect(read).toHaveBeenCalledTimes(2);
    feed.stop();
  });

  test("when the whole tape is new", async () => {
    const read = vi.fn<ReadFillBars>();
    read.mockResolvedValue([bar(10, "100", "2")]);
    const { feed } = feedWith(read);
    await feed.refresh();
    feed.accept([fill(7, NOW + 1, "105")]);
    feed.accept(Array.from({ length: 100 }, (_, at) => fill(200 + at, NOW + 2 + at, "104")));
    expect(read).toHaveBeenCalledTimes(2);
    feed.stop();
  });

  test("and retried when the history did not answer", async () => {
    const read = vi.fn<ReadFillBars>();
    read.mockResolvedValueOnce(undefined).mockResolvedValueOnce([bar(10, "100")]);
    const { feed, drawn } = feedWith(read);
    await feed.refresh();
    await vi.advanceTimersByTimeAsync(3_000);
    expect(drawn).toHaveLength(1);
    feed.stop();
  });
});

test("older bars are searched for beyond a time without fills, and then no more", async () => {
  const read = vi.fn<ReadFillBars>();
  const late = 9_000 * MINUTE_MS;
  vi.setSystemTime(late);
  read.mockResolvedValueOnce([bar(9_000, "100")]);
  read.mockResolvedValueOnce([]).mockResolvedValueOnce([bar(6_500, "65")]);
  read.mockResolvedValue([]);
  const { feed, drawn } = feedWith(read);
  await feed.refresh();
  await feed.loadOlder();
  expect(short(drawn)).toEqual(["6500 65 1", "9000 100 1"]);
  await feed.loadOlder();
  const calls = read.mock.calls.length;
  await feed.loadOlder();
  expect(read).toHaveBeenCalledTimes(calls);
  feed.stop();
});
