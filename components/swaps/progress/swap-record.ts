/** A signed swap in this browser, until its end is known. */
import {
  isSignedRecord,
  type SignedRecord,
  type Tracked,
} from "#components/chain/signed-record.ts";
import type { RecordKind } from "#components/data/kept-records.ts";
import { isRecord } from "#lib/protocol/is-record.ts";
import type { RoutePlan } from "#lib/protocol/wire/swaps.ts";

export type SwapRecord = SignedRecord & { plan: RoutePlan };

export type TrackedSwap = Tracked<SwapRecord>;

export const SWAP_RECORDS: RecordKind<SwapRecord> = {
  database: "svc-swaps",
  store: "swaps",
  keyPath: "signature",
  keyOf: ({ signature }) => signature,
  // Other windows ask for no second signature while they see this record. Sending it may wait; a swap lives for a minute.
  patience: 15_000,
  read: (value) => {
    if (!isRecord(value) || !isSignedRecord(value)) return undefined;
    const { plan } = value as { plan?: unknown };
    // This page wrote it, and the service checks it again.
    return isRecord(plan) ? { ...value, plan: plan as RoutePlan } : undefined;
  },
};
