/** The currency of an amount is not the subject of a text. */
import { expect, test } from "vitest";
import { ASSET_THRESHOLD, readNews } from "./read-news.ts";

function subjectsOf(headline: string, summary = ""): string[] {
  const { assets } = readNews({ headline, summary }, Date.UTC(2026, 4, 1));
  return assets
    .filter(({ weight }) => weight >= ASSET_THRESHOLD)
    .map(({ asset }) => asset)
    .toSorted();
}

test.each([
  "Lending protocol exploited for nearly $185M in ETH, stETH and USDC",
  "Bridge lost 20 million in SOL",
  "Bridge drained of 30 million dollars in ETH and USDT",
  "Hacker moves 30,000 BTC out of the exchange",
  "Thieves take $1.3 billion worth of XRP",
  "Angreifer erbeuten 12 Millionen Dollar in ETH",
])("%s: its currencies are not subjects", (headline) => {
  expect(subjectsOf(headline)).toEqual([]);
});

test("nor are the currencies of the summary", () => {
  expect(subjectsOf("Lending protocol exploited", "It lost $185M in ETH and USDC.")).toEqual([]);
});

test.each<[string, string[]]>([
  ["Solana validator loses $5M in SOL", ["SOL"]],
  ["Hacker swaps $14M of ETH for BTC", ["BTC"]],
  ["11 Bitcoin ETFs approved", ["BTC"]],
  ["2026 Bitcoin halving upgrade hacked", ["BTC"]],
  ["Arbitrum to unlock 92 million ARB", ["ARB"]],
  ["Token unlock of 40 million ARB on Friday", ["ARB"]],
])("%s: %o stays", (headline, subjects) => {
  expect(subjectsOf(headline)).toEqual(subjects);
});
