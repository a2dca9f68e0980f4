"use client";

import { ExternalLink } from "lucide-react";
import type { ReactNode } from "react";
import type { Resource } from "#components/data/use-resource.ts";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { Money } from "#components/partner/earnings/money.tsx";
import { Ago } from "#components/ui/ago.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import type {
  PartnerProfile,
  Settlement,
  SettlementPage,
  SettlementState,
} from "#lib/protocol/partner-reads.ts";
import { FailureReason } from "./failure-reason.tsx";
import { Pages } from "./pages.tsx";
import { Chip, Fact, Moment, Nothing, RecordSection, Short, Simulated } from "./parts.tsx";
import { settlementsPath } from "./paths.ts";
import { PayoutWallet } from "./payout-wallet.tsx";

/** What was paid and what is on its way, where it goes to, and where each payment can be seen. */
export function Settlements({ profile }: { profile: Resource<PartnerProfile> }) {
  const text = useText("partnerRecords");
  const hasWallet = (profile.data?.partner?.payout_address ?? null) !== null;
  return (
    <RecordSection title={text("settlements")}>
      <PayoutWallet profile={profile} />
      <Pages<SettlementPage>
        path={settlementsPath()}
        label={text("loading")}
        empty={
          <Nothing title={text("noSettlements")}>
            <p>{text("noSettlementsText")}</p>
            {profile.data === undefined || hasWallet ? null : <p>{text("noSettlementsWallet")}</p>}
          </Nothing>
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
    </RecordSection>
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
          <Moment at={settlement.period_end} />
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
    // A target for a finger is higher than its line.
    <span className="flex items-center gap-1 font-mono pointer-coarse:-my-2.5">
      <Short value={value} />
      <CopyButton value={value} what={what} />
    </span>
  );
}
