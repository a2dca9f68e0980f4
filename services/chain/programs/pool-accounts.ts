/** The accounts of a pool as the chain's genesis writes them: the pool itself, and its two vaults with their reserves. */
import { type Address, address, type EncodedAccount, lamports, none, some } from "@solana/kit";
import {
  AccountState,
  findAssociatedTokenPda,
  getTokenEncoder,
  getTokenSize,
  TOKEN_PROGRAM_ADDRESS,
} from "@solana-program/token";
import { findPool } from "#lib/protocol/solana/find-pool.ts";
import { encodePool } from "#lib/protocol/solana/pool.ts";

/** Wrapped SOL. Its accounts also hold their amount in lamports. */
export const NATIVE_MINT = address("So11111111111111111111111111111111111111112");
/** What the runtime counts for an account besides its data. */
const ACCOUNT_OVERHEAD_BYTES = 128n;
const RENT_EXEMPT_LAMPORTS_PER_BYTE = 6_960n;

/** Amounts are in base units of the mints. */
export type PoolTerms = {
  programAddress: Address;
  mintA: Address;
  mintB: Address;
  feePpm: bigint;
  reserveA: bigint;
  reserveB: bigint;
};

/** The lamports that an account of this size must hold to stay. */
export function rentExemptLamports(bytes: number): bigint {
  return (ACCOUNT_OVERHEAD_BYTES + BigInt(bytes)) * RENT_EXEMPT_LAMPORTS_PER_BYTE;
}

/** The vaults are the associated token accounts of the pool, so that anyone finds them by the usual rule. */
export async function poolAccounts(terms: PoolTerms): Promise<{
  address: Address;
  bump: number;
  pool: EncodedAccount;
  vaultA: EncodedAccount;
  vaultB: EncodedAccount;
}> {
  const { programAddress, mintA, mintB, feePpm } = terms;
  const [poolAddress, bump] = await findPool(programAddress, mintA, mintB);
  const vaultA = await vaultAccount(poolAddress, mintA, terms.reserveA);
  const vaultB = await vaultAccount(poolAddress, mintB, terms.reserveB);
  const vaults = { vaultA: vaultA.address, vaultB: vaultB.address };
  const data = encodePool({ feePpm, mintA, mintB, ...vaults, bump });
  const pool = accountWith(poolAddress, programAddress, data);
  return { address: poolAddress, bump, pool, vaultA, vaultB };
}

async function vaultAccount(
  owner: Address,
  mint: Address,
  amount: bigint,
): Promise<EncodedAccount> {
  const tokenProgram = TOKEN_PROGRAM_ADDRESS;
  const [vault] = await findAssociatedTokenPda({ owner, mint, tokenProgram });
  return tokenAccount({ address: vault, owner, mint, amount });
}

/** The amount is in base units of the mint. */
export type TokenTerms = { address: Address; owner: Address; mint: Address; amount: bigint };

/**
 * A token account without a delegate. An account of wrapped SOL also holds its amount in lamports
 * above the rent.
 */
export function tokenAccount(terms: TokenTerms): EncodedAccount {
  const { owner, mint, amount } = terms;
  const native = mint === NATIVE_MINT;
  const data = getTokenEncoder().encode({
    mint,
    owner,
    amount,
    delegate: none(),
    state: AccountState.Initialized,
    isNative: native ? some(rentExemptLamports(getTokenSize())) : none(),
    delegatedAmount: 0n,
    closeAuthority: none(),
  });
  return accountWith(terms.address, TOKEN_PROGRAM_ADDRESS, data, native ? amount : 0n);
}

function accountWith(
  at: Address,
  programAddress: Address,
  data: EncodedAccount["data"],
  extraLamports = 0n,
): EncodedAccount {
  const held = lamports(rentExemptLamports(data.length) + extraLamports);
  const space = BigInt(data.length);
  return { address: at, programAddress, data, space, lamports: held, executable: false };
}
