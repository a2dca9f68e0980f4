import { expect, test } from "vitest";
import { Ages } from "./ages.ts";
import { eventFreshness } from "./freshness.ts";

test("data has no age before it arrives, unless it is overdue", () => {
  const ages = new Ages();
  ages.note("hb", 1_000);
  expect([ages.of("orderbook", 4_000), ages.ofStream(3_000)]).toEqual([undefined, 2_000]);
  ages.note("block", 5_000);
  expect(ages.of("orderbook", 5_000)).toEqual({ receivedMs: 4_000, confirmedMs: 4_000 });
});

test("a tape that was read from its history has an age, and confirms nothing else", () => {
  const ages = new Ages();
  ages.note("orderbook", 1_000);
  ages.read("trades", 9_000);
  expect(ages.of("trades", 10_000)).toEqual({ receivedMs: 1_000, confirmedMs: 1_000 });
  expect(ages.of("orderbook", 10_000)?.confirmedMs).toBe(9_000);
});

test("any read from the venue confirms the unchanged book of a quiet market", () => {
  const ages = new Ages();
  ages.note("orderbook", 1_000);
  for (const name of ["block", "stats", "mark", "tape", "bbo", "trades"] as const) {
    ages.note("orderbook", 1_000);
    ages.note(name, 60_000);
    expect(ages.of("orderbook", 61_000)).toEqual({ receivedMs: 60_000, confirmedMs: 1_000 });
  }
});

test("heartbeats and bars confirm no book, because the app sends them without the venue too", () => {
  const ages = new Ages();
  ages.note("orderbook", 1_000);
  ages.note("hb", 60_000);
  ages.note("kline", 60_000);
  expect(ages.of("orderbook", 61_000)).toEqual({ receivedMs: 60_000, confirmedMs: 60_000 });
  expect(ages.of("kline", 61_000)).toEqual({ receivedMs: 1_000, confirmedMs: 1_000 });
});

test("a book without the current best prices is as old as they are, whatever else is confirmed", () => {
  const ages = new Ages();
  ages.note("orderbook", 1_000);
  ages.note("bbo", 60_000);
  ages.setBookDoubt(60_000);
  ages.note("block", 64_000);
  expect(ages.of("orderbook", 64_000)?.confirmedMs).toBe(4_000);
  expect(eventFreshness(ages.of("orderbook", 64_000), "open")).toBe("stale");
  ages.setBookDoubt(undefined);
  expect(eventFreshness(ages.of("orderbook", 64_000), "open")).toBe("live");
});

/** The cadences of docs/api/streams.md in milliseconds, and the longest time without a badge after a missed event. */
const CADENCES = { mark: 1_000, stats: 1_000, orderbook: 600, trades: 1_000, bbo: 350 } as const;
const BADGE_WITHIN_MS = 3_000;
const LOOKED_AT_EVERY_MS = 250;

test.each(Object.entries(CADENCES))(
  "a missed cadence of %s shows a badge within 3 s, and one late event shows none",
  (event, cadence) => {
    const ages = new Ages();
    const name = event as keyof typeof CADENCES;
    ages.note(name, 10_000);
    const at = (now: number) => eventFreshness(ages.of(name, now), "open");
    expect(at(10_000 + 2 * cadence)).toBe("live");
    expect(at(10_000 + cadence + BADGE_WITHIN_MS - LOOKED_AT_EVERY_MS)).toBe("stale");
  },
);

test("only the oracle confirms the mark: the venue may live while the oracle is dead", () => {
  const ages = new Ages();
  ages.note("mark", 1_000);
  ages.note("block", 60_000);
  expect(ages.of("mark", 61_000)?.confirmedMs).toBe(60_000);
  ages.confirmMark(60_500);
  expect(ages.of("mark", 61_000)).toEqual({ receivedMs: 60_000, confirmedMs: 500 });
});

test("a state from another tab that is older than later events makes nothing older", () => {
  const ages = new Ages();
  ages.note("block", 60_000);
  ages.note("orderbook", 10_000);
  expect(ages.of("orderbook", 61_000)?.confirmedMs).toBe(1_000);
  expect(ages.ofStream(61_000)).toBe(1_000);
});

test("a book is called stale after 3 s without data from the venue, and never live without a connection", () => {
  const age = (confirmedMs: number) => ({ receivedMs: 90_000, confirmedMs });
  expect(eventFreshness(age(3_000), "open")).toBe("live");
  expect(eventFreshness(age(3_001), "open")).toBe("stale");
  expect(eventFreshness(age(0), "reconnecting")).toBe("reconnecting");
  expect(eventFreshness(undefined, "connecting")).toBe("connecting");
  expect(eventFreshness(undefined, "open")).toBe("connecting");
});
