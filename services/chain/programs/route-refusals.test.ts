/** Everything that the route program refuses, each with its own error, in LiteSVM. */
import {
  AccountRole,
  type Address,
  address,
  generateKeyPairSigner,
  type Instruction,
  lamports,
} from "@solana/kit";
import { beforeEach, describe, expect, test } from "vitest";
import {
  ROUTE_ACCOUNTS,
  ROUTE_ERROR,
  ROUTE_HEADER,
  type RouteAccount,
  type RouteError,
} from "#lib/protocol/solana/jupiter-route.ts";
import { JUPITER_PROGRAM } from "#lib/protocol/solana/programs.ts";
import {
  MAX_STEPS,
  ROUTE_STEP,
  type RouteInstruction,
  type RouteStep,
  type RouteTerms,
  routeInstruction,
  STEP_ACCOUNTS,
  type StepAccount,
} from "#lib/protocol/solana/simulated-route.ts";
import { poolProgram } from "./pool-program.ts";
import {
  addToken,
  BALANCE,
  balanceOf,
  newAddress,
  type PoolWorld,
  read,
  type SwapOutcome,
  send,
} from "./testing/pool-world.ts";
import { createRouteWorld, makeRoute, makeStep } from "./testing/route-world.ts";
import { HAS_VM, TOKEN_2022, VM_NOTE } from "./testing/vm.ts";

const AMOUNT = 1_000_000_000n;
const HOPS = 2;

let world: PoolWorld;

/** A route of two hops with other terms first, and then with other bytes or accounts. */
function route(
  terms: Partial<RouteTerms>,
  change: (right: RouteInstruction) => Partial<Instruction> = () => ({}),
): Promise<SwapOutcome> {
  const right = routeInstruction({ ...makeRoute(world, AMOUNT, HOPS), ...terms });
  return send(world, [{ ...right, ...change(right) }]);
}

/** Overwrites a byte of the data. */
const withByte = (at: number, value: number): Promise<SwapOutcome> =>
  route({}, ({ data }) => ({ data: data.with(at, value) }));

const stepByte = (step: number, field: keyof typeof ROUTE_STEP): number =>
  ROUTE_HEADER.bytes + step * ROUTE_STEP.bytes + ROUTE_STEP[field];

const indexOfStep = (step: number, account: StepAccount): number =>
  ROUTE_ACCOUNTS.length + step * STEP_ACCOUNTS.length + STEP_ACCOUNTS.indexOf(account);

/** A route with another account at one index of the list. */
const withAccountAt = (at: number, other: string): Promise<SwapOutcome> =>
  route({}, ({ accounts }) => ({
    accounts: accounts.map((meta, index) =>
      index === at ? { ...meta, address: address(other) } : meta,
    ),
  }));
const withAccount = (name: RouteAccount, other: string): Promise<SwapOutcome> =>
  withAccountAt(ROUTE_ACCOUNTS.indexOf(name), other);

const withSteps = (change: (steps: [RouteStep, RouteStep]) => RouteStep[]): Promise<SwapOutcome> =>
  route({ steps: change([makeStep(world, 0), makeStep(world, 1)]) });

