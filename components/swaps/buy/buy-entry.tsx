"use client";

import { useRouter } from "next/navigation";
import { lazy, useSyncExternalStore, useTransition } from "react";
import { LazyBoundary } from "#components/ui/lazy-boundary.tsx";
import { BUY_PATH } from "#lib/protocol/onramp.ts";

const BuyDialog = lazy(() => import("./buy-dialog.tsx"));

/**
 * Shows the dialog while the address says that it is open. So a reload keeps it open, and the
 * checkout can lead back to it. Closing removes the provider's parameters from the address; the
 * page trusts none of them.
 */
export function BuyEntry({ purchase }: { purchase: string | undefined }) {
  const router = useRouter();
  // The dialog exists in the browser only.
  const isInBrowser = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  // The dialog hides at once, until the address has changed. If the address opens it again
  // meanwhile, it shows again.
  const [isClosing, startClosing] = useTransition();
  if (!isInBrowser || isClosing) return null;
  const close = () => startClosing(() => router.replace(BUY_PATH, { scroll: false }));
  return (
    <LazyBoundary onFailure={close}>
      <BuyDialog purchase={purchase} onClose={close} />
    </LazyBoundary>
  );
}

const never = () => () => {};
