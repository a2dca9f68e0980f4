/** What an account still needs before it can trade in this browser. */

/** The state between a visitor and a trader. Each step has one button. */
export type Readiness =
  | "loading"
  | "no-wallet"
  | "signed-out"
  /** Signed in, but the wallet that must sign is not connected, and no trading key signs instead. */
  | "wallet-away"
  | "not-enabled"
  | "no-funds"
  | "ready"
  | "unreadable";

type SigningMeans = { hasWallet: boolean; hasLiveKey: boolean };

export function canSign({ hasWallet, hasLiveKey }: SigningMeans): boolean {
  return hasWallet || hasLiveKey;
}

type ReadinessInputs = SigningMeans & {
  isSignedIn: boolean;
  key: { isPending: boolean; isError: boolean; data?: unknown };
  account: {
    isPending: boolean;
    isError: boolean;
    data?: { account_value: string } | null | undefined;
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
  return isFunded(account.data?.account_value) ? "ready" : "no-funds";
}

function isFunded(accountValue: string | undefined): boolean {
  return accountValue !== undefined && !accountValue.startsWith("-") && /[1-9]/.test(accountValue);
}
