"use client";

import { lazy } from "react";
import { LazyBoundary } from "#components/ui/lazy-boundary.tsx";
import { useWallet } from "./wallet-provider.tsx";

const ConnectDialog = lazy(() => import("./connect-dialog.tsx"));
const ChooseAccountDialog = lazy(() => import("./choose-account-dialog.tsx"));

/** The dialogs' code is loaded when somebody first asks for a wallet. */
export function WalletDialog({ referredBy }: { referredBy?: string | undefined }) {
  const { dialogOpen, setDialogOpen, choosing, stopChoosing } = useWallet();
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
