/**
 * Builds the transaction of a swap along a route, reads it back with our own reader, and compares
 * it with a simulation of the same bytes. If anything differs, nothing is signed.
 */
import { toBase64 } from "#components/chain/base64.ts";
import { readWholeAccounts, simulateTransaction } from "#components/chain/chain-calls.ts";
import { serverNow } from "#components/data/server-clock.ts";
import { parseVenues, type SwapTerms } from "#components/swaps/sources/read-pools.ts";
import type { ImpactKind } from "#components/swaps/sources/route-figures.ts";
import type { RouteSource } from "#components/swaps/sources/route-source.ts";
import { loadAddresses } from "#lib/protocol/solana/lookup-tables.ts";
import { TOKENS } from "#lib/protocol/solana/tokens.ts";
import {
  type LoadedAddresses,
  MAX_TRANSACTION_BYTES,
  readWireTransaction,
} from "#lib/protocol/solana/wire-transaction.ts";
import { problemOfAccounts } from "#lib/protocol/swaps/jupiter/routed-swap.ts";
import { leastOutput, makeSwapPlan, planDigest } from "#lib/protocol/swaps/plan/swap-plan.ts";
import type { SwapOrder } from "#lib/protocol/swaps/pools/build-swap.ts";
import { swapFee } from "#lib/protocol/swaps/swap-fee.ts";
import type { SwapTransaction } from "#lib/protocol/swaps/swap-rules.ts";
import { mismatchOfPlan } from "#lib/protocol/swaps/verify/match-plan.ts";
import {
  isSameSwap,
  type ReadSwap,
  readSwap,
} from "#lib/protocol/swaps/verify/swap-transaction.ts";
import type { RoutePlan } from "#lib/protocol/wire/swaps.ts";
import {
  computeCost,
  LIFE_SECONDS,
  refusedByChain,
  refusedPreparation,
  type SwapAsk,
  type SwapPreparation,
  unread,
} from "./preparation.ts";
import { differenceOfSimulation, type WalletHoldings } from "./simulated-effect.ts";
import { holdingsIn, listAccounts } from "./wallet-holdings.ts";

const SEED_RADIX = 36;
const SEEDS = SEED_RADIX ** 3;

/** The fields that orders for the pools and for Jupiter share. */
export type UsualOrder = Omit<SwapOrder, "hops">;

export type Way = {
  source: RouteSource;
  /** Base units. */
  out: bigint;
  /** Impact in basis points, as the plan states it, and the venue of each hop. */
  hops: readonly { impactBps: number; venue: string }[];
  impact: ImpactKind;
  /** More compute units than the route needs. The simulation shows the real number. */
  draftUnits: number;
  build: (order: UsualOrder) => Promise<Uint8Array>;
  /** Addresses in its lookup tables, read from the chain. */
  tables: Readonly<Record<string, readonly string[]>>;
};

export type ChainFacts = {
  before: WalletHoldings;
  /** Micro-lamports for a compute unit. */
  price: bigint;
  block: { blockhash: string; lastValidHeight: number };
};

export async function makeSwap(
  terms: SwapTerms,
  ask: SwapAsk,
  way: Way,
  facts: ChainFacts,
): Promise<SwapPreparation> {
  const expiresAt = Math.floor(serverNow() / 1_000) + LIFE_SECONDS;
  const draft = draftOf(ask, way, facts, expiresAt);
  const drafted = await way.build(draft);
  // A long route leaves no room for a priority fee.
  if (drafted.length > MAX_TRANSACTION_BYTES)
    return facts.price > 0n
      ? makeSwap(terms, ask, way, { ...facts, price: 0n })
      : refusedPreparation("tooLong");
  const read = readBuilt(drafted, terms, way.tables);
  if (!read.ok) return refusedPreparation("differs", read.reason);
  const { routed } = read.swap;
  const stopped = await refusedByAccounts(read.swap);
  if (stopped !== undefined) return stopped;
  const accounts = listAccounts(ask.account, facts.before);
  const trial = await simulateTransaction(toBase64(drafted), accounts);
  if (!trial.ok) return unread(trial);
  if (trial.body.error !== undefined) return refusedByChain(trial.body.error);
  const { units, price, priority } = computeCost(trial.body.units, facts.price);
  const plan = planOf(ask, way, { expiresAt, priority });
  const digest = await planDigest(plan);
  const bytes = await way.build({ ...draft, units, price, memo: { digest, expiresAt } });
  return compare(terms, ask, way, { ...facts, plan, digest, bytes, routed });
}

