/**
 * Prepares a swap: plans it on fresh pools, builds it, reads the built bytes with the own reader, and compares both with a
 * simulation of the same bytes. What differs is not signed.
 */
import { toBase64 } from "#components/chain/base64.ts";
import {
  type ChainAccount,
  holdingOf,
  readAccounts,
  readBlockhash,
  readUsualPrice,
  simulate,
} from "#components/chain/chain-calls.ts";
import type { Failure } from "#components/data/http.ts";
import { serverNow } from "#components/data/server-clock.ts";
import {
  MOST_HOPS_IN_A_PACKET,
  readPools,
  type SwapTerms,
  venuesOf,
} from "#components/swaps/sources/read-pools.ts";
import { tokenAccountOf } from "#lib/protocol/solana/find-token-account.ts";
import { POOL_ERROR } from "#lib/protocol/solana/pool.ts";
import { TOKENS, type TokenSymbol } from "#lib/protocol/solana/tokens.ts";
import { MOST_PRIORITY_LAMPORTS } from "#lib/protocol/solana/transaction-rules.ts";
import { MAX_TRANSACTION_BYTES } from "#lib/protocol/solana/wire-transaction.ts";
import { buildSwap, type SwapOrder } from "#lib/protocol/swaps/build-swap.ts";
import { mismatchOfPlan } from "#lib/protocol/swaps/match-plan.ts";
import { type PlannedRoute, planRoute } from "#lib/protocol/swaps/plan-route.ts";
import { leastOutput, planDigest, routePlan } from "#lib/protocol/swaps/route-plan.ts";
import { type FeeTerms, swapFee } from "#lib/protocol/swaps/swap-fee.ts";
import { readSwap, type SwapTransaction } from "#lib/protocol/swaps/swap-transaction.ts";
import type { RoutePlan } from "#lib/protocol/wire/swaps.ts";
import { differenceOfSimulation, type Effect, type Holdings } from "./simulated-effect.ts";

export type SwapAsk = {
  account: string;
  assetIn: TokenSymbol;
  assetOut: TokenSymbol;
  /** Base units. */
  amountIn: bigint;
  slippageBps: number;
  fee: FeeTerms;
};

export type PreparedSwap = {
  ask: SwapAsk;
  plan: RoutePlan;
  digest: string;
  bytes: Uint8Array;
  /** As the own reader reads the bytes. */
  swap: SwapTransaction;
  /** As the simulation of the same bytes has it. */
  effect: Effect;
  lastValidHeight: number;
};

/** Why a swap cannot be signed; `detail` is technical. */
export type SwapProblem = {
  problem: "differs" | "failsOnChain" | "moved" | "tooLittle" | "tooLittleSol" | "noRoute";
  detail?: string;
};

export type Preparation =
  | { state: "ready"; prepared: PreparedSwap }
  | ({ state: "refused" } & SwapProblem)
  | { state: "unread"; failure: Failure };

const LIFE_SECONDS = 30;
/** More than any swap of two hops takes: the simulation says how many. */
const DRAFT_UNITS = 400_000;
const MICROLAMPORTS = 1_000_000n;
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
    price: facts.price,
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
  return { state: "ready", prepared: { ask, plan, digest, bytes, swap, effect, lastValidHeight } };
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

/** A fifth more than it took, for guards of the wallet and pools that changed; a priority fee of at most 0.001 SOL. */
function costOf(taken: number, usual: bigint): { units: number; price: bigint; priority: bigint } {
  const units = Math.ceil(taken * 1.2);
  const most = (MOST_PRIORITY_LAMPORTS * MICROLAMPORTS) / BigInt(units);
  const price = usual > most ? most : usual;
  const priority = (BigInt(units) * price + MICROLAMPORTS - 1n) / MICROLAMPORTS;
  return { units, price, priority };
}

/** Short, because every byte counts in a packet of two hops; the accounts that it names are closed in the same transaction. */
function randomSeed(): string {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  return (random % SEEDS).toString(SEED_RADIX);
}

async function readHoldings({ account, assetIn, assetOut }: SwapAsk) {
  const [source, destination] = await Promise.all([
    assetIn === "SOL" ? undefined : tokenAccountOf(account, TOKENS[assetIn].mint),
    assetOut === "SOL" ? undefined : tokenAccountOf(account, TOKENS[assetOut].mint),
  ]);
  const addresses = { source, destination };
  const answer = await readAccounts(accountsOf(account, addresses));
  if (!answer.ok) return answer;
  return { ...answer, body: afterOf(answer.body, addresses) };
}

type Addresses = Pick<Holdings, "source" | "destination">;

function accountsOf(account: string, { source, destination }: Addresses): string[] {
  return [account, source, destination].filter((one) => one !== undefined);
}

/** What the accounts hold, read in the order of `accountsOf`. */
function afterOf(
  accounts: readonly (ChainAccount | undefined)[],
  { source, destination }: Addresses,
): Holdings {
  const [wallet, ...tokens] = accounts;
  const given = source === undefined ? undefined : tokens[0];
  const got = destination === undefined ? undefined : tokens.at(-1);
  return {
    source,
    destination,
    lamports: wallet?.lamports ?? 0n,
    given: holdingOf(given)?.amount ?? 0n,
    got: holdingOf(got)?.amount ?? 0n,
    hasDestination: holdingOf(got) !== undefined,
  };
}

function lacksInput({ assetIn, amountIn, fee: terms }: SwapAsk, held: Holdings): boolean {
  const fee = swapFee(amountIn, terms.feePpm, terms.isReferred).charged;
  return (assetIn === "SOL" ? held.lamports : held.given) < amountIn + fee;
}

const MOVED = `"Custom":${POOL_ERROR.SLIPPAGE}`;
/** The system program's and the token program's error of a balance that is too low, and the node's own ones. */
const TOO_LITTLE = /"Custom":1[}\]]|InsufficientFunds|AccountNotFound/;

function refusedByChain(error: string): Preparation {
  if (error.includes(MOVED)) return refused("moved");
  // The tokens are there, as was read before: what is missing is SOL.
  if (TOO_LITTLE.test(error)) return refused("tooLittleSol");
  return refused("failsOnChain", error);
}

function refused(problem: SwapProblem["problem"], detail?: string): Preparation {
  return { state: "refused", problem, ...(detail === undefined ? {} : { detail }) };
}

function unread(failure: Failure): Preparation {
  return { state: "unread", failure };
}
