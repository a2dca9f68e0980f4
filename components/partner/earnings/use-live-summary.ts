"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { useReadAgain } from "#components/data/use-read-again.ts";
import { type Resource, useResource } from "#components/data/use-resource.ts";
import { usePolledValue } from "#components/ui/use-polled-value.ts";
import type { At, PartnerSummary } from "#lib/protocol/wire/partner.ts";
import { nextShown } from "./live-summary.ts";
import { PARTNER_API, readAddress } from "./shown-reads.ts";

const POLL_MS = 15_000;
/** While requests fail, a summary older than this is shown as stale. */
const STALE_MS = 60_000;

export type LiveSummary = Pick<
  Resource<PartnerSummary>,
  "error" | "errorCode" | "loading" | "reload"
> & {
  data: PartnerSummary | undefined;
  /** Requests have failed for a while. */
  isStale: boolean;
  /** Shows the newest summary even if only its time has changed. */
  refresh: () => void;
};

/**
 * The newest summary, polled while the page is visible, or that of a pinned snapshot. `first`: the summary that the server
 * rendered.
 */
export function useLiveSummary(
  pin: At | undefined,
  first: PartnerSummary | undefined,
): LiveSummary {
  const { data, error, errorCode, loading, reload, poll } = useResource<PartnerSummary>(
    pin === undefined ? `${PARTNER_API}summary` : readAddress("summary", pin),
    first,
  );
  const [held, setHeld] = useState<{ latest: PartnerSummary; shown: PartnerSummary }>();
  const [isRequested, setRequested] = useState(false);
  if (data !== undefined && data !== held?.latest) {
    // Another pin is always another snapshot.
    const keeps = pin === undefined && !isRequested;
    setHeld({ latest: data, shown: keeps ? nextShown(held?.shown, data) : data });
    setRequested(false);
  }
  const refresh = useCallback(() => {
    setRequested(true);
    void reload();
  }, [reload]);
  useReadAgain(poll, pin === undefined ? POLL_MS : undefined);
  useEffect(() => {
    if (pin !== undefined) return;
    window.addEventListener("focus", poll);
    return () => window.removeEventListener("focus", poll);
  }, [pin, poll]);
  return {
    data: held?.shown,
    error,
    errorCode,
    loading,
    reload,
    refresh,
    isStale: useIsStale(held?.latest, error !== undefined),
  };
}

/** Whether `answer` is more than a minute old and later requests failed. */
function useIsStale(answer: unknown, fails: boolean): boolean {
  const cameAt = useRef<number>(undefined);
  useEffect(() => {
    if (answer !== undefined) cameAt.current = performance.now();
  }, [answer]);
  const isLate = () => {
    const since = cameAt.current;
    return since !== undefined && performance.now() - since > STALE_MS ? 1 : 0;
  };
  return usePolledValue(fails ? isLate : undefined, 1_000, 0) === 1;
}
