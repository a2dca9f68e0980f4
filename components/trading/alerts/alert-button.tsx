"use client";

import { Bell } from "lucide-react";
import { lazy, useState } from "react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { LazyBoundary } from "#components/ui/lazy-boundary.tsx";

const AlertDialog = lazy(() => import("./alert-dialog.tsx"));

/** Opens the price alerts of a signed-in person. */
export default function AlertButton() {
  const text = useText("shell");
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button
        tone="quiet"
        size="icon"
        className="pointer-coarse:min-h-11 pointer-coarse:min-w-11"
        aria-haspopup="dialog"
        aria-label={text("priceAlerts")}
        title={text("priceAlerts")}
        onClick={() => setOpen(true)}
      >
        <Bell size={15} aria-hidden />
      </Button>
      {isOpen ? (
        <LazyBoundary onFailure={close}>
          <AlertDialog onClose={close} />
        </LazyBoundary>
      ) : null}
    </>
  );
}
