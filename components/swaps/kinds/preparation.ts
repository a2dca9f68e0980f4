/** What every kind of swap starts from and ends in when it is prepared. */
import type { Failure } from "#components/data/http.ts";
import type { Destination } from "#components/swaps/sources/read-relay.ts";
import type { ImpactKind } from "#components/swaps/sources/route-figures.ts";
import type { RouteSource } from "#components/swaps/sources/route-source.ts";
import { POOL_ERROR } from "#lib/protocol/solana/pool.ts";
import type { TokenSymbol } from "#lib/protocol/solana/tokens.ts";
import { MAX_PRIORITY_LAMPORTS } from "#lib/protocol/solana/transaction-rules.ts";
import type { CrossSwapTransaction } from "#lib/protocol/swaps/cross/cross-swap-transaction.ts";
import type { FeeTerms } from "#lib/protocol/swaps/swap-fee.ts";
import type { SwapTransaction } from "#lib/protocol/swaps/swap-rules.ts";
import type { RoutePlan } from "#lib/protocol/wire/swaps.ts";
import type { SwapEffect } from "./simulated-effect.ts";

type CommonAsk = {
  account: string;
  assetIn: TokenSymbol;
  assetOut: TokenSymbol;
  /** Base units. */
  amountIn: bigint;
  slippageBps: number;
  fee: FeeTerms;
};

/** What only one kind needs. A swap along a route has its source as its kind. */
type OwnAsk = {
  pools: unknown;
  jupiter: {
    /** `routes_url` of the terms. */
    routesUrl: string;
  };
  cross: {
    destination: Destination;
    /** Base58 wallet on the other network. */
    address: string;
  };
};

export type SwapKind = keyof OwnAsk;

/** What the user wants to swap. */
export type SwapAsk<Kind extends SwapKind = SwapKind> = {
  [One in Kind]: CommonAsk & OwnAsk[One] & { kind: One };
}[Kind];

/** The swap as our reader reads the bytes, with the effect of their simulation. */
export type ShownSwap =
  | { kind: RouteSource; swap: SwapTransaction; effect: SwapEffect; impact: ImpactKind }
  | { kind: "cross"; swap: CrossSwapTransaction; seconds: number };

export type PreparedSwap = {
  ask: SwapAsk;
  plan: RoutePlan;
  digest: string;
  bytes: Uint8Array;
  shown: ShownSwap;
  /**
   * Reads what the wallet returns; undefined when it is not the transaction that was shown. The
   * wallet may add guards.
   */
  readSame: (signed: Uint8Array) => ShownSwap["swap"] | undefined;
  lastValidHeight: number;
};

/** Why a swap cannot be signed; `detail` is technical. */
export type SwapProblem = {
  problem:
    | "differs"
    | "failsOnChain"
    | "moved"
    | "tooLittle"
    | "tooLittleSol"
    | "noRoute"
    | "tooLong"
    | "jupiter"
    | "busy"
    | "relay"
    | "recipient";
  detail?: string;
};

export type SwapPreparation =
  | { state: "ready"; prepared: PreparedSwap }
  | ({ state: "refused" } & SwapProblem)
  | { state: "unread"; failure: Failure };

/** Lifetime of a plan. The executor refuses an older one. */
export const LIFE_SECONDS = 30;
const MICROLAMPORTS = 1_000_000n;

/**
 * Compute units: a fifth more than the simulation used, for the wallet's guards and for pools that
 * change. Priority fee: at most 0.001 SOL.
 */
export function computeCost(
  taken: number,
  usual: bigint,
): { units: number; price: bigint; priority: bigint } {
  if (taken === 0) throw new RangeError("the node does not say what the simulation took");
  const units = Math.ceil(taken * 1.2);
  const most = (MAX_PRIORITY_LAMPORTS * MICROLAMPORTS) / BigInt(units);
  const price = usual > most ? most : usual;
  const priority = (BigInt(units) * price + MICROLAMPORTS - 1n) / MICROLAMPORTS;
  return { units, price, priority };
}

/** Jupiter's slippage error has the same number. */
const MOVED = `"Custom":${POOL_ERROR.SLIPPAGE}`;
/**
 * The errors of the system program, the token program and the node for a balance that is too low.
 */
const TOO_LITTLE = /"Custom":1[}\]]|InsufficientFunds|AccountNotFound/;

export function refusedByChain(error: string): SwapPreparation {
  if (error.includes(MOVED)) return refusedPreparation("moved");
  // The tokens were read before and are enough, so SOL is missing.
  if (TOO_LITTLE.test(error)) return refusedPreparation("tooLittleSol");
  return refusedPreparation("failsOnChain", error);
}

export function refusedPreparation(
  problem: SwapProblem["problem"],
  detail?: string,
): SwapPreparation {
  return { state: "refused", problem, ...(detail === undefined ? {} : { detail }) };
}

export function unread(failure: Failure): SwapPreparation {
  return { state: "unread", failure };
}
