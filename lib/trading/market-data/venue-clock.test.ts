import { beforeEach, describe, expect, test } from "vitest";
import { ManualTimers } from "#lib/kernel/time/timers.testing.ts";
import { VenueClock } from "./venue-clock.ts";

const VENUE = Date.UTC(2026, 2, 3, 10, 15);
let timers: ManualTimers;
let began: number;
/** Error of the venue's clock, which runs independently of this machine's clock. */
let wrong: number;
/** Duration of each answer; the venue reads its clock when the request arrives. */
let answerMs: number;
let requestCount: number;
let clock: VenueClock;

const trueTime = () => VENUE + timers.monotonic() - began;

beforeEach(async () => {
  timers = new ManualTimers(VENUE - 5_000);
  began = timers.monotonic();
  wrong = 0;
  answerMs = 0;
  requestCount = 0;
  const readTime = async () => {
    requestCount += 1;
    const time = trueTime() + wrong;
    if (answerMs > 0) await timers.advance(answerMs);
    return time;
  };
  clock = new VenueClock({ timers, readTime });
});

test("there is no venue time before the first reading", async () => {
  expect(() => clock.now()).toThrow("starting");
  expect(clock.isDue).toBe(true);
  await clock.read();
  expect(clock.now()).toBe(VENUE);
  expect(clock.isDue).toBe(false);
  await timers.advance(10_000);
  expect([clock.now(), clock.isDue]).toEqual([VENUE + 10_000, true]);
});

describe("a correction of this machine's clock", () => {
  test.each(["setBack", "setForward"] as const)(
    "%s stops the time until the next reading, and then has no effect",
    async (correct) => {
      await clock.read();
      await timers.advance(1_000);
      clock.now();
      timers[correct](300_000);
      await timers.advance(2_000);
      expect([clock.now(), clock.isDue]).toEqual([VENUE + 1_000, true]);
      await clock.read();
      expect([clock.now(), clock.isDue]).toEqual([VENUE + 3_000, false]);
    },
  );

  test("that happens during a reading invalidates it", async () => {
    await clock.read();
    const readTime = async () => {
      timers.setForward(60_000);
      return 0;
    };
    const other = new VenueClock({ timers, readTime });
    await expect(other.read()).rejects.toThrow("clock was set");
    expect(() => other.now()).toThrow("starting");
  });
});

test("after a sleep that the monotonic clock counts, the venue's clock is read before time moves on", async () => {
  await clock.read();
  timers.sleep(3_600_000);
  expect([clock.now(), clock.isDue]).toEqual([VENUE, true]);
  await clock.read();
  expect(clock.now()).toBe(VENUE + 3_600_000);
});

describe("the venue's clock", () => {
  test("that is set forward is followed after a second reading that confirms it", async () => {
    await clock.read();
    wrong = 60_000;
    await clock.read();
    expect([clock.now(), requestCount]).toEqual([VENUE + 60_000, 3]);
  });

  test("is not followed to a single outlier", async () => {
    const answers = [VENUE, VENUE + 3_600_000, VENUE];
    const readTime = async () => answers.shift() ?? VENUE;
    const other = new VenueClock({ timers, readTime });
    await other.read();
    await expect(other.read()).rejects.toThrow("contradict");
    expect(other.now()).toBe(VENUE);
  });

  test("that is set back stops this one until it has caught up, and time never runs backwards", async () => {
    await clock.read();
    wrong = -30_000;
    await clock.read();
    expect(clock.now()).toBe(VENUE);
    await timers.advance(29_000);
    await clock.read();
    expect(clock.now()).toBe(VENUE);
    await timers.advance(3_000);
    expect(clock.now()).toBe(VENUE + 2_000);
  });

  test("is not assumed to be more exact than its reading, and a better reading replaces a worse one", async () => {
    answerMs = 800;
    await clock.read();
    expect(clock.now()).toBe(trueTime() - 400);
    answerMs = 0;
    await clock.read();
    expect(clock.now()).toBe(trueTime());
    answerMs = 800;
    await clock.read();
    expect(clock.now()).toBe(trueTime());
  });
});

describe("what another replica says of the venue's time", () => {
  /** Once in half a second, ten seconds long. Every second message takes longer. */
  async function hear(difference: number): Promise<void> {
    for (let count = 0; count < 20; count += 1) {
      await timers.advance(500);
      clock.now();
      clock.hears(trueTime() + wrong + difference - (count % 2 === 0 ? 3 : 400));
    }
  }

  beforeEach(() => clock.read());

  test("confirms this clock, and then the venue is not asked", async () => {
    for (let times = 0; times < 3; times += 1) {
      await hear(20);
      expect(clock.isDue).toBe(true);
      await clock.read();
      expect(clock.isDue).toBe(false);
    }
    expect(requestCount).toBe(1);
    expect(clock.now()).toBe(trueTime());
  });

  test.each([80, -80])(
    "contradicts this clock by %i ms: the venue is asked",
    async (difference) => {
      await hear(difference);
      await clock.read();
      expect(requestCount).toBe(2);
      expect(clock.now()).toBe(trueTime());
    },
  );

  test("says nothing when it is old, scarce, or this machine slept", async () => {
    await hear(0);
    await clock.read();
    await timers.advance(10_000);
    await clock.read();
    expect(requestCount).toBe(2);
    clock.hears(trueTime());
    await timers.advance(10_000);
    await clock.read();
    expect(requestCount).toBe(3);
    await hear(0);
    timers.setForward(300_000);
    expect(clock.isDue).toBe(true);
    await clock.read();
    expect(requestCount).toBe(4);
  });
});
