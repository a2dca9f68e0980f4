import { describe, expect, test } from "vitest";
import { parseStreamQuery } from "./stream-query.ts";

function parse(query: string): Record<string, string[]> {
  const found = parseStreamQuery(new URLSearchParams(query));
  return Object.fromEntries(found.map(({ market, topics }) => [market, [...topics].toSorted()]));
}

const OF_A_MARKET = ["bbo", "block", "mark", "orderbook", "stats", "tape", "trades"];
const OF_ALL = ["mark", "stats", "tape"];

describe("a stream query", () => {
  test.each([
    ["market=BTCUSDC", { BTCUSDC: OF_A_MARKET }],
    ["market=ALL", { ALL: OF_ALL }],
    ["market=ALL&events=mark,hb", { ALL: ["mark"] }],
    ["market=BTCUSDC&events=", { BTCUSDC: [] }],
    ["market=BTCUSDC&events=hb", { BTCUSDC: [] }],
    ["market=BTCUSDC&events=mark,,mark,", { BTCUSDC: ["mark"] }],
    ["market=BTCUSDC&events=kline&kline=1m,1m,4h", { BTCUSDC: ["kline:1m", "kline:4h"] }],
    ["market=BTCUSDC&events=mark&kline=1m", { BTCUSDC: ["mark"] }],
    ["market=,BTCUSDC,BTCUSDC,", { BTCUSDC: OF_A_MARKET }],
    ["market=BTCUSDC,ETHUSDC&events=mark", { BTCUSDC: ["mark"], ETHUSDC: ["mark"] }],
    [
      "market=ALL,BTCUSDC&events=mark,bbo,kline&kline=1s",
      { ALL: ["mark"], BTCUSDC: ["bbo", "kline:1s", "mark"] },
    ],
  ])("%s", (query, expected) => {
    expect(parse(query)).toEqual(expected);
  });

  test.each([
    ["", "MALFORMED_QUERY", "missing"],
    ["market=,", "MALFORMED_QUERY", "missing"],
    ["market=A&market=B", "MALFORMED_QUERY", "twice"],
    ["market=A&events=mark&events=bbo", "MALFORMED_QUERY", "twice"],
    ["market=1,2,3,4,5,6,7,8,9", "MALFORMED_QUERY", "at most 8 markets"],
    ["market=A&events=nonsense", "UNKNOWN_EVENT", "bbo, orderbook, stats, mark, trades, kline"],
    ["market=A&events=Mark", "UNKNOWN_EVENT", "Mark"],
    ["market=A&kline=2m", "UNKNOWN_INTERVAL", "1s, 1m, 5m, 15m, 1h, 4h, 1d"],
    ["market=A&events=kline", "MALFORMED_QUERY", "1s, 1m"],
    ["market=ALL&events=bbo", "MALFORMED_QUERY", "stats, mark, tape, hb"],
    ["market=ALL&events=kline&kline=1m", "MALFORMED_QUERY", "stats, mark, tape, hb"],
    ["market=ALL&kline=1m", "MALFORMED_QUERY", "stats, mark, tape, hb"],
  ])("%s is refused, and says what is allowed", (query, code, message) => {
    expect(() => parse(query)).toThrow(
      expect.objectContaining({ code, message: expect.stringContaining(message) }),
    );
  });
});
