/** The chain's pools with what they hold, and other accounts, at *confirmed*. */
import { address, type Rpc, type SolanaRpcApi } from "@solana/kit";
import { type PoolAddresses, poolAddresses } from "#lib/protocol/solana/find-pool.ts";
import { POOL_PROGRAM, POOLS } from "#lib/protocol/solana/pools.ts";
import { TOKENS } from "#lib/protocol/solana/tokens.ts";
import type { LivePool } from "#lib/protocol/swaps/pools/find-best-route.ts";
import {
  type AccountDataMap,
  accountsOfPools,
  livePools,
} from "#lib/protocol/swaps/pools/live-pools.ts";

const CALL_TIMEOUT_MS = 5_000;

export function findPools(): Promise<PoolAddresses[]> {
  return Promise.all(
    POOLS.map(({ a, b }) => poolAddresses(POOL_PROGRAM, TOKENS[a].mint, TOKENS[b].mint)),
  );
}

/** @throws the error of the connection */
export async function readPools(
  rpc: Rpc<SolanaRpcApi>,
  pools: readonly PoolAddresses[],
): Promise<LivePool[]> {
  return livePools(pools, await readAccounts(rpc, accountsOfPools(pools)));
}

/** The data of those that exist. @throws the error of the connection */
export async function readAccounts(
  rpc: Rpc<SolanaRpcApi>,
  keys: readonly string[],
): Promise<AccountDataMap> {
  const { value } = await rpc
    .getMultipleAccounts(keys.map(address), { encoding: "base64", commitment: "confirmed" })
    .send({ abortSignal: AbortSignal.timeout(CALL_TIMEOUT_MS) });
  const data = keys.flatMap((key, index) => {
    const account = value[index];
    return account ? [[key, Uint8Array.from(Buffer.from(account.data[0], "base64"))] as const] : [];
  });
  return new Map(data);
}
