/** An answer may leave for three seconds after the last answered beat was sent, by a clock that cannot be set. */
import { afterEach, expect, test, vi } from "vitest";
import { PrimaryBeat } from "./primary-beat.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

function steadyClock(): { milliseconds: number } {
  const clock = { milliseconds: 5_000 };
  vi.spyOn(process.hrtime, "bigint").mockImplementation(
    () => BigInt(clock.milliseconds) * 1_000_000n,
  );
  return clock;
}

test("is fresh for three seconds from when the beat was sent, not from its answer", () => {
  const clock = steadyClock();
  const beat = new PrimaryBeat();
  expect(beat.isFresh).toBe(false);
  const sentAt = clock.milliseconds * 1_000;
  clock.milliseconds += 2_000;
  beat.answered(sentAt);
  expect(beat.isFresh).toBe(true);
  clock.milliseconds += 999;
  expect(beat.isFresh).toBe(true);
  clock.milliseconds += 1;
  expect(beat.isFresh).toBe(false);
});

test("is the same in every thread, and does not look at the wall clock", () => {
  const clock = steadyClock();
  const beat = new PrimaryBeat();
  const inGateway = new PrimaryBeat(beat.memory);
  beat.answered(clock.milliseconds * 1_000);
  vi.spyOn(Date, "now").mockReturnValue(Date.now() + 7 * 3_600_000);
  expect(inGateway.isFresh).toBe(true);
  clock.milliseconds += 3_000;
  vi.spyOn(Date, "now").mockReturnValue(0);
  expect(inGateway.isFresh).toBe(false);
});
