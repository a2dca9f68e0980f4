/**
 * Prepares a swap to another network: asks the relay again, builds the deposit, reads the built bytes with the own reader, and
 * compares both with a simulation of the same bytes. What differs is not signed.
 */
import { address, isOffCurveAddress } from "@solana/kit";
import { toBase64 } from "#components/chain/base64.ts";
import { readBlockhash, readUsualPrice, simulate } from "#components/chain/chain-calls.ts";
import { serverNow } from "#components/data/server-clock.ts";
import { readPools, type SwapTerms } from "#components/swaps/sources/read-pools.ts";
import { type Destination, readRelay } from "#components/swaps/sources/read-relay.ts";
import { TOKENS } from "#lib/protocol/solana/tokens.ts";
import { isCrossAsset } from "#lib/protocol/swaps/assets.ts";
import { buildCrossSwap, type CrossOrder } from "#lib/protocol/swaps/build-cross-swap.ts";
import { crossImpactBps } from "#lib/protocol/swaps/cross-price.ts";
import type { CrossQuote } from "#lib/protocol/swaps/cross-quote.ts";
import {
  type CrossSwapTransaction,
  readCrossSwap,
} from "#lib/protocol/swaps/cross-swap-transaction.ts";
import { mismatchOfCrossPlan } from "#lib/protocol/swaps/match-cross-plan.ts";
import { crossPlan, leastOutput, planDigest } from "#lib/protocol/swaps/route-plan.ts";
import { swapFee } from "#lib/protocol/swaps/swap-fee.ts";
import { isSameSwap } from "#lib/protocol/swaps/swap-transaction.ts";
import {
  costOf,
  LIFE_SECONDS,
  type Preparation,
  refused,
  refusedByChain,
  type SwapAsk,
  unread,
} from "./preparation.ts";
import type { Holdings } from "./simulated-effect.ts";
import { accountsOf, holdingsIn, lacksInput, readHoldings } from "./wallet-holdings.ts";

/** A deposit is two transfers and a memo. */
const DRAFT_UNITS = 150_000;

export type CrossAsk = SwapAsk & {
  destination: Destination;
  /** Base58 wallet there. */
  address: string;
};

export async function prepareCrossSwap(terms: SwapTerms, ask: CrossAsk): Promise<Preparation> {
  const [offer, pools, before, block] = await Promise.all([
    readRelay(ask.destination, ask),
    readPools(terms),
    readHoldings(ask, { mintOut: undefined }),
    readBlockhash(),
  ]);
  if (!offer.ok) return refused("relay", offer.reason);
  if (!pools.ok) return unread(pools);
  if (!before.ok) return unread(before);
  if (!block.ok) return unread(block);
  const { assetIn, assetOut, amountIn } = ask;
  if (!isCrossAsset(assetIn) || !isCrossAsset(assetOut)) return refused("noRoute");
  if (isOffCurveAddress(address(ask.address))) return refused("recipient");
  if (lacksInput(ask, before.body)) return refused("tooLittle");
  const { quote } = offer;
  // The relay's own figure may be too low.
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
  before: Holdings;
  /** In 1e-6 lamports for a compute unit. */
  price: bigint;
  block: { blockhash: string; lastValidHeight: number };
};

async function build(terms: SwapTerms, ask: CrossAsk, facts: Facts): Promise<Preparation> {
  const { offer, block, before } = facts;
  const { destination, address: recipient, assetIn, assetOut, amountIn } = ask;
  if (!isCrossAsset(assetOut)) return refused("noRoute");
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
    price: costOf(DRAFT_UNITS, facts.price).price,
    ...block,
  };
  const accounts = accountsOf(ask.account, before);
  const trial = await simulate(toBase64(await buildCrossSwap(draft, crossTerms)), accounts);
  if (!trial.ok) return unread(trial);
  if (trial.body.error !== undefined) return refusedByChain(trial.body.error);
  const { units, price, priority } = costOf(trial.body.units, facts.price);
  const plan = crossPlan(
    { out: offer.out, impactBps: offer.impactBps, network, address: recipient },
    { ...ask, priorityFeeLamports: priority, expiresAt },
  );
  const digest = await planDigest(plan);
  const order = { ...draft, units, price, memo: { ...memo, digest } };
  const bytes = await buildCrossSwap(order, crossTerms);
  const read = readCrossSwap(bytes, crossTerms);
  if (!read.ok) return refused("differs", read.reason);
  const { swap } = read;
  const mismatch = await mismatchOfCrossPlan(swap, plan, { ...ask.fee, ...ask });
  if (mismatch !== undefined) return refused("differs", mismatch);
  const final = await simulate(toBase64(bytes), accounts);
  if (!final.ok) return unread(final);
  if (final.body.error !== undefined) return refusedByChain(final.body.error);
  const difference = differenceOfDeposit(swap, before, holdingsIn(final.body.accounts, before));
  if (difference !== undefined) return refused("differs", difference);
  const readSame = (signed: Uint8Array) => {
    const again = readCrossSwap(signed, crossTerms);
    return again.ok && isSameSwap(swap, again.swap) ? again.swap : undefined;
  };
  const shown = { kind: "relay", swap, seconds: offer.seconds } as const;
  const { lastValidHeight } = block;
  return {
    state: "ready",
    prepared: { ask, plan, digest, bytes, shown, readSame, lastValidHeight },
  };
}

/** Exactly deposit, fee and the network's fee may leave the wallet. */
function differenceOfDeposit(
  swap: CrossSwapTransaction,
  before: Holdings,
  after: Holdings,
): string | undefined {
  if (swap.source !== before.source?.address) return "it takes from another account";
  if (before.source.amount - (after.source?.amount ?? 0n) !== swap.amountIn + swap.fee)
    return "the simulation takes another amount";
  return before.lamports - after.lamports === swap.networkLamports
    ? undefined
    : "the simulation moves another amount of SOL";
}
