"use client";

import type { Ref } from "react";
import type { PageRead } from "#components/data/use-resource.ts";
import { ReadState } from "#components/frame/settings/settings-page.tsx";
import { direction } from "#components/i18n/figures.ts";
import { useFormat, useLocale, useText } from "#components/i18n/i18n-provider.tsx";
import { INTL_LOCALE } from "#components/i18n/locales.ts";
import { Check } from "#components/ui/check.tsx";
import { isolated } from "#components/ui/isolated-text.ts";
import { parseSigned } from "#lib/protocol/decimal.ts";
import type { PartnerProfile, PartnerSummary, PayoutTerms } from "#lib/protocol/wire/partner.ts";

type LeavingPartnerProps = {
  summary: PageRead<PartnerSummary>;
  /** Undefined until they are read. */
  payouts: PayoutTerms | undefined;
  isAccepted: boolean;
  onAccept: (isAccepted: boolean) => void;
  /** Its box. */
  acceptance: Ref<HTMLInputElement>;
};

/** Lists what a partner loses by the deletion and what is still paid, with a link to the statement. */
export function LeavingPartner(props: LeavingPartnerProps) {
  const { summary, payouts, isAccepted, onAccept, acceptance } = props;
  const text = useText("identity");
  return (
    <section
      aria-label={text("partnerTitle")}
      className="flex flex-col gap-3 rounded-md border border-warn-line bg-warn-soft p-4"
    >
      <h2 className="text-sm font-semibold">{text("partnerTitle")}</h2>
      <ReadState resource={summary} label={text("partnerLoading")}>
        {({ balances }) => (
          <>
            <Balances balances={balances} />
            {payouts === undefined || !isForfeit(balances) ? null : <NextPayout {...payouts} />}
            {isForfeit(balances) ? (
              <Acceptance
                amount={balances.pending}
                isAccepted={isAccepted}
                onAccept={onAccept}
                acceptance={acceptance}
              />
            ) : null}
          </>
        )}
      </ReadState>
    </section>
  );
}

/** What of a partner is erased beside earnings; in general words until the profile is read. */
export function ErasedOfPartner({ profile }: { profile: PartnerProfile | undefined }) {
  const text = useText("identity");
  const partner = profile?.partner ?? undefined;
  if (partner === undefined) return <li>{text("erased_partner")}</li>;
  const { code, payout_address: wallet } = partner;
  return (
    <>
      <li>{text("erased_code", { code: isolated(code) })}</li>
      {wallet === null ? null : (
        <li className="[overflow-wrap:anywhere]">
          {text("erased_payoutWallet", { address: isolated(wallet) })}
        </li>
      )}
      <li>{text("erased_partnerNotes")}</li>
    </>
  );
}

/** How long to keep the account so that the payout arrives before it is deleted. */
function NextPayout({ available, next_at: next, minimum }: PayoutTerms) {
  const text = useText("identity");
  const { grouped } = useFormat();
  const locale = useLocale();
  const day = new Intl.DateTimeFormat(locale === "en" ? "en-GB" : INTL_LOCALE[locale], {
    dateStyle: "long",
    timeZone: "UTC",
  });
  if (!available) return <p>{text("partnerNextNever")}</p>;
  return (
    <p>
      {next === null
        ? text("partnerNextFree")
        : text("partnerNextDay", { date: day.format(Date.parse(next)) })}{" "}
      {text("partnerMinimum", { minimum: grouped(minimum) })}
    </p>
  );
}

type Balances = PartnerSummary["balances"];

/** Whether a deletion loses earnings of the partner. */
export function isForfeit({ pending }: Balances): boolean {
  return direction(pending) > 0;
}

function Balances({ balances }: { balances: Balances }) {
  const text = useText("identity");
  const usd = useUsd();
  const { pending, in_transit: inTransit } = balances;
  return (
    <>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2">
        <dt className="font-semibold whitespace-nowrap tabular-nums">{usd(pending)}</dt>
        <dd>{text(isForfeit(balances) ? "partnerPending" : "partnerNoPending")}</dd>
        <dt className="font-semibold whitespace-nowrap tabular-nums">{usd(inTransit)}</dt>
        <dd>{text(direction(inTransit) > 0 ? "partnerInTransit" : "partnerNoTransit")}</dd>
      </dl>
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        {text("partnerStatement")}
        {(["pdf", "csv"] as const).map((format) => (
          <a
            key={format}
            href={`/api/v1/partner/statement?format=${format}`}
            download
            className="inline-flex items-center text-accent underline underline-offset-2 pointer-coarse:min-h-11"
          >
            {text("partnerDownload", { format: format.toUpperCase() })}
          </a>
        ))}
      </p>
    </>
  );
}

type AcceptanceProps = Omit<LeavingPartnerProps, "summary" | "payouts"> & { amount: string };

function Acceptance({ amount, isAccepted, onAccept, acceptance }: AcceptanceProps) {
  const text = useText("identity");
  const usd = useUsd();
  return (
    <div className="[&>label]:text-sm [&>label]:text-ink [&>label]:pointer-coarse:min-h-11">
      <Check
        ref={acceptance}
        label={text("partnerAccept", { amount: usd(amount) })}
        checked={isAccepted}
        onChange={onAccept}
      />
    </div>
  );
}

/** Cents, and all digits of an amount that would be shown as zero. */
function useUsd(): (amount: string) => string {
  const text = useText("identity");
  const { figure, grouped } = useFormat();
  return (exact) => {
    const isTiny = direction(exact) !== 0 && parseSigned(exact, 2) === 0n;
    return text("usd", { amount: isTiny ? grouped(exact) : figure(exact, 2) });
  };
}
