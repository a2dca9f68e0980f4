import { describe, expect, test } from "vitest";
import {
  ofJupiter,
  overPools,
  type RouteFigures,
} from "#components/swaps/sources/route-figures.ts";
import { TOKENS, type TokenSymbol } from "#lib/protocol/solana/tokens.ts";
import type { JupiterQuote } from "#lib/protocol/swaps/jupiter/jupiter-quote.ts";
import type { Marks } from "#lib/protocol/swaps/plan/mark-loss.ts";
import { FLAGGED_IMPACT_BPS } from "#lib/protocol/swaps/plan/price-impact.ts";
import type { LivePool } from "#lib/protocol/swaps/pools/find-best-route.ts";
import { computeQuote, type SwapDraft, spendable, typedAmount } from "./quote.ts";

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
const draft = (typed: string, change: Partial<SwapDraft> = {}): SwapDraft => ({
  assetIn: "USDC",
  assetOut: "SOL",
  typed,
  slippageBps: 50,
  ...change,
});
const ofRoute = (given: SwapDraft, route: RouteFigures | null | undefined, fee = FEE) =>
  computeQuote(given, typedAmount(given, "en", fee), route);
const planned = ({ assetIn, assetOut, typed }: SwapDraft) => {
  const amount = typedAmount({ assetIn, typed }, "en", FEE);
  const amountIn = amount.state === "amount" ? amount.amountIn : 0n;
  return overPools(POOLS, { assetIn, assetOut, amountIn });
};
const quoteOf = (given: SwapDraft, fee = FEE) => ofRoute(given, planned(given), fee);

describe("a typed amount", () => {
  test.each([
    ["", { state: "empty" }],
    ["1,234", { state: "problem", problem: "ambiguous" }],
    ["abc", { state: "problem", problem: "unreadable" }],
    ["0", { state: "problem", problem: "zero" }],
    ["1.0000001", { state: "problem", problem: "decimals" }],
    ["0.000999", { state: "problem", problem: "tooSmall" }],
  ])("%j is %j", (typed, expected) => {
    expect(quoteOf(draft(typed))).toEqual(expected);
  });

  test("is read by the rules of the language", () => {
    const german = typedAmount(draft("1.000,5"), "de", FEE);
    expect(german).toMatchObject({ state: "amount", amountIn: 1_000_500_000n });
  });
});

test("a quote has the fee on top, the pools' output, and the minimum", () => {
  const quoted = quoteOf(draft("150"));
  if (quoted.state !== "quoted") throw new Error(quoted.state);
  const { amountIn, fee, route, least, impactBps } = quoted.quoted;
  expect([amountIn, fee]).toEqual([150_000_000n, { gross: 150_000n, charged: 150_000n }]);
  // 0.25 % stay in the pool, and 150 of 1,500,000 move the price by one basis point.
  expect(route.out).toBe(997_400_509n);
  expect([impactBps, route.impact]).toEqual([1, "exact"]);
  expect(least).toBe(992_413_507n);
});

test("referred users pay a tenth less", () => {
  const quoted = quoteOf(draft("150"), { ...FEE, isReferred: true });
  expect(quoted).toMatchObject({ quoted: { fee: { gross: 150_000n, charged: 135_000n } } });
});

test("finds routes of two hops, and none where no pool leads", () => {
  const hops = quoteOf(draft("1", { assetIn: "SOL", assetOut: "BTC" }));
  expect(hops.state === "quoted" && hops.quoted.route.hops.length).toBe(2);
  expect(quoteOf(draft("1", { assetOut: "ETH" }))).toEqual({ state: "noRoute" });
  expect(ofRoute(draft("1"), undefined)).toEqual({ state: "reading" });
});

describe("a quote of Jupiter", () => {
  const MSOL = "mSoLzYCxHdYgdzU16g5QSh3i5K3z3KZK7ytfqcJm7So";
  const answer: JupiterQuote = {
    out: 990_000_000n,
    hops: [
      { mintOut: MSOL, venue: "jupiter:One" },
      { mintOut: TOKENS.SOL.mint, venue: "jupiter:Two" },
    ],
    impactBps: 40,
    instruction: { accounts: [], data: new Uint8Array() },
    between: [],
    tables: [],
  };
  const question = { assetIn: "USDC", assetOut: "SOL", amountIn: 150_000_000n } as const;
  const ofAnswer = (change: Partial<JupiterQuote>, marks: Marks) =>
    ofRoute(draft("150"), ofJupiter({ ...answer, ...change }, question, marks));

  test("has its output and the tokens on its way, and divides its own impact equally", () => {
    expect(ofAnswer({}, { SOL: "149" })).toMatchObject({
      state: "quoted",
      quoted: {
        least: 985_050_000n,
        impactBps: 166,
        route: {
          out: 990_000_000n,
          impact: "estimated",
          hops: [{ mintOut: MSOL }, { mintOut: TOKENS.SOL.mint }],
        },
      },
    });
    expect(ofAnswer({}, { SOL: "160" })).toMatchObject({ quoted: { impactBps: 40 } });
  });

  test("counts as an impact above 1 % when nothing checks it", () => {
    const unknown = ofAnswer({ impactBps: undefined }, {});
    if (unknown.state !== "quoted") throw new Error(unknown.state);
    expect(unknown.quoted.route.impact).toBe("unknown");
    expect(unknown.quoted.impactBps).toBeGreaterThan(FLAGGED_IMPACT_BPS);
    expect(ofAnswer({ impactBps: undefined }, { SOL: "151" })).toMatchObject({
      quoted: { route: { impact: "estimated" } },
    });
  });

  test("is read, or there is none", () => {
    expect(ofRoute(draft("1"), ofJupiter(undefined, question, {}))).toEqual({ state: "reading" });
    expect(ofRoute(draft("1"), ofJupiter(null, question, {}))).toEqual({ state: "noRoute" });
  });
});

test("a wallet keeps SOL for rent and fees, and nothing of other tokens", () => {
  expect(spendable("SOL", 1_000_000_000n)).toBe(990_000_000n);
  expect(spendable("SOL", 9_000_000n)).toBe(0n);
  expect(spendable("USDC", 5n)).toBe(5n);
});
