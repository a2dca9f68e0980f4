/** Addresses of pools and of what they hold, which follow from the pair of mints. */
import {
  type Address,
  address,
  getProgramDerivedAddress,
  type ProgramDerivedAddress,
} from "@solana/kit";
import { tokenAccountOf } from "./find-token-account.ts";
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
  const [vaultA, vaultB] = await Promise.all([
    tokenAccountOf(owner, mintA),
    tokenAccountOf(owner, mintB),
  ]);
  return { address: owner, vaultA, vaultB };
}
