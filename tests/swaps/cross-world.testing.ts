/**
 * Two chains and a relay between them. Wallets deposit on one, and the relay pays on the other,
 * step by step.
 */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createKeyPairSignerFromPrivateKeyBytes, type KeyPairSigner } from "@solana/kit";
import { z } from "zod";
import { ChainReads } from "#lib/kernel/chain-client/chain-reads.ts";
import { tokenAccountOf } from "#lib/protocol/solana/find-token-account.ts";
import { TOKENS } from "#lib/protocol/solana/tokens.ts";
import { DESTINATION_NETWORKS, GENESIS_HASH } from "#lib/protocol/solana.ts";
import { CROSS_ASSETS, type CrossAsset, DEFAULT_FEE_PPM } from "#lib/protocol/swaps/assets.ts";
import { buildCrossSwap, type CrossOrder } from "#lib/protocol/swaps/cross/build-cross-swap.ts";
import type { CrossTerms } from "#lib/protocol/swaps/cross/cross-swap-transaction.ts";
import { makeCrossPlan, parseExpiry, planDigest } from "#lib/protocol/swaps/plan/swap-plan.ts";
import { swapFee } from "#lib/protocol/swaps/swap-fee.ts";
import type { RoutePlan } from "#lib/protocol/wire/swaps.ts";
import { removeFolder } from "#services/chain/testing/chain.testing.ts";
import { Relay } from "#services/sandbox/relay/relay.ts";
import { RelayJournal } from "#services/sandbox/relay/relay-journal.ts";
import { relayOutput } from "#services/sandbox/relay/relay-price.ts";
import { type Swapper, SwapWorld, transactionSignature } from "./swap-world.testing.ts";

export const NETWORK = DESTINATION_NETWORKS[0];
export const RELAY_SEED = "5e".repeat(32);
const HELD = { USDC: 10_000_000_000n, BTC: 100_000_000n, ETH: 1_000_000_000n };

export type CrossChange = {
  address?: string;
  slippageBps?: number;
  /** Unix seconds. */
  expiresAt?: number;
  minOut?: bigint;
  plan?: (plan: RoutePlan) => RoutePlan;
  order?: (order: CrossOrder) => Partial<CrossOrder>;
  terms?: Partial<CrossTerms>;
};
export type SignedCross = {
  plan: RoutePlan;
  bytes: Uint8Array;
  transaction: string;
  signature: string;
};

export class CrossWorld {
  readonly source: SwapWorld;
  readonly destination: SwapWorld;
  readonly signer: KeyPairSigner;
  readonly terms: CrossTerms;
  readonly journalPath: string;
  readonly #folder: string;
  readonly #accounts: ReadonlyMap<CrossAsset, string>;
  readonly #opened: (() => void)[] = [];
  /** Worlds that this one opened, and must close. */
  readonly #own: readonly SwapWorld[];

