"use client";

import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { readJson } from "#components/data/http.ts";
import { readFailure } from "#components/trading/account-reads/account-reads.ts";
import type { TransferTerms, VaultTerms } from "#lib/protocol/wire/chain.ts";

/** How money enters and leaves; null where it does not. It does not change while the service runs. */
export function useTransferTerms(): UseQueryResult<VaultTerms | null> {
  return useQuery({
    queryKey: ["transfer-terms"],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const answer = await readJson<TransferTerms>("/api/chain/vault", signal);
      if (!answer.ok) throw readFailure(answer);
      return answer.body.vault;
    },
  });
}
