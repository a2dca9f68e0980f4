import { expect, test } from "vitest";
import { searchMarkets, searchScore } from "./market-search.ts";

const market = (base: string) => ({ symbol: `${base}USDC`, base });
const MARKETS = ["SOL", "BTC", "ETH", "WBTC", "STETH", "BONK", "ORDI"].map(market);
const found = (typed: string) => searchMarkets(typed, MARKETS).map(({ base }) => base);

test("nothing typed finds everything, in its order", () => {
  expect(found("  ")).toEqual(MARKETS.map(({ base }) => base));
});

test("the name, its beginning, a part of it and letters in turn, in this order", () => {
  expect(found("btc")).toEqual(["BTC", "WBTC"]);
  expect(found("eth")).toEqual(["ETH", "STETH"]);
  expect(found("bk")).toEqual(["BONK"]);
  expect(found("o")[0]).toBe("ORDI");
  expect(found("xyz")).toEqual([]);
});

test("how a pair is written does not matter", () => {
  for (const typed of ["BTC/USDC", "btc-usdc", "btc usdc", "BTC_USDC"]) {
    expect(found(typed)[0]).toBe("BTC");
  }
});

test("fewer letters between are a better fit", () => {
  const [near, far] = [searchScore("sh", market("STHX")), searchScore("sh", market("SOLAH"))];
  expect(near! < far!).toBe(true);
});
