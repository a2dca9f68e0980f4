/** A signed swap in this browser, until its end is known. */
import {
  isSignedRecord,
  type SignedRecord,
  type Tracked,
} from "#components/chain/signed-record.ts";
import type { RecordKind } from "#components/data/stored-records.ts";
import { isRecord } from "#lib/protocol/is-record.ts";
import type { RoutePlan } from "#lib/protocol/wire/swaps.ts";

export type SwapRecord = SignedRecord & { plan: RoutePlan };

export type TrackedSwap = Tracked<SwapRecord>;

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
