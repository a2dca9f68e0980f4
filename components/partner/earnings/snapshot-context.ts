"use client";

import { createContext, useContext, useEffect, useId } from "react";
import type { At } from "#lib/protocol/partner-reads.ts";
import type { ShownReads } from "./shown-reads.ts";

export type PageSnapshot = {
  /** That of the summary, in which every other read of the page is asked for. */
  at: At;
  /** The reader's time zone, an IANA name; UTC as long as it is not known. */
  tz: string;
  /** False on the server and while the browser takes its page over. */
  hasZone: boolean;
  /** When what has no beginning begins, ISO 8601: the first row of the ledger, or the partner's joining. */
  since: string;
  reads: ShownReads;
};

export const SnapshotContext = createContext<PageSnapshot | undefined>(undefined);

export function useSnapshot(): PageSnapshot {
  const value = useContext(SnapshotContext);
  if (!value) throw new Error("This component must be inside the partner page.");
  return value;
}

type Shown = { name: string; path: string; answer: At | undefined };

/** Tells the page what a part of it shows, so that it is verified with the rest. Nothing without an answer. */
export function useShownRead({ name, path, answer }: Shown): void {
  const { reads } = useSnapshot();
  const id = useId();
  useEffect(() => {
    if (answer !== undefined) reads.show(id, { name, path, answer });
    return () => reads.drop(id);
  }, [reads, id, name, path, answer]);
}
