"use client";

import { X } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { signInAddress } from "#components/frame/settings/sign-in-address.ts";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { useWallet } from "#components/identity/wallet/wallet-provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { isolated } from "#components/ui/isolated-text.ts";
import { DISCOUNT_PERCENT } from "#lib/protocol/partner/partner-levels.ts";

/** Kept while the visitor changes the market, which renders the page anew. */
let isDismissed = false;

type OfferStripProps = {
  /** Code of the partner link that a visitor followed. */
  code: string;
  /** The path of the page, to which signing up leads back. */
  path: string;
  inert: boolean;
};

/** Names the offer of a partner link above the page, until the visitor signs in or dismisses it. */
export default function OfferStrip({ code, path, inert }: OfferStripProps) {
  const text = useText("shell");
  const { sessionAddress, withoutWallet } = useWallet();
  const [isShown, setShown] = useState(!isDismissed);
  if (!isShown || sessionAddress !== undefined || withoutWallet) return null;
  return (
    <aside
      aria-label={text("offerName")}
      inert={inert}
      className="flex shrink-0 items-center gap-3 bg-accent-soft px-3 py-1 text-xs"
    >
      <p className="min-w-0 [overflow-wrap:anywhere]">
        {text("offer", { code: isolated(code), discount: DISCOUNT_PERCENT })}
      </p>
      <Link
        href={signInAddress(path)}
        prefetch={false}
        className="inline-flex shrink-0 items-center font-semibold text-accent underline underline-offset-2 pointer-coarse:min-h-11"
      >
        {text("offerGo")}
      </Link>
      <Button
        tone="quiet"
        size="icon"
        className="ms-auto shrink-0 pointer-coarse:size-11"
        aria-label={text("offerDismiss")}
        onClick={() => {
          isDismissed = true;
          setShown(false);
        }}
      >
        <X size={14} aria-hidden />
      </Button>
    </aside>
  );
}
