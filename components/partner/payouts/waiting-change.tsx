"use client";

import { useAction } from "#components/data/use-action.ts";
import { write } from "#components/data/write.ts";
import { ActionFailure } from "#components/frame/settings/settings-page.tsx";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { Button } from "#components/ui/button.tsx";
import type { PartnerProfile } from "#lib/protocol/wire/partner.ts";

type WaitingChangeProps = {
  onChanged: (profile: PartnerProfile) => void;
  address: string | null;
  next: NonNullable<NonNullable<PartnerProfile["partner"]>["payout_next"]>;
};

/** Another wallet that is not paid yet, and the button that stops it. */
export default function WaitingChange({ address, next, onChanged }: WaitingChangeProps) {
  const text = useText("partnerPayouts");
  const { dayAndTime } = useFormat();
  const { run, pending, error } = useAction(() =>
    write<PartnerProfile>("PATCH", "/api/v1/partner", { payout_address: address }),
  );
  const stop = async () => {
    const answer = await run();
    if (answer?.ok === true) onChanged(answer.body);
  };
  return (
    <div className="flex w-full flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded border border-warn bg-warn-soft px-3 py-2 text-sm">
      <p className="min-w-0 flex-1 basis-48">
        {text("payoutWaits", {
          address: `\u2066${next.address.slice(0, 6)}…${next.address.slice(-6)}\u2069`,
          time: dayAndTime(Date.parse(next.at)),
        })}
      </p>
      <Button size="md" disabled={pending} onClick={() => void stop()}>
        {text("payoutStop")}
      </Button>
      <ActionFailure error={error} />
    </div>
  );
}
