/** Computes what a typed amount would give. Pure; amounts are in base units. */
import type { Locale } from "#components/i18n/locales.ts";
import { amountProblem, readTyped } from "#components/i18n/typed-number.ts";
import type { RouteFigures } from "#components/swaps/sources/route-figures.ts";
import { decimalPlaces, parseDecimal } from "#lib/protocol/decimal.ts";
import { TOKENS, type TokenSymbol } from "#lib/protocol/solana/tokens.ts";
import { planImpactBps } from "#lib/protocol/swaps/plan/price-impact.ts";
import { leastOutput } from "#lib/protocol/swaps/plan/swap-plan.ts";
import { type FeeTerms, type SwapFee, swapFee } from "#lib/protocol/swaps/swap-fee.ts";

export type SwapDraft = {
  assetIn: TokenSymbol;
  assetOut: TokenSymbol;
  typed: string;
  slippageBps: number;
};

export type Quoted = {
  amountIn: bigint;
  /** Paid on top of the amount, in its asset. */
  fee: SwapFee;
  route: RouteFigures;
  /** The swap fails when less than this would arrive. */
  least: bigint;
  /** As the plan will state it. */
  impactBps: number;
};

export type SwapAmountProblem = "unreadable" | "ambiguous" | "decimals" | "zero" | "tooSmall";

export type SwapQuote =
  | { state: "empty" }
  | { state: "problem"; problem: SwapAmountProblem }
  /** The source has not answered yet. */
  | { state: "reading" }
  | { state: "noRoute" }
  | { state: "quoted"; quoted: Quoted };

/** @param route undefined before the source has answered, null when it has none */
export function computeQuote(
  { slippageBps }: Pick<SwapDraft, "slippageBps">,
  amount: TypedAmount,
  route: RouteFigures | null | undefined,
): SwapQuote {
  if (amount.state !== "amount") return amount;
  if (route === undefined) return { state: "reading" };
  if (route === null) return { state: "noRoute" };
  const { amountIn, fee } = amount;
  const least = leastOutput(route.out, slippageBps);
  const stated = { route: route.hops.map((hop) => ({ venue: "", impact_bps: hop.impactBps })) };
  return {
    state: "quoted",
    quoted: { amountIn, fee, route, least, impactBps: planImpactBps(stated) },
  };
}

export type TypedAmount =
  | Extract<SwapQuote, { state: "empty" | "problem" }>
  | { state: "amount"; amountIn: bigint; fee: SwapFee };

/** The typed amount with its fee, or why it is not an amount. */
export function typedAmount(
  draft: Pick<SwapDraft, "assetIn" | "typed">,
  locale: Locale,
  { feePpm, isReferred }: FeeTerms,
): TypedAmount {
  const amount = readAmount(draft, locale);
  if (amount === "empty") return { state: "empty" };
  if (typeof amount === "string") return { state: "problem", problem: amount };
  const fee = swapFee(amount, feePpm, isReferred);
  const isTooSmall = fee.charged === 0n && feePpm > 0n;
  return isTooSmall
    ? { state: "problem", problem: "tooSmall" }
    : { state: "amount", amountIn: amount, fee };
}

function readAmount(
  { assetIn, typed }: Pick<SwapDraft, "assetIn" | "typed">,
  locale: Locale,
): bigint | "empty" | Exclude<SwapAmountProblem, "tooSmall"> {
  const read = readTyped(typed, locale);
  if (read.state === "empty") return "empty";
  if (read.state === "unreadable") return amountProblem(read.problem);
  const { decimals } = TOKENS[assetIn];
  if (decimalPlaces(read.text) > decimals) return "decimals";
  const units = parseDecimal(read.text, decimals) ?? 0n;
  return units === 0n ? "zero" : units;
}

/**
 * SOL that stays in the wallet: for the rent of new accounts and of its own, and for the network's
 * fee.
 */
const RESERVED_LAMPORTS = 10_000_000n;

/** The part of a balance that can be swapped and still leaves enough to pay for the swap. */
export function spendable(asset: TokenSymbol, held: bigint): bigint {
  if (asset !== "SOL") return held;
  return held > RESERVED_LAMPORTS ? held - RESERVED_LAMPORTS : 0n;
}
