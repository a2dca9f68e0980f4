/** Reads pools from their accounts on the chain. */
import type { PoolAddresses } from "#lib/protocol/solana/find-pool.ts";
import { decodePool } from "#lib/protocol/solana/pool.ts";
import { readTokenHolding } from "#lib/protocol/solana/token-account.ts";
import type { LivePool } from "./find-best-route.ts";

/** Account data by address. An account that does not exist is absent. */
export type AccountDataMap = ReadonlyMap<string, Uint8Array>;

/** The accounts to read, in one call so that they are from the same slot. */
export function accountsOfPools(pools: readonly PoolAddresses[]): string[] {
  return pools.flatMap(({ address, vaultA, vaultB }) => [address, vaultA, vaultB]);
}

/** The pools that exist on the chain, in the given order. */
export function livePools(pools: readonly PoolAddresses[], accounts: AccountDataMap): LivePool[] {
  return pools.flatMap((addresses) => livePool(addresses, accounts) ?? []);
}

function livePool({ address, vaultA, vaultB }: PoolAddresses, accounts: AccountDataMap) {
  const pool = decoded(accounts.get(address), decodePool);
  const heldA = decoded(accounts.get(vaultA), readTokenHolding);
  const heldB = decoded(accounts.get(vaultB), readTokenHolding);
  if (pool === undefined || heldA === undefined || heldB === undefined) return undefined;
  const isWhole =
    pool.vaultA === vaultA &&
    pool.vaultB === vaultB &&
    heldA.owner === address &&
    heldB.owner === address &&
    heldA.mint === pool.mintA &&
    heldB.mint === pool.mintB;
  if (!isWhole) return undefined;
  return { ...pool, address, reserveA: heldA.amount, reserveB: heldB.amount } satisfies LivePool;
}

function decoded<Value>(
  data: Uint8Array | undefined,
  decode: (data: Uint8Array) => Value | undefined,
): Value | undefined {
  return data === undefined ? undefined : decode(data);
}
