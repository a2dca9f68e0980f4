"use client";

import { useQuery } from "@tanstack/react-query";
import { accountKey } from "#components/account/account-reads.ts";
import type { HistoryFilter } from "#components/account/history.ts";
import type { FillsSummary, FundingSummary } from "#components/account/history-records.ts";
import { useVenueKey } from "#components/account/use-account.ts";
import { useAccountRead } from "#components/account/use-account-read.ts";
import { useWallet } from "#components/wallet/wallet-provider.tsx";

type Summaries = { fills: FillsSummary; funding: FundingSummary };

/** Sums take the server a walk over all rows of the span: they are kept for a while, and not polled. */
const STALE_MS = 60_000;

/** Exact totals of a span. They are the venue's rows added up, not what the table has loaded so far. */
export function useSummary<Kind extends keyof Summaries>(kind: Kind, span: HistoryFilter) {
  const { sessionAddress } = useWallet();
  const venueKey = useVenueKey().data;
  const read = useAccountRead();
  const { market, from, to } = span;
  return useQuery({
    queryKey: accountKey(sessionAddress, "summary", kind, market ?? "", from ?? 0, to ?? 0),
    enabled: Boolean(sessionAddress && venueKey),
    staleTime: STALE_MS,
    queryFn: async ({ signal }) => {
      const search = new URLSearchParams();
      if (market !== undefined) search.set("market", market);
      if (from !== undefined) search.set("from", from.toString());
      if (to !== undefined) search.set("to", to.toString());
      const url = `/api/venue/${kind}/summary?${search.toString()}`;
      return (await read(url, sessionAddress, signal)) as Summaries[Kind];
    },
  });
}
