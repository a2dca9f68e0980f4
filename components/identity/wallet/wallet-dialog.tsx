"use client";

import { lazy } from "react";
import { LazyBoundary } from "#components/ui/lazy-boundary.tsx";
import { useWallet } from "./wallet-provider.tsx";

const ConnectDialog = lazy(() => import("./connect-dialog.tsx"));
const ChooseAccountDialog = lazy(() => import("./choose-account-dialog.tsx"));
const MemoDialog = lazy(() => import("./memo-dialog.tsx"));

/** The dialogs' code is loaded with the first one that opens. */
export function WalletDialog({ referredBy }: { referredBy?: string | undefined }) {
  const { dialogOpen, setDialogOpen, choosing, stopChoosing, memo, closeMemo } = useWallet();
  if (memo) {
    return (
      <LazyBoundary onFailure={closeMemo}>
        <MemoDialog />
      </LazyBoundary>
    );
  }
  if (choosing) {
    return (
      <LazyBoundary onFailure={stopChoosing}>
        <ChooseAccountDialog />
      </LazyBoundary>
    );
  }
  return dialogOpen ? (
    <LazyBoundary onFailure={() => setDialogOpen(false)}>
      <ConnectDialog referredBy={referredBy} />
    </LazyBoundary>
  ) : null;
}
