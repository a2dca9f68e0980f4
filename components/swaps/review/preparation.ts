/** What the preparation of a swap leads to, here and to another network. */
import type { Failure } from "#components/data/http.ts";
import type { ImpactKind } from "#components/swaps/sources/route-figures.ts";
import type { RouteSource } from "#components/swaps/sources/route-source.ts";
import { POOL_ERROR } from "#lib/protocol/solana/pool.ts";
import type { TokenSymbol } from "#lib/protocol/solana/tokens.ts";
import { MOST_PRIORITY_LAMPORTS } from "#lib/protocol/solana/transaction-rules.ts";
import type { CrossSwapTransaction } from "#lib/protocol/swaps/cross-swap-transaction.ts";
import type { FeeTerms } from "#lib/protocol/swaps/swap-fee.ts";
import type { SwapTransaction } from "#lib/protocol/swaps/swap-rules.ts";
import type { RoutePlan } from "#lib/protocol/wire/swaps.ts";
import type { Effect } from "./simulated-effect.ts";

export type SwapAsk = {
  account: string;
  assetIn: TokenSymbol;
  assetOut: TokenSymbol;
  /** Base units. */
  amountIn: bigint;
  slippageBps: number;
  fee: FeeTerms;
};

/** A swap along a route of Jupiter. */
export type RoutedAsk = SwapAsk & {
  /** `routes_url` of the terms. */
  routesUrl: string;
};

/** As the own reader reads the bytes, and as their simulation has it. */
export type Shown =
  | { kind: RouteSource; swap: SwapTransaction; effect: Effect; impact: ImpactKind }
  | { kind: "relay"; swap: CrossSwapTransaction; seconds: number };

export type PreparedSwap = {
  ask: SwapAsk;
  plan: RoutePlan;
  digest: string;
  bytes: Uint8Array;
  shown: Shown;
  /** Reads what the wallet gives back; undefined when it is not what is shown. Guards may be added. */
  readSame: (signed: Uint8Array) => Shown["swap"] | undefined;
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

export type Preparation =
  | { state: "ready"; prepared: PreparedSwap }
  | ({ state: "refused" } & SwapProblem)
  | { state: "unread"; failure: Failure };

/** A plan holds so long (spec 3: the executor refuses a stale one). */
export const LIFE_SECONDS = 30;
const MICROLAMPORTS = 1_000_000n;

/** A fifth more than it took, for guards of the wallet and pools that changed; a priority fee of at most 0.001 SOL. */
export function costOf(
  taken: number,
  usual: bigint,
): { units: number; price: bigint; priority: bigint } {
  if (taken === 0) throw new RangeError("the node does not say what the simulation took");
  const units = Math.ceil(taken * 1.2);
  const most = (MOST_PRIORITY_LAMPORTS * MICROLAMPORTS) / BigInt(units);
  const price = usual > most ? most : usual;
  const priority = (BigInt(units) * price + MICROLAMPORTS - 1n) / MICROLAMPORTS;
  return { units, price, priority };
}

/** Jupiter's error has the same number. */
const MOVED = `"Custom":${POOL_ERROR.SLIPPAGE}`;
/** The system program's and the token program's error of a balance that is too low, and the node's own ones. */
const TOO_LITTLE = /"Custom":1[}\]]|InsufficientFunds|AccountNotFound/;

export function refusedByChain(error: string): Preparation {
  if (error.includes(MOVED)) return refused("moved");
  // The tokens are there, as was read before: what is missing is SOL.
  if (TOO_LITTLE.test(error)) return refused("tooLittleSol");
  return refused("failsOnChain", error);
}

export function refused(problem: SwapProblem["problem"], detail?: string): Preparation {
  return { state: "refused", problem, ...(detail === undefined ? {} : { detail }) };
}

export function unread(failure: Failure): Preparation {
  return { state: "unread", failure };
}
