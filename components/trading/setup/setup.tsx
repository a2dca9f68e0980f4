"use client";

import { lazy, useEffect, useRef } from "react";
import { useWallet } from "#components/identity/wallet/wallet-provider.tsx";
import { useReadiness } from "#components/trading/readiness/readiness.ts";
import { LazyBoundary } from "#components/ui/lazy-boundary.tsx";
import { useStore } from "#components/ui/use-store.ts";
import { closeSetup, openSetup, setupDialog } from "./setup-state.ts";

const SetupDialog = lazy(() => import("./setup-dialog.tsx"));

/** The dialog of the steps towards trading. It opens on its own after a sign-in on this page that still needs them. */
export function Setup() {
  const open = useStore(setupDialog);
  const { sessionAddress } = useWallet();
  const readiness = useReadiness();
  const wasSignedOut = useRef(sessionAddress === undefined);
  useEffect(() => {
    if (sessionAddress === undefined) wasSignedOut.current = true;
    if (!wasSignedOut.current || sessionAddress === undefined || readiness === "loading") return;
    wasSignedOut.current = false;
    if (readiness === "not-enabled") openSetup();
  }, [sessionAddress, readiness]);
  return open && sessionAddress !== undefined ? (
    <LazyBoundary onFailure={closeSetup}>
      <SetupDialog />
    </LazyBoundary>
  ) : null;
}
