/** What the simulated aggregator reads of the chain. */
import { getBase58Encoder, type Rpc, type SolanaRpcApi } from "@solana/kit";
import type { PoolAddresses } from "#lib/protocol/solana/find-pool.ts";
import { readLookupTable } from "#lib/protocol/solana/lookup-tables.ts";
import { JUPITER_PROGRAM } from "#lib/protocol/solana/programs.ts";
import { ROUTE_TABLE } from "#lib/protocol/solana/simulated-route.ts";
import type { LivePool } from "#lib/protocol/swaps/pools/find-best-route.ts";
import { accountsOfPools, livePools } from "#lib/protocol/swaps/pools/live-pools.ts";
import { findPools, readAccounts } from "#services/sandbox/pools/read-pools.ts";

const CALL_TIMEOUT_MS = 5_000;

export type RouteChainState = {
  pools: LivePool[];
  /** Addresses of the lookup table. */
  addresses: readonly string[];
  life: {
    /** 32 bytes. */
    blockhash: number[];
    lastValidBlockHeight: number;
  };
};

export class RouteChain {
  readonly #rpc: Rpc<SolanaRpcApi>;
  readonly #pools: Promise<PoolAddresses[]> = findPools();

  constructor(rpc: Rpc<SolanaRpcApi>) {
    this.#rpc = rpc;
  }

  /**
   * At *confirmed*. Undefined on a chain that began without the program or its table.
   * @throws the error of the connection
   */
  async read(): Promise<RouteChainState | undefined> {
    const pools = await this.#pools;
    const keys = [JUPITER_PROGRAM, ROUTE_TABLE, ...accountsOfPools(pools)];
    const [accounts, life] = await Promise.all([readAccounts(this.#rpc, keys), this.#life()]);
    const addresses = readLookupTable(accounts.get(ROUTE_TABLE) ?? new Uint8Array());
    if (!accounts.has(JUPITER_PROGRAM) || addresses === undefined) return undefined;
    return { addresses, pools: livePools(pools, accounts), life };
  }

  async #life(): Promise<RouteChainState["life"]> {
    const { value } = await this.#rpc
      .getLatestBlockhash({ commitment: "confirmed" })
      .send({ abortSignal: AbortSignal.timeout(CALL_TIMEOUT_MS) });
    return {
      blockhash: [...getBase58Encoder().encode(value.blockhash)],
      lastValidBlockHeight: Number(value.lastValidBlockHeight),
    };
  }
}