  private constructor(
    [source, destination]: readonly [SwapWorld, SwapWorld],
    signer: KeyPairSigner,
    { accounts, own }: { accounts: ReadonlyMap<CrossAsset, string>; own: readonly SwapWorld[] },
  ) {
    this.#own = own;
    this.source = source;
    this.destination = destination;
    this.signer = signer;
    this.#accounts = accounts;
    this.#folder = mkdtempSync(join(tmpdir(), "relay-"));
    this.journalPath = join(this.#folder, "relay.jsonl");
    const deposits = [...accounts].map(([asset, key]) => [TOKENS[asset].mint, key]);
    this.terms = { ...source.terms, depositAccounts: Object.fromEntries(deposits) };
  }

  /** @param source an existing world; a new one if absent */
  static async open(source?: SwapWorld): Promise<CrossWorld> {
    const worlds = [
      source ?? (await SwapWorld.open()),
      await SwapWorld.open({ genesisHash: GENESIS_HASH[NETWORK] }),
    ] as const;
    const seed = Buffer.from(RELAY_SEED, "hex");
    const signer = await createKeyPairSignerFromPrivateKeyBytes(seed);
    const accounts = new Map<CrossAsset, string>();
    for (const asset of CROSS_ASSETS)
      accounts.set(asset, await tokenAccountOf(signer.address, TOKENS[asset].mint));
    for (const [index, world] of worlds.entries()) {
      const params = [signer.address, 10_000_000_000];
      await world.landed(await world.node.call("requestAirdrop", params, z.string()));
      // The relay promises only what is final on the destination chain.
      for (const asset of CROSS_ASSETS)
        await (index === 0
          ? world.give(signer.address, asset, 0n)
          : world.give(signer.address, asset, HELD[asset], "finalized"));
    }
    const own = worlds.filter((world) => world !== source);
    return new CrossWorld(worlds, signer, { accounts, own });
  }

  async close(): Promise<void> {
    for (const close of this.#opened) close();
    for (const world of this.#own) {
      await world.close();
      removeFolder(world.chain.folder);
    }
    removeFolder(this.#folder);
  }

  /** A relay that starts now, as after a restart. */
  relay(change: Partial<Relay["parts"]> = {}): Relay {
    const [source, destination] = [this.source, this.destination].map(
      ({ chain }) => new ChainReads(chain.url),
    );
    if (!source || !destination) throw new Error("there are two chains");
    const journal = change.journal ?? new RelayJournal(this.journalPath);
    this.#opened.push(
      () => source.close(),
      () => destination.close(),
    );
    return new Relay({
      source,
      destination,
      network: NETWORK,
      signer: this.signer,
      accounts: this.#accounts,
      pools: () => this.source.livePools(),
      patienceMs: 60_000,
      log: { info: () => {}, warn: () => {} },
      ...change,
      journal,
    });
  }

  /** The plan and transaction that a page would make now. Anything can be changed. */
  async quote(
    wallet: Swapper,
    [assetIn, assetOut]: readonly [CrossAsset, CrossAsset],
    amountIn: bigint,
    change: CrossChange = {},
  ): Promise<SignedCross> {
    const { mint, decimals } = TOKENS[assetIn];
    const out = relayOutput(await this.source.livePools(), { assetIn, assetOut, amountIn });
    const address = change.address ?? wallet.address;
    const usual = makeCrossPlan(
      { out, impactBps: 10, network: NETWORK, address },
      {
        assetIn,
        assetOut,
        amountIn,
        slippageBps: change.slippageBps ?? 30,
        priorityFeeLamports: 0n,
        expiresAt: change.expiresAt ?? Math.floor(Date.now() / 1_000) + 20,
      },
    );
    const plan = change.plan?.(usual) ?? usual;
    const order: CrossOrder = {
      payer: wallet.address,
      mintIn: mint,
      decimals,
      amountIn,
      fee: swapFee(amountIn, DEFAULT_FEE_PPM, false).charged,
      memo: {
        digest: await planDigest(plan),
        expiresAt: parseExpiry(plan),
        network: NETWORK,
        asset: assetOut,
        minOut: change.minOut ?? BigInt(plan.out.units_min),
        address,
      },
      units: 60_000,
      price: 0n,
      ...(await this.source.life()),
    };
    const terms = { ...this.terms, ...change.terms };
    const bytes = wallet.sign(await buildCrossSwap({ ...order, ...change.order?.(order) }, terms));
    const transaction = Buffer.from(bytes).toString("base64");
    return { plan, bytes, transaction, signature: transactionSignature(bytes) };
  }

  /** Sends a deposit without the service, and waits until it is final. */
  async deposit(...given: Parameters<CrossWorld["quote"]>): Promise<SignedCross> {
    const signed = await this.quote(...given);
    const { source } = this;
    const error = await source.landed(await source.send(signed.bytes), "finalized");
    if (error !== null) throw new Error(JSON.stringify(error));
    return signed;
  }
}
