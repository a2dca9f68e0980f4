"use client";

import { lazy, Suspense } from "react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { signOf, subtract } from "#components/partner/earnings/amounts.ts";
import { Card } from "#components/partner/earnings/card.tsx";
import { Money, Phrase, useAmount } from "#components/partner/earnings/money.tsx";
import type { PartnerProfile, PartnerSummary } from "#lib/protocol/wire/partner.ts";
import { PayoutWallet } from "./payout-wallet.tsx";
import { usePayoutTerms } from "./use-payout-terms.ts";

const PayoutPlan = lazy(() => import("./payout-plan.tsx"));

type PayoutCardProps = {
  /** The profile of an account that is a partner. */
  profile: PartnerProfile;
  balances: PartnerSummary["balances"];
  onChanged: (profile: PartnerProfile) => void;
};

/** What a partner will be paid, when, to which wallet, and what it depends on. */
export function PayoutCard({ profile, balances, onChanged }: PayoutCardProps) {
  const text = useText("partnerPayouts");
  const { when, least } = usePayoutTerms(termsOf(profile));
  if (profile.partner === null) return null;
  const { payout_address: address, payout_next: next } = profile.partner;
  const { payout_schedule: schedule, payout_requested_at: asked } = profile.partner;
  const planned =
    schedule === "on_request" && profile.payouts.available
      ? text(asked === null ? "whenAsk" : "whenAsked")
      : undefined;
  const isTodo = address === null && next === null;
  return (
    <Card title={text(isTodo ? "todo" : "title")} className={isTodo ? "border-warn-line" : ""}>
      {isTodo ? (
        <PayoutWallet
          partner={profile.partner}
          waitHours={profile.payouts.wallet_wait_hours}
          onChanged={onChanged}
        />
      ) : null}
      <p>
        <Phrase
          text={text("whatPending", { amount: "{amount}" })}
          amount={
            <Money
              value={balances.pending}
              figure="balances.pending"
              className="text-xl font-semibold"
            />
          }
        />
      </p>
      <p>{planned ?? when}</p>
      <p className="text-ink-muted">
        {least} <Missing profile={profile} pending={balances.pending} />
      </p>
      {isTodo ? null : (
        <Suspense>
          <PayoutPlan partner={profile.partner} profile={profile} onChanged={onChanged} />
        </Suspense>
      )}
      {signOf(balances.in_transit) === 0 || profile.partner.in_preparation.length > 0 ? null : (
        <p>
          <Phrase
            text={text("inTransit", { amount: "{amount}" })}
            amount={<Money value={balances.in_transit} figure="balances.in_transit" />}
          />
        </p>
      )}
      <p className="text-2xs text-ink-muted">{text("whoPays")}</p>
      {isTodo ? null : (
        <div className="rounded bg-raised p-3">
          <h3 className="text-2xs text-ink-muted">{text("payoutWallet")}</h3>
          <PayoutWallet
            partner={profile.partner}
            waitHours={profile.payouts.wallet_wait_hours}
            onChanged={onChanged}
          />
        </div>
      )}
    </Card>
  );
}

/** The terms as they are for this partner. */
function termsOf({ payouts, partner }: PartnerProfile): PartnerProfile["payouts"] {
  if (partner === null) return payouts;
  return { ...payouts, next_at: partner.payout_at, minimum: partner.payout_minimum };
}

type MissingProps = { profile: PartnerProfile; pending: string };

/** The amount that a payout still lacks; nothing when it is reached. */
function Missing({ profile, pending }: MissingProps) {
  const text = useText("partnerPayouts");
  const amount = useAmount();
  const missing = subtract(termsOf(profile).minimum, pending);
  return signOf(missing) > 0 ? text("belowMinimum", { missing: amount(missing, "USDC") }) : null;
}
