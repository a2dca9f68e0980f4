"use client";

import { useQuery } from "@tanstack/react-query";
import { readAccounts } from "#components/chain/chain-calls.ts";
import { readJson } from "#components/data/http.ts";
import { readFailure } from "#components/trading/account-reads/account-reads.ts";
import { tokenAccountOf } from "#lib/protocol/solana/find-token-account.ts";
import { usdcAmount, withdrawalFee } from "#lib/protocol/solana/withdrawals.ts";
import type { WithdrawalTerms } from "#lib/protocol/wire/account.ts";

/** The operator may change the prices; the venue refuses a withdrawal that was signed with others. */
const FRESH_MS = 15_000;

/** `fee` in 1e-9 USDC. `opensAccount`: the wallet has no USDC account, and the payment opens one. */
export type WithdrawalFee = { fee: bigint; opensAccount: boolean };

/** What a withdrawal to this wallet costs now. */
export function useWithdrawalFee(account: string, mint: string) {
  return useQuery<WithdrawalFee>({
    queryKey: ["withdrawal-fee", account, mint],
    staleTime: FRESH_MS,
    refetchInterval: FRESH_MS,
    queryFn: async ({ signal }) => {
      const [terms, held] = await Promise.all([
        readJson<WithdrawalTerms>("/api/venue/withdrawals/terms", signal),
        readAccounts([await tokenAccountOf(account, mint)]),
      ]);
      if (!terms.ok) throw readFailure(terms);
      if (!held.ok) throw readFailure(held);
      const opensAccount = held.body[0] === null;
      const { fee, opening_fee: opening } = terms.body;
      const prices = { fee: usdcAmount(fee) ?? 0n, openingFee: usdcAmount(opening) ?? 0n };
      return { fee: withdrawalFee(prices, opensAccount), opensAccount };
    },
  });
}
