"use client";

import { Download } from "lucide-react";
import { lazy, useState } from "react";
import { useResource } from "#components/data/use-resource.ts";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { LazyBoundary } from "#components/ui/lazy-boundary.tsx";
import type { PartnerProfile } from "#lib/protocol/wire/partner.ts";
import { Notices } from "./notices.tsx";
import { Referrals } from "./referrals.tsx";
import { Settlements } from "./settlements.tsx";

const ExportDialog = lazy(() => import("./export-dialog.tsx"));

/** The records behind the figures: referrals and fees, settlements, notices, and exports. */
export function PartnerRecords() {
  const profile = useResource<PartnerProfile>("/api/v1/partner");
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <Referrals actions={<Export />} />
      <Settlements />
      <Notices profile={profile} />
    </div>
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
