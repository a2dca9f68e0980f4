/** A story comes five minutes after a start and each half hour from then on, also over a restart. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ManualTimers } from "#lib/kernel/time/timers.testing.ts";
import { MINUTE_MS } from "#lib/protocol/durations.ts";
import { type CauseBody, CausedEvents } from "./caused-events.ts";
import { startHalfHours } from "./half-hours.ts";

const NOON = Date.UTC(2026, 4, 1, 12);
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "story-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Minutes since noon at which something happened, and what. */
function started(timers: ManualTimers) {
  const caused = new CausedEvents(join(folder, "story.jsonl"));
  const happened: [minute: number, body: CauseBody][] = [];
  const happen = (body: CauseBody) => {
    happened.push([(timers.now() - NOON) / MINUTE_MS, body]);
    return caused.cause(body, timers.now());
  };
  const stop = startHalfHours({ caused, happen, timers, log: { warn: () => {} } });
  return { happened, stop };
}

async function pass(timers: ManualTimers, minutes: number): Promise<void> {
  for (let left = minutes * 6; left > 0; left -= 1) await timers.advance(10_000);
}

test("the first comes after five minutes, and another each half hour", async () => {
  const timers = new ManualTimers(NOON);
  const { happened, stop } = started(timers);
  await pass(timers, 70);
  expect(happened.map(([minute]) => minute)).toEqual([5, 35, 65]);
  expect(new Set(happened.map(([, { kind, asset }]) => `${kind} ${asset}`)).size).toBe(3);
  await stop();
});

test("after a restart the half hour goes on, with what comes next", async () => {
  const timers = new ManualTimers(NOON);
  const first = started(timers);
  await pass(timers, 10);
  await first.stop();
  const second = started(timers);
  await pass(timers, 30);
  expect(second.happened.map(([minute]) => minute)).toEqual([35]);
  expect(second.happened[0]?.[1].kind).not.toBe(first.happened[0]?.[1].kind);
  await second.stop();
});

test("every turn is something that can happen", async () => {
  const timers = new ManualTimers(NOON);
  const { happened, stop } = started(timers);
  await pass(timers, 5 + 14 * 30);
  expect(happened.length).toBeGreaterThanOrEqual(14);
  await stop();
});
