/** A simulated trader of the pools: its wallet on the chain, what the pools hold, and swaps in them. */
import {
  type Address,
  address,
  createKeyPairSignerFromPrivateKeyBytes,
  type KeyPairSigner,
} from "@solana/kit";
import { getTokenDecoder, TOKEN_PROGRAM_ADDRESS } from "@solana-program/token";
import type { Logger } from "#lib/kernel/log/log.ts";
import { poolAddresses } from "#lib/protocol/solana/find-pool.ts";
import { tokenAccountOf } from "#lib/protocol/solana/find-token-account.ts";
import { swapInstruction } from "#lib/protocol/solana/pool.ts";
import { POOL_PROGRAM, POOLS, type PoolListing } from "#lib/protocol/solana/pools.ts";
import { TOKENS, type TokenSymbol } from "#lib/protocol/solana/tokens.ts";
import { swapOutput } from "#lib/protocol/swaps/pools/pool-math.ts";
import { keepFees } from "#services/sandbox/chain/keep-fees.ts";
import {
  TransactionRefused,
  type TransactionSender,
} from "#services/sandbox/chain/transaction-sender.ts";
import type { Treasury } from "#services/sandbox/chain/treasury.ts";
import type { PoolState, PoolSwap } from "./corrective-swap.ts";
import { type TokenPrices, unitsWorth } from "./token-prices.ts";

const CALL_TIMEOUT_MS = 5_000;
/** A swap is given up when it would get this much less than counted: another one was faster. */
const MIN_PERCENT = 99n;
const SYMBOLS = Object.keys(TOKENS) as TokenSymbol[];

export type PoolTraderParts = {
  name: string;
  /** Private key of its wallet: 32 bytes. */
  key: Uint8Array;
  sender: TransactionSender;
  treasury: Treasury;
  prices: TokenPrices;
  log: Pick<Logger, "info" | "debug" | "warn">;
};

/** A pool of the chain with what it holds now. */
export type TradedPool = PoolState & { listing: PoolListing };

export type PoolsView = {
  pools: TradedPool[];
  /** The trader's own tokens, in base units. */
  held: Map<TokenSymbol, bigint>;
};

type PoolAccounts = { listing: PoolListing; pool: Address; vaultA: Address; vaultB: Address };
type TraderAddresses = { pools: PoolAccounts[]; own: Map<TokenSymbol, Address> };

export class PoolTrader {
  readonly parts: PoolTraderParts;
  readonly signer: KeyPairSigner;
  readonly #addresses: TraderAddresses;

  private constructor(parts: PoolTraderParts, signer: KeyPairSigner, addresses: TraderAddresses) {
    this.parts = parts;
    this.signer = signer;
    this.#addresses = addresses;
  }

  static async open(parts: PoolTraderParts): Promise<PoolTrader> {
    const signer = await createKeyPairSignerFromPrivateKeyBytes(parts.key);
    const pools = await Promise.all(POOLS.map(findAccounts));
    const own = await Promise.all(
      SYMBOLS.map(
        async (symbol) =>
          [symbol, await tokenAccountOf(signer.address, TOKENS[symbol].mint)] as const,
      ),
    );
    return new PoolTrader(parts, signer, { pools, own: new Map(own) });
  }

  get address(): string {
    return this.signer.address;
  }

  /** Pools and own tokens after the newest transaction. @throws the error of the connection, or for a chain without the pools */
  async read(): Promise<PoolsView> {
    const { pools, own } = this.#addresses;
    const vaults = pools.flatMap(({ vaultA, vaultB }) => [vaultA, vaultB]);
    const amounts = await this.#amountsOf([...vaults, ...own.values()]);
    const amountAt = (key: Address | undefined) => (key && amounts.get(key)) ?? 0n;
    return {
      pools: pools.map(({ listing, vaultA, vaultB }) => ({
        listing,
        feePpm: listing.feePpm,
        reserveA: amountAt(vaultA),
        reserveB: amountAt(vaultB),
      })),
      held: new Map(SYMBOLS.map((symbol) => [symbol, amountAt(own.get(symbol))])),
    };
  }

