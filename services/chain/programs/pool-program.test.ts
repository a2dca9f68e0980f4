/** What the pool program does, in LiteSVM and with transactions that the published kit builds. */
import type { Address } from "@solana/kit";
import { some } from "@solana/kit";
import { TOKEN_PROGRAM_ADDRESS } from "@solana-program/token";
import { beforeEach, describe, expect, test } from "vitest";
import { ALL_OF_SOURCE, type SwapAmounts } from "#lib/protocol/solana/pool.ts";
import { swapOutput } from "#lib/protocol/swaps/pools/pool-math.ts";
import { NATIVE_MINT, rentExemptLamports } from "./pool-accounts.ts";
import { poolProgram } from "./pool-program.ts";
import {
  addToken,
  BALANCE,
  balanceOf,
  createWorld,
  FEE_PPM,
  fromAToB,
  fromBToC,
  type LandedResult,
  newAddress,
  type PoolWorld,
  patchToken,
  RESERVE_A,
  RESERVE_B,
  read,
  reversed,
  type SwapAccountList,
  type SwapOutcome,
  send,
  swap,
} from "./testing/pool-world.ts";
import { HAS_VM, VM_NOTE } from "./testing/vm.ts";

const AMOUNT = 1_000_000_000n;
const A_TO_B = swapOutput({ reserveIn: RESERVE_A, reserveOut: RESERVE_B }, AMOUNT, FEE_PPM);

let world: PoolWorld;
const one = (accounts: SwapAccountList, amounts: SwapAmounts): Promise<SwapOutcome> =>
  send(world, [swap(world, accounts, amounts)]);
const withAccounts = (accounts: Partial<SwapAccountList>): Promise<SwapOutcome> =>
  one({ ...fromAToB(world), ...accounts }, { amountIn: AMOUNT, minOut: 1n });

function expectLanded(outcome: SwapOutcome): LandedResult {
  expect(outcome).toHaveProperty("landed");
  if (!("landed" in outcome)) throw new Error(outcome.refused);
  return outcome.landed;
}

