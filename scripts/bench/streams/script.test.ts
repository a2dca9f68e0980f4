import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ScriptedFeed } from "./feed.ts";
import { frameOf, parseEvents, replay, type Script, type ScriptEvent } from "./script.ts";
import { restamp, sequenceOf, stampedAt } from "./stamps.ts";

const NOW = 1_800_000_000_000;
beforeEach(() => void vi.useFakeTimers({ now: NOW }));
afterEach(() => void vi.useRealTimers());

test("reads the time of every stamped kind of event, and can stamp the event again", () => {
  const feed = new ScriptedFeed(NOW);
  const events = {
    bbo: JSON.stringify(feed.bestBidOffer(NOW)),
    orderbook: JSON.stringify(feed.orderBook(NOW)),
    stats: JSON.stringify(feed.stats(NOW)),
  };
  for (const [event, data] of Object.entries(events)) {
    expect(stampedAt(event, data)).toBe(NOW);
    const next = restamp(event, data, { now: NOW + 5, seq: 9 });
    expect(stampedAt(event, next)).toBe(NOW + 5);
    expect(next).toHaveLength(data.length);
  }
  expect(sequenceOf("bbo", restamp("bbo", events.bbo, { now: NOW, seq: 9 }))).toBe(9);
  expect(stampedAt("mark", `{"timestamp":${NOW}}`)).toBeUndefined();
});

test("a frame parses back into the event that it was made of", () => {
  const events: ScriptEvent[] = [
    { event: "mark", data: '{"market":"BTCUSDC"}' },
    { event: "hb", data: "{}" },
  ];
  expect(parseEvents(`retry: 3000\n\n${events.map(frameOf).join("")}`)).toEqual(events);
});

test("a script repeats its batches at their times, lap after lap, with a continuous sequence", () => {
  const bbo = { event: "bbo", data: `{"seq_no":50,"last_updated_at":${NOW}}` };
  const script: Script = {
    length: 1_000,
    batches: [
      { at: 100, events: [bbo] },
      { at: 600, events: [bbo, { event: "hb", data: "{}" }] },
    ],
  };
  const sent: [at: number, sequence: number | undefined][] = [];
  const stop = replay(script, ([first]) => {
    sent.push([Date.now() - NOW, first && sequenceOf(first.event, first.data)]);
  });
  vi.advanceTimersByTime(2_200);
  stop();
  vi.advanceTimersByTime(5_000);
  expect(sent).toEqual([
    [100, 1],
    [600, 2],
    [1_100, 3],
    [1_600, 4],
    [2_100, 5],
  ]);
});

test("the scripted book has about 4 KB and keeps its prices in order on the wire", () => {
  const book = new ScriptedFeed(NOW).orderBook(NOW + 123_456);
  expect(JSON.stringify(book).length).toBeGreaterThan(3_500);
  expect(JSON.stringify(book).length).toBeLessThan(5_000);
  const asks = Object.keys(book.asks).map(Number);
  expect(asks).toEqual(asks.toSorted((a, b) => a - b));
  expect(asks).toHaveLength(60);
});

test("the scripted tape has every fill once, page after page", () => {
  const feed = new ScriptedFeed(NOW);
  const end = NOW + 60_000;
  const first = feed.trades({ pageSize: 50, startAt: NOW, after: undefined }, end);
  const second = feed.trades({ pageSize: 100, startAt: undefined, after: Number(first.next) }, end);
  const ids = [...first.results, ...second.results].map(({ id }) => id);
  expect(ids).toEqual(Array.from({ length: 121 }, (_, index) => NOW / 500 + index));
  expect(second.next).toBeNull();
});
