/**
 * Makes the bytes of a swap along a route, reads them with the own reader, and compares both with a simulation of the same bytes. What
 * differs is not signed.
 */
import { toBase64 } from "#components/chain/base64.ts";
import { readAccounts, simulate } from "#components/chain/chain-calls.ts";
import { serverNow } from "#components/data/server-clock.ts";
import { type SwapTerms, venuesOf } from "#components/swaps/sources/read-pools.ts";
import type { ImpactKind } from "#components/swaps/sources/route-figures.ts";
import type { RouteSource } from "#components/swaps/sources/route-source.ts";
import { loadAddresses } from "#lib/protocol/solana/lookup-tables.ts";
import { TOKENS } from "#lib/protocol/solana/tokens.ts";
import {
  type LoadedAddresses,
  MAX_TRANSACTION_BYTES,
  readWireTransaction,
} from "#lib/protocol/solana/wire-transaction.ts";
import type { SwapOrder } from "#lib/protocol/swaps/build-swap.ts";
import { mismatchOfPlan } from "#lib/protocol/swaps/match-plan.ts";
import { leastOutput, planDigest, routePlan } from "#lib/protocol/swaps/route-plan.ts";
import { problemOfAccounts } from "#lib/protocol/swaps/routed-swap.ts";
import { swapFee } from "#lib/protocol/swaps/swap-fee.ts";
import type { SwapTransaction } from "#lib/protocol/swaps/swap-rules.ts";
import { isSameSwap, type ReadSwap, readSwap } from "#lib/protocol/swaps/swap-transaction.ts";
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
import { accountsOf, holdingsIn } from "./wallet-holdings.ts";

const SEED_RADIX = 36;
const SEEDS = SEED_RADIX ** 3;

/** The fields that orders of both sources share. */
export type UsualOrder = Omit<SwapOrder, "hops">;

export type Way = {
  source: RouteSource;
  /** Base units. */
  out: bigint;
  /** In basis points, as the plan states them; with the venue of each hop. */
  hops: readonly { impactBps: number; venue: string }[];
  impact: ImpactKind;
  /** More compute units than it takes: the simulation says how many. */
  draftUnits: number;
  build: (order: UsualOrder) => Promise<Uint8Array>;
  /** Addresses of its lookup tables, as the chain has them. */
  tables: Readonly<Record<string, readonly string[]>>;
};

export type ChainFacts = {
  before: Holdings;
  /** In 1e-6 lamports for a compute unit. */
  price: bigint;
  block: { blockhash: string; lastValidHeight: number };
};

export async function makeSwap(
  terms: SwapTerms,
  ask: SwapAsk,
  way: Way,
  facts: ChainFacts,
): Promise<Preparation> {
  const expiresAt = Math.floor(serverNow() / 1_000) + LIFE_SECONDS;
  const draft = draftOf(ask, way, facts, expiresAt);
  const drafted = await way.build(draft);
  // A long route has no room for a priority fee.
  if (drafted.length > MAX_TRANSACTION_BYTES)
    return facts.price > 0n
      ? makeSwap(terms, ask, way, { ...facts, price: 0n })
      : refused("tooLong");
  const read = readBuilt(drafted, terms, way.tables);
  if (!read.ok) return refused("differs", read.reason);
  const { routed } = read.swap;
  const stopped = await refusedByAccounts(read.swap);
  if (stopped !== undefined) return stopped;
  const accounts = accountsOf(ask.account, facts.before);
  const trial = await simulate(toBase64(drafted), accounts);
  if (!trial.ok) return unread(trial);
  if (trial.body.error !== undefined) return refusedByChain(trial.body.error);
  const { units, price, priority } = costOf(trial.body.units, facts.price);
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
    price: costOf(way.draftUnits, facts.price).price,
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
  return routePlan({ out, hops }, venues, { ...pair, slippageBps, priorityFeeLamports, expiresAt });
}

type Made = ChainFacts & {
  plan: RoutePlan;
  digest: string;
  bytes: Uint8Array;
  /** Whose accounts were read. */
  routed: SwapTransaction["routed"];
};

async function compare(
  terms: SwapTerms,
  ask: SwapAsk,
  { source, impact, tables }: Way,
  { before, block, plan, digest, bytes, routed }: Made,
): Promise<Preparation> {
  const read = readBuilt(bytes, terms, tables);
  if (!read.ok) return refused("differs", read.reason);
  const { swap } = read;
  const facts = { ...ask.fee, ...ask, venues: venuesOf(terms) };
  const mismatch = await mismatchOfPlan(swap, plan, facts);
  if (mismatch !== undefined) return refused("differs", mismatch);
  if (JSON.stringify(swap.routed) !== JSON.stringify(routed))
    return refused("differs", "its route names other accounts than were read");
  const final = await simulate(toBase64(bytes), accountsOf(ask.account, before));
  if (!final.ok) return unread(final);
  if (final.body.error !== undefined) return refusedByChain(final.body.error);
  const effect = differenceOfSimulation(swap, before, holdingsIn(final.body.accounts, before));
  if (typeof effect === "string") return refused("differs", effect);
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

/** @throws Error for bytes that are no transaction, or that name places which the tables do not have */
function loadedBy(bytes: Uint8Array, tables: Way["tables"]): LoadedAddresses {
  const named = readWireTransaction(bytes).tables;
  const loaded = loadAddresses(named, new Map(Object.entries(tables)));
  if (loaded === undefined)
    throw new Error("it names addresses that its lookup tables do not have");
  return loaded;
}

/** The programs of a route act with the wallet's signature, so what they are given is read as well. */
async function refusedByAccounts(swap: SwapTransaction): Promise<Preparation | undefined> {
  const keys = [...new Set(swap.routed?.accounts)];
  if (keys.length === 0) return undefined;
  const answer = await readAccounts(keys);
  if (!answer.ok) return unread(answer);
  const { body } = answer;
  const data = new Map(
    keys.flatMap((key, index) => {
      const account = body[index];
      return account ? [[key, account.data] as const] : [];
    }),
  );
  const problem = problemOfAccounts(swap, data);
  return problem === undefined ? undefined : refused("differs", problem);
}

/** Short, because every byte counts in a packet of two hops; the accounts that it names are closed in the same transaction. */
function randomSeed(): string {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  return (random % SEEDS).toString(SEED_RADIX);
}
