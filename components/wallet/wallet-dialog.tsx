"use client";

import { lazy } from "react";
import { LazyBoundary } from "#components/ui/lazy-boundary.tsx";
import { useWallet } from "./wallet-provider.tsx";

const ConnectDialog = lazy(() => import("./connect-dialog.tsx"));

/** The dialog's code is loaded when somebody first asks for a wallet. */
export function WalletDialog() {
  const { dialogOpen, setDialogOpen } = useWallet();
  return dialogOpen ? (
    <LazyBoundary onFailure={() => setDialogOpen(false)}>
      <ConnectDialog />
    </LazyBoundary>
  ) : null;
}
