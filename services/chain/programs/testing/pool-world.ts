/**
 * A VM with the pool program, pools A/B, B/C and C/D, and a user. The published kit builds and
 * signs the user's transactions.
 */
import {
  type Address,
  address,
  appendTransactionMessageInstructions,
  createTransactionMessage,
  type EncodedAccount,
  generateKeyPairSigner,
  type Instruction,
  type KeyPairSigner,
  lamports,
  pipe,
  setTransactionMessageFeePayerSigner,
  signTransactionMessageWithSigners,
} from "@solana/kit";
import {
  getTokenDecoder,
  getTokenEncoder,
  TOKEN_PROGRAM_ADDRESS,
  type TokenArgs,
} from "@solana-program/token";
import type { LiteSVM } from "litesvm";
import {
  type SwapAccount,
  type SwapAmounts,
  type SwapInstruction,
  swapInstruction,
} from "#lib/protocol/solana/pool.ts";
import { POOL_PROGRAM } from "#lib/protocol/solana/pools.ts";
import { poolAccounts, tokenAccount } from "#services/chain/programs/pool-accounts.ts";
import { poolProgram } from "#services/chain/programs/pool-program.ts";
import { refusalIn } from "./refusal.ts";
import { createVm } from "./vm.ts";

/** Reserves of each pool, in base units, and its fee in millionths. */
export const RESERVE_A = 2_000_000_000_000n;
export const RESERVE_B = 10_000_000_000_000n;
export const FEE_PPM = 3_000n;
/** The user's balance of each token. */
export const BALANCE = 1_000_000_000_000n;

export type PoolToken = "a" | "b" | "c" | "d";
export type SwapAccountList = Record<SwapAccount, Address>;
export type PoolWorld = {
  vm: LiteSVM;
  program: Address;
  user: KeyPairSigner;
  mints: Record<PoolToken, Address>;
  /** The user's token accounts. */
  wallet: Record<PoolToken, Address>;
  pools: Record<"ab" | "bc" | "cd", Awaited<ReturnType<typeof poolAccounts>>>;
};
export type LandedResult = { units: number; invoked: string[] };
/** The name of the error if it is one of our programs', else the runtime's text. */
export type SwapOutcome = { landed: LandedResult } | { refused: string };

export const newAddress = async (): Promise<Address> => (await generateKeyPairSigner()).address;

/** `mintB` may be that of wrapped SOL. */
export async function createWorld(mintB?: Address): Promise<PoolWorld> {
  const [vm, program, user] = [
    await createVm(),
    address(POOL_PROGRAM),
    await generateKeyPairSigner(),
  ];
  vm.addProgram(program, poolProgram());
  vm.airdrop(user.address, lamports(10n ** 12n));
  const mints = {
    a: await newAddress(),
    b: mintB ?? (await newAddress()),
    c: await newAddress(),
    d: await newAddress(),
  };
  const terms = {
    programAddress: program,
    feePpm: FEE_PPM,
    reserveA: RESERVE_A,
    reserveB: RESERVE_B,
  };
  const pools = {
    ab: await poolAccounts({ ...terms, mintA: mints.a, mintB: mints.b }),
    bc: await poolAccounts({ ...terms, mintA: mints.b, mintB: mints.c }),
    cd: await poolAccounts({ ...terms, mintA: mints.c, mintB: mints.d }),
  };
  for (const { pool, vaultA, vaultB } of Object.values(pools)) {
    for (const account of [pool, vaultA, vaultB]) vm.setAccount(account);
  }
  const give = (mint: Address): Promise<Address> => addToken(vm, user.address, mint, BALANCE);
  const wallet = {
    a: await give(mints.a),
    b: await give(mints.b),
    c: await give(mints.c),
    d: await give(mints.d),
  };
  return { vm, program, user, mints, wallet, pools };
}

/** A new token account. */
export async function addToken(
  vm: LiteSVM,
  owner: Address,
  mint: Address,
  amount: bigint,
): Promise<Address> {
  const address = await newAddress();
  vm.setAccount(tokenAccount({ address, owner, mint, amount }));
  return address;
}

/** The valid accounts of a swap in pool A/B, from A to B. */
export function fromAToB({ user, pools, wallet }: PoolWorld): SwapAccountList {
  return {
    user: user.address,
    pool: pools.ab.address,
    source: wallet.a,
    vaultIn: pools.ab.vaultA.address,
    vaultOut: pools.ab.vaultB.address,
    destination: wallet.b,
    tokenProgram: TOKEN_PROGRAM_ADDRESS,
  };
}

/** The valid accounts of a swap in pool B/C, from B to C. */
export function fromBToC({ user, pools, wallet }: PoolWorld): SwapAccountList {
  return {
    user: user.address,
    pool: pools.bc.address,
    source: wallet.b,
    vaultIn: pools.bc.vaultA.address,
    vaultOut: pools.bc.vaultB.address,
    destination: wallet.c,
    tokenProgram: TOKEN_PROGRAM_ADDRESS,
  };
}

/** The same pool in the other direction. */
export const reversed = (accounts: SwapAccountList): SwapAccountList => ({
  ...accounts,
  source: accounts.destination,
  vaultIn: accounts.vaultOut,
  vaultOut: accounts.vaultIn,
  destination: accounts.source,
});

export type Swap = SwapInstruction<Address>;

export function swap(world: PoolWorld, accounts: SwapAccountList, amounts: SwapAmounts): Swap {
  return swapInstruction(world.program, accounts, amounts);
}

export function balanceOf({ vm }: PoolWorld, address: Address): bigint {
  return getTokenDecoder().decode(read(vm, address).data).amount;
}

/** Overwrites fields of a token account. */
export function patchToken({ vm }: PoolWorld, address: Address, fields: Partial<TokenArgs>): void {
  const account = read(vm, address);
  const token = getTokenDecoder().decode(account.data);
  vm.setAccount({ ...account, data: getTokenEncoder().encode({ ...token, ...fields }) });
}

export function read(vm: LiteSVM, address: Address): EncodedAccount {
  const account = vm.getAccount(address);
  if (!account.exists) throw new Error(`There is no account ${address}.`);
  return account;
}

/** Sends one transaction that `payer` signs and pays. */
export async function send(
  { vm, user }: PoolWorld,
  instructions: readonly Instruction[],
  payer: KeyPairSigner = user,
): Promise<SwapOutcome> {
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (empty) => setTransactionMessageFeePayerSigner(payer, empty),
    (paid) => vm.setTransactionMessageLifetimeUsingLatestBlockhash(paid),
    (timed) => appendTransactionMessageInstructions(instructions, timed),
  );
  const result = vm.sendTransaction(await signTransactionMessageWithSigners(message));
  vm.expireBlockhash();
  if ("err" in result) {
    return { refused: refusalIn(result.meta().logs()) ?? result.err().toString() };
  }
  const invoked = result
    .logs()
    .flatMap((line) => /^Program (\S+) invoke \[2\]$/.exec(line)?.[1] ?? []);
  return { landed: { units: Number(result.computeUnitsConsumed()), invoked } };
}
