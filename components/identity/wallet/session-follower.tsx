"use client";

import { useEffect } from "react";
import { useWallet } from "./wallet-provider.tsx";

/** Reloads the page when another account has signed in. */
export function SessionFollower({
  account,
  onSessionEnd,
}: {
  account: string;
  onSessionEnd: () => void;
}) {
  const { sessionAddress, busy } = useWallet();
  useEffect(() => {
    if (sessionAddress === account) return;
    // While another account's wallet signs in, the session has not ended.
    if (sessionAddress !== undefined) window.location.reload();
    else if (busy === undefined) onSessionEnd();
  }, [sessionAddress, busy, account, onSessionEnd]);
  return null;
}
