/** Addresses of pools and of what they hold, which follow from the pair of mints. */
import {
  type Address,
  address,
  getProgramDerivedAddress,
  type ProgramDerivedAddress,
} from "@solana/kit";
import { findAssociatedTokenPda, TOKEN_PROGRAM_ADDRESS } from "@solana-program/token";
import { poolSeeds } from "./pool.ts";

/** There is one pool for an ordered pair of mints. All are base58. */
export async function findPool(
  program: string,
  mintA: string,
  mintB: string,
): Promise<ProgramDerivedAddress> {
  return getProgramDerivedAddress({
    programAddress: address(program),
    seeds: poolSeeds(mintA, mintB),
  });
}

export type PoolAddresses = { address: string; vaultA: string; vaultB: string };

/** The vaults of a pool are its associated token accounts. */
export async function poolAddresses(
  program: string,
  mintA: string,
  mintB: string,
): Promise<Record<keyof PoolAddresses, Address>> {
  const [owner] = await findPool(program, mintA, mintB);
  const vaultOf = async (mint: string): Promise<Address> => {
    const terms = { owner, mint: address(mint), tokenProgram: TOKEN_PROGRAM_ADDRESS };
    const [vault] = await findAssociatedTokenPda(terms);
    return vault;
  };
  const [vaultA, vaultB] = await Promise.all([vaultOf(mintA), vaultOf(mintB)]);
  return { address: owner, vaultA, vaultB };
}
