import { describe, expect, test } from "vitest";
import { TOKENS, type TokenSymbol } from "#lib/protocol/solana/tokens.ts";
import type { LivePool } from "#lib/protocol/swaps/plan-route.ts";
import { type Draft, quote, spendable } from "./quote.ts";

const pool = (a: TokenSymbol, b: TokenSymbol, reserveA: bigint, reserveB: bigint): LivePool => ({
  address: `${a}-${b}`,
  mintA: TOKENS[a].mint,
  mintB: TOKENS[b].mint,
  vaultA: "a",
  vaultB: "b",
  feePpm: 2_500n,
  bump: 255,
  reserveA,
  reserveB,
});
const POOLS = [
  pool("SOL", "USDC", 10_000n * 10n ** 9n, 1_500_000n * 10n ** 6n),
  pool("BTC", "USDC", 100n * 10n ** 8n, 6_400_000n * 10n ** 6n),
];
const FEE = { feePpm: 1_000n, isReferred: false };
const draft = (typed: string, change: Partial<Draft> = {}): Draft => ({
  assetIn: "USDC",
  assetOut: "SOL",
  typed,
  slippageBps: 50,
  ...change,
});
const quoteOf = (given: Draft, fee = FEE) => quote(given, "en", { pools: POOLS, fee });

describe("a typed amount", () => {
  test.each([
    ["", { state: "empty" }],
    ["abc", { state: "problem", problem: "unreadable" }],
    ["0", { state: "problem", problem: "zero" }],
    ["1.0000001", { state: "problem", problem: "decimals" }],
    ["0.000999", { state: "problem", problem: "tooSmall" }],
  ])("%j is %j", (typed, expected) => {
    expect(quoteOf(draft(typed))).toEqual(expected);
  });

  test("is read by the rules of the language", () => {
    const german = quote(draft("1.000,5"), "de", { pools: POOLS, fee: FEE });
    expect(german).toMatchObject({ state: "quoted", quoted: { amountIn: 1_000_500_000n } });
  });
});

test("a quote has the fee on top, the output of the pools, and the least that may arrive", () => {
  const quoted = quoteOf(draft("150"));
  if (quoted.state !== "quoted") throw new Error(quoted.state);
  const { amountIn, fee, route, least } = quoted.quoted;
  expect([amountIn, fee]).toEqual([150_000_000n, { gross: 150_000n, charged: 150_000n }]);
  // 0.25 % stay in the pool, and 150 of 1,500,000 move the price by a basis point.
  expect(route.out).toBe(997_400_509n);
  expect(route.impactBps).toBe(1);
  expect(least).toBe(992_413_507n);
});

test("referred users pay a tenth less", () => {
  const quoted = quoteOf(draft("150"), { ...FEE, isReferred: true });
  expect(quoted).toMatchObject({ quoted: { fee: { gross: 150_000n, charged: 135_000n } } });
});

test("two hops are found, and nothing where no pool leads", () => {
  const hops = quoteOf(draft("1", { assetIn: "SOL", assetOut: "BTC" }));
  expect(hops.state === "quoted" && hops.quoted.route.hops.length).toBe(2);
  expect(quoteOf(draft("1", { assetOut: "ETH" }))).toEqual({ state: "noRoute" });
  expect(quote(draft("1"), "en", { pools: undefined, fee: FEE })).toEqual({ state: "reading" });
});

test("a wallet keeps SOL for rent and fees, and nothing of other tokens", () => {
  expect(spendable("SOL", 1_000_000_000n)).toBe(990_000_000n);
  expect(spendable("SOL", 9_000_000n)).toBe(0n);
  expect(spendable("USDC", 5n)).toBe(5n);
});
