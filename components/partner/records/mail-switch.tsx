"use client";

import { useAction, write } from "#components/data/use-action.ts";
import type { Resource } from "#components/data/use-resource.ts";
import { ActionFailure } from "#components/frame/settings/settings-page.tsx";
import { useText } from "#components/i18n/i18n-provider.tsx";
import type { PartnerProfile } from "#lib/protocol/partner-reads.ts";

/** Whether notices come by mail too. What it shows is what the service has, also while it is being changed. */
export function MailSwitch({ profile }: { profile: Resource<PartnerProfile> }) {
  const text = useText("partnerRecords");
  const { run, pending, error } = useAction(async (wanted: boolean) => {
    const answer = await write("PATCH", "/api/v1/partner", { mail_notices: wanted });
    if (answer.ok) profile.change(() => answer.body as PartnerProfile);
    return answer;
  });
  const partner = profile.data?.partner ?? null;
  if (partner === null) return null;
  return (
    <div className="flex flex-col items-end">
      <label
        title={text("mailNoticesHint")}
        className="inline-flex cursor-pointer items-center gap-2 text-xs text-ink-muted pointer-coarse:min-h-11"
      >
        <input
          type="checkbox"
          aria-busy={pending}
          className="h-4 w-4 accent-(--accent-strong)"
          checked={partner.mail_notices}
          onChange={(event) => void run(event.currentTarget.checked)}
        />
        {text("mailNotices")}
      </label>
      <ActionFailure error={error} />
    </div>
  );
}
