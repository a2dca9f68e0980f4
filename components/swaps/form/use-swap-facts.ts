"use client";

import { useEffect, useSyncExternalStore } from "react";
import { failureText } from "#components/data/failure-text.ts";
import { useFrame } from "#components/data/frame-context.ts";
import { type Repeated, useRepeatedRead } from "#components/data/use-repeated-read.ts";
import { useResource } from "#components/data/use-resource.ts";
import { swapTracker } from "#components/swaps/progress/browser-swap-tracker.ts";
import type { TrackedSwap } from "#components/swaps/progress/swap-record.ts";
import {
  readWalletBalances,
  type WalletBalances,
} from "#components/swaps/sources/read-balances.ts";
import { markIn, readMarkBars } from "#components/swaps/sources/read-marks.ts";
import type { SwapTerms } from "#components/swaps/sources/read-pools.ts";
import type { TokenSymbol } from "#lib/protocol/solana/tokens.ts";
import { findAssetMarket } from "#lib/protocol/swaps/asset-markets.ts";
import type { Marks } from "#lib/protocol/swaps/plan/mark-loss.ts";
import type { FeeTerms } from "#lib/protocol/swaps/swap-fee.ts";
import type { SwapFeeAnswer } from "#lib/protocol/wire/swaps.ts";

/** Balances and marks are read again after this time. */
const FACTS_MS = 5_000;

export type WalletFacts = {
  fee: FeeTerms;
  balances: Repeated<WalletBalances>;
  /** True when the wallet's own fee and its balances are known. */
  isRead: boolean;
  /** Why they are not known, in the page's language. */
  error: string | undefined;
  reload: () => void;
};

/** The fee and the balances of the signed-in wallet. Visitors see the usual fee. */
export function useWalletFacts(terms: SwapTerms): WalletFacts {
  const { person } = useFrame();
  const wallet = person?.account;
  const own = useResource<SwapFeeAnswer>(wallet && "/api/v1/swaps/fee");
  const read = () => readWalletBalances(wallet ?? "", own.data?.token_accounts ?? {});
  const balances = useRepeatedRead(own.data === undefined ? undefined : wallet, read, FACTS_MS);
  const { data, failure } = balances;
  return {
    fee: {
      feePpm: BigInt(own.data?.fee_ppm ?? terms.fee_ppm),
      isReferred: own.data?.is_referred ?? false,
    },
    balances,
    isRead: own.data !== undefined && data !== undefined,
    error: own.error ?? (failure && failureText(failure)),
    reload: () => {
      void own.reload();
      void balances.reload();
    },
  };
}

/** `isStale`: the asset has a market, and its mark has not changed for ten seconds. */
function useMark(asset: TokenSymbol): { mark: string | undefined; isStale: boolean } {
  const market = findAssetMarket(asset);
  const read = (signal: AbortSignal) => readMarkBars(market ?? "", signal);
  const { data } = useRepeatedRead(market, read, FACTS_MS);
  const mark = data && markIn(data);
  return { mark, isStale: data !== undefined && mark === undefined };
}

/** The marks of a pair, and the asset whose mark is stale: the service refuses to swap it. */
export function useMarks(
  one: TokenSymbol,
  other: TokenSymbol,
): { marks: Marks; stale: TokenSymbol | undefined } {
  const [first, second] = [useMark(one), useMark(other)];
  const marks = {
    ...(first.mark === undefined ? {} : { [one]: first.mark }),
    ...(second.mark === undefined ? {} : { [other]: second.mark }),
  };
  return { marks, stale: first.isStale ? one : second.isStale ? other : undefined };
}

/** This browser's swaps that are under way or have just ended, oldest first. */
export function useTrackedSwaps(account: string | undefined): readonly TrackedSwap[] {
  useEffect(() => {
    void swapTracker().setAccount(account);
  }, [account]);
  return useSyncExternalStore(follow, shown, none);
}

const NONE: readonly TrackedSwap[] = [];
const none = () => NONE;
const follow = (listener: () => void) => swapTracker().subscribe(listener);
const shown = () => swapTracker().tracked();
