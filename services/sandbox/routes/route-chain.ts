/** What the simulated aggregator reads of the chain. */
import {
  type Address,
  address,
  fetchJsonParsedAccounts,
  getBase58Encoder,
  type Rpc,
  type SolanaRpcApi,
} from "@solana/kit";
import type { PoolAddresses } from "#lib/protocol/solana/find-pool.ts";
import { JUPITER_PROGRAM } from "#lib/protocol/solana/programs.ts";
import { ROUTE_TABLE } from "#lib/protocol/solana/simulated-route.ts";
import type { LivePool } from "#lib/protocol/swaps/pools/find-best-route.ts";
import { findPools, readPools } from "#services/sandbox/pools/read-pools.ts";

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
    const [addresses, pools, life] = await Promise.all([
      this.#tableOfProgram(),
      this.#pools.then((accounts) => readPools(this.#rpc, accounts)),
      this.#life(),
    ]);
    return addresses && { addresses, pools, life };
  }

  async #tableOfProgram(): Promise<readonly string[] | undefined> {
    const [program, table] = await fetchJsonParsedAccounts<
      [object, { addresses: readonly Address[] }]
    >(this.#rpc, [address(JUPITER_PROGRAM), address(ROUTE_TABLE)], {
      abortSignal: AbortSignal.timeout(CALL_TIMEOUT_MS),
      commitment: "confirmed",
    });
    if (!program.exists || !table.exists || !("addresses" in table.data)) return undefined;
    return table.data.addresses;
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
