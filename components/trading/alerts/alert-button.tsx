"use client";

import { Bell } from "lucide-react";
import { lazy, useState } from "react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { useWallet } from "#components/identity/wallet/wallet-provider.tsx";
import { buttonStyle } from "#components/ui/button.tsx";
import { LazyBoundary } from "#components/ui/lazy-boundary.tsx";

const AlertDialog = lazy(() => import("./alert-dialog.tsx"));

/** Opens the price alerts; a visitor signs in first. */
export function AlertButton() {
  const text = useText("shell");
  const { sessionAddress, signInWithWallet } = useWallet();
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={text("priceAlerts")}
        title={text("priceAlerts")}
        className={`${buttonStyle({ tone: "quiet", size: "icon" })} pointer-coarse:size-11`}
        onClick={() => (sessionAddress ? setOpen(true) : void signInWithWallet())}
      >
        <Bell size={15} aria-hidden />
      </button>
      {open ? (
        <LazyBoundary onFailure={close}>
          <AlertDialog onClose={close} />
        </LazyBoundary>
      ) : null}
    </>
  );
}
