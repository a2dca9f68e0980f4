import { expect, test, vi } from "vitest";
import type { Decimal } from "#lib/protocol/decimal.ts";
import type { Bar } from "#lib/protocol/wire/market.ts";
import { BarFeed, type ReadBars } from "./bar-feed.ts";

function bar(second: number, close: string, closed = true): Bar {
  const price = close as Decimal;
  return {
    market: "BTCUSDC",
    interval: "1s",
    start: second * 1_000,
    open: price,
    high: price,
    low: price,
    close: price,
    volume: "0" as Decimal,
    trades: 0,
    closed,
    filled: false,
  };
}

function feedWith(read: ReadBars) {
  const drawn = { all: [] as readonly Bar[], last: undefined as Bar | undefined, resets: 0 };
  /** Bars that were drawn alone although a later one was drawn before. */
  const backwards: Bar[] = [];
  const feed = new BarFeed({
    interval: "1s",
    read,
    now: () => 10_000,
    onReset: (all) => {
      drawn.all = all;
      drawn.last = all.at(-1);
      drawn.resets += 1;
    },
    onLast: (one) => {
      if (drawn.last && one.start < drawn.last.start) backwards.push(one);
      drawn.last = one;
    },
    onState: () => undefined,
  });
  return { feed, drawn, backwards };
}

test("bars that arrive while the history is read are merged with it, and none is lost", async () => {
  const answer = Promise.withResolvers<readonly Bar[]>();
  const { feed, drawn } = feedWith(() => answer.promise);
  const reading = feed.refresh();
  feed.accept(bar(3, "31"));
  feed.accept(bar(4, "40", false));
  answer.resolve([bar(1, "10"), bar(2, "20"), bar(3, "30", false)]);
  await reading;
  expect(drawn.all.map((one) => one.close)).toEqual(["10", "20", "31", "40"]);
});

test("a gap in the stream is filled by reading from its beginning", async () => {
  const read = vi.fn<ReadBars>();
  read.mockResolvedValueOnce([bar(1, "10"), bar(2, "20", false)]);
  read.mockResolvedValueOnce([bar(2, "21"), bar(3, "30"), bar(4, "40"), bar(5, "49", false)]);
  const { feed, drawn } = feedWith(read);
  await feed.refresh();
  feed.accept(bar(5, "50", false));
  await vi.waitFor(() => expect(drawn.all).toHaveLength(5));
  expect(read).toHaveBeenLastCalledWith({ startAt: 2_000 });
  expect(drawn.all.map((one) => one.close)).toEqual(["10", "21", "30", "40", "50"]);
  feed.stop();
});

test("the end of a bar that is told after the next one has begun goes where it belongs", async () => {
  const read = vi.fn<ReadBars>();
  const again = Promise.withResolvers<readonly Bar[]>();
  read.mockResolvedValueOnce([bar(1, "10"), bar(2, "20", false)]);
  read.mockReturnValueOnce(again.promise);
  const { feed, drawn, backwards } = feedWith(read);
  await feed.refresh();
  feed.accept(bar(3, "30", false));
  feed.accept(bar(2, "21"));
  feed.accept(bar(3, "31", false));
  // The chart refuses a bar before its last one: only the newest may be drawn alone.
  expect(backwards).toEqual([]);
  expect(drawn.all.map((one) => one.close)).toEqual(["10", "21", "31"]);
  again.resolve([bar(2, "20", false), bar(3, "29", false)]);
  await vi.waitFor(() => expect(drawn.resets).toBe(4));
  expect(drawn.all.map((one) => one.close)).toEqual(["10", "21", "31"]);
  feed.stop();
});

test("a gap that appears while older bars are read is filled after them", async () => {
  vi.useFakeTimers();
  const read = vi.fn<ReadBars>();
  const older = Promise.withResolvers<readonly Bar[]>();
  read.mockResolvedValueOnce([bar(8, "80"), bar(9, "90", false)]);
  read.mockReturnValueOnce(older.promise);
  read.mockResolvedValueOnce([bar(9, "91"), bar(10, "100"), bar(11, "110"), bar(12, "120", false)]);
  const { feed, drawn } = feedWith(read);
  await feed.refresh();
  const reading = feed.loadOlder();
  feed.accept(bar(12, "120", false));
  older.resolve([bar(7, "70")]);
  await reading;
  await vi.advanceTimersByTimeAsync(3_000);
  expect(drawn.all.map((one) => one.close)).toEqual(["70", "80", "91", "100", "110", "120"]);
  feed.stop();
  vi.useRealTimers();
});

test("older bars are read by one request at a time, and no more when there are none", async () => {
  const read = vi.fn<ReadBars>();
  read.mockResolvedValueOnce([bar(9, "90", false)]);
  const older = Promise.withResolvers<readonly Bar[]>();
  read.mockReturnValueOnce(older.promise);
  const { feed, drawn } = feedWith(read);
  await feed.refresh();
  const first = feed.loadOlder();
  await feed.loadOlder();
  expect(read).toHaveBeenCalledTimes(2);
  older.resolve([bar(8, "80")]);
  await first;
  expect(drawn.all).toHaveLength(2);
  read.mockResolvedValueOnce([]);
  await feed.loadOlder();
  await feed.loadOlder();
  expect(read).toHaveBeenCalledTimes(3);
});

test("a bar of another interval is ignored", async () => {
  const { feed, drawn } = feedWith(() => Promise.resolve([bar(1, "10", false)]));
  await feed.refresh();
  feed.accept({ ...bar(1, "99", false), interval: "1m" });
  expect(drawn.last?.close).toBe("10");
});
