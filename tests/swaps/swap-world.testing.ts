/**
 * Wallets that swap on a separate chain as the page does: they read pools, plan, build, sign and
 * send.
 */
import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { base58 } from "@scure/base";
import {
  address,
  appendTransactionMessageInstructions,
  blockhash as asBlockhash,
  createKeyPairSignerFromPrivateKeyBytes,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  type Instruction,
  type KeyPairSigner,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from "@solana/kit";
import {
  getCreateAssociatedTokenIdempotentInstruction,
  getTransferCheckedInstruction,
} from "@solana-program/token";
import { z } from "zod";
import { ChainNode } from "#lib/kernel/chain-client/chain-node.ts";
import { encodePublicKey } from "#lib/protocol/signing/signing.ts";
import { type PoolAddresses, poolAddresses } from "#lib/protocol/solana/find-pool.ts";
import { tokenAccountOf } from "#lib/protocol/solana/find-token-account.ts";
import { POOL_PROGRAM, POOLS } from "#lib/protocol/solana/pools.ts";
import { readTokenHolding } from "#lib/protocol/solana/token-account.ts";
import { TOKENS, type TokenSymbol } from "#lib/protocol/solana/tokens.ts";
import { withWireSignature } from "#lib/protocol/solana/wire-transaction.ts";
import { DEFAULT_FEE_PPM, DEFAULT_SLIPPAGE_BPS } from "#lib/protocol/swaps/assets.ts";
import {
  makeSwapPlan,
  parseExpiry,
  planDigest,
  venueOfPool,
} from "#lib/protocol/swaps/plan/swap-plan.ts";
import { buildSwap, type SwapOrder } from "#lib/protocol/swaps/pools/build-swap.ts";
import {
  findBestRoute,
  type LivePool,
  outputAlong,
  type PlannedRoute,
} from "#lib/protocol/swaps/pools/find-best-route.ts";
import { accountsOfPools, livePools } from "#lib/protocol/swaps/pools/live-pools.ts";
import { referenceKey } from "#lib/protocol/swaps/reference-key.ts";
import { swapFee } from "#lib/protocol/swaps/swap-fee.ts";
import type { SwapTerms } from "#lib/protocol/swaps/swap-rules.ts";
import type { RoutePlan } from "#lib/protocol/wire/swaps.ts";
import { startTestChain, TEST_SLOT_MS } from "#services/chain/testing/chain.testing.ts";

const TREASURY_SEED = "77".repeat(32);

/** The input and the output. */
export type Pair = readonly [TokenSymbol, TokenSymbol];
export type QuoteChange = {
  slippageBps?: number;
  expiresAt?: number;
  isReferred?: boolean;
  order?: Partial<SwapOrder>;
};
export type SignedQuote = {
  plan: RoutePlan;
  route: PlannedRoute;
  bytes: Uint8Array;
  transaction: string;
  signature: string;
};

export class Swapper {
  readonly privateKey: KeyObject;
  readonly address: string;

  constructor() {
    const { publicKey, privateKey } = generateKeyPairSync("ed25519");
    this.privateKey = privateKey;
    const raw = publicKey.export({ format: "jwk" }).x ?? "";
    this.address = encodePublicKey(Buffer.from(raw, "base64url"));
  }

  /** The transaction with the wallet's signature. */
  sign(transaction: Uint8Array): Uint8Array {
    const message = transaction.subarray(65);
    return withWireSignature(transaction, 0, sign(null, message, this.privateKey));
  }
}

/** The chain's clock. While it is held, slots close only by `step`, however slow the machine is. */
class SlotClock {
  #heldAt: number | undefined;
  #behind = 0;

  now = (): number => this.#heldAt ?? Date.now() - this.#behind;

  hold(): void {
    this.#heldAt = this.now();
  }

  step(milliseconds: number): void {
    if (this.#heldAt !== undefined) this.#heldAt += milliseconds;
  }

  get isHeld(): boolean {
    return this.#heldAt !== undefined;
  }

  release(): void {
    if (this.#heldAt === undefined) return;
    this.#behind = Date.now() - this.#heldAt;
    this.#heldAt = undefined;
  }
}

export class SwapWorld {
  readonly clock: SlotClock;
  readonly chain: Awaited<ReturnType<typeof startTestChain>>;
  readonly node: ChainNode;
  readonly pools: readonly PoolAddresses[];
  readonly terms: SwapTerms;
  readonly feeOwner: Swapper;
  readonly #treasury: KeyPairSigner;
  #seeds = 0;

  private constructor(
    chain: Awaited<ReturnType<typeof startTestChain>>,
    treasury: KeyPairSigner,
    pools: readonly PoolAddresses[],
    fees: { owner: Swapper; reference: string; clock: SlotClock },
  ) {
    this.clock = fees.clock;
    this.chain = chain;
    this.node = new ChainNode(chain.url);
    this.pools = pools;
    this.#treasury = treasury;
    this.feeOwner = fees.owner;
    this.terms = { feeAccounts: {}, reference: fees.reference };
  }

  static async open(options: Parameters<typeof startTestChain>[0] = {}): Promise<SwapWorld> {
    const treasury = await createKeyPairSignerFromPrivateKeyBytes(
      Buffer.from(TREASURY_SEED, "hex"),
    );
    const begin = { ...options.begin, treasury: treasury.address };
    const clock = new SlotClock();
    const chain = await startTestChain({ clock, ...options, begin });
    const pools = await Promise.all(
      POOLS.map(({ a, b }) => poolAddresses(POOL_PROGRAM, TOKENS[a].mint, TOKENS[b].mint)),
    );
    const owner = new Swapper();
    const reference = await referenceKey(owner.address);
    const world = new SwapWorld(chain, treasury, pools, { owner, reference, clock });
    await world.#openFeeAccounts();
    return world;
  }

  async close(): Promise<void> {
    this.node.close();
    await this.chain.stop();
  }

  /** Makes a wallet with SOL and these tokens, in base units. */
  async wallet(tokens: Partial<Record<TokenSymbol, bigint>> = {}, lamports = 10_000_000_000) {
    const swapper = new Swapper();
    const airdrop = await this.node.call("requestAirdrop", [swapper.address, lamports], z.string());
    await this.landed(airdrop);
    for (const [symbol, amount] of Object.entries(tokens) as [TokenSymbol, bigint][])
      await this.give(swapper.address, symbol, amount);
    return swapper;
  }

  async give(
    owner: string,
    symbol: TokenSymbol,
    amount: bigint,
    commitment?: "finalized",
  ): Promise<void> {
    const { mint, decimals } = TOKENS[symbol];
    const instructions = [
      await this.#opening(owner, mint),
      getTransferCheckedInstruction({
        source: await tokenAccountOf(this.#treasury.address, mint),
        mint: address(mint),
        destination: await tokenAccountOf(owner, mint),
        authority: this.#treasury,
        amount,
        decimals,
      }),
    ];
    await this.#send(instructions, commitment);
  }

  async livePools(commitment = "confirmed"): Promise<LivePool[]> {
    const keys = accountsOfPools(this.pools);
    return livePools(this.pools, await this.data(keys, commitment));
  }

  async data(keys: readonly string[], commitment = "confirmed"): Promise<Map<string, Uint8Array>> {
    const config = { encoding: "base64", commitment };
    const { value } = await this.node.ask("getMultipleAccounts", [keys, config]);
    return new Map(
      keys.flatMap((key, index) => {
        const found = value[index];
        return found ? [[key, Uint8Array.from(Buffer.from(found.data[0], "base64"))]] : [];
      }),
    );
  }

  async lamports(key: string): Promise<bigint> {
    const schema = z.looseObject({ value: z.number() });
    const answer = await this.node.call("getBalance", [key, { commitment: "confirmed" }], schema);
    return BigInt(answer.value);
  }

  /** The balance of the owner's associated account; 0 without one. */
  async held(owner: string, symbol: TokenSymbol): Promise<bigint> {
    const key = await tokenAccountOf(owner, TOKENS[symbol].mint);
    const data = (await this.data([key])).get(key);
    return data === undefined ? 0n : (readTokenHolding(data)?.amount ?? 0n);
  }

  async life(): Promise<{ blockhash: string; lastValidHeight: number }> {
    const { value } = await this.node.ask("getLatestBlockhash", [{ commitment: "confirmed" }]);
    return { blockhash: value.blockhash, lastValidHeight: value.lastValidBlockHeight };
  }

  /** The transaction that a page would build. Anything can be changed. */
  async build(
    order: Omit<SwapOrder, "seed" | "units" | "price" | "blockhash" | "lastValidHeight">,
    change: Partial<SwapOrder> = {},
  ): Promise<Uint8Array> {
    this.#seeds += 1;
    const life = await this.life();
    const usual = { seed: `s${this.#seeds}`, units: 300_000, price: 0n, ...life };
    return buildSwap({ ...usual, ...order, ...change }, this.terms);
  }

  /** The plan and signed transaction that a page would make now. Anything can be changed. */
  async quote(
    wallet: Swapper,
    [assetIn, assetOut]: Pair,
    amountIn: bigint,
    change: QuoteChange = {},
  ): Promise<SignedQuote> {
    const [mintIn, mintOut] = [TOKENS[assetIn].mint, TOKENS[assetOut].mint];
    const route = findBestRoute(await this.livePools(), { mintIn, mintOut, amountIn });
    if (route === undefined) throw new Error("no route");
    const venues = route.hops.map(venueOfPool);
    const terms = {
      assetIn,
      assetOut,
      amountIn,
      slippageBps: change.slippageBps ?? DEFAULT_SLIPPAGE_BPS,
      priorityFeeLamports: 0n,
      expiresAt: change.expiresAt ?? Math.floor(Date.now() / 1_000) + 20,
    };
    const plan = makeSwapPlan(route, venues, terms);
    const order = {
      payer: wallet.address,
      hops: route.hops,
      decimals: TOKENS[assetIn].decimals,
      amountIn,
      minOut: BigInt(plan.out.units_min),
      fee: swapFee(amountIn, DEFAULT_FEE_PPM, change.isReferred ?? false).charged,
      memo: { digest: await planDigest(plan), expiresAt: parseExpiry(plan) },
    };
    const signed = wallet.sign(await this.build(order, change.order));
    const transaction = Buffer.from(signed).toString("base64");
    return { plan, route, bytes: signed, transaction, signature: transactionSignature(signed) };
  }

  /** Swaps through a pair's only pool, at any price. */
  async push(wallet: Swapper, [from, to]: Pair, amountIn: bigint): Promise<void> {
    const index = POOLS.findIndex(({ a, b }) => [a, b].includes(from) && [a, b].includes(to));
    const pool = (await this.livePools())[index];
    const route = pool && outputAlong([pool], TOKENS[from].mint, amountIn);
    if (route === undefined) throw new Error("no pool");
    const { decimals } = TOKENS[from];
    const memo = { digest: "A".repeat(43), expiresAt: Math.floor(Date.now() / 1_000) + 60 };
    const { hops, out: minOut } = route;
    const order = { payer: wallet.address, hops, decimals, amountIn, minOut, fee: 0n, memo };
    const bytes = wallet.sign(await this.build(order));
    const error = await this.landed(await this.send(bytes));
    if (error !== null) throw new Error(JSON.stringify(error));
  }

  /** @returns the signature, or the node's refusal */
  async send(transaction: Uint8Array, skipPreflight = false): Promise<string> {
    const text = Buffer.from(transaction).toString("base64");
    const config = { encoding: "base64", preflightCommitment: "confirmed", skipPreflight };
    return this.node.ask("sendTransaction", [text, config]);
  }

  /** @returns the chain's error, null for success. If the clock is held, it closes the slot. */
  async landed(signature: string, commitment = "confirmed"): Promise<unknown> {
    this.clock.step(TEST_SLOT_MS);
    for (;;) {
      const { value } = await this.node.ask("getSignatureStatuses of one", [[signature]]);
      const [found] = value;
      if (found?.confirmationStatus === commitment || found?.confirmationStatus === "finalized")
        return found.err;
      await sleep(10);
    }
  }

  /** See `NodeFaults` of the chain. */
  async setFaults(faults: { lag?: number; drops?: number; reorders?: boolean }): Promise<void> {
    await this.node.call("testFaults", [faults], z.unknown());
  }

  /** Drops the newest slots, as a fork does. @returns the dropped signatures */
  rollBack(slots: number): Promise<string[]> {
    return this.node.call("testRollBack", [slots], z.array(z.string()));
  }

  /** Gives each token an account that receives fees. */
  async #openFeeAccounts(): Promise<void> {
    const feeAccounts: Record<string, string> = {};
    const opening: Instruction[] = [];
    for (const { mint } of Object.values(TOKENS)) {
      opening.push(await this.#opening(this.feeOwner.address, mint));
      feeAccounts[mint] = await tokenAccountOf(this.feeOwner.address, mint);
    }
    await this.#send(opening);
    Object.assign(this.terms.feeAccounts, feeAccounts);
  }

  async #opening(owner: string, mint: string): Promise<Instruction> {
    return getCreateAssociatedTokenIdempotentInstruction({
      payer: this.#treasury,
      owner: address(owner),
      ata: await tokenAccountOf(owner, mint),
      mint: address(mint),
    });
  }

  async #send(instructions: readonly Instruction[], commitment?: "finalized"): Promise<void> {
    const life = await this.life();
    const lifetime = {
      blockhash: asBlockhash(life.blockhash),
      lastValidBlockHeight: BigInt(life.lastValidHeight),
    };
    const message = appendTransactionMessageInstructions(
      instructions,
      setTransactionMessageLifetimeUsingBlockhash(
        lifetime,
        setTransactionMessageFeePayerSigner(
          this.#treasury,
          createTransactionMessage({ version: 0 }),
        ),
      ),
    );
    const signed = await signTransactionMessageWithSigners(message);
    const bytes = Buffer.from(getBase64EncodedWireTransaction(signed), "base64");
    const error = await this.landed(await this.send(bytes), commitment);
    if (error !== null) throw new Error(JSON.stringify(error));
  }
}

export const transactionSignature = (transaction: Uint8Array) =>
  base58.encode(transaction.subarray(1, 65));