  /** Refills fees, and each token that has less than half of `worth` left. @param worth whole USDC by token */
  async keepFunded(worth: ReadonlyMap<TokenSymbol, bigint>): Promise<void> {
    await keepFees(this.parts.sender.rpc, this.address);
    const { held } = await this.read();
    for (const [symbol, usdc] of worth) {
      const price = this.parts.prices(symbol);
      if (price === undefined) continue;
      const wanted = unitsWorth(symbol, usdc, price);
      const missing = wanted - (held.get(symbol) ?? 0n);
      if (missing * 2n > wanted) await this.#fund(symbol, missing);
    }
  }

  /**
   * Sends a swap, of no more than the trader has.
   * @returns false when it was refused, for example because another swap was faster
   */
  async swap(pool: TradedPool, { side, amountIn }: PoolSwap, held: bigint): Promise<boolean> {
    const amount = amountIn < held ? amountIn : held;
    const reserves =
      side === "a"
        ? { reserveIn: pool.reserveA, reserveOut: pool.reserveB }
        : { reserveIn: pool.reserveB, reserveOut: pool.reserveA };
    const { out } = swapOutput(reserves, amount, pool.feePpm);
    if (out === 0n) return false;
    const minOut = (out * MIN_PERCENT) / 100n;
    try {
      const instruction = this.#instruction(pool.listing, side, { amountIn: amount, minOut });
      await this.parts.sender.send(this.signer, [instruction]);
      return true;
    } catch (error) {
      if (!(error instanceof TransactionRefused)) throw error;
      const { log, name } = this.parts;
      log.debug({ trader: name, reason: error.message }, "swap refused");
      return false;
    }
  }

  #instruction(
    listing: PoolListing,
    side: PoolSwap["side"],
    amounts: { amountIn: bigint; minOut: bigint },
  ) {
    const pool = this.#addresses.pools.find((one) => one.listing === listing);
    const [tokenIn, tokenOut] = side === "a" ? [listing.a, listing.b] : [listing.b, listing.a];
    const [source, destination] = [tokenIn, tokenOut].map((one) => this.#addresses.own.get(one));
    if (!pool || !source || !destination) throw new Error("the pool is none of the chain's");
    const [vaultIn, vaultOut] =
      side === "a" ? [pool.vaultA, pool.vaultB] : [pool.vaultB, pool.vaultA];
    return swapInstruction<Address>(
      address(POOL_PROGRAM),
      {
        user: this.signer.address,
        pool: pool.pool,
        source,
        vaultIn,
        vaultOut,
        destination,
        tokenProgram: TOKEN_PROGRAM_ADDRESS,
      },
      amounts,
    );
  }

  async #amountsOf(keys: readonly Address[]): Promise<Map<Address, bigint>> {
    const { value } = await this.parts.sender.rpc
      .getMultipleAccounts([...keys], { encoding: "base64", commitment: "processed" })
      .send({ abortSignal: AbortSignal.timeout(CALL_TIMEOUT_MS) });
    const decoder = getTokenDecoder();
    return new Map(
      keys.map((key, index) => {
        const account = value[index];
        if (!account) return [key, 0n];
        return [key, decoder.decode(Buffer.from(account.data[0], "base64")).amount];
      }),
    );
  }

  async #fund(symbol: TokenSymbol, units: bigint): Promise<void> {
    const { treasury, log, name } = this.parts;
    const order = { recipient: this.address, token: TOKENS[symbol], units };
    await (await treasury.transfer(order)).landed;
    log.info({ trader: name, symbol, units: String(units) }, "funded");
  }
}

async function findAccounts(listing: PoolListing): Promise<PoolAccounts> {
  const [mintA, mintB] = [TOKENS[listing.a].mint, TOKENS[listing.b].mint];
  const { address: pool, ...vaults } = await poolAddresses(POOL_PROGRAM, mintA, mintB);
  return { listing, pool, ...vaults };
}
