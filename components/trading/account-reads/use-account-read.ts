"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { useWalletStore } from "#components/identity/wallet/wallet-provider.tsx";
import { type ReadForAccount, readerFor } from "./account-reads.ts";

/** Reads for one account, inside `AccountQueries`. */
export function useAccountRead(): ReadForAccount {
  const store = useWalletStore();
  const client = useQueryClient();
  return useMemo(() => readerFor(client, store), [client, store]);
}
