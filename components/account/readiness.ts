"use client";

import { useWallet } from "#components/wallet/wallet-provider.tsx";
import { useAccount, useTradingKey } from "./queries.ts";

/** How far this browser is from being able to trade; each step has one button. */
export type Readiness =
  | "loading"
  | "no-wallet"
  | "signed-out"
  /** Signed in, but the wallet that must sign is not connected. */
  | "wallet-away"
  | "not-enabled"
  | "no-funds"
  | "ready"
  | "unreadable";

export function useReadiness(): Readiness {
  const { connected, sessionAddress } = useWallet();
  const key = useTradingKey();
  const account = useAccount();
  if (!sessionAddress) return connected ? "signed-out" : "no-wallet";
  if (key.isPending) return "loading";
  if (key.isError) return "unreadable";
  if (!key.data) return connected ? "not-enabled" : "wallet-away";
  if (account.isPending) return "loading";
  if (account.isError && account.data === undefined) return "unreadable";
  if (!connected) return "wallet-away";
  return isFunded(account.data?.account_value) ? "ready" : "no-funds";
}

function isFunded(accountValue: string | undefined): boolean {
  return accountValue !== undefined && !accountValue.startsWith("-") && /[1-9]/.test(accountValue);
}
