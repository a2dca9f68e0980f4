import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type ListsRead, StreamCheck } from "./stream-check.ts";
import { accountAt, orderAt, positionAt } from "./stream-events.testing.ts";

const lists = (change: Partial<ListsRead> = {}): ListsRead => ({
  account: accountAt(1),
  positions: [positionAt("BTCUSDC", 1)],
  orders: [orderAt("7", 1)],
  ...change,
});

let stream: { lists: ListsRead; isLive: boolean; doubt: () => void };
let read: ListsRead | undefined;
let reads: number;
let isHidden: boolean;
let check: StreamCheck;

beforeEach(() => {
  vi.useFakeTimers();
  stream = { lists: lists(), isLive: true, doubt: vi.fn<() => void>() };
  [read, reads, isHidden] = [lists(), 0, false];
  check = new StreamCheck({
    stream,
    read: () => {
      reads += 1;
      return Promise.resolve(read);
    },
    isHidden: () => isHidden,
  });
  check.start();
});

afterEach(() => {
  check.stop();
  vi.useRealTimers();
});

const after = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test("a stream that lacks an order twice is doubted", async () => {
  read = lists({ orders: [orderAt("7", 1), orderAt("8", 2)] });
  await after(120_000);
  expect([reads, vi.mocked(stream.doubt).mock.calls.length]).toEqual([1, 0]);
  await after(5_000);
  expect([reads, vi.mocked(stream.doubt).mock.calls.length]).toEqual([2, 1]);
  await after(300_000);
  expect(reads).toBe(2);
});

test.each([
  ["the same", lists()],
  [
    "other figures of the mark",
    lists({ positions: [positionAt("BTCUSDC", 1, { mark_price: "1" })] }),
  ],
  ["another order of rows", lists({ orders: [orderAt("7", 1)] })],
  ["no answer", undefined],
])("%s is no contradiction", async (_, answer) => {
  read = answer;
  await after(720_000);
  expect(reads).toBe(6);
  expect(stream.doubt).not.toHaveBeenCalled();
});

test.each([
  ["a position", lists({ positions: [positionAt("BTCUSDC", 1, { size: "2" })] })],
  ["the balance", lists({ account: accountAt(1, { balance: "6" }) })],
  ["an order's version", lists({ orders: [orderAt("7", 2)] })],
  ["an order that is gone", lists({ orders: [] })],
])("%s is one", async (_, answer) => {
  read = answer;
  await after(125_000);
  expect(stream.doubt).toHaveBeenCalledTimes(1);
});

test("a read that was ahead of the stream is none, once the stream has moved", async () => {
  read = lists({ orders: [orderAt("7", 2)] });
  await after(120_000);
  stream.lists = read;
  await after(5_000);
  expect([reads, vi.mocked(stream.doubt).mock.calls.length]).toEqual([2, 0]);
  await after(119_000);
  expect(reads).toBe(2);
});

test("a hidden page checks nothing until it is visible", async () => {
  isHidden = true;
  await after(600_000);
  expect(reads).toBe(0);
  isHidden = false;
  await after(120_000);
  expect(reads).toBe(1);
});
