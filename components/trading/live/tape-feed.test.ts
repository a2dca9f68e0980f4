import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Trade } from "#lib/protocol/wire/market.ts";
import { type ReadTape, TapeFeed } from "./tape-feed.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const trades = (...ids: number[]) => ids.map((id) => ({ id })) as Trade[];

test("a request during a read is read after it, once", async () => {
  const read = vi.fn<ReadTape>();
  const first = Promise.withResolvers<readonly Trade[]>();
  read.mockReturnValueOnce(first.promise).mockResolvedValue(trades(2));
  const reported: (readonly Trade[])[] = [];
  const feed = new TapeFeed(read, (tape) => reported.push(tape));
  const reading = feed.refresh();
  await Promise.all([feed.refresh(), feed.refresh()]);
  expect(read).toHaveBeenCalledTimes(1);
  first.resolve(trades(1));
  await reading;
  expect([reported, read.mock.calls.length]).toEqual([[trades(1), trades(2)], 2]);
});

test("a read is retried until it succeeds, and not after the end", async () => {
  const read = vi.fn<ReadTape>().mockResolvedValue(undefined);
  const feed = new TapeFeed(read, () => undefined);
  await feed.refresh();
  await vi.advanceTimersByTimeAsync(9_000);
  expect(read).toHaveBeenCalledTimes(4);
  feed.stop();
  await vi.advanceTimersByTimeAsync(9_000);
  expect(read).toHaveBeenCalledTimes(4);
});
