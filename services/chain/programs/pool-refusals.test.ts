/** Everything that the pool program refuses, each with its own error, in LiteSVM. */
import {
  AccountRole,
  type EncodedAccount,
  generateKeyPairSigner,
  type Instruction,
  lamports,
  some,
} from "@solana/kit";
import { SYSTEM_PROGRAM_ADDRESS } from "@solana-program/system";
import {
  AccountState,
  TOKEN_ERROR__ACCOUNT_FROZEN,
  TOKEN_ERROR__OWNER_MISMATCH,
  TOKEN_PROGRAM_ADDRESS,
} from "@solana-program/token";
import { beforeEach, describe, expect, test } from "vitest";
import {
  ALL_OF_SOURCE,
  decodePool,
  encodePool,
  POOL_OFFSET,
  type PoolError,
  PPM,
  SWAP_ACCOUNTS,
  type SwapAccount,
  type SwapAmounts,
} from "#lib/protocol/solana/pool.ts";
import { swapOutput } from "#lib/protocol/swaps/pools/pool-math.ts";
import { Assembler } from "./assembler.ts";
import { elfFile } from "./elf.ts";
import {
  addToken,
  BALANCE,
  balanceOf,
  createWorld,
  FEE_PPM,
  fromAToB,
  newAddress,
  type PoolWorld,
  patchToken,
  RESERVE_A,
  RESERVE_B,
  read,
  type Swap,
  type SwapAccountList,
  type SwapOutcome,
  send,
  swap,
} from "./testing/pool-world.ts";
import { HAS_VM, TOKEN_2022, VM_NOTE } from "./testing/vm.ts";

const AMOUNT = 1_000_000_000n;
const A_TO_B = swapOutput({ reserveIn: RESERVE_A, reserveOut: RESERVE_B }, AMOUNT, FEE_PPM);

let world: PoolWorld;
const one = (accounts: SwapAccountList, amounts: SwapAmounts): Promise<SwapOutcome> =>
  send(world, [swap(world, accounts, amounts)]);
const withAccounts = (accounts: Partial<SwapAccountList>): Promise<SwapOutcome> =>
  one({ ...fromAToB(world), ...accounts }, { amountIn: AMOUNT, minOut: 1n });

function patchPool(change: (account: EncodedAccount) => Partial<EncodedAccount>): void {
  const account = read(world.vm, world.pools.ab.address);
  world.vm.setAccount({ ...account, ...change(account) });
}

/** A swap with changed accounts or data. */
function changed(change: (right: Swap) => Partial<Instruction>): Promise<SwapOutcome> {
  const right = swap(world, fromAToB(world), { amountIn: AMOUNT, minOut: 1n });
  return send(world, [{ ...right, ...change(right) }]);
}

