"use client";

import type { Route } from "next";
import { useRouter } from "next/navigation";
import { lazy, useSyncExternalStore, useTransition } from "react";
import { LazyBoundary } from "#components/ui/lazy-boundary.tsx";
import { BUY_PATH } from "#lib/protocol/onramp.ts";

const BuyDialog = lazy(() => import("./buy-dialog.tsx"));

/**
 * The dialog, while the address says that it is open: so a reload shows it again, and the checkout can lead back to it. Closing drops what
 * the provider has added to the address, of which nothing is believed.
 */
export function BuyEntry({ purchase }: { purchase: string | undefined }) {
  const router = useRouter();
  // A dialog is drawn in the browser only.
  const isInBrowser = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  // Hidden at once, and only until the address has changed: if it opens the dialog again meanwhile, this one is it.
  const [isClosing, startClosing] = useTransition();
  if (!isInBrowser || isClosing) return null;
  const close = () => startClosing(() => router.replace(BUY_PATH as Route, { scroll: false }));
  return (
    <LazyBoundary onFailure={close}>
      <BuyDialog purchase={purchase} onClose={close} />
    </LazyBoundary>
  );
}

const never = () => () => {};
