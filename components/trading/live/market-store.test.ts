import { expect, test } from "vitest";
import type { Decimal } from "#lib/protocol/decimal.ts";
import type { MarketStats, Trade } from "#lib/protocol/wire/market.ts";
import type { StreamEvent } from "./events.ts";
import { eventFreshness, freshness } from "./freshness.ts";
import { MarketStore, mergeTrades } from "./market-store.ts";

const decimal = (text: string) => text as Decimal;

function storeWith(now = () => 0, hidden = false) {
  const due: { frame: (() => void)[]; later: (() => void)[] } = { frame: [], later: [] };
  const store = new MarketStore(
    { mark: decimal("1"), stats: undefined, bbo: undefined, book: undefined },
    {
      frame: (run) => due.frame.push(run),
      later: (run) => due.later.push(run),
      now,
      hidden: () => hidden,
    },
  );
  const apply = (event: StreamEvent) => store.apply(event, now());
  const run = (pace: "frame" | "later") => {
    for (const one of due[pace].splice(0)) one();
  };
  return { store, apply, due, run };
}

const mark = (price: string, timestamp = 0) =>
  ({ name: "mark", data: { market: "M", mark_price: decimal(price), timestamp } }) as const;

function trade(id: number): Trade {
  return {
    id,
    market: "M",
    price: decimal("1"),
    side: "BUY",
    size: decimal("1"),
    created_at: 5,
    trade_type: "FILL",
  };
}

test("a burst of marks is one notification per frame, with the last of them", () => {
  const { store, apply, due, run } = storeWith();
  let notifications = 0;
  store.subscribe("mark", () => {
    notifications += 1;
  });
  for (const price of ["2", "3", "4"]) apply(mark(price));
  expect(due.frame).toHaveLength(1);
  expect(store.get("mark")).toBe("1");
  run("frame");
  expect([store.get("mark"), notifications]).toEqual(["4", 1]);
});

test("the book waits for its own slower pace and does not delay the mark", () => {
  const { store, apply, run } = storeWith();
  apply({ name: "orderbook", data: { asks: {}, bids: {} } });
  apply(mark("2"));
  run("frame");
  expect([store.get("mark"), store.get("book")]).toEqual(["2", undefined]);
  run("later");
  expect(store.get("book")).toEqual({ asks: {}, bids: {} });
});

test("a hidden page, which has no frames, still updates the mark but not the book", () => {
  const { store, apply, due } = storeWith(() => 0, true);
  const notified: unknown[] = [];
  store.subscribe("mark", () => notified.push(store.get("mark")));
  apply(mark("2"));
  apply({ name: "orderbook", data: { asks: {}, bids: {} } });
  expect([notified, store.get("book"), due.frame.length]).toEqual([["2"], undefined, 0]);
});

test("counted fills that did not arrive are requested", () => {
  let now = 0;
  const { store, apply } = storeWith(() => now);
  let holes = 0;
  store.onTapeHole(() => {
    holes += 1;
    store.setTape([trade(1), trade(2)]);
  });
  const tape = (trades_today: number) => {
    apply({ name: "tape", data: { trades_24h: trades_today, trades_today } });
    now += 4_000;
    apply({ name: "hb", data: null });
  };
  tape(1);
  expect(holes).toBe(0);
  tape(2);
  expect([holes, store.get("trades")]).toEqual([1, undefined]);
  tape(2);
  expect(holes).toBe(1);
});

test("bars are never collapsed", () => {
  const { store, apply } = storeWith();
  const seen: number[] = [];
  store.onBar((bar) => seen.push(bar.start));
  for (const start of [1, 2, 3]) {
    apply({ name: "kline", data: { start } as never });
  }
  expect(seen).toEqual([1, 2, 3]);
});

test("the tape holds each fill once, newest first, and at most a hundred", () => {
  const first = mergeTrades([], [trade(2), trade(1), trade(2)]);
  expect(first.map((one) => one.id)).toEqual([2, 1]);
  expect(mergeTrades(first, [trade(1)])).toBe(first);
  const many = Array.from({ length: 150 }, (_, index) => trade(index));
  const full = mergeTrades(first, many);
  expect([full.length, full[0]?.id]).toEqual([100, 149]);
});

test("an unchanged mark is fresh while the oracle confirms it, and stale when it does not", () => {
  let now = 10_000;
  const { store, apply } = storeWith(() => now);
  const state = () => freshness(store.markTimes, "open", { now, serverNow: now });
  expect(state()).toBe("stale");
  apply(mark("2", 10_000));
  expect(state()).toBe("live");
  now = 13_500;
  expect(state()).toBe("stale");
  apply({
    name: "stats",
    data: { volume_24h: "0", mark_updated_at: 13_400 } as unknown as MarketStats,
  });
  expect(state()).toBe("live");
});

test("an old mark is stale even on arrival, and a lost connection is never live", () => {
  const times = { receivedAt: 100_000, markedAt: 90_000 };
  const clock = { now: 100_000, serverNow: 100_000 };
  expect(freshness(times, "open", clock)).toBe("stale");
  expect(freshness({ ...times, markedAt: 99_000 }, "open", clock)).toBe("live");
  expect(freshness({ ...times, markedAt: 99_000 }, "reconnecting", clock)).toBe("reconnecting");
});

test("an unchanged book is stale while the best prices move, and live again with its next event", () => {
  let now = 10_000;
  const { store, apply } = storeWith(() => now);
  const side = (price: string) => ({ [price]: decimal("1") });
  const bbo = (bid: string) =>
    apply({ name: "bbo", data: { ask: null, bid, ask_size: null, bid_size: "1" } as never });
  const book = (bid: string) => apply({ name: "orderbook", data: { asks: {}, bids: side(bid) } });
  const state = () => eventFreshness(store.ages.of("orderbook", now), "open");
  book("99");
  for (const bid of ["100", "101", "102", "103"]) {
    now += 1_000;
    bbo(bid);
    apply(mark("2", now));
  }
  now += 100;
  expect(state()).toBe("stale");
  book("103");
  bbo("103");
  expect(state()).toBe("live");
});
