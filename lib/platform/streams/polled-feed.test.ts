/** Who gets what of a feed: new readers, readers that reconnect, and readers that come from another replica. */
import { expect, test } from "vitest";
import { type Frame, frameOf } from "#lib/kernel/streams/frames.ts";
import { ManualTimers } from "#lib/kernel/time/timers.testing.ts";
import { PolledFeed, type PolledFeedOptions } from "./polled-feed.ts";

const FIRST = 3;
const MAX_CACHED = 5;

/** A feed of numbers that others store. */
function feedOf(change: Partial<PolledFeedOptions<number>> = {}) {
  const stored: number[] = [];
  const reads: number[] = [];
  let read = 0;
  const timers = new ManualTimers(Date.UTC(2026, 4, 1, 12));
  const feed = new PolledFeed<number>({
    everyMs: 200,
    idleMs: 10_000,
    failure: "the numbers could not be read",
    first: FIRST,
    maxCached: MAX_CACHED,
    parsePosition: (id) => (/^\d+$/.test(id) ? Number(id) : undefined),
    compare: (one, other) => one - other,
    mayBeBehind: false,
    poll: async (add) => {
      reads.push(timers.now());
      const events = stored.slice(read).map((position) => ({
        position,
        frame: frameOf({ id: String(position), event: "number", json: String(position) }),
      }));
      read = stored.length;
      add(events);
    },
    timers,
    log: { warn: () => {} },
    ...change,
  });
  return { feed, stored, reads, timers };
}

const numbers = (frames: readonly Frame[]) =>
  frames.map(({ bytes }) => Number(/data: (\d+)/.exec(bytes.toString("utf8"))?.[1]));

test("a new reader gets the newest events, then each new one once", async () => {
  const { feed, stored } = feedOf();
  stored.push(1, 2, 3, 4);
  await feed.poll();
  const received: number[] = [];
  expect(numbers(feed.state(undefined))).toEqual([2, 3, 4]);
  const leave = feed.subscribe((frames) => received.push(...numbers(frames)));
  expect(feed.isRead).toBe(true);
  stored.push(5);
  await feed.poll();
  await feed.poll();
  expect(received).toEqual([5]);
  leave();
  expect(feed.isRead).toBe(false);
  stored.push(6);
  await feed.poll();
  expect(received).toEqual([5]);
});

test("a reader that reconnects gets what it missed while it is cached, else the newest events", async () => {
  const { feed, stored } = feedOf();
  stored.push(1, 2, 3, 4, 5, 6, 7);
  await feed.poll();
  expect(numbers(feed.state("3"))).toEqual([4, 5, 6, 7]);
  expect(numbers(feed.state("7"))).toEqual([]);
  expect(numbers(feed.state("2"))).toEqual([5, 6, 7]);
  expect(numbers(feed.state("nonsense"))).toEqual([5, 6, 7]);
});

test.each([
  { mayBeBehind: true, given: [] },
  { mayBeBehind: false, given: [1, 2] },
])(
  "a reader from a replica that had read more, mayBeBehind $mayBeBehind",
  async ({ mayBeBehind, given }) => {
    const { feed, stored } = feedOf({ mayBeBehind });
    stored.push(1, 2);
    await feed.poll();
    expect(numbers(feed.state("9"))).toEqual(given);
  },
);

test("the first reader starts a poll at once; without readers the feed is rarely read", async () => {
  let first = 0;
  const { feed, reads } = feedOf({
    onFirstReader: () => {
      first += 1;
    },
  });
  feed.start();
  await expect.poll(() => reads.length).toBe(1);
  feed.subscribe(() => {});
  feed.subscribe(() => {});
  await expect.poll(() => reads.length).toBe(2);
  expect(first).toBe(1);
  await feed.stop();
});
