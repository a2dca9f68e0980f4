"use client";

import { Bell } from "lucide-react";
import { lazy, useState } from "react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { buttonStyle } from "#components/ui/button.tsx";
import { LazyBoundary } from "#components/ui/lazy-boundary.tsx";

const AlertDialog = lazy(() => import("./alert-dialog.tsx"));

/** Opens the price alerts. Every visitor loads it, so it has nothing of what it opens. */
export function AlertButton() {
  const text = useText("shell");
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={text("priceAlerts")}
        className={buttonStyle({
          tone: "quiet",
          size: "icon",
          className: "pointer-coarse:min-h-11 pointer-coarse:min-w-11",
        })}
        onClick={() => setOpen(true)}
      >
        <Bell size={15} aria-hidden />
      </button>
      {isOpen ? (
        <LazyBoundary onFailure={close}>
          <AlertDialog onClose={close} />
        </LazyBoundary>
      ) : null}
    </>
  );
}
