import { beforeEach, expect, test } from "vitest";
import { ManualTimers } from "#lib/kernel/time/timers.testing.ts";
import { CachedRead } from "./cached-read.ts";

let timers: ManualTimers;
let reads: number;
let answer: () => Promise<string>;
let cached: CachedRead<string>;

beforeEach(() => {
  timers = new ManualTimers(1_000_000);
  reads = 0;
  answer = async () => `answer ${reads}`;
  const read = () => {
    reads += 1;
    return answer();
  };
  cached = new CachedRead({ timers, freshMs: 10_000, read });
});

const fail = () => Promise.reject(new Error("away"));

test("one read serves all callers while it is fresh, and while it is under way", async () => {
  const first = await Promise.all([cached.get(), cached.get(), cached.get()]);
  expect(first.map(({ value }) => value)).toEqual(["answer 1", "answer 1", "answer 1"]);
  await timers.advance(8_500);
  expect(await cached.get()).toEqual({ value: "answer 1", maxAgeSeconds: 2 });
  await timers.advance(1_500);
  expect(await cached.get()).toEqual({ value: "answer 2", maxAgeSeconds: 10 });
});

test("without any answer a kept read refuses, and retries at most once a second", async () => {
  answer = fail;
  for (let count = 0; count < 5; count += 1) {
    await expect(cached.get()).rejects.toThrow(/Market data/i);
  }
  expect(reads).toBe(1);
  await timers.advance(1_000);
  answer = async () => "there";
  expect((await cached.get()).value).toBe("there");
});

test("the known value stays while the source is unavailable, and no caller waits for a source that hangs", async () => {
  await cached.get();
  await timers.advance(10_000);
  answer = fail;
  expect(await cached.get()).toEqual({ value: "answer 1", maxAgeSeconds: 1 });
  await timers.advance(1_000);
  const { promise, resolve } = Promise.withResolvers<string>();
  answer = () => promise;
  expect((await cached.get()).value).toBe("answer 1");
  resolve("back");
  await timers.advance(0);
  await cached.refresh();
  expect(await cached.get()).toEqual({ value: "back", maxAgeSeconds: 10 });
});

test("a clock that is set back keeps no value fresh for longer", async () => {
  await cached.get();
  timers.setBack(3_600_000);
  expect(await cached.get()).toEqual({ value: "answer 1", maxAgeSeconds: 10 });
  await timers.advance(10_000);
  expect(await cached.get()).toEqual({ value: "answer 2", maxAgeSeconds: 10 });
});
