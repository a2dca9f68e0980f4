/** A simulated person who swaps now and then as users of the service do: with its fee, its reference key and a plan in the memo. */
import {
  address,
  type Base64EncodedWireTransaction,
  type KeyPairSigner,
  signBytes,
} from "@solana/kit";
import { getCreateAssociatedTokenIdempotentInstruction } from "@solana-program/token";
import { SWAP_ASSETS } from "#lib/protocol/enumerations.ts";
import { tokenAccountOf } from "#lib/protocol/solana/find-token-account.ts";
import { TOKENS, type TokenSymbol } from "#lib/protocol/solana/tokens.ts";
import { withWireSignature } from "#lib/protocol/solana/wire-transaction.ts";
import { DEFAULT_FEE_PPM, DEFAULT_SLIPPAGE_BPS } from "#lib/protocol/swaps/assets.ts";
import {
  makeSwapPlan,
  parseExpiry,
  planDigest,
  venueOfPool,
} from "#lib/protocol/swaps/plan/swap-plan.ts";
import { buildSwap } from "#lib/protocol/swaps/pools/build-swap.ts";
import { findBestRoute, type LivePool } from "#lib/protocol/swaps/pools/find-best-route.ts";
import { referenceKey } from "#lib/protocol/swaps/reference-key.ts";
import { swapFee } from "#lib/protocol/swaps/swap-fee.ts";
import type { SwapTerms } from "#lib/protocol/swaps/swap-rules.ts";
import type { Random } from "#services/sandbox/seed/random.ts";
import type { Role } from "#services/sandbox/traders/role.ts";
import type { PoolTrader } from "./pool-trader.ts";
import { findPools, readPools } from "./read-pools.ts";
import { unitsWorth } from "./token-prices.ts";

const PAUSE_MS = 8_000;
const CALL_TIMEOUT_MS = 5_000;
/** Whole USDC that one swap is worth. */
const WORTH = { smallest: 5, largest: 400 };
const KEPT_WORTH = 5_000n;
const PLAN_SECONDS = 20;
const COMPUTE_UNITS = 300_000;
const inTime = () => ({ abortSignal: AbortSignal.timeout(CALL_TIMEOUT_MS) });

export type ServiceUserParts = {
  trader: PoolTrader;
  /** Reads the marks. */
  refresh: () => Promise<void>;
  random: Random;
};

export async function serviceUser({ trader, refresh, random }: ServiceUserParts): Promise<Role> {
  const { treasury, prices } = trader.parts;
  const pools = await findPools();
  const terms = await termsOf(treasury.address);
  const worth = new Map(SWAP_ASSETS.map((symbol) => [symbol, KEPT_WORTH]));
  return {
    trader,
    pauseMs: PAUSE_MS,
    prepare: async () => {
      await refresh();
      await trader.keepFunded(worth);
      await openFeeAccounts(trader, terms);
    },
    step: async () => {
      await refresh();
      const [assetIn, assetOut] = pairFrom(random);
      const price = prices(assetIn);
      if (price === undefined) return;
      const usdc = BigInt(random.between(WORTH.smallest, WORTH.largest));
      const amountIn = unitsWorth(assetIn, usdc, price);
      await swapOnce(trader, terms, {
        assetIn,
        assetOut,
        amountIn,
        pools: await readPools(trader.parts.sender.rpc, pools),
      });
    },
  };
}

/** The treasury takes the fees of the simulated service. */
async function termsOf(feeOwner: string): Promise<SwapTerms> {
  const accounts = SWAP_ASSETS.map(async (symbol) => {
    const { mint } = TOKENS[symbol];
    return [mint, await tokenAccountOf(feeOwner, mint)] as const;
  });
  const feeAccounts = Object.fromEntries(await Promise.all(accounts));
  return { feeAccounts, reference: await referenceKey(feeOwner) };
}

/** The genesis of the chain has no account of wrapped SOL for the treasury. */
async function openFeeAccounts(trader: PoolTrader, { feeAccounts }: SwapTerms): Promise<void> {
  const { treasury, sender } = trader.parts;
  const opening = Object.entries(feeAccounts).map(([mint, account]) =>
    getCreateAssociatedTokenIdempotentInstruction({
      payer: trader.signer,
      owner: address(treasury.address),
      ata: address(account),
      mint: address(mint),
    }),
  );
  await (await sender.send(trader.signer, opening)).landed;
}

function pairFrom(random: Random): [TokenSymbol, TokenSymbol] {
  const from = SWAP_ASSETS[random.below(SWAP_ASSETS.length)] ?? "USDC";
  const others = SWAP_ASSETS.filter((symbol) => symbol !== from);
  return [from, others[random.below(others.length)] ?? "SOL"];
}

type Intent = {
  assetIn: TokenSymbol;
  assetOut: TokenSymbol;
  amountIn: bigint;
  pools: readonly LivePool[];
};

/** A swap that fails or gets lost is not tried again. */
async function swapOnce(trader: PoolTrader, terms: SwapTerms, intent: Intent): Promise<void> {
  const { assetIn, assetOut, amountIn, pools } = intent;
  const { rpc } = trader.parts.sender;
  const [mintIn, mintOut] = [TOKENS[assetIn].mint, TOKENS[assetOut].mint];
  const route = findBestRoute(pools, { mintIn, mintOut, amountIn, maxHops: 2 });
  if (route === undefined) return;
  const expiresAt = Math.floor(Date.now() / 1_000) + PLAN_SECONDS;
  const plan = makeSwapPlan(route, route.hops.map(venueOfPool), {
    assetIn,
    assetOut,
    amountIn,
    slippageBps: DEFAULT_SLIPPAGE_BPS,
    priorityFeeLamports: 0n,
    expiresAt,
  });
  const { value: life } = await rpc.getLatestBlockhash({ commitment: "confirmed" }).send(inTime());
  const unsigned = await buildSwap(
    {
      payer: trader.address,
      hops: route.hops,
      decimals: TOKENS[assetIn].decimals,
      amountIn,
      minOut: BigInt(plan.out.units_min),
      fee: swapFee(amountIn, DEFAULT_FEE_PPM, false).charged,
      memo: { digest: await planDigest(plan), expiresAt: parseExpiry(plan) },
      seed: expiresAt.toString(36),
      units: COMPUTE_UNITS,
      price: 0n,
      blockhash: life.blockhash,
      lastValidHeight: Number(life.lastValidBlockHeight),
    },
    terms,
  );
  await rpc
    .sendTransaction(await signed(trader.signer, unsigned), { encoding: "base64" })
    .send(inTime());
}

async function signed(
  signer: KeyPairSigner,
  transaction: Uint8Array,
): Promise<Base64EncodedWireTransaction> {
  const message = transaction.subarray(1 + SIGNATURE_BYTES);
  const signature = await signBytes(signer.keyPair.privateKey, message);
  const bytes = withWireSignature(transaction, 0, signature);
  return Buffer.from(bytes).toString("base64") as Base64EncodedWireTransaction;
}

const SIGNATURE_BYTES = 64;
