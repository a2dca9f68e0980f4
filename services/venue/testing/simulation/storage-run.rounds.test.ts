/**
 * Whenever and however the venue crashes, nothing acknowledged is lost, nothing is counted twice, and damage in the
 * middle of history is refused with its place. STORAGE_SEEDS sets the number of histories.
 */
import { expect, test } from "vitest";
import { runStorage } from "./storage-run.ts";

const SEEDS = Number(process.env["STORAGE_SEEDS"] ?? 3);
const LIVES = 10;

test(`${SEEDS} seeds of ${LIVES} lives each lose and double nothing`, async () => {
  const counts = new Map<string, number>();
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const result = await runStorage({ seed, lives: LIVES });
    for (const [name, times] of result.counts) counts.set(name, (counts.get(name) ?? 0) + times);
  }
  for (const name of [
    "duplicate",
    "sent again",
    "snapshot torn",
    "snapshot refused",
    "recovered from a snapshot",
    "flipped bit refused",
    "crash: nothing in flight",
    "crash: a whole block that was not acknowledged",
    "crash: a block torn at byte n",
    "crash: a block of n sectors without sector n",
    "crash: an empty segment",
  ]) {
    expect(counts.get(name), name).toBeGreaterThan(0);
  }
});
