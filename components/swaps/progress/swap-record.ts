/** A signed swap in this browser, until its end is known. */
import {
  isSignedRecord,
  isUnseen,
  type SignedRecord,
  type Tracked,
} from "#components/chain/signed-record.ts";
import type { RecordKind } from "#components/data/stored-records.ts";
import { isRecord } from "#lib/protocol/is-record.ts";
import type { RoutePlan } from "#lib/protocol/wire/swaps.ts";

export type SwapRecord = SignedRecord & { plan: RoutePlan };

export type TrackedSwap = Tracked<SwapRecord>;

type Pair = { assetIn: string; assetOut: string };

/**
 * Whether a swap of the pair could be a repetition of one that no block shows yet. Another pair is another intention, and the
 * chain decides about each transaction by itself.
 */
export function isRepetition(swaps: readonly TrackedSwap[], { assetIn, assetOut }: Pair): boolean {
  return swaps.some(
    (swap) => isUnseen(swap) && swap.plan.in.asset === assetIn && swap.plan.out.asset === assetOut,
  );
}

/** Sum of the inputs of swaps that no confirmed block shows yet, in base units. The wallet's balance may still contain it. */
export function unitsUnderWay(swaps: readonly TrackedSwap[], asset: string): bigint {
  return swaps.reduce(
    (sum, swap) =>
      isUnseen(swap) && swap.plan.in.asset === asset ? sum + BigInt(swap.plan.in.units) : sum,
    0n,
  );
}

export const SWAP_RECORDS: RecordKind<SwapRecord> = {
  database: "svc-swaps",
  store: "swaps",
  keyPath: "signature",
  keyOf: ({ signature }) => signature,
  // While this record exists, other windows do not ask for a second signature. Sending may take
  // this long; a swap lives for a minute.
  patience: 15_000,
  read: (value) => {
    if (!isRecord(value) || !isSignedRecord(value)) return undefined;
    const { plan } = value as { plan?: unknown };
    // The plan is not checked here: this page wrote it, and the service checks it.
    return isRecord(plan) ? { ...value, plan: plan as RoutePlan } : undefined;
  },
};
