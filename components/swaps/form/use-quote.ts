"use client";

import { useFrame } from "#components/data/frame-context.ts";
import type { Failure } from "#components/data/http.ts";
import { useRepeatedRead } from "#components/data/use-repeated-read.ts";
import { readPools, type SwapTerms } from "#components/swaps/sources/read-pools.ts";
import { type RouteAsk, readRoute } from "#components/swaps/sources/read-routes.ts";
import { ofJupiter, overPools } from "#components/swaps/sources/route-figures.ts";
import type { RouteSource } from "#components/swaps/sources/route-source.ts";
import type { Marks } from "#lib/protocol/swaps/plan/mark-loss.ts";
import { computeQuote, type SwapDraft, type SwapQuote, type TypedAmount } from "./quote.ts";
import { useTypedRead } from "./use-typed-read.ts";

/** The pools are read again after this time, so that no quote is older. */
const POOLS_MS = 5_000;

export type QuoteTerms = {
  source: RouteSource;
  marks: Marks;
  /** Nothing is read while the review is open. */
  isPaused: boolean;
};

export type CurrentQuote = {
  quoted: SwapQuote;
  /** Why the last read failed. Then the quote is old, or there is none. */
  failure: Failure | undefined;
  reload: () => void;
};

/** Quotes the draft from the chosen source, and keeps the quote up to date. */
export function useQuote(
  terms: SwapTerms,
  draft: SwapDraft,
  amount: TypedAmount,
  { source, marks, isPaused }: QuoteTerms,
): CurrentQuote {
  const { person } = useFrame();
  const { assetIn, assetOut, slippageBps } = draft;
  const wanted = { assetIn, assetOut, amountIn: amount.state === "amount" ? amount.amountIn : 0n };
  const pools = useRepeatedRead(
    source === "pools" ? "pools" : undefined,
    () => readPools(terms),
    isPaused ? undefined : POOLS_MS,
  );
  const question =
    source === "jupiter" && amount.state === "amount"
      ? { ...wanted, slippageBps, account: person?.account ?? terms.reference }
      : undefined;
  const read = (one: RouteAsk, signal: AbortSignal) =>
    readRoute(terms.routes_url ?? "", one, signal);
  const routes = useTypedRead(question, read, isPaused);
  const route =
    source === "pools" ? overPools(pools.data, wanted) : ofJupiter(routes.data, wanted, marks);
  const { failure, reload } = source === "pools" ? pools : routes;
  return { quoted: computeQuote(draft, amount, route), failure, reload: () => void reload() };
}
