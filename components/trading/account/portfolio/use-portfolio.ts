"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import { useWallet } from "#components/identity/wallet/wallet-provider.tsx";
import { accountKey } from "#components/trading/account-reads/account-reads.ts";
import { isKeyRefusal, ReadFailure } from "#components/trading/account-reads/account-store.ts";
import { pollUnlessStreamed } from "#components/trading/account-reads/streamed.ts";
import { useVenueKey } from "#components/trading/account-reads/use-account.ts";
import { useAccountRead } from "#components/trading/account-reads/use-account-read.ts";
import { useLastingFailure } from "#components/trading/account-reads/use-lasting-failure.ts";
import type { PortfolioPeriod } from "#lib/protocol/enumerations.ts";
import type { Portfolio } from "#lib/protocol/wire/portfolio.ts";

/** Points are of hours; in between only the last one moves. */
const POLL_MS = 15_000;
/** The figures beside the curve are those of the stream. */
const STREAMED_POLL_MS = 60_000;

export type PortfolioRead = {
  data: Portfolio | undefined;
  /** `data` is of the period that was shown before. */
  isOther: boolean;
  /** When `data` was read, Unix milliseconds. */
  readAt: number;
  error: Error | null;
  tryAgain: () => void;
};

/** What the signed-in account was worth over a period. */
export function usePortfolio(period: PortfolioPeriod): PortfolioRead {
  const { sessionAddress } = useWallet();
  const key = useVenueKey();
  const venueKey = key.data;
  const read = useAccountRead();
  const result = useQuery<Portfolio>({
    // What was refused without a key is read again with one.
    queryKey: accountKey(sessionAddress, "portfolio", period, venueKey?.id ?? ""),
    enabled: sessionAddress !== undefined && venueKey !== undefined,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { error } }) =>
      error instanceof ReadFailure && isKeyRefusal(error.code)
        ? false
        : pollUnlessStreamed(POLL_MS, STREAMED_POLL_MS)(),
    queryFn: async ({ signal }) => {
      const body = await read<Portfolio>(
        `/api/venue/portfolio?period=${period}`,
        sessionAddress,
        signal,
      );
      if (body.account !== sessionAddress)
        throw new ReadFailure("ACCOUNT_MISMATCH", "The answer was for another account.");
      return body;
    },
  });
  const { data, dataUpdatedAt, isPlaceholderData, refetch } = result;
  const tryAgain = useCallback(() => void refetch(), [refetch]);
  return {
    data,
    isOther: isPlaceholderData,
    readAt: dataUpdatedAt,
    // Until the key is known the portfolio is not read, so a failure of that read is its own.
    error: useLastingFailure(result) ?? (venueKey === undefined ? key.error : null),
    tryAgain,
  };
}
