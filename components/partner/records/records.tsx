"use client";

import { Download } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useResource } from "#components/data/use-resource.ts";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { LazyBoundary } from "#components/ui/lazy-boundary.tsx";
import { Loading } from "#components/ui/panel.tsx";
import type { PartnerProfile } from "#lib/protocol/wire/partner.ts";
import { Notices } from "./notices.tsx";
import { Referrals } from "./referrals.tsx";
import { Settlements } from "./settlements.tsx";

const Postback = lazy(() => import("./postback.tsx"));
const ExportDialog = lazy(() => import("./export-dialog.tsx"));

/** The records behind the figures: referrals and fees, settlements, notices, and exports. */
export function PartnerRecords() {
  const profile = useResource<PartnerProfile>("/api/v1/partner");
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <Referrals actions={<Export />} />
      <Settlements />
      <Notices profile={profile} />
      <Postbacks />
    </div>
  );
}

/** Its code is loaded when it is opened. */
function Postbacks() {
  const text = useText("partnerRecords");
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className="min-w-0 rounded-md border bg-surface p-4 max-sm:py-1"
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="cursor-pointer rounded text-sm font-semibold max-sm:min-h-11 max-sm:content-center pointer-coarse:min-h-11 pointer-coarse:content-center">
        {text("postback")}
      </summary>
      {isOpen ? (
        <LazyBoundary onFailure={() => setOpen(false)}>
          <Suspense fallback={<Loading label={text("loading")} />}>
            <Postback />
          </Suspense>
        </LazyBoundary>
      ) : null}
    </details>
  );
}

function Export() {
  const text = useText("partnerRecords");
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="md" onClick={() => setOpen(true)}>
        <Download size={14} aria-hidden /> {text("export")}
      </Button>
      {isOpen ? (
        <LazyBoundary onFailure={() => setOpen(false)}>
          <ExportDialog onClose={() => setOpen(false)} />
        </LazyBoundary>
      ) : null}
    </>
  );
}
