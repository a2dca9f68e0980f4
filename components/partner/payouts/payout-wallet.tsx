"use client";

import Link from "next/link";
import { lazy, Suspense, useState } from "react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { Button, buttonStyle } from "#components/ui/button.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { LazyBoundary } from "#components/ui/lazy-boundary.tsx";
import type { PartnerProfile } from "#lib/protocol/wire/partner.ts";

const PayoutDialog = lazy(() => import("./payout-dialog.tsx"));
const WaitingChange = lazy(() => import("./waiting-change.tsx"));

type Partner = NonNullable<PartnerProfile["partner"]>;

type PayoutWalletProps = {
  partner: Partner;
  /** Until another wallet is paid. */
  waitHours: number;
  onChanged: (profile: PartnerProfile) => void;
};

/** The wallet that is paid, with a button that changes it. */
export function PayoutWallet({ partner, waitHours, onChanged }: PayoutWalletProps) {
  const text = useText("partnerPayouts");
  const [isOpen, setOpen] = useState(false);
  const { payout_address: address, payout_next: next, payout_choices: choices } = partner;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      {address === null ? (
        <p className="min-w-0 flex-1 basis-48">
          {next === null ? text(choices.length === 0 ? "payoutNoWallet" : "payoutNone") : null}
        </p>
      ) : (
        <span className="flex min-w-0 items-center gap-1 font-mono text-sm">
          <bdi dir="ltr" translate="no" title={address}>
            {`${address.slice(0, 6)}…${address.slice(-6)}`}
          </bdi>
          <CopyButton value={address} what={text("copyWallet")} />
        </span>
      )}
      {choices.length === 0 ? (
        <Link href="/settings" className={buttonStyle({ size: "md" })}>
          {text("linkWallet")}
        </Link>
      ) : (
        <Button size="md" onClick={() => setOpen(true)}>
          {text(address === null && next === null ? "choose" : "change")}
        </Button>
      )}
      {next === null ? null : (
        <Suspense>
          <WaitingChange {...{ address, next, onChanged }} />
        </Suspense>
      )}
      {isOpen ? (
        <LazyBoundary onFailure={() => setOpen(false)}>
          <PayoutDialog
            present={address}
            choices={choices}
            waitHours={waitHours}
            onChanged={onChanged}
            onClose={() => setOpen(false)}
          />
        </LazyBoundary>
      ) : null}
    </div>
  );
}
