"use client";

import { useWallet } from "#components/identity/wallet/wallet-provider.tsx";

/** Where this browser keeps the messages. */
export const NOTIFICATIONS_KEY = "svc.notifications";

/** Whose messages those are that come before anyone has signed in. */
const NOBODY = "-";

/** The account whose messages are shown. */
export function useMessageAccount(): string {
  return useWallet().sessionAddress ?? NOBODY;
}
