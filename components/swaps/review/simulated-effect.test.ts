import { expect, test } from "vitest";
import { NATIVE_MINT, TOKENS } from "#lib/protocol/solana/tokens.ts";
import type { SwapTransaction } from "#lib/protocol/swaps/swap-transaction.ts";
import { differenceOfSimulation, type Holdings } from "./simulated-effect.ts";

const swap = (change: Partial<SwapTransaction> = {}): SwapTransaction => ({
  payer: "wallet",
  mintIn: TOKENS.USDC.mint,
  mintOut: TOKENS.BTC.mint,
  amountIn: 1_000n,
  minOut: 90n,
  fee: 1n,
  hops: [],
  source: "source",
  destination: "destination",
  opensDestination: true,
  temporary: [],
  memo: { digest: "", expiresAt: 0 },
  networkLamports: 5_000n,
  guards: 0,
  blockhash: "",
  signature: new Uint8Array(),
  message: new Uint8Array(),
  ...change,
});
const RENT = 2_039_280n;
const before: Holdings = {
  source: "source",
  destination: "destination",
  lamports: 10_000_000n,
  given: 5_000n,
  got: 7n,
  hasDestination: true,
  destinationLamports: RENT,
};
const after = { ...before, lamports: 9_995_000n, given: 3_999n, got: 107n };

test("what a simulation did is the effect", () => {
  expect(differenceOfSimulation(swap(), before, after)).toEqual({ out: 100n, rent: 0n });
});

test("a new account keeps its rent", () => {
  const none = { ...before, got: 0n, hasDestination: false, destinationLamports: 0n };
  const opened = { ...after, lamports: 9_995_000n - RENT };
  expect(differenceOfSimulation(swap(), none, opened)).toEqual({ out: 107n, rent: RENT });
});

test("of a new account to which somebody has sent lamports, only the rest is paid", () => {
  const sent = { ...before, got: 0n, hasDestination: false, destinationLamports: 39_280n };
  const opened = { ...after, lamports: 9_995_000n - 2_000_000n };
  expect(differenceOfSimulation(swap(), sent, opened)).toEqual({ out: 107n, rent: 2_000_000n });
});

test("SOL pays and arrives in the wallet itself", () => {
  const fromSol = swap({ mintIn: NATIVE_MINT, source: "temporary" });
  const paid = { ...after, given: 0n, lamports: before.lamports - 5_000n - 1_001n };
  const held = { ...before, source: undefined, given: 0n };
  expect(differenceOfSimulation(fromSol, held, paid)).toEqual({ out: 100n, rent: 0n });
  const toSol = swap({ mintOut: NATIVE_MINT, destination: "temporary", opensDestination: false });
  const got = { ...after, got: 0n, lamports: before.lamports - 5_000n + 95n };
  const without = { ...before, destination: undefined, got: 0n, hasDestination: false };
  expect(differenceOfSimulation(toSol, without, got)).toEqual({ out: 95n, rent: 0n });
});

test.each([
  ["one lamport more leaves", swap(), { ...after, lamports: 9_994_999n }],
  ["one unit more leaves", swap(), { ...after, given: 3_998n }],
  ["less than the minimum arrives", swap(), { ...after, got: 96n }],
  ["another account pays", swap({ source: "other" }), after],
  ["another account is paid", swap({ destination: "other" }), after],
])("a simulation in which %s differs", (_name, shown, left) => {
  expect(differenceOfSimulation(shown, before, left)).toEqual(expect.any(String));
});
