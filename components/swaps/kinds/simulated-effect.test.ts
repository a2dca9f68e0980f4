import { describe, expect, test } from "vitest";
import { encodePublicKey } from "#lib/protocol/signing/signing.ts";
import { freshTokenAccountState } from "#lib/protocol/solana/token-account.ts";
import { NATIVE_MINT, TOKENS } from "#lib/protocol/solana/tokens.ts";
import type { SwapTransaction } from "#lib/protocol/swaps/swap-rules.ts";
import {
  differenceOfSimulation,
  type HeldAccount,
  type WalletHoldings,
} from "./simulated-effect.ts";

const WALLET = encodePublicKey(new Uint8Array(32).fill(7));
const swap = (change: Partial<SwapTransaction> = {}): SwapTransaction => ({
  payer: WALLET,
  mintIn: TOKENS.USDC.mint,
  mintOut: TOKENS.BTC.mint,
  amountIn: 1_000n,
  minOut: 90n,
  fee: 1n,
  hops: [],
  routed: undefined,
  between: [],
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
const held = (
  address: string,
  mint: string,
  amount: bigint,
  change: Partial<HeldAccount> = {},
): HeldAccount => ({ address, mint, amount, lamports: RENT, state: "open", ...change });
const given = held("source", TOKENS.USDC.mint, 5_000n);
const got = held("destination", TOKENS.BTC.mint, 7n);
const before: WalletHoldings = {
  lamports: 10_000_000n,
  program: "system",
  source: given,
  destination: got,
  between: [],
};
const after: WalletHoldings = {
  ...before,
  lamports: 9_995_000n,
  source: { ...given, amount: 3_999n },
  destination: { ...got, amount: 107n },
};
const none = (lamports = 0n): HeldAccount => ({ ...got, amount: 0n, lamports, state: undefined });
const opened = { ...got, amount: 107n, state: freshTokenAccountState(TOKENS.BTC.mint, WALLET) };

test("the effect is what the simulation did", () => {
  expect(differenceOfSimulation(swap(), before, after)).toEqual({ out: 100n, rent: 0n });
});

test("a new account keeps its rent", () => {
  const left = { ...after, destination: opened, lamports: 9_995_000n - RENT };
  expect(differenceOfSimulation(swap(), { ...before, destination: none() }, left)).toEqual({
    out: 107n,
    rent: RENT,
  });
});

test("a new account to which others have sent lamports costs only the rest", () => {
  const sent = { ...before, destination: none(39_280n) };
  const left = { ...after, destination: opened, lamports: 9_995_000n - 2_000_000n };
  expect(differenceOfSimulation(swap(), sent, left)).toEqual({ out: 107n, rent: 2_000_000n });
});

test("a new account belongs to the wallet alone", () => {
  const state = freshTokenAccountState(TOKENS.BTC.mint, encodePublicKey(new Uint8Array(32)));
  const left = {
    ...after,
    destination: { ...opened, state },
    lamports: 9_995_000n - RENT,
  };
  expect(differenceOfSimulation(swap(), { ...before, destination: none() }, left)).toBe(
    "the simulation changes more than the amount of destination",
  );
});

describe("a token that a route passes between", () => {
  const passing = swap({ between: ["between"] });
  const eth = TOKENS.ETH.mint;
  const state = freshTokenAccountState(eth, WALLET);
  const closed = held("between", eth, 0n, { lamports: 0n, state: undefined });

  test("has an account that stays, and whose rent counts", () => {
    const left = { ...after, between: [{ ...closed, state }], lamports: 9_995_000n - RENT };
    expect(differenceOfSimulation(passing, { ...before, between: [closed] }, left)).toEqual({
      out: 100n,
      rent: RENT,
    });
  });

  test("is not taken from the wallet", () => {
    const had = held("between", eth, 50n);
    const left = { ...after, between: [{ ...had, amount: 49n }] };
    expect(differenceOfSimulation(passing, { ...before, between: [had] }, left)).toBe(
      "the simulation takes another token",
    );
    const more = { ...after, between: [{ ...had, amount: 51n }] };
    expect(differenceOfSimulation(passing, { ...before, between: [had] }, more)).toEqual({
      out: 100n,
      rent: 0n,
    });
  });

  test("must be one that was read before", () => {
    expect(differenceOfSimulation(passing, before, after)).toBe("it passes another account");
  });
});

test("SOL leaves and reaches the wallet itself", () => {
  const fromSol = swap({ mintIn: NATIVE_MINT, source: "temporary" });
  const paid = { ...after, source: undefined, lamports: before.lamports - 5_000n - 1_001n };
  const unpaid = { ...before, source: undefined };
  expect(differenceOfSimulation(fromSol, unpaid, paid)).toEqual({ out: 100n, rent: 0n });
  const toSol = swap({ mintOut: NATIVE_MINT, destination: "temporary", opensDestination: false });
  const arrived = { ...after, destination: undefined, lamports: before.lamports - 5_000n + 95n };
  const without = { ...before, destination: undefined };
  expect(differenceOfSimulation(toSol, without, arrived)).toEqual({ out: 95n, rent: 0n });
});

test.each([
  ["one lamport more leaves", swap(), { ...after, lamports: 9_994_999n }],
  ["one unit more leaves", swap(), { ...after, source: { ...given, amount: 3_998n } }],
  ["less than the minimum arrives", swap(), { ...after, destination: { ...got, amount: 96n } }],
  ["another account pays", swap({ source: "other" }), after],
  ["another account is paid", swap({ destination: "other" }), after],
  ["the wallet is given away", swap(), { ...after, program: "another program" }],
  ["the source gets a delegate", swap(), { ...after, source: { ...given, state: "delegated" } }],
  ["the source is closed", swap(), { ...after, source: { ...given, state: undefined } }],
  ["the destination is given away", swap(), { ...after, destination: { ...got, state: "sold" } }],
])("a simulation in which %s differs", (_name, shown, left) => {
  expect(differenceOfSimulation(shown, before, left)).toEqual(expect.any(String));
});
