"use client";

import { useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import { useWallet } from "#components/identity/wallet/wallet-provider.tsx";
import { accountKey } from "#components/trading/account-reads/account-reads.ts";
import type { HistoryFilter } from "#components/trading/account-reads/history.ts";
import { useVenueKey } from "#components/trading/account-reads/use-account.ts";
import { useAccountRead } from "#components/trading/account-reads/use-account-read.ts";
import { useLastingFailure } from "#components/trading/account-reads/use-lasting-failure.ts";
import type { FillsSummary, FundingSummary } from "#lib/protocol/wire/account.ts";

type Summaries = { fills: FillsSummary; funding: FundingSummary };

/** The server walks all rows of the span for a sum, so sums are cached and not polled. */
const STALE_MS = 60_000;

export type Summary<Sums> = {
  data: Sums | undefined;
  dataUpdatedAt: number;
  isPending: boolean;
  isError: boolean;
  error: Error | null;
  tryAgain: () => void;
};

/** Exact sums of a span, computed by the server over all rows and not from the loaded ones. */
export function useSummary<Kind extends keyof Summaries>(
  kind: Kind,
  span: HistoryFilter,
): Summary<Summaries[Kind]> {
  const { sessionAddress } = useWallet();
  const venueKey = useVenueKey().data;
  const read = useAccountRead();
  const { market, from, to } = span;
  const result = useQuery({
    queryKey: accountKey(sessionAddress, "summary", kind, market ?? "", from ?? 0, to ?? 0),
    enabled: Boolean(sessionAddress) && venueKey !== undefined,
    staleTime: STALE_MS,
    queryFn: async ({ signal }) => {
      const search = new URLSearchParams();
      if (market !== undefined) search.set("market", market);
      if (from !== undefined) search.set("from", from.toString());
      if (to !== undefined) search.set("to", to.toString());
      const url = `/api/venue/${kind}/summary?${search.toString()}`;
      return read<Summaries[Kind]>(url, sessionAddress, signal);
    },
  });
  const { data, dataUpdatedAt, isPending, refetch } = result;
  const tryAgain = useCallback(() => void refetch(), [refetch]);
  const error = useLastingFailure(result);
  return {
    data,
    dataUpdatedAt,
    isPending: isPending && error === null,
    isError: error !== null,
    error,
    tryAgain,
  };
}
