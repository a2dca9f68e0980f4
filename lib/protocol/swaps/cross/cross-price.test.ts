import { expect, test } from "vitest";
import { TOKENS } from "#lib/protocol/solana/tokens.ts";
import type { LivePool } from "#lib/protocol/swaps/pools/find-best-route.ts";
import { crossImpactBps } from "./cross-price.ts";

const pool: LivePool = {
  address: "pool",
  mintA: TOKENS.BTC.mint,
  mintB: TOKENS.USDC.mint,
  vaultA: "a",
  vaultB: "b",
  bump: 255,
  feePpm: 0n,
  reserveA: 100n * 10n ** 8n,
  reserveB: 6_400_000n * 10n ** 6n,
};
const pair = (amountIn: bigint) => ({ assetIn: "USDC", assetOut: "BTC", amountIn }) as const;

test("a relay cannot state less impact than this network's pools show", () => {
  // 64,000 of 6,464,000 move the price by 99.01 bps.
  expect(crossImpactBps([pool], pair(64_000n * 10n ** 6n), 10n ** 8n)).toBe(100);
});

test("the missing part of the output counts as impact", () => {
  const amount = 64_000n * 10n ** 6n;
  expect(crossImpactBps([pool], pair(amount), 49_504_950n)).toBe(100 + 5_000);
});

test("the same asset has no impact, and an asset without a pool has an impact of 100 %", () => {
  const same = { assetIn: "USDC", assetOut: "USDC", amountIn: 1_000n } as const;
  expect([crossImpactBps([], same, 1_000n), crossImpactBps([], same, 990n)]).toEqual([0, 100]);
  expect(crossImpactBps([], pair(1n), 1n)).toBe(10_000);
});
