import { expect, test } from "vitest";
import { Memory } from "./leader.ts";
import type { Frame } from "./stream-pool.ts";

const frame = (market: string, event: Frame["event"], data: unknown): Frame => ({
  market,
  event,
  text: JSON.stringify(data),
  at: 1,
});

test("the last state of each topic is kept, and for bars that of the wanted intervals", () => {
  const memory = new Memory();
  memory.put(frame("BTC", "mark", { mark_price: "1" }));
  memory.put(frame("BTC", "mark", { mark_price: "2" }));
  memory.put(frame("ETH", "mark", { mark_price: "3" }));
  memory.put(frame("BTC", "kline", { interval: "1m", start: 1 }));
  memory.put(frame("BTC", "kline", { interval: "5m", start: 2 }));
  memory.put(frame("BTC", "kline", { interval: "5m", start: 3 }));
  const texts = memory.of({ market: "BTC", intervals: ["5m"] }).map(({ text }) => text);
  expect(texts).toEqual(['{"mark_price":"2"}', '{"interval":"5m","start":3}']);
});

test("fills and heartbeats are not part of the state", () => {
  const memory = new Memory();
  memory.put(frame("BTC", "trades", []));
  memory.put(frame("", "hb", {}));
  expect(memory.of({ market: "BTC", intervals: [] })).toEqual([]);
  expect(memory.of({ market: "", intervals: [] })).toEqual([]);
});

test("the state of a market that is no longer followed is deleted", () => {
  const memory = new Memory();
  memory.put(frame("BTC", "mark", {}));
  memory.put(frame("ETH", "mark", {}));
  memory.keepOnly(new Set(["ETH"]));
  expect(memory.of({ market: "BTC", intervals: [] })).toEqual([]);
  expect(memory.of({ market: "ETH", intervals: [] })).toHaveLength(1);
});
