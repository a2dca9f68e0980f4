/** Waits end when their height is reached. Without waits nothing polls, and the follower may rest. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { HeightWaiters } from "./height-waiters.ts";

const heights = { followed: 0, want: vi.fn<(height: number) => void>() };
let waiters: HeightWaiters;

beforeEach(() => {
  vi.useFakeTimers();
  heights.followed = 0;
  heights.want.mockClear();
  waiters = new HeightWaiters(heights);
});

afterEach(() => {
  vi.useRealTimers();
});

/** Waits for `height` and notes it when it is reached. */
function note(height: number, reached: number[], signal?: AbortSignal): Promise<unknown> {
  return waiters.reached(height, signal).then(
    () => reached.push(height),
    (error: unknown) => error,
  );
}

test("each wait resolves once its height is reached, in any order of the waits", async () => {
  const reached: number[] = [];
  for (const height of [5, 3, 9, 3]) void note(height, reached);
  expect(vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(50);
  expect(reached).toEqual([]);
  heights.followed = 5;
  await vi.advanceTimersByTimeAsync(2);
  expect(reached).toEqual([3, 3, 5]);
  expect(vi.getTimerCount()).toBe(1);
  heights.followed = 9;
  await vi.advanceTimersByTimeAsync(2);
  expect(reached).toEqual([3, 3, 5, 9]);
  expect(vi.getTimerCount()).toBe(0);
  await note(9, reached);
  expect(vi.getTimerCount()).toBe(0);
});

test("a cancelled wait is dropped, and the polling ends with the last of them", async () => {
  const reached: number[] = [];
  const patience = [new AbortController(), new AbortController()];
  const waits = patience.map(({ signal }) => note(7, reached, signal));
  await vi.advanceTimersByTimeAsync(10);
  patience[0]!.abort(new Error("enough"));
  await expect(waits[0]).resolves.toMatchObject({ message: "enough" });
  expect(vi.getTimerCount()).toBe(1);
  patience[1]!.abort();
  await waits[1];
  expect(vi.getTimerCount()).toBe(0);
  const woken = heights.want.mock.calls.length;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(heights.want.mock.calls.length).toBe(woken);
  expect(reached).toEqual([]);

  const late = note(7, reached);
  await note(7, reached, patience[1]!.signal);
  heights.followed = 7;
  await vi.advanceTimersByTimeAsync(2);
  await late;
  expect(reached).toEqual([7]);
});

test("the follower is kept awake while a wait is open", async () => {
  void note(1, []);
  await vi.advanceTimersByTimeAsync(20);
  expect(heights.want.mock.calls.length).toBeGreaterThan(5);
});

test("a failure rejects all present and later waits", async () => {
  const reached: number[] = [];
  const waits = [note(2, reached), note(4, reached)];
  heights.followed = 2;
  const failure = new Error("the follower stopped");
  waiters.fail(failure);
  expect(vi.getTimerCount()).toBe(0);
  expect(await Promise.all(waits)).toEqual([1, failure]);
  await expect(waiters.reached(4)).rejects.toBe(failure);
  await expect(waiters.reached(2)).resolves.toBeUndefined();
});
