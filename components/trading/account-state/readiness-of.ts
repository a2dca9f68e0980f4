/** What an account still needs in this browser before it can trade. */

/** How far this browser is from being able to trade; each step has one button. */
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
  // A key that was read stands until a read says otherwise; that there is none may be over.
  if (key.isError && !key.data) return "unreadable";
  // The venue key is made by the wallet alone.
  if (!key.data) return means.hasWallet ? "not-enabled" : "wallet-away";
  if (account.isPending) return "loading";
  if (account.isError && account.data === undefined) return "unreadable";
  if (!canSign(means)) return "wallet-away";
  return isFunded(account.data?.account_value) ? "ready" : "no-funds";
}

function isFunded(accountValue: string | undefined): boolean {
  return accountValue !== undefined && !accountValue.startsWith("-") && /[1-9]/.test(accountValue);
}
