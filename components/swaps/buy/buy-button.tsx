"use client";

import { lazy, useState, useSyncExternalStore } from "react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { LazyBoundary } from "#components/ui/lazy-boundary.tsx";
import { PURCHASE_PARAMETER } from "#lib/protocol/onramp.ts";
import { useOnrampTerms } from "./use-purchases.ts";

const BuyDialog = lazy(() => import("./buy-dialog.tsx"));

type BuyButtonProps = { size?: "xs" | "md"; className?: string };

/**
 * Opens the dialog that buys USDC with a card. It is not there where nothing can be bought. When a checkout has sent the browser back, the
 * dialog opens by itself with that purchase; the address keeps it, so that a reload shows it again.
 */
export function BuyButton({ size = "xs", className }: BuyButtonProps) {
  const text = useText("chain");
  const { onramp } = useOnrampTerms();
  const purchase = useSyncExternalStore(never, returnedPurchase, () => null);
  const [opened, setOpened] = useState<boolean>();
  const isOpen = opened ?? purchase !== null;
  if (!onramp && !isOpen) return null;
  const close = () => {
    setOpened(false);
    forgetPurchase();
  };
  return (
    <>
      <Button size={size} className={className} onClick={() => setOpened(true)}>
        {text("buy")}
      </Button>
      {isOpen ? (
        <LazyBoundary onFailure={close}>
          <BuyDialog purchase={purchase ?? undefined} onClose={close} />
        </LazyBoundary>
      ) : null}
    </>
  );
}

const never = () => () => {};

function returnedPurchase(): string | null {
  return new URLSearchParams(window.location.search).get(PURCHASE_PARAMETER);
}

/** What the checkout added to the address, of which nothing is believed. */
function forgetPurchase(): void {
  const url = new URL(window.location.href);
  for (const name of [PURCHASE_PARAMETER, "transactionId", "transactionStatus"])
    url.searchParams.delete(name);
  window.history.replaceState(window.history.state, "", url);
}
