/**
 * Prepares a swap: plans it on fresh pools, builds it, reads the built bytes with the own reader, and compares both with a
 * simulation of the same bytes. What differs is not signed.
 */
import { toBase64 } from "#components/chain/base64.ts";
import { readBlockhash, readUsualPrice, simulate } from "#components/chain/chain-calls.ts";
import { serverNow } from "#components/data/server-clock.ts";
import {
  MOST_HOPS_IN_A_PACKET,
  readPools,
  type SwapTerms,
  venuesOf,
} from "#components/swaps/sources/read-pools.ts";
import { TOKENS } from "#lib/protocol/solana/tokens.ts";
import { MAX_TRANSACTION_BYTES } from "#lib/protocol/solana/wire-transaction.ts";
import { buildSwap, type SwapOrder } from "#lib/protocol/swaps/build-swap.ts";
import { mismatchOfPlan } from "#lib/protocol/swaps/match-plan.ts";
import { type PlannedRoute, planRoute } from "#lib/protocol/swaps/plan-route.ts";
import { leastOutput, planDigest, routePlan } from "#lib/protocol/swaps/route-plan.ts";
import { swapFee } from "#lib/protocol/swaps/swap-fee.ts";
import { isSameSwap, readSwap } from "#lib/protocol/swaps/swap-transaction.ts";
import type { RoutePlan } from "#lib/protocol/wire/swaps.ts";
import {
  costOf,
  LIFE_SECONDS,
  type Preparation,
  refused,
  refusedByChain,
  type SwapAsk,
  unread,
} from "./preparation.ts";
import { differenceOfSimulation, type Holdings } from "./simulated-effect.ts";
import { accountsOf, afterOf, lacksInput, readHoldings } from "./wallet-holdings.ts";

/** More than any swap of two hops takes: the simulation says how many. */
const DRAFT_UNITS = 400_000;
const SEED_RADIX = 36;
const SEEDS = SEED_RADIX ** 3;

export async function prepareSwap(terms: SwapTerms, ask: SwapAsk): Promise<Preparation> {
  const [pools, before, block] = await Promise.all([
    readPools(terms),
    readHoldings(ask),
    readBlockhash(),
  ]);
  if (!pools.ok) return unread(pools);
  if (!before.ok) return unread(before);
  if (!block.ok) return unread(block);
  const route = planRoute(pools.body, {
    mintIn: TOKENS[ask.assetIn].mint,
    mintOut: TOKENS[ask.assetOut].mint,
    amountIn: ask.amountIn,
    maxHops: MOST_HOPS_IN_A_PACKET,
  });
  if (route === undefined) return refused("noRoute");
  if (lacksInput(ask, before.body)) return refused("tooLittle");
  const usual = await readUsualPrice(route.hops.map(({ pool }) => pool.address));
  const price = usual.ok ? usual.body : 0n;
  return build(terms, ask, { route, before: before.body, price, block: block.body });
}

type Facts = {
  route: PlannedRoute;
  before: Holdings;
  /** In 1e-6 lamports for a compute unit. */
  price: bigint;
  block: { blockhash: string; lastValidHeight: number };
};

async function build(terms: SwapTerms, ask: SwapAsk, facts: Facts): Promise<Preparation> {
  const { route, block, before } = facts;
  const swapTerms = { feeAccounts: terms.fee_accounts, reference: terms.reference };
  const fee = swapFee(ask.amountIn, ask.fee.feePpm, ask.fee.isReferred).charged;
  const expiresAt = Math.floor(serverNow() / 1_000) + LIFE_SECONDS;
  const draft: SwapOrder = {
    payer: ask.account,
    hops: route.hops,
    decimals: TOKENS[ask.assetIn].decimals,
    amountIn: ask.amountIn,
    minOut: leastOutput(route.out, ask.slippageBps),
    fee,
    memo: { digest: "A".repeat(43), expiresAt },
    seed: randomSeed(),
    units: DRAFT_UNITS,
    price: costOf(DRAFT_UNITS, facts.price).price,
    ...block,
  };
  const drafted = await buildSwap(draft, swapTerms);
  // Two hops over SOL have no room for a priority fee.
  if (drafted.length > MAX_TRANSACTION_BYTES)
    return facts.price > 0n ? build(terms, ask, { ...facts, price: 0n }) : refused("noRoute");
  const accounts = accountsOf(ask.account, before);
  const trial = await simulate(toBase64(drafted), accounts);
  if (!trial.ok) return unread(trial);
  if (trial.body.error !== undefined) return refusedByChain(trial.body.error);
  const cost = costOf(trial.body.units, facts.price);
  const plan = planOf(terms, ask, { route, expiresAt, priority: cost.priority });
  const digest = await planDigest(plan);
  const { units, price } = cost;
  const order = { ...draft, units, price, memo: { digest, expiresAt } };
  const bytes = await buildSwap(order, swapTerms);
  const read = readSwap(bytes, swapTerms);
  if (!read.ok) return refused("differs", read.reason);
  const { swap } = read;
  const mismatch = await mismatchOfPlan(swap, plan, {
    ...ask.fee,
    ...ask,
    venues: venuesOf(terms),
  });
  if (mismatch !== undefined) return refused("differs", mismatch);
  const final = await simulate(toBase64(bytes), accounts);
  if (!final.ok) return unread(final);
  if (final.body.error !== undefined) return refusedByChain(final.body.error);
  const effect = differenceOfSimulation(swap, before, afterOf(final.body.accounts, before));
  if (typeof effect === "string") return refused("differs", effect);
  const { lastValidHeight } = block;
  const readSame = (signed: Uint8Array) => {
    const again = readSwap(signed, swapTerms);
    return again.ok && isSameSwap(swap, again.swap) ? again.swap : undefined;
  };
  const shown = { kind: "pools", swap, effect } as const;
  return {
    state: "ready",
    prepared: { ask, plan, digest, bytes, shown, readSame, lastValidHeight },
  };
}

type PlanFacts = { route: PlannedRoute; expiresAt: number; priority: bigint };

function planOf(
  terms: SwapTerms,
  { assetIn, assetOut, amountIn, slippageBps }: SwapAsk,
  { route, expiresAt, priority: priorityFeeLamports }: PlanFacts,
): RoutePlan {
  const names = route.hops.map(
    ({ pool }) => terms.pools.find(({ address }) => address === pool.address)?.venue ?? "",
  );
  return routePlan(route, names, {
    assetIn,
    assetOut,
    amountIn,
    slippageBps,
    priorityFeeLamports,
    expiresAt,
  });
}

/** Short, because every byte counts in a packet of two hops; the accounts that it names are closed in the same transaction. */
function randomSeed(): string {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  return (random % SEEDS).toString(SEED_RADIX);
}
