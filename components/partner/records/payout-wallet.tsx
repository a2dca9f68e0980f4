"use client";

import type { Route } from "next";
import Link from "next/link";
import { lazy, useState } from "react";
import type { Resource } from "#components/data/use-resource.ts";
import { ReadState } from "#components/frame/settings/settings-page.tsx";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { Button, buttonStyle } from "#components/ui/button.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { LazyBoundary } from "#components/ui/lazy-boundary.tsx";
import type { PartnerProfile } from "#lib/protocol/partner-reads.ts";
import { Short } from "./parts.tsx";

const PayoutDialog = lazy(() => import("./payout-dialog.tsx"));

/** Where payouts go, and the way to change that. */
export function PayoutWallet({ profile }: { profile: Resource<PartnerProfile> }) {
  const text = useText("partnerRecords");
  return (
    <div className="mb-3 rounded bg-raised p-3">
      <h3 className="text-2xs text-ink-muted">{text("payoutWallet")}</h3>
      <ReadState resource={profile} label={text("loading")}>
        {({ partner }) =>
          partner === null ? null : (
            <Wallet
              partner={partner}
              onChanged={(next) => {
                profile.change(() => next);
              }}
            />
          )
        }
      </ReadState>
    </div>
  );
}

type WalletProps = {
  partner: NonNullable<PartnerProfile["partner"]>;
  onChanged: (profile: PartnerProfile) => void;
};

function Wallet({ partner, onChanged }: WalletProps) {
  const text = useText("partnerRecords");
  const [isOpen, setOpen] = useState(false);
  const { payout_address: address, payout_choices: choices } = partner;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      {address === null ? (
        <p className="min-w-0 flex-1 basis-48">
          {text(choices.length === 0 ? "payoutNoWallet" : "payoutNone")}
        </p>
      ) : (
        <span className="flex min-w-0 items-center gap-1 font-mono text-sm">
          <Short value={address} ends={6} />
          <CopyButton value={address} what={text("copyWallet")} />
        </span>
      )}
      {choices.length === 0 ? (
        <Link
          href={"/settings" as Route}
          className={buttonStyle({ size: "md", className: "pointer-coarse:min-h-11" })}
        >
          {text("linkWallet")}
        </Link>
      ) : (
        <Button size="md" className="pointer-coarse:min-h-11" onClick={() => setOpen(true)}>
          {text(address === null ? "choose" : "change")}
        </Button>
      )}
      {isOpen ? (
        <LazyBoundary onFailure={() => setOpen(false)}>
          <PayoutDialog
            present={address}
            choices={choices}
            onChanged={onChanged}
            onClose={() => setOpen(false)}
          />
        </LazyBoundary>
      ) : null}
    </div>
  );
}
