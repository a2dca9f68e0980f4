"use client";

import { useEffect } from "react";
import { useWallet, useWalletStore } from "#components/identity/wallet/wallet-provider.tsx";
import { followAccount } from "./follow-account.ts";

/** Has the signed-in account read for the page. Who is not signed in loads nothing for it. */
export function AccountFollower() {
  const { sessionAddress } = useWallet();
  const wallet = useWalletStore();
  useEffect(
    () => (sessionAddress === undefined ? undefined : followAccount(sessionAddress, wallet)),
    [sessionAddress, wallet],
  );
  return null;
}
