/** What an account still needs before it can trade in this browser. */
"use client";

import { useTradingKeyState } from "#components/identity/browser-keys/use-trading-key.ts";
import { useWallet } from "#components/identity/wallet/wallet-provider.tsx";
import { otherWallet } from "#components/identity/wallet/wallet-state.ts";
import { useAccount, useVenueKey } from "#components/trading/account-reads/use-account.ts";

/** The state between a visitor and a trader. Each step has one button. */
export type Readiness =
  | "loading"
  | "no-wallet"
  | "signed-out"
  /** Signed in, but the wallet that must sign is not connected or on another account, and no trading key signs instead. */
  | "wallet-away"
  | "not-enabled"
  | "no-funds"
  | "ready"
  | "unreadable";

type SigningMeans = { hasWallet: boolean; hasLiveKey: boolean };

function canSign({ hasWallet, hasLiveKey }: SigningMeans): boolean {
  return hasWallet || hasLiveKey;
}

type ReadinessInputs = SigningMeans & {
  isSignedIn: boolean;
  key: { isPending: boolean; isError: boolean; data?: unknown };
  account: {
    isPending: boolean;
    isError: boolean;
    data?: { account_value: string; isolated?: unknown } | null | undefined;
  };
};

export function readinessOf({ isSignedIn, key, account, ...means }: ReadinessInputs): Readiness {
  if (!isSignedIn) return means.hasWallet ? "signed-out" : "no-wallet";
  if (key.isPending) return "loading";
  // A key that was read is used until a read says otherwise. A missing key may have been created since.
  if (key.isError && !key.data) return "unreadable";
  // Only the wallet can create the venue key.
  if (!key.data) return means.hasWallet ? "not-enabled" : "wallet-away";
  if (account.isPending) return "loading";
  if (account.isError && account.data === undefined) return "unreadable";
  if (!canSign(means)) return "wallet-away";
  // Everything may be in the margin of isolated positions.
  const isReady = account.data?.isolated !== undefined || isFunded(account.data?.account_value);
  return isReady ? "ready" : "no-funds";
}

function isFunded(accountValue: string | undefined): boolean {
  return accountValue !== undefined && !accountValue.startsWith("-") && /[1-9]/.test(accountValue);
}

export function useReadiness(): Readiness {
  const wallet = useWallet();
  const key = useVenueKey();
  const account = useAccount();
  const trading = useTradingKeyState();
  return readinessOf({
    hasWallet: canWalletSign(wallet),
    hasLiveKey: trading.state === "live",
    isSignedIn: wallet.sessionAddress !== undefined,
    key,
    account,
  });
}

/** Why the account is `unreadable`, where known. */
export function useUnreadReason(): Error | null {
  const key = useVenueKey();
  const account = useAccount();
  return key.error ?? account.error;
}

/** Whether an order can be signed now, by the wallet or by the trading key. */
export function useCanSign(): boolean {
  const wallet = useWallet();
  const trading = useTradingKeyState();
  return canSign({ hasWallet: canWalletSign(wallet), hasLiveKey: trading.state === "live" });
}

/** A wallet on another account cannot sign for this one. */
function canWalletSign(wallet: Parameters<typeof otherWallet>[0]): boolean {
  return wallet.connected !== undefined && otherWallet(wallet) === undefined;
}
