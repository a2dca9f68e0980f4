import { expect, test } from "vitest";
import { marketOf, planStreams } from "./stream-plan.ts";

const urls = (...markets: string[]) =>
  planStreams(markets.map((market) => ({ market, intervals: ["1m"] }))).map(({ url }) => url);

test("everything that the tabs follow is one stream, each market and interval once, in the server's order of intervals", () => {
  const streams = planStreams([
    { market: "ETHUSDC", intervals: ["5m"] },
    { market: "ALL", intervals: [] },
    { market: "ETHUSDC", intervals: ["1s"] },
  ]);
  expect(streams.map(({ url }) => url)).toEqual([
    "/api/perps-dex/stream?market=ETHUSDC,ALL&kline=1s,5m",
  ]);
});

test("the list feed alone requests no bars, and a name is encoded", () => {
  expect(urls("ALL")).toEqual(["/api/perps-dex/stream?market=ALL"]);
  expect(urls("A&B")).toEqual(["/api/perps-dex/stream?market=A%26B&kline=1m"]);
});

test("eight markets share a stream; the ninth begins another", () => {
  const nine = Array.from({ length: 9 }, (_, index) => `M${index}`);
  expect(urls(...nine)).toEqual([
    `/api/perps-dex/stream?market=${nine.slice(0, 8).join()}&kline=1m`,
    "/api/perps-dex/stream?market=M8&kline=1m",
  ]);
});

test("a message belongs to the market that its id names, which must be one of its stream", () => {
  const [two] = planStreams([
    { market: "A", intervals: [] },
    { market: "B", intervals: [] },
  ]);
  const [one] = planStreams([{ market: "A", intervals: [] }]);
  expect([marketOf(two!, "B"), marketOf(two!, "C"), marketOf(two!, "")]).toEqual([
    "B",
    undefined,
    undefined,
  ]);
  expect(marketOf(one!, "")).toBe("A");
});

test("an account is on the first stream, or has one of its own, and its events name it", () => {
  const follows = Array.from({ length: 9 }, (_, index) => ({ market: `M${index}`, intervals: [] }));
  const [first, second] = planStreams(follows, "@ann");
  expect([first!.url, second!.url]).toEqual([
    `/api/perps-dex/stream?market=${follows
      .slice(0, 8)
      .map(({ market }) => market)
      .join()}&account=ann`,
    "/api/perps-dex/stream?market=M8",
  ]);
  expect([first!.markets.length, second!.markets]).toEqual([9, ["M8"]]);
  const [beside] = planStreams([{ market: "A", intervals: ["1m"] }], "@ann");
  expect(beside!.url).toBe("/api/perps-dex/stream?market=A&kline=1m&account=ann");
  expect([marketOf(beside!, "A"), marketOf(beside!, "@ann"), marketOf(beside!, "@bob")]).toEqual([
    "A",
    "@ann",
    undefined,
  ]);
  const [alone] = planStreams([], "@ann");
  expect(alone!.url).toBe("/api/perps-dex/stream?account=ann");
});
