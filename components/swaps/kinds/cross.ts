/**
 * Prepares a swap to another network: asks the relay again, builds the deposit, reads it back with
 * our own reader, and compares it with a simulation of the same bytes. If anything differs, nothing
 * is signed.
 */
import { address, isOffCurveAddress } from "@solana/kit";
import { toBase64 } from "#components/chain/base64.ts";
import {
  readBlockhash,
  readUsualPrice,
  simulateTransaction,
} from "#components/chain/chain-calls.ts";
import { serverNow } from "#components/data/server-clock.ts";
import { readPools, type SwapTerms } from "#components/swaps/sources/read-pools.ts";
import { readRelay } from "#components/swaps/sources/read-relay.ts";
import { TOKENS } from "#lib/protocol/solana/tokens.ts";
import { isCrossAsset } from "#lib/protocol/swaps/assets.ts";
import { buildCrossSwap, type CrossOrder } from "#lib/protocol/swaps/cross/build-cross-swap.ts";
import { crossImpactBps } from "#lib/protocol/swaps/cross/cross-price.ts";
import type { CrossQuote } from "#lib/protocol/swaps/cross/cross-quote.ts";
import {
  type CrossSwapTransaction,
  readCrossSwap,
} from "#lib/protocol/swaps/cross/cross-swap-transaction.ts";
import { mismatchOfCrossPlan } from "#lib/protocol/swaps/cross/match-cross-plan.ts";
import { leastOutput, makeCrossPlan, planDigest } from "#lib/protocol/swaps/plan/swap-plan.ts";
import { swapFee } from "#lib/protocol/swaps/swap-fee.ts";
import { isSameSwap } from "#lib/protocol/swaps/verify/swap-transaction.ts";
import {
  computeCost,
  LIFE_SECONDS,
  refusedByChain,
  refusedPreparation,
  type SwapAsk,
  type SwapPreparation,
  unread,
} from "./preparation.ts";
import type { WalletHoldings } from "./simulated-effect.ts";
import { holdingsIn, lacksInput, listAccounts, readHoldings } from "./wallet-holdings.ts";

/** A deposit is two transfers and a memo. */
const DRAFT_UNITS = 150_000;

type CrossAsk = SwapAsk<"cross">;

export async function prepareCrossSwap(terms: SwapTerms, ask: CrossAsk): Promise<SwapPreparation> {
  const [offer, pools, before, block] = await Promise.all([
    readRelay(ask.destination, ask),
    readPools(terms),
    readHoldings(ask, { mintOut: undefined }),
    readBlockhash(),
  ]);
  if (!offer.ok) return refusedPreparation("relay", offer.reason);
  if (!pools.ok) return unread(pools);
  if (!before.ok) return unread(before);
  if (!block.ok) return unread(block);
  const { assetIn, assetOut, amountIn } = ask;
  if (!isCrossAsset(assetIn) || !isCrossAsset(assetOut)) return refusedPreparation("noRoute");
  if (isOffCurveAddress(address(ask.address))) return refusedPreparation("recipient");
  if (lacksInput(ask, before.body)) return refusedPreparation("tooLittle");
  const { quote } = offer;
  // The relay may state too little impact, so the pools are measured too.
  const measured = crossImpactBps(pools.body, { assetIn, assetOut, amountIn }, quote.out);
  const impactBps = Math.max(quote.impactBps, measured);
  const { source } = before.body;
  const usual = await readUsualPrice(source === undefined ? [] : [source.address]);
  const price = usual.ok ? usual.body : 0n;
  const stated = { ...quote, impactBps };
  return build(terms, ask, { offer: stated, before: before.body, price, block: block.body });
}

type Facts = {
  offer: CrossQuote;
  before: WalletHoldings;
  /** Micro-lamports for a compute unit. */
  price: bigint;
  block: { blockhash: string; lastValidHeight: number };
};

async function build(terms: SwapTerms, ask: CrossAsk, facts: Facts): Promise<SwapPreparation> {
  const { offer, block, before } = facts;
  const { destination, address: recipient, assetIn, assetOut, amountIn } = ask;
  if (!isCrossAsset(assetOut)) return refusedPreparation("noRoute");
  const crossTerms = {
    feeAccounts: terms.fee_accounts,
    reference: terms.reference,
    depositAccounts: destination.deposit_accounts,
  };
  const expiresAt = Math.floor(serverNow() / 1_000) + LIFE_SECONDS;
  const { network } = destination;
  const minOut = leastOutput(offer.out, ask.slippageBps);
  const memo = {
    digest: "A".repeat(43),
    expiresAt,
    network,
    asset: assetOut,
    minOut,
    address: recipient,
  };
  const draft: CrossOrder = {
    payer: ask.account,
    mintIn: TOKENS[assetIn].mint,
    decimals: TOKENS[assetIn].decimals,
    amountIn,
    fee: swapFee(amountIn, ask.fee.feePpm, ask.fee.isReferred).charged,
    memo,
    units: DRAFT_UNITS,
    price: computeCost(DRAFT_UNITS, facts.price).price,
    ...block,
  };
  const accounts = listAccounts(ask.account, before);
  const trial = await simulateTransaction(
    toBase64(await buildCrossSwap(draft, crossTerms)),
    accounts,
  );
  if (!trial.ok) return unread(trial);
  if (trial.body.error !== undefined) return refusedByChain(trial.body.error);
  const { units, price, priority } = computeCost(trial.body.units, facts.price);
  const plan = makeCrossPlan(
    { out: offer.out, impactBps: offer.impactBps, network, address: recipient },
    { ...ask, priorityFeeLamports: priority, expiresAt },
  );
  const digest = await planDigest(plan);
  const order = { ...draft, units, price, memo: { ...memo, digest } };
  const bytes = await buildCrossSwap(order, crossTerms);
  const read = readCrossSwap(bytes, crossTerms);
  if (!read.ok) return refusedPreparation("differs", read.reason);
  const { swap } = read;
  const mismatch = await mismatchOfCrossPlan(swap, plan, { ...ask.fee, ...ask });
  if (mismatch !== undefined) return refusedPreparation("differs", mismatch);
  const final = await simulateTransaction(toBase64(bytes), accounts);
  if (!final.ok) return unread(final);
  if (final.body.error !== undefined) return refusedByChain(final.body.error);
  const difference = differenceOfDeposit(swap, before, holdingsIn(final.body.accounts, before));
  if (difference !== undefined) return refusedPreparation("differs", difference);
  const readSame = (signed: Uint8Array) => {
    const again = readCrossSwap(signed, crossTerms);
    return again.ok && isSameSwap(swap, again.swap) ? again.swap : undefined;
  };
  const shown = { kind: "cross", swap, seconds: offer.seconds } as const;
  const { lastValidHeight } = block;
  return {
    state: "ready",
    prepared: { ask, plan, digest, bytes, shown, readSame, lastValidHeight },
  };
}

/** Only the deposit, the fee and the network's fee may leave the wallet. */
function differenceOfDeposit(
  swap: CrossSwapTransaction,
  before: WalletHoldings,
  after: WalletHoldings,
): string | undefined {
  if (swap.source !== before.source?.address) return "it takes from another account";
  if (before.source.amount - (after.source?.amount ?? 0n) !== swap.amountIn + swap.fee)
    return "the simulation takes another amount";
  return before.lamports - after.lamports === swap.networkLamports
    ? undefined
    : "the simulation moves another amount of SOL";
}
