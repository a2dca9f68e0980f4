import { expect, test } from "vitest";
import type { MarketEvent } from "#lib/trading/market-data/market-topics.ts";
import { eventFrame, namedEventFrame } from "./market-frames.ts";

const head: MarketEvent = { topic: "block", event: "block", key: "block", json: '{"height":7}' };

test("one event for several markets names each of them to its readers", () => {
  const texts = ["BTCUSDC", "ETHUSDC"].map((market) =>
    namedEventFrame(market, head).bytes.toString(),
  );
  expect(texts).toEqual([
    'id: BTCUSDC\nevent: block\ndata: {"height":7}\n\n',
    'id: ETHUSDC\nevent: block\ndata: {"height":7}\n\n',
  ]);
});

test("an event is serialized once for all readers of the same form", () => {
  expect(namedEventFrame("BTCUSDC", head)).toBe(namedEventFrame("BTCUSDC", head));
  expect(eventFrame(head)).toBe(eventFrame(head));
});
