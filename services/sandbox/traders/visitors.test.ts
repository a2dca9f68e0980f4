/** The pace of the simulated traders, by what apps say of their visitors. */

import { expect, test } from "vitest";
import { HOUR_MS } from "#lib/protocol/durations.ts";
import { Visitors } from "./visitors.ts";

function visitorsAt(): { visitors: Visitors; pass: (milliseconds: number) => void } {
  let now = 1_000_000;
  const pass = (milliseconds: number) => {
    now += milliseconds;
  };
  return { visitors: new Visitors({ now: () => now }), pass };
}

test("without a word from an app nobody counts as away", () => {
  const { visitors, pass } = visitorsAt();
  expect(visitors.areAway).toBe(false);
  pass(HOUR_MS);
  expect(visitors.areAway).toBe(false);
});

test("all are away when the apps that were heard lately have no visitor", () => {
  const { visitors, pass } = visitorsAt();
  visitors.note(false);
  expect(visitors.areAway).toBe(true);
  // One of two apps has a visitor.
  visitors.note(true);
  visitors.note(false);
  expect(visitors.areAway).toBe(false);
  pass(HOUR_MS);
  visitors.note(false);
  expect(visitors.areAway).toBe(true);
  // An app that has ended says nothing about the markets.
  pass(HOUR_MS);
  expect(visitors.areAway).toBe(false);
});

test("a visitor ends the long pause of a trader, and so does its stop", async () => {
  const { visitors } = visitorsAt();
  const stopping = new AbortController();
  visitors.note(false);
  const pauses = [HOUR_MS, HOUR_MS].map((length) => visitors.pause(length, stopping.signal));
  visitors.note(true);
  await expect(Promise.all(pauses)).resolves.toHaveLength(2);
  const stopped = visitors.pause(HOUR_MS, stopping.signal);
  stopping.abort();
  await expect(stopped).resolves.toBeUndefined();
});