describe.skipIf(!HAS_VM)(`the route program refuses${VM_NOTE}`, () => {
  beforeEach(async () => {
    world = await createRouteWorld();
  });

  /** One case for each error. */
  const REFUSED: Record<RouteError, () => Promise<SwapOutcome>> = {
    INSUFFICIENT_FUNDS: () => route({ inAmount: 2n ** 64n - 1n, quotedOut: 0n }),
    INSTRUCTION_FALLBACK_NOT_FOUND: () => withByte(0, 0),
    INSTRUCTION_DID_NOT_DESERIALIZE: () =>
      route({}, ({ data }) => ({ data: Uint8Array.from([...data, 0]) })),
    CONSTRAINT_SEEDS: async () => withAccount("eventAuthority", await newAddress()),
    CONSTRAINT_TOKEN_MINT: () => route({ destinationMint: world.mints.d }),
    ACCOUNT_DID_NOT_DESERIALIZE: () => withDestination({ data: new Uint8Array(82) }),
    ACCOUNT_NOT_ENOUGH_KEYS: () =>
      route({}, ({ accounts }) => ({ accounts: accounts.slice(0, 9) })),
    ACCOUNT_OWNED_BY_WRONG_PROGRAM: () => withDestination({ programAddress: TOKEN_2022 }),
    INVALID_PROGRAM_ID: async () => withAccount("program", await newAddress()),
    ACCOUNT_NOT_SIGNER: withoutSignature,
    EMPTY_ROUTE: () => route({ steps: [] }),
    SLIPPAGE_TOLERANCE_EXCEEDED: () => route({ quotedOut: 2n ** 63n }),
    MISSING_PLATFORM_FEE_ACCOUNT: () => withByte(ROUTE_HEADER.platformFeeBps + 1, 1),
    INVALID_SLIPPAGE: () => route({ slippageBps: 10_001 }),
    NOT_ENOUGH_PERCENT: () => withByte(stepByte(1, "bps"), 0),
    INVALID_INPUT_INDEX: () => withByte(stepByte(1, "inputIndex"), 0),
    INVALID_OUTPUT_INDEX: () => withByte(stepByte(0, "outputIndex"), 2),
    NOT_ENOUGH_ACCOUNT_KEYS: () =>
      route({}, ({ accounts }) => ({ accounts: accounts.slice(0, -1) })),
    INVALID_ROUTE_PLAN: () => withSteps(([one, two]) => [two, one]),
    INCORRECT_TOKEN_PROGRAM_ID: () => withAccount("destinationTokenProgram", TOKEN_2022),
    SWAP_NOT_SUPPORTED: () => withByte(stepByte(0, "tag"), 1),
    SAME_MINT: () => route({ destination: world.wallet.a, destinationMint: world.mints.a }),
  };

  test.each(Object.entries(REFUSED))("with %s", async (name, attempt) => {
    expect(await attempt()).toEqual({ refused: name });
    const { wallet } = world;
    for (const account of [wallet.a, wallet.b]) expect(balanceOf(world, account)).toBe(BALANCE);
  });

  test("with a different code for each error", () => {
    const codes = Object.values(ROUTE_ERROR);
    expect(new Set(codes).size).toBe(codes.length);
  });

  async function withDestination(change: Partial<ReturnType<typeof read>>): Promise<SwapOutcome> {
    world.vm.setAccount({ ...read(world.vm, world.wallet.c), ...change });
    return route({});
  }

  /** Another account pays, so that the user need not sign. */
  async function withoutSignature(): Promise<SwapOutcome> {
    const payer = await generateKeyPairSigner();
    world.vm.airdrop(payer.address, lamports(10n ** 9n));
    const right = routeInstruction(makeRoute(world, AMOUNT, HOPS));
    const accounts = right.accounts.map((meta, index) =>
      index === 0 ? { ...meta, role: AccountRole.READONLY } : meta,
    );
    return send(world, [{ ...right, accounts }], payer);
  }

  describe("data:", () => {
    test("of every other length", async () => {
      const { data } = routeInstruction(makeRoute(world, AMOUNT, HOPS));
      for (let length = 0; length < data.length; length += 1) {
        const outcome = await route({}, () => ({ data: data.slice(0, length) }));
        expect(outcome, `${length} bytes`).toEqual({ refused: "INSTRUCTION_DID_NOT_DESERIALIZE" });
      }
    });

    test("with another byte in the discriminator", async () => {
      for (let at = 0; at < ROUTE_HEADER.inAmount; at += 1)
        expect(await withByte(at, 1)).toEqual({ refused: "INSTRUCTION_FALLBACK_NOT_FOUND" });
    });

    test("with a fee or a positive slippage in either byte", async () => {
      for (const at of [ROUTE_HEADER.platformFeeBps, ROUTE_HEADER.platformFeeBps + 1])
        expect(await withByte(at, 1)).toEqual({ refused: "MISSING_PLATFORM_FEE_ACCOUNT" });
      for (const at of [ROUTE_HEADER.positiveSlippageBps, ROUTE_HEADER.positiveSlippageBps + 1])
        expect(await withByte(at, 1)).toEqual({ refused: "SWAP_NOT_SUPPORTED" });
    });

    test("with a number of steps that its length does not have", async () => {
      const refused = { refused: "INSTRUCTION_DID_NOT_DESERIALIZE" };
      for (const count of [1, MAX_STEPS])
        expect(await withByte(ROUTE_HEADER.steps, count)).toEqual(refused);
    });

    test("with more than three steps, also when the number fills the upper bytes only", async () => {
      for (const at of [0, 1, 2, 3])
        expect(await withByte(ROUTE_HEADER.steps + at, 4)).toEqual({
          refused: "INVALID_ROUTE_PLAN",
        });
    });
  });

  describe("accounts:", () => {
    test("four steps with all that they need", async () => {
      const steps = [0, 1, 0, 1].map((hop) => makeStep(world, hop));
      expect(await route({ steps })).toEqual({ refused: "INVALID_ROUTE_PLAN" });
    });

    test("one too many", async () => {
      const extra = { address: world.wallet.d, role: AccountRole.READONLY };
      expect(await route({}, ({ accounts }) => ({ accounts: [...accounts, extra] }))).toEqual({
        refused: "INVALID_ROUTE_PLAN",
      });
    });

    test("a pool program of another party, with the user's signature", async () => {
      const fake = await newAddress();
      world.vm.addProgram(fake, poolProgram());
      for (const step of [0, 1])
        expect(await withAccountAt(indexOfStep(step, "poolProgram"), fake)).toEqual({
          refused: "SWAP_NOT_SUPPORTED",
        });
    });

    test("a destination account beside the user's", async () => {
      expect(await withAccount("destinationTokenAccount", world.wallet.c)).toEqual({
        refused: "SWAP_NOT_SUPPORTED",
      });
      expect(await withAccount("program", world.wallet.c)).toEqual({
        refused: "INVALID_PROGRAM_ID",
      });
      expect(await withAccount("destinationTokenAccount", JUPITER_PROGRAM)).toHaveProperty(
        "landed",
      );
    });

    test("a first step from another account of the user", async () => {
      const other = await own(world.mints.a);
      expect(await withSteps(([one, two]) => [{ ...one, source: other }, two])).toEqual({
        refused: "INVALID_ROUTE_PLAN",
      });
    });

    test("a second step from an account that the first did not pay into", async () => {
      const other = await own(world.mints.b);
      expect(await withSteps(([one, two]) => [one, { ...two, source: other }])).toEqual({
        refused: "INVALID_ROUTE_PLAN",
      });
    });

    test("a last step into another account than the user's destination", async () => {
      const other = await own(world.mints.c);
      expect(await withSteps(([one, two]) => [one, { ...two, destination: other }])).toEqual({
        refused: "INVALID_ROUTE_PLAN",
      });
    });

    test("a route that ends before the destination's mint", async () => {
      expect(await withSteps(([one]) => [one])).toEqual({ refused: "INVALID_ROUTE_PLAN" });
    });

    test("an account between two steps that is not a token account", async () => {
      const nothing = await newAddress();
      const outcome = await withSteps(([one, two]) => [
        { ...one, destination: nothing },
        { ...two, source: nothing },
      ]);
      expect(outcome).toEqual({ refused: "ACCOUNT_OWNED_BY_WRONG_PROGRAM" });
    });
  });

  describe("with the pool program's own error:", () => {
    test("an amount of zero, and one that the source does not hold", async () => {
      expect(await route({ inAmount: 0n })).toEqual({ refused: "ZERO_AMOUNT" });
      expect(await route({ inAmount: BALANCE + 1n })).toEqual({ refused: "INSUFFICIENT_FUNDS" });
    });

    test("a source of another person", async () => {
      const source = await addToken(world.vm, await newAddress(), world.mints.a, BALANCE);
      const steps = [{ ...makeStep(world, 0), source }, makeStep(world, 1)];
      expect(await route({ source, steps })).toEqual({ refused: "NOT_THE_OWNER" });
    });

    test("vaults of another pool, and vaults in the wrong order", async () => {
      const { vaultA, vaultB } = world.pools.cd;
      const foreign = { vaultIn: vaultA.address, vaultOut: vaultB.address };
      expect(await withSteps(([one, two]) => [{ ...one, ...foreign }, two])).toEqual({
        refused: "FOREIGN_VAULT",
      });
      const turned = ([one, two]: [RouteStep, RouteStep]): RouteStep[] => [
        { ...one, vaultIn: one.vaultOut, vaultOut: one.vaultIn },
        two,
      ];
      expect(await withSteps(turned)).toEqual({ refused: "WRONG_MINT" });
    });
  });

  const own = (mint: Address): Promise<Address> =>
    addToken(world.vm, world.user.address, mint, BALANCE);
});
