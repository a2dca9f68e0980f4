"use client";

import { useEffect } from "react";
import { useResource } from "#components/data/use-resource.ts";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import CodeForm from "#components/identity/referral/code-form.tsx";
import { isolated } from "#components/ui/isolated-text.ts";
import { notify } from "#components/ui/notify.ts";
import type { OwnReferral } from "#lib/protocol/wire/partner.ts";

/** The partner link's page leads here. */
const ID = "referral-code";
const PATH = "/api/v1/account/referral";

/** By whose link the person came, or for a day a field for a code; nothing for everyone else. Loaded on demand (`lazy`). */
export default function ReferralSection() {
  const text = useText("identity");
  const { dayAndTime } = useFormat();
  const { data, change } = useResource<OwnReferral>(PATH);
  const isShown = data !== undefined;
  // The browser looks for the address's part of the page before this is loaded.
  useEffect(() => {
    if (isShown && window.location.hash === `#${ID}`) document.getElementById(ID)?.scrollIntoView();
  }, [isShown]);
  if (data === undefined) return null;
  const { referral, open_until: until, discount_percent: discount } = data;
  if (referral === null && until === null) return null;
  return (
    <section aria-labelledby={ID} className="flex flex-col gap-2 rounded-md border bg-surface p-4">
      <h2 id={ID} className="text-sm font-semibold">
        {text("referralTitle")}
      </h2>
      {referral === null ? (
        <>
          <p className="max-w-xl text-xs text-ink-muted">
            {text("referralOpen", { discount, time: dayAndTime(Date.parse(until ?? "")) })}
          </p>
          <div className="max-w-sm">
            <CodeForm
              path={PATH}
              onDone={(answer) => {
                change(() => answer as OwnReferral);
                notify({ tone: "good", text: text("referralEntered", { discount }) });
              }}
            />
          </div>
        </>
      ) : (
        <p className="text-xs text-ink-muted">
          {referral.code === null
            ? text("referralImported", { discount })
            : text("referralOf", { code: isolated(referral.code), discount })}
        </p>
      )}
    </section>
  );
}
