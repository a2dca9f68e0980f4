import { describe, expect, test } from "vitest";
import type { ListedMarket, MarketFigures } from "./listed-market.ts";
import {
  nextSort,
  type OrderOptions,
  orderMarkets,
  searchMarkets,
  searchScore,
  worthAt,
} from "./market-order.ts";

const market = (base: string): ListedMarket => ({
  symbol: `${base}USDC`,
  base,
  quote: "USDC",
  maxLeverage: 20,
  mark: undefined,
  priceDecimals: 1,
});
const figures = (part: Partial<MarketFigures>): MarketFigures => ({
  mark: undefined,
  change: undefined,
  volume: undefined,
  openInterest: undefined,
  funding: undefined,
  ...part,
});
const MARKETS = [market("SOL"), market("BTC"), market("ETH"), market("WBTC")];
const OPTIONS: OrderOptions = {
  typed: "",
  sort: { field: "volume", descending: true },
  favourites: new Set(),
  figures: {
    SOLUSDC: figures({ volume: "9", change: "-0.01" }),
    BTCUSDC: figures({ volume: "123456789012345678901", change: "0.2" }),
    ETHUSDC: figures({ volume: "123456789012345678902", change: "0" }),
  },
};
const bases = (change: Partial<OrderOptions>) =>
  orderMarkets(MARKETS, { ...OPTIONS, ...change }).map(({ base }) => base);

describe("the order of the list", () => {
  test("follows the column exactly, with missing figures at the end in both directions", () => {
    expect(bases({})).toEqual(["ETH", "BTC", "SOL", "WBTC"]);
    expect(bases({ sort: { field: "volume", descending: false } })).toEqual([
      "SOL",
      "BTC",
      "ETH",
      "WBTC",
    ]);
    expect(bases({ sort: { field: "change", descending: false } })[0]).toBe("SOL");
    expect(bases({ sort: { field: "symbol", descending: false } })[0]).toBe("BTC");
  });

  test("has favourites first, and before them the best match of a search", () => {
    const favourites = new Set(["WBTCUSDC", "SOLUSDC"]);
    expect(bases({ favourites })).toEqual(["SOL", "WBTC", "ETH", "BTC"]);
    expect(bases({ favourites, typed: "btc" })).toEqual(["BTC", "WBTC"]);
    expect(bases({ favourites, typed: "usdc" })).toEqual(["SOL", "ETH", "BTC", "WBTC"]);
  });

  test("reverses at the second click on a column", () => {
    const first = nextSort({ field: "volume", descending: true }, "change");
    expect(first).toEqual({ field: "change", descending: true });
    expect(nextSort(first, "change")).toEqual({ field: "change", descending: false });
    expect(nextSort(first, "symbol")).toEqual({ field: "symbol", descending: false });
  });
});

const pair = (base: string) => ({ symbol: `${base}USDC`, base });
const PAIRS = ["SOL", "BTC", "ETH", "WBTC", "STETH", "BONK", "ORDI"].map(pair);
const found = (typed: string) => searchMarkets(typed, PAIRS).map(({ base }) => base);

test("an empty search finds everything, in its order", () => {
  expect(found("  ")).toEqual(PAIRS.map(({ base }) => base));
});

test("a search ranks the whole name, its beginning, a part of it and scattered letters, in this order", () => {
  expect(found("btc")).toEqual(["BTC", "WBTC"]);
  expect(found("eth")).toEqual(["ETH", "STETH"]);
  expect(found("bk")).toEqual(["BONK"]);
  expect(found("o")[0]).toBe("ORDI");
  expect(found("xyz")).toEqual([]);
});

test("a search ignores how a pair is written", () => {
  for (const typed of ["BTC/USDC", "btc-usdc", "btc usdc", "BTC_USDC"]) {
    expect(found(typed)[0]).toBe("BTC");
  }
});

test("fewer letters between are a better match", () => {
  const [near, far] = [searchScore("sh", pair("STHX")), searchScore("sh", pair("SOLAH"))];
  expect(near! < far!).toBe(true);
});

test("open interest is worth its size at the mark, exactly, and nothing while either is unknown", () => {
  expect(worthAt("12345678.00001", "59016.9")).toBe("728603643958.790169");
  expect(worthAt("0", "59016.9")).toMatch(/^0(\.0+)?$/);
  expect([worthAt(undefined, "1"), worthAt("1", undefined)]).toEqual([undefined, undefined]);
});