describe.skipIf(!HAS_VM)(`the pool program refuses${VM_NOTE}`, () => {
  beforeEach(async () => {
    world = await createWorld();
  });

  /** One case for each error. A refused transaction leaves all balances unchanged. */
  const REFUSED: Record<PoolError, () => Promise<SwapOutcome>> = {
    INSUFFICIENT_FUNDS: () => one(fromAToB(world), { amountIn: BALANCE + 1n, minOut: 0n }),
    SLIPPAGE: () => one(fromAToB(world), { amountIn: AMOUNT, minOut: A_TO_B.out + 1n }),
    WRONG_ACCOUNT_COUNT: () => changed(({ accounts }) => ({ accounts: accounts.slice(0, 6) })),
    DUPLICATE_ACCOUNT: () => withAccounts({ destination: world.pools.ab.vaultA.address }),
    READ_ONLY_ACCOUNT: () => withRole("vaultOut", AccountRole.READONLY),
    MISSING_SIGNATURE: withoutSignature,
    SHORT_DATA: () => changed(({ data }) => ({ data: data.slice(0, 15) })),
    TRAILING_DATA: () => changed(({ data }) => ({ data: Uint8Array.from([...data, 0]) })),
    WRONG_TOKEN_PROGRAM: () => withAccounts({ tokenProgram: TOKEN_2022 }),
    FOREIGN_POOL: async () => {
      patchPool(() => ({ programAddress: SYSTEM_PROGRAM_ADDRESS }));
      return withAccounts({});
    },
    MALFORMED_POOL: async () => {
      patchPool(({ data }) => ({ data: data.slice(0, -1) }));
      return withAccounts({});
    },
    FOREIGN_VAULT: async () =>
      withAccounts({ vaultIn: await addToken(world.vm, world.user.address, world.mints.a, 1n) }),
    NOT_A_TOKEN_ACCOUNT: () => withNothing(),
    WRONG_MINT: () => withAccounts({ destination: world.wallet.c }),
    NOT_THE_OWNER: async () =>
      withAccounts({
        source: await addToken(world.vm, await newAddress(), world.mints.a, BALANCE),
      }),
    ZERO_AMOUNT: () => one(fromAToB(world), { amountIn: 0n, minOut: 0n }),
    EMPTY_RESERVE: async () => {
      patchToken(world, world.pools.ab.vaultA.address, { amount: 0n });
      return withAccounts({});
    },
    OVERFLOW: async () => {
      patchToken(world, world.pools.ab.vaultA.address, { amount: 2n ** 64n - AMOUNT });
      return withAccounts({});
    },
    ZERO_OUTPUT: () => one(fromAToB(world), { amountIn: 1n, minOut: 0n }),
  };

  test.each(Object.entries(REFUSED))("with %s", async (name, attempt) => {
    expect(await attempt()).toEqual({ refused: name });
    const { wallet } = world;
    expect([wallet.a, wallet.b, wallet.c].map((address) => balanceOf(world, address))).toEqual([
      BALANCE,
      BALANCE,
      BALANCE,
    ]);
  });

  /** The destination's address has no account. */
  async function withNothing(): Promise<SwapOutcome> {
    return withAccounts({ destination: await newAddress() });
  }

  async function withRole(name: SwapAccount, role: AccountRole): Promise<SwapOutcome> {
    return changed(({ accounts }) => ({
      accounts: accounts.map((meta, index) =>
        SWAP_ACCOUNTS[index] === name ? { ...meta, role } : meta,
      ),
    }));
  }

  /** Another account pays, so that the user need not sign. */
  async function withoutSignature(): Promise<SwapOutcome> {
    const payer = await generateKeyPairSigner();
    world.vm.airdrop(payer.address, lamports(10n ** 9n));
    const right = swap(world, fromAToB(world), { amountIn: AMOUNT, minOut: 1n });
    const [user, ...others] = right.accounts;
    if (user === undefined) throw new Error("A swap has accounts.");
    return send(
      world,
      [{ ...right, accounts: [{ ...user, role: AccountRole.READONLY }, ...others] }],
      payer,
    );
  }

  describe("accounts:", () => {
    test("none, and one too many", async () => {
      expect(await changed(() => ({ accounts: [] }))).toEqual({ refused: "WRONG_ACCOUNT_COUNT" });
      const extra = { address: world.wallet.c, role: AccountRole.READONLY };
      expect(await changed(({ accounts }) => ({ accounts: [...accounts, extra] }))).toEqual({
        refused: "WRONG_ACCOUNT_COUNT",
      });
    });

    test("any of them in place of any other", async () => {
      const right = fromAToB(world);
      for (const name of SWAP_ACCOUNTS.slice(1)) {
        for (const other of SWAP_ACCOUNTS.filter((each) => each !== name)) {
          const outcome = await withAccounts({ [name]: right[other] });
          expect(outcome, `${other} as ${name}`).toEqual({ refused: "DUPLICATE_ACCOUNT" });
        }
      }
    });

    test.each(["source", "vaultIn", "vaultOut", "destination"] as const)(
      "%s read-only",
      async (name) => {
        expect(await withRole(name, AccountRole.READONLY)).toEqual({
          refused: "READ_ONLY_ACCOUNT",
        });
      },
    );

    test("a token program that accepts everything", async () => {
      const fake = await newAddress();
      world.vm.addProgram(fake, elfFile(new Assembler().move("r0", 0).exit().assemble()));
      expect(await withAccounts({ tokenProgram: fake })).toEqual({
        refused: "WRONG_TOKEN_PROGRAM",
      });
    });

    test.each(["source", "destination", "vaultIn", "vaultOut"] as const)(
      "%s of another program, with the right bytes",
      async (name) => {
        const account = read(world.vm, fromAToB(world)[name]);
        world.vm.setAccount({ ...account, programAddress: TOKEN_2022 });
        expect(await withAccounts({})).toEqual({ refused: "NOT_A_TOKEN_ACCOUNT" });
      },
    );

    test("a destination of a mint's length", async () => {
      const account = read(world.vm, world.wallet.b);
      world.vm.setAccount({ ...account, data: account.data.slice(0, 82) });
      expect(await withAccounts({})).toEqual({ refused: "NOT_A_TOKEN_ACCOUNT" });
    });

    test("a source of another mint", async () => {
      expect(await withAccounts({ source: world.wallet.c })).toEqual({ refused: "WRONG_MINT" });
    });

    test("a source whose owner only delegated it", async () => {
      const owner = await newAddress();
      const source = await addToken(world.vm, owner, world.mints.a, BALANCE);
      patchToken(world, source, { delegate: some(world.user.address), delegatedAmount: BALANCE });
      expect(await withAccounts({ source })).toEqual({ refused: "NOT_THE_OWNER" });
    });

    test("a frozen source or destination, with the token program's error", async () => {
      const frozen = { refused: `custom error ${TOKEN_ERROR__ACCOUNT_FROZEN}` };
      patchToken(world, world.wallet.a, { state: AccountState.Frozen });
      expect(await withAccounts({})).toEqual(frozen);
      patchToken(world, world.wallet.a, { state: AccountState.Initialized });
      patchToken(world, world.wallet.b, { state: AccountState.Frozen });
      expect(await withAccounts({})).toEqual(frozen);
      expect(balanceOf(world, world.wallet.a)).toBe(BALANCE);
    });

    test("vaults of another pool, and vaults in the wrong order", async () => {
      const { ab, bc } = world.pools;
      const foreign = { refused: "FOREIGN_VAULT" };
      expect(await withAccounts({ vaultOut: bc.vaultA.address })).toEqual(foreign);
      expect(await withAccounts({ vaultIn: bc.vaultB.address })).toEqual(foreign);
      const swapped = { vaultIn: ab.vaultB.address, vaultOut: bc.vaultA.address };
      expect(await withAccounts(swapped)).toEqual(foreign);
      expect(await withAccounts({ ...swapped, vaultOut: ab.vaultA.address })).toEqual({
        refused: "WRONG_MINT",
      });
      expect(await withAccounts({ pool: bc.address })).toEqual(foreign);
    });
  });

  describe("a pool", () => {
    test.each([
      ["of zeros", (data: Uint8Array) => data.fill(0)],
      ["with another tag", (data: Uint8Array) => data.fill(0x32, 7, 8)],
      ["with a byte more", (data: Uint8Array) => Uint8Array.from([...data, 0])],
      ["without data", () => new Uint8Array(0)],
      ["that takes all as its fee", (data: Uint8Array) => withFee(data, PPM)],
      ["whose fee is beyond all", (data: Uint8Array) => withFee(data, 2n ** 63n)],
    ])("%s", async (_, change) => {
      patchPool(({ data }) => ({ data: change(Uint8Array.from(data)) }));
      expect(await withAccounts({})).toEqual({ refused: "MALFORMED_POOL" });
    });

    test("that another program owns, with the right bytes", async () => {
      patchPool(() => ({ programAddress: TOKEN_PROGRAM_ADDRESS }));
      expect(await withAccounts({})).toEqual({ refused: "FOREIGN_POOL" });
    });

    test("with the right bytes at another address, because its vaults do not belong to it", async () => {
      const copy = await newAddress();
      world.vm.setAccount({ ...read(world.vm, world.pools.ab.address), address: copy });
      expect(await withAccounts({ pool: copy })).toEqual({
        refused: "Cross-program invocation with unauthorized signer or writable account",
      });
    });

    test("whose own fields name the vaults of another", async () => {
      const { ab, bc } = world.pools;
      patchPool(({ data }) => {
        const pool = decodePool(Uint8Array.from(data));
        if (pool === undefined) throw new Error("It is a pool.");
        return { data: encodePool({ ...pool, vaultB: bc.vaultA.address }) };
      });
      const attempt = withAccounts({ pool: ab.address, vaultOut: bc.vaultA.address });
      expect(await attempt).toEqual({ refused: `custom error ${TOKEN_ERROR__OWNER_MISMATCH}` });
    });

    function withFee(data: Uint8Array, feePpm: bigint): Uint8Array {
      new DataView(data.buffer).setBigUint64(POOL_OFFSET.feePpm, feePpm, true);
      return data;
    }
  });

  describe("amounts:", () => {
    test("2^64 − 2, which is not all", async () => {
      const amountIn = ALL_OF_SOURCE - 1n;
      expect(await one(fromAToB(world), { amountIn, minOut: 0n })).toEqual({
        refused: "INSUFFICIENT_FUNDS",
      });
    });

    test("all of an empty source", async () => {
      patchToken(world, world.wallet.a, { amount: 0n });
      expect(await one(fromAToB(world), { amountIn: ALL_OF_SOURCE, minOut: 0n })).toEqual({
        refused: "ZERO_AMOUNT",
      });
    });

    test("any, when nothing can come out", async () => {
      patchToken(world, world.pools.ab.vaultB.address, { amount: 0n });
      expect(await withAccounts({})).toEqual({ refused: "EMPTY_RESERVE" });
      patchToken(world, world.pools.ab.vaultB.address, { amount: 1n });
      expect(await withAccounts({})).toEqual({ refused: "ZERO_OUTPUT" });
    });

    test("a minimum output that no reserve has", async () => {
      const amounts = { amountIn: AMOUNT, minOut: 2n ** 64n - 1n };
      expect(await one(fromAToB(world), amounts)).toEqual({ refused: "SLIPPAGE" });
    });
  });

  test("data of every other length up to 64", async () => {
    for (let length = 0; length <= 64; length += 1) {
      if (length === 16) continue;
      const outcome = await changed(() => ({ data: new Uint8Array(length).fill(1) }));
      const refused = length < 16 ? "SHORT_DATA" : "TRAILING_DATA";
      expect(outcome, `${length} bytes`).toEqual({ refused });
    }
  });
});
