/** What a client of the pool program needs: the layout of a pool's account, its seeds, the swap instruction and the errors. */
import { base58 } from "@scure/base";
import { BorshReader, BorshWriter } from "#lib/protocol/signing/borsh.ts";

/** Begins the data of every pool, and the seeds of its address. */
const TAG = new TextEncoder().encode("svcpool1");
const KEY_BYTES = 32;

/** Where the fields of a pool begin in its account. The fee is a u64, keys have 32 bytes, the bump has one. */
export const POOL_OFFSET = {
  tag: 0,
  feePpm: 8,
  mintA: 16,
  mintB: 48,
  vaultA: 80,
  vaultB: 112,
  bump: 144,
} as const;
export const POOL_BYTES = POOL_OFFSET.bump + 1;
export const POOL_TAG: Readonly<Uint8Array> = TAG;

/** A fee is a share of the input in millionths, and always less than all of it. */
export const PPM = 1_000_000n;

/** As `amountIn`: all that the source account holds when the instruction begins. */
export const ALL_OF_SOURCE = 2n ** 64n - 1n;

/** Both directions of a pool use this order. */
export const SWAP_ACCOUNTS = [
  "user",
  "pool",
  "source",
  "vaultIn",
  "vaultOut",
  "destination",
  "tokenProgram",
] as const;
export type SwapAccount = (typeof SWAP_ACCOUNTS)[number];

/** The amount in and the least amount out, both u64. */
export const SWAP_DATA_BYTES = 16;

/**
 * Custom error codes of the pool program. A frozen account is refused by the token program, with its own code 17.
 * `INSUFFICIENT_FUNDS` has the token program's own code, so that a client knows one code for it.
 */
export const POOL_ERROR = {
  INSUFFICIENT_FUNDS: 1,
  SLIPPAGE: 6001,
  WRONG_ACCOUNT_COUNT: 6002,
  DUPLICATE_ACCOUNT: 6003,
  READ_ONLY_ACCOUNT: 6004,
  MISSING_SIGNATURE: 6005,
  SHORT_DATA: 6006,
  TRAILING_DATA: 6007,
  WRONG_TOKEN_PROGRAM: 6008,
  FOREIGN_POOL: 6009,
  MALFORMED_POOL: 6010,
  FOREIGN_VAULT: 6011,
  NOT_A_TOKEN_ACCOUNT: 6012,
  WRONG_MINT: 6013,
  NOT_THE_OWNER: 6014,
  ZERO_AMOUNT: 6015,
  EMPTY_RESERVE: 6016,
  OVERFLOW: 6017,
  ZERO_OUTPUT: 6018,
} as const;
export type PoolError = keyof typeof POOL_ERROR;

/** Addresses are base58 text. Swaps go from A to B and from B to A. */
export type Pool = {
  feePpm: bigint;
  mintA: string;
  mintB: string;
  vaultA: string;
  vaultB: string;
  /** Makes the address one that no key pair has. */
  bump: number;
};

export function encodePool(pool: Pool): Uint8Array {
  if (pool.feePpm < 0n || pool.feePpm >= PPM) throw new RangeError("A fee is below 1,000,000 ppm.");
  return new BorshWriter(POOL_BYTES)
    .bytes(TAG)
    .u64(pool.feePpm)
    .bytes(keyBytes(pool.mintA))
    .bytes(keyBytes(pool.mintB))
    .bytes(keyBytes(pool.vaultA))
    .bytes(keyBytes(pool.vaultB))
    .u8(pool.bump)
    .finish();
}

/** @returns `undefined` for bytes that are not a pool. That the pool program owns the account is the caller's to check. */
export function decodePool(data: Uint8Array): Pool | undefined {
  if (data.length !== POOL_BYTES || TAG.some((byte, index) => data[index] !== byte))
    return undefined;
  const reader = new BorshReader(data, TAG.length);
  const feePpm = reader.u64();
  const key = (): string => base58.encode(reader.bytes(KEY_BYTES));
  const fields = { feePpm, mintA: key(), mintB: key(), vaultA: key(), vaultB: key() };
  return feePpm < PPM ? { ...fields, bump: reader.u8() } : undefined;
}

/** The seeds of a pool's address, to which the program adds the bump. */
export function poolSeeds(mintA: string, mintB: string): Uint8Array[] {
  return [TAG, keyBytes(mintA), keyBytes(mintB)];
}

/** Amounts are in base units. A pool that would give less than `minOut` refuses with `SLIPPAGE`. */
export type SwapAmounts = { amountIn: bigint; minOut: bigint };

/** @throws RangeError for an amount that no u64 holds. */
export function encodeSwap({ amountIn, minOut }: SwapAmounts): Uint8Array {
  for (const amount of [amountIn, minOut]) {
    if (amount < 0n || amount > ALL_OF_SOURCE) throw new RangeError(`${amount} is not a u64.`);
  }
  return new BorshWriter(SWAP_DATA_BYTES).u64(amountIn).u64(minOut).finish();
}

/** The roles of accounts, with the values of kit's `AccountRole`. */
const READ_ONLY = 0;
const WRITABLE = 1;
const SIGNER = 2;
const ROLE = {
  user: SIGNER,
  pool: READ_ONLY,
  source: WRITABLE,
  vaultIn: WRITABLE,
  vaultOut: WRITABLE,
  destination: WRITABLE,
  tokenProgram: READ_ONLY,
} as const satisfies Record<SwapAccount, number>;

export type SwapInstruction<Address extends string> = {
  programAddress: Address;
  accounts: { address: Address; role: (typeof ROLE)[SwapAccount] }[];
  data: Uint8Array;
};

/**
 * An instruction for kit's messages. `Address` is the caller's own type of addresses.
 *
 * The second hop of a route takes `ALL_OF_SOURCE` of the account that the first one paid into. That account gives all it
 * holds, what it held before the route included: a route uses a fresh account, or an exact amount.
 */
export function swapInstruction<Address extends string>(
  programAddress: Address,
  accounts: Record<SwapAccount, Address>,
  amounts: SwapAmounts,
): SwapInstruction<Address> {
  return {
    programAddress,
    accounts: SWAP_ACCOUNTS.map((name) => ({ address: accounts[name], role: ROLE[name] })),
    data: encodeSwap(amounts),
  };
}

function keyBytes(address: string): Uint8Array {
  const bytes = base58.decode(address);
  if (bytes.length !== KEY_BYTES) throw new RangeError(`${address} is not an address.`);
  return bytes;
}