describe.skipIf(!HAS_VM)(`the pool program${VM_NOTE}`, () => {
  beforeEach(async () => {
    world = await createWorld();
  });

  describe("swaps", () => {
    test("by the formula, and keeps the fee in the vault", async () => {
      expectLanded(await one(fromAToB(world), { amountIn: AMOUNT, minOut: A_TO_B.out }));
      const { wallet, pools } = world;
      expect(balanceOf(world, wallet.a)).toBe(BALANCE - AMOUNT);
      expect(balanceOf(world, pools.ab.vaultA.address)).toBe(RESERVE_A + AMOUNT);
      expect(balanceOf(world, pools.ab.vaultB.address)).toBe(RESERVE_B - A_TO_B.out);
      expect(balanceOf(world, wallet.b)).toBe(BALANCE + A_TO_B.out);
    });

    test("in the other direction", async () => {
      const { out } = swapOutput({ reserveIn: RESERVE_B, reserveOut: RESERVE_A }, AMOUNT, FEE_PPM);
      expectLanded(await one(reversed(fromAToB(world)), { amountIn: AMOUNT, minOut: out }));
      expect(balanceOf(world, world.wallet.a)).toBe(BALANCE + out);
      expect(balanceOf(world, world.wallet.b)).toBe(BALANCE - AMOUNT);
    });

    test("all of the source, when the amount is 2^64 − 1", async () => {
      const all = swapOutput({ reserveIn: RESERVE_A, reserveOut: RESERVE_B }, BALANCE, FEE_PPM);
      expectLanded(await one(fromAToB(world), { amountIn: ALL_OF_SOURCE, minOut: all.out }));
      expect(balanceOf(world, world.wallet.a)).toBe(0n);
      expect(balanceOf(world, world.wallet.b)).toBe(BALANCE + all.out);
    });

    test("into an account of another person", async () => {
      const other = await addToken(world.vm, await newAddress(), world.mints.b, 5n);
      expectLanded(await withAccounts({ destination: other }));
      expect(balanceOf(world, other)).toBe(5n + A_TO_B.out);
    });

    test("wrapped SOL with its lamports", async () => {
      world = await createWorld(NATIVE_MINT);
      const rent = rentExemptLamports(165);
      expect(rent).toBe(world.vm.minimumBalanceForRentExemption(165n));
      expectLanded(await one(fromAToB(world), { amountIn: AMOUNT, minOut: A_TO_B.out }));
      expectLanded(await one(reversed(fromAToB(world)), { amountIn: 7_000n, minOut: 1n }));
      for (const account of [world.wallet.b, world.pools.ab.vaultB.address]) {
        expect(read(world.vm, account).lamports).toBe(rent + balanceOf(world, account));
      }
    });

    test("with two calls of the token program, and no others", async () => {
      const { invoked } = expectLanded(await withAccounts({}));
      expect(invoked).toEqual([TOKEN_PROGRAM_ADDRESS, TOKEN_PROGRAM_ADDRESS]);
    });

    test("with at most 4,400 compute units, and its file has at most 4,800 bytes", async () => {
      patchToken(world, world.pools.ab.vaultB.address, { amount: 2n ** 64n - 1n });
      patchToken(world, world.wallet.b, { amount: 0n });
      patchToken(world, world.wallet.a, { amount: 2n ** 62n });
      const { units } = expectLanded(
        await one(fromAToB(world), { amountIn: ALL_OF_SOURCE, minOut: 1n }),
      );
      expect(units).toBeLessThanOrEqual(4_400);
      expect(poolProgram().length).toBeLessThanOrEqual(4_800);
    });
  });

  describe("in a route of two hops", () => {
    const B_TO_C = swapOutput({ reserveIn: RESERVE_A, reserveOut: RESERVE_B }, A_TO_B.out, FEE_PPM);
    const route = (between: Address, minOut: bigint): Promise<SwapOutcome> =>
      send(world, [
        swap(world, { ...fromAToB(world), destination: between }, { amountIn: AMOUNT, minOut: 0n }),
        swap(world, { ...fromBToC(world), source: between }, { amountIn: ALL_OF_SOURCE, minOut }),
      ]);

    test("the second takes what the first gave, when the account between them was empty", async () => {
      const between = await addToken(world.vm, world.user.address, world.mints.b, 0n);
      expectLanded(await route(between, B_TO_C.out));
      expect(balanceOf(world, between)).toBe(0n);
      expect(balanceOf(world, world.wallet.c)).toBe(BALANCE + B_TO_C.out);
    });

    test("the second also takes what the account between them held before", async () => {
      const between = await addToken(world.vm, world.user.address, world.mints.b, 77_000n);
      const reserves = { reserveIn: RESERVE_A, reserveOut: RESERVE_B };
      const more = swapOutput(reserves, A_TO_B.out + 77_000n, FEE_PPM);
      expect(more.out).toBeGreaterThan(B_TO_C.out);
      expectLanded(await route(between, more.out));
      expect(balanceOf(world, between)).toBe(0n);
      expect(balanceOf(world, world.wallet.c)).toBe(BALANCE + more.out);
    });

    test("the first is undone when the second gives too little", async () => {
      const between = await addToken(world.vm, world.user.address, world.mints.b, 0n);
      expect(await route(between, B_TO_C.out + 1n)).toEqual({ refused: "SLIPPAGE" });
      expect(balanceOf(world, between)).toBe(0n);
      expect(balanceOf(world, world.wallet.a)).toBe(BALANCE);
      expect(balanceOf(world, world.pools.ab.vaultA.address)).toBe(RESERVE_A);
    });
  });

  test("takes a source that has a delegate, from its owner", async () => {
    patchToken(world, world.wallet.a, {
      delegate: some(world.pools.ab.address),
      delegatedAmount: 1n,
    });
    expectLanded(await withAccounts({}));
  });
});
