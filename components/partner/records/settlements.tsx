"use client";

import { ExternalLink } from "lucide-react";
import type { Route } from "next";
import Link from "next/link";
import { lazy, type ReactNode, useState } from "react";
import type { Resource } from "#components/data/use-resource.ts";
import { ReadState } from "#components/frame/settings/settings-page.tsx";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { Money } from "#components/partner/earnings/money.tsx";
import { Ago } from "#components/ui/ago.tsx";
import { Button, buttonStyle } from "#components/ui/button.tsx";
import { Chip } from "#components/ui/chip.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { DateTime } from "#components/ui/date-time.tsx";
import { Fact } from "#components/ui/fact.tsx";
import { LazyBoundary } from "#components/ui/lazy-boundary.tsx";
import { EmptyState, Section } from "#components/ui/section.tsx";
import type { SettlementState } from "#lib/protocol/partner/enumerations.ts";
import type { PartnerProfile, Settlement, SettlementPage } from "#lib/protocol/wire/partner.ts";
import { FailureReason } from "./failure-reason.tsx";
import { Pages } from "./pages.tsx";
import { Short, Simulated } from "./parts.tsx";
import { settlementsPath } from "./paths.ts";

/** Paid and pending settlements with their transactions, and the payout wallet. */
export function Settlements({ profile }: { profile: Resource<PartnerProfile> }) {
  const text = useText("partnerRecords");
  const hasWallet = (profile.data?.partner?.payout_address ?? null) !== null;
  return (
    <Section title={text("settlements")}>
      <PayoutWallet profile={profile} />
      <Pages<SettlementPage>
        path={settlementsPath()}
        label={text("loading")}
        empty={
          <EmptyState title={text("noSettlements")}>
            <p>{text("noSettlementsText")}</p>
            {profile.data === undefined || hasWallet ? null : <p>{text("noSettlementsWallet")}</p>}
          </EmptyState>
        }
      >
        {({ totals, results }, number) => (
          <>
            {number === 0 ? <Totals totals={totals} /> : null}
            <ul aria-label={text("settlements")} className="divide-y">
              {results.map((settlement) => (
                <OneSettlement key={settlement.id} settlement={settlement} />
              ))}
            </ul>
          </>
        )}
      </Pages>
    </Section>
  );
}

function Totals({ totals: { settled, in_transit: inTransit } }: Pick<SettlementPage, "totals">) {
  const text = useText("partnerRecords");
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-2 border-b pb-3">
      <Fact label={text("settled")}>
        <span className="text-base font-semibold">
          <Money value={settled} figure="settlements.totals.settled" currency="USDC" />
        </span>
      </Fact>
      <Fact label={text("inTransit")}>
        <span className="text-base font-semibold">
          <Money value={inTransit} figure="settlements.totals.in_transit" currency="USDC" />
        </span>
      </Fact>
    </dl>
  );
}

const TONES = {
  created: "neutral",
  submitted: "accent",
  confirmed: "good",
  failed: "bad",
} as const satisfies Record<SettlementState, string>;

function OneSettlement({ settlement }: { settlement: Settlement }) {
  const text = useText("partnerRecords");
  const { id, state, amount, recipient, network, failure } = settlement;
  return (
    <li data-settlement={id} className="flex flex-col gap-2 py-3 text-xs">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <span className="text-sm font-semibold">
          <Money value={amount} figure={`settlement.${id}.amount`} currency="USDC" />
        </span>
        <span className="flex flex-wrap gap-1.5">
          {settlement.simulated ? <Simulated /> : null}
          <Chip tone={TONES[state]}>{text(`state_${state}`)}</Chip>
        </span>
      </div>
      {failure === null ? null : (
        <p className="rounded border border-warn-line bg-warn-soft p-2 break-words text-warn">
          <FailureReason failure={failure} />
        </p>
      )}
      <dl className="grid grid-cols-2 gap-x-4 gap-y-2 sm:grid-cols-3">
        <Fact label={text("createdAt")}>
          <Ago at={settlement.created_at} />
        </Fact>
        <Fact label={text("periodEnd")}>
          <DateTime at={settlement.period_end} />
        </Fact>
        <Fact label={text("network")}>
          <bdi>{network}</bdi>
        </Fact>
        <Fact label={text("recipient")}>
          <Copied value={recipient} what={text("copyRecipient")} />
        </Fact>
        <Fact label={text("transaction")} className="sm:col-span-2">
          <Transaction settlement={settlement} />
        </Fact>
      </dl>
    </li>
  );
}

function Transaction({ settlement }: { settlement: Settlement }): ReactNode {
  const text = useText("partnerRecords");
  const { signature, slot, explorer_url: explorer } = settlement;
  if (signature === null) return <span className="text-ink-muted">{text("noTransaction")}</span>;
  return (
    <span className="flex flex-wrap items-center gap-x-3">
      <Copied value={signature} what={text("transaction")} />
      {slot === null ? null : (
        <span className="text-2xs text-ink-muted">{text("slot", { slot })}</span>
      )}
      {explorer === null ? null : (
        <a
          href={explorer}
          target="_blank"
          rel="noreferrer"
          className="inline-flex items-center gap-1 text-accent underline underline-offset-2 pointer-coarse:min-h-11"
        >
          {text("explorer")}
          <ExternalLink size={12} aria-hidden className="rtl:-scale-x-100" />
        </a>
      )}
    </span>
  );
}

function Copied({ value, what }: { value: string; what: string }) {
  return (
    // Compensates for the height of the touch target.
    <span className="flex items-center gap-1 font-mono pointer-coarse:-my-2.5">
      <Short value={value} />
      <CopyButton value={value} what={what} />
    </span>
  );
}

const PayoutDialog = lazy(() => import("./payout-dialog.tsx"));

/** The payout wallet, with a button that changes it. */
function PayoutWallet({ profile }: { profile: Resource<PartnerProfile> }) {
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
        <Link href={"/settings" as Route} className={buttonStyle({ size: "md" })}>
          {text("linkWallet")}
        </Link>
      ) : (
        <Button size="md" onClick={() => setOpen(true)}>
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