function draftOf(ask: SwapAsk, way: Way, facts: ChainFacts, expiresAt: number): UsualOrder {
  const { account: payer, assetIn, amountIn, slippageBps, fee } = ask;
  return {
    payer,
    decimals: TOKENS[assetIn].decimals,
    amountIn,
    minOut: leastOutput(way.out, slippageBps),
    fee: swapFee(amountIn, fee.feePpm, fee.isReferred).charged,
    memo: { digest: "A".repeat(43), expiresAt },
    seed: randomSeed(),
    units: way.draftUnits,
    price: computeCost(way.draftUnits, facts.price).price,
    ...facts.block,
  };
}

function planOf(
  { assetIn, assetOut, amountIn, slippageBps }: SwapAsk,
  { out, hops }: Way,
  { expiresAt, priority: priorityFeeLamports }: { expiresAt: number; priority: bigint },
): RoutePlan {
  const venues = hops.map(({ venue }) => venue);
  const pair = { assetIn, assetOut, amountIn };
  return makeSwapPlan({ out, hops }, venues, {
    ...pair,
    slippageBps,
    priorityFeeLamports,
    expiresAt,
  });
}

type Made = ChainFacts & {
  plan: RoutePlan;
  digest: string;
  bytes: Uint8Array;
  /** The part of the route whose accounts were checked. */
  routed: SwapTransaction["routed"];
};

async function compare(
  terms: SwapTerms,
  ask: SwapAsk,
  { source, impact, tables }: Way,
  { before, block, plan, digest, bytes, routed }: Made,
): Promise<SwapPreparation> {
  const read = readBuilt(bytes, terms, tables);
  if (!read.ok) return refusedPreparation("differs", read.reason);
  const { swap } = read;
  const facts = { ...ask.fee, ...ask, venues: parseVenues(terms) };
  const mismatch = await mismatchOfPlan(swap, plan, facts);
  if (mismatch !== undefined) return refusedPreparation("differs", mismatch);
  if (JSON.stringify(swap.routed) !== JSON.stringify(routed))
    return refusedPreparation("differs", "its route names other accounts than were read");
  const final = await simulateTransaction(toBase64(bytes), listAccounts(ask.account, before));
  if (!final.ok) return unread(final);
  if (final.body.error !== undefined) return refusedByChain(final.body.error);
  const effect = differenceOfSimulation(swap, before, holdingsIn(final.body.accounts, before));
  if (typeof effect === "string") return refusedPreparation("differs", effect);
  const readSame = (signed: Uint8Array) => {
    const again = readBuilt(signed, terms, tables);
    return again.ok && isSameSwap(swap, again.swap) ? again.swap : undefined;
  };
  const shown = { kind: source, swap, effect, impact };
  const { lastValidHeight } = block;
  return {
    state: "ready",
    prepared: { ask, plan, digest, bytes, shown, readSame, lastValidHeight },
  };
}

function readBuilt(bytes: Uint8Array, terms: SwapTerms, tables: Way["tables"]): ReadSwap {
  const swapTerms = { feeAccounts: terms.fee_accounts, reference: terms.reference };
  try {
    return readSwap(bytes, swapTerms, loadedBy(bytes, tables));
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? error.message : "it cannot be read" };
  }
}

/**
 * @throws Error for bytes that are not a transaction, or that use an index which the tables do not
 * have
 */
function loadedBy(bytes: Uint8Array, tables: Way["tables"]): LoadedAddresses {
  const named = readWireTransaction(bytes).tables;
  const loaded = loadAddresses(named, new Map(Object.entries(tables)));
  if (loaded === undefined)
    throw new Error("it names addresses that its lookup tables do not have");
  return loaded;
}

/**
 * The programs of a route act with the wallet's signature, so the accounts that they get are
 * checked too.
 */
async function refusedByAccounts(swap: SwapTransaction): Promise<SwapPreparation | undefined> {
  const keys = [...new Set(swap.routed?.accounts)];
  if (keys.length === 0) return undefined;
  const answer = await readWholeAccounts(keys);
  if (!answer.ok) return unread(answer);
  const { body } = answer;
  const data = new Map(
    keys.flatMap((key, index) => {
      const account = body[index];
      return account ? [[key, account.data] as const] : [];
    }),
  );
  const problem = problemOfAccounts(swap, data);
  return problem === undefined ? undefined : refusedPreparation("differs", problem);
}

/**
 * Short, because a packet with two hops has few bytes left. A seed may repeat: its accounts are
 * closed in the same transaction.
 */
function randomSeed(): string {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  return (random % SEEDS).toString(SEED_RADIX);
}
