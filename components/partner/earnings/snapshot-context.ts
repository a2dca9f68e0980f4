"use client";

import { createContext, useContext, useEffect, useId } from "react";
import type { At } from "#lib/protocol/wire/partner.ts";
import type { ShownReads } from "./shown-reads.ts";

export type PageSnapshot = {
  /** The snapshot of the summary, which all other reads of the page use. */
  at: At;
  /** The user's time zone, an IANA name; UTC while unknown. */
  tz: string;
  /** False on the server and during hydration. */
  hasZone: boolean;
  /** Start of unlimited ranges, ISO 8601: the first row of the ledger, or the partner's joining. */
  since: string;
  /** Amounts are shown with all digits instead of two decimals. */
  showsAllDigits: boolean;
  reads: ShownReads;
};

export const SnapshotContext = createContext<PageSnapshot | undefined>(undefined);

export function useSnapshot(): PageSnapshot {
  const value = useContext(SnapshotContext);
  if (!value) throw new Error("This component must be inside the partner page.");
  return value;
}

type Shown = { name: string; path: string; answer: At | undefined };

/** Registers a shown read, so that Verify includes it. Does nothing without an answer. */
export function useShownRead({ name, path, answer }: Shown): void {
  const { reads } = useSnapshot();
  const id = useId();
  useEffect(() => {
    if (answer !== undefined) reads.show(id, { name, path, answer });
    return () => reads.drop(id);
  }, [reads, id, name, path, answer]);
}
