/** What the route program does, in LiteSVM and with transactions that the published kit builds. */
import { address, getProgramDerivedAddress } from "@solana/kit";
import { beforeEach, describe, expect, test } from "vitest";
import { JUPITER_EVENT_AUTHORITY } from "#lib/protocol/solana/jupiter-route.ts";
import { POOL_PROGRAM } from "#lib/protocol/solana/pools.ts";
import { JUPITER_PROGRAM } from "#lib/protocol/solana/programs.ts";
import { type RouteTerms, routeInstruction } from "#lib/protocol/solana/simulated-route.ts";
import { NATIVE_MINT, rentExemptLamports } from "./pool-accounts.ts";
import { routeProgram } from "./route-program.ts";
import {
  addToken,
  BALANCE,
  balanceOf,
  type LandedResult,
  newAddress,
  type PoolWorld,
  patchToken,
  RESERVE_A,
  RESERVE_B,
  read,
  type SwapOutcome,
  send,
} from "./testing/pool-world.ts";
import { createRouteWorld, expectedOutput, makeRoute, makeStep } from "./testing/route-world.ts";
import { HAS_VM, VM_NOTE } from "./testing/vm.ts";

const AMOUNT = 1_000_000_000n;

let world: PoolWorld;
const route = (terms: RouteTerms): Promise<SwapOutcome> => send(world, [routeInstruction(terms)]);

function expectLanded(outcome: SwapOutcome): LandedResult {
  expect(outcome).toHaveProperty("landed");
  if (!("landed" in outcome)) throw new Error(outcome.refused);
  return outcome.landed;
}

test("the event authority is the address that the program's seeds give", async () => {
  const programAddress = address(JUPITER_PROGRAM);
  const [found] = await getProgramDerivedAddress({ programAddress, seeds: ["__event_authority"] });
  expect(found).toBe(JUPITER_EVENT_AUTHORITY);
});

describe.skipIf(!HAS_VM)(`the route program${VM_NOTE}`, () => {
  beforeEach(async () => {
    world = await createRouteWorld();
  });

  test.each([1, 2, 3])("swaps along %i hops, by the formula of each pool", async (hops) => {
    const { wallet } = world;
    const { invoked } = expectLanded(await route(makeRoute(world, AMOUNT, hops)));
    expect(invoked).toEqual(Array.from({ length: hops }, () => POOL_PROGRAM));
    const between = [wallet.b, wallet.c].slice(0, hops - 1);
    expect(balanceOf(world, wallet.a)).toBe(BALANCE - AMOUNT);
    expect(between.map((account) => balanceOf(world, account))).toEqual(between.map(() => BALANCE));
    const last = [wallet.b, wallet.c, wallet.d][hops - 1] ?? wallet.a;
    expect(balanceOf(world, last)).toBe(BALANCE + expectedOutput(AMOUNT, hops));
  });

  test("moves in each pool what the hop before gave", async () => {
    expectLanded(await route(makeRoute(world, AMOUNT, 3)));
    const { ab, bc, cd } = world.pools;
    [ab, bc, cd].forEach(({ vaultA, vaultB }, hop) => {
      expect(balanceOf(world, vaultA.address)).toBe(RESERVE_A + expectedOutput(AMOUNT, hop));
      expect(balanceOf(world, vaultB.address)).toBe(RESERVE_B - expectedOutput(AMOUNT, hop + 1));
    });
  });

  test("uses empty accounts between the hops, and pays into an account of another person", async () => {
    const between = await addToken(world.vm, world.user.address, world.mints.b, 0n);
    const destination = await addToken(world.vm, await newAddress(), world.mints.c, 5n);
    const steps = [
      { ...makeStep(world, 0), destination: between },
      { ...makeStep(world, 1), source: between, destination },
    ];
    expectLanded(await route({ ...makeRoute(world, AMOUNT, 2), destination, steps }));
    expect(balanceOf(world, between)).toBe(0n);
    expect(balanceOf(world, destination)).toBe(5n + expectedOutput(AMOUNT, 2));
  });

  test("swaps wrapped SOL with its lamports", async () => {
    world = await createRouteWorld(NATIVE_MINT);
    expectLanded(await route(makeRoute(world, AMOUNT, 1)));
    const { b } = world.wallet;
    expect(balanceOf(world, b)).toBe(BALANCE + expectedOutput(AMOUNT, 1));
    expect(read(world.vm, b).lamports).toBe(rentExemptLamports(165) + balanceOf(world, b));
  });

  describe("the minimum output", () => {
    const refused = { refused: "SLIPPAGE_TOLERANCE_EXCEEDED" };
    const out = expectedOutput(AMOUNT, 2);

    test.each([
      ["all of the quote", out, 0],
      ["the quote less its slippage, rounded down", 2n * out + 1n, 5_000],
      ["nothing of any quote, with a slippage of all", 2n ** 64n - 1n, 10_000],
    ])("may be %s", async (_, quotedOut, slippageBps) => {
      expectLanded(await route({ ...makeRoute(world, AMOUNT, 2), quotedOut, slippageBps }));
    });

    test.each([
      ["a unit more than the route gives", out + 1n, 0],
      ["a unit more than it gives after the slippage", 2n * out + 2n, 5_000],
      ["as much as fits into the field", 2n ** 64n - 1n, 1],
    ])("refuses %s, and undoes all hops", async (_, quotedOut, slippageBps) => {
      const terms = { ...makeRoute(world, AMOUNT, 2), quotedOut, slippageBps };
      expect(await route(terms)).toEqual(refused);
      const { wallet, pools } = world;
      expect(balanceOf(world, wallet.a)).toBe(BALANCE);
      expect(balanceOf(world, wallet.c)).toBe(BALANCE);
      expect(balanceOf(world, pools.ab.vaultA.address)).toBe(RESERVE_A);
    });
  });

  test("takes at most 18,000 compute units for three hops, and its file has at most 5,200 bytes", async () => {
    for (const { vaultB } of Object.values(world.pools))
      patchToken(world, vaultB.address, { amount: 2n ** 62n });
    const { units } = expectLanded(await route(makeRoute(world, BALANCE, 3)));
    expect(units).toBeLessThanOrEqual(18_000);
    expect(routeProgram().length).toBeLessThanOrEqual(5_200);
  });
});
