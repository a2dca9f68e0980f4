"use client";

import { lazy, useState } from "react";
import { useAction } from "#components/data/use-action.ts";
import { write } from "#components/data/write.ts";
import { ActionFailure } from "#components/frame/settings/settings-page.tsx";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { useAmount } from "#components/partner/earnings/money.tsx";
import { useSnapshot } from "#components/partner/earnings/snapshot-context.ts";
import { useDateTimes } from "#components/partner/earnings/use-date-times.ts";
import { Button } from "#components/ui/button.tsx";
import { LazyBoundary } from "#components/ui/lazy-boundary.tsx";
import { DAY_MS } from "#lib/protocol/durations.ts";
import type { PartnerProfile } from "#lib/protocol/wire/partner.ts";

const PayoutTermsDialog = lazy(() => import("./payout-terms-dialog.tsx"));

type Partner = NonNullable<PartnerProfile["partner"]>;

type PayoutPlanProps = {
  partner: Partner;
  profile: PartnerProfile;
  onChanged: (profile: PartnerProfile) => void;
};

/** What is being prepared and was paid last, and what the partner has chosen. Loaded on demand (`lazy`). */
export default function PayoutPlan({ partner, profile, onChanged }: PayoutPlanProps) {
  const text = useText("partnerPayouts");
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="flex flex-col gap-2 text-xs">
      <InPreparation partner={partner} />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-ink-muted">
          {text("schedule")}: {text(`schedule_${partner.payout_schedule}`)}
        </p>
        <span className="flex flex-wrap gap-2">
          {partner.payout_schedule === "on_request" ? (
            <RequestPayout partner={partner} onChanged={onChanged} />
          ) : null}
          <Button size="md" onClick={() => setOpen(true)}>
            {text("termsChange")}
          </Button>
        </span>
      </div>
      {isOpen ? (
        <LazyBoundary onFailure={() => setOpen(false)}>
          <PayoutTermsDialog
            partner={partner}
            minimum={profile.payouts.minimum}
            onChanged={onChanged}
            onClose={() => setOpen(false)}
          />
        </LazyBoundary>
      ) : null}
    </div>
  );
}

function InPreparation({
  partner: { in_preparation: open, last_paid: last },
}: {
  partner: Partner;
}) {
  const text = useText("partnerPayouts");
  const amount = useAmount();
  const { date } = useDateTimes();
  const { at: snapshot } = useSnapshot();
  return (
    <>
      {open.map(({ settlement_id: id, amount: usdc, created_at: at, state }) => (
        <p key={id}>
          {text(`preparing_${state}`, {
            amount: amount(usdc, "USDC"),
            day: date(at),
            count: Math.floor((Date.parse(snapshot.as_of) - Date.parse(at)) / DAY_MS),
          })}
        </p>
      ))}
      {last === null ? null : (
        <p className="text-ink-muted">
          {text("lastPaid", {
            amount: amount(last.amount, "USDC"),
            created: date(last.created_at),
            paid: date(last.paid_at),
          })}
        </p>
      )}
    </>
  );
}

function RequestPayout({ partner, onChanged }: Omit<PayoutPlanProps, "profile">) {
  const text = useText("partnerPayouts");
  const isAsked = partner.payout_requested_at !== null;
  const { run, pending, error } = useAction(() =>
    write<PartnerProfile>("PATCH", "/api/v1/partner", { payout_request: !isAsked }),
  );
  const ask = async () => {
    const answer = await run();
    if (answer?.ok === true) onChanged(answer.body);
  };
  return (
    <>
      <Button size="md" aria-disabled={pending} onClick={() => void ask()}>
        {text(isAsked ? "requestBack" : "request")}
      </Button>
      <ActionFailure error={error} />
    </>
  );
}
