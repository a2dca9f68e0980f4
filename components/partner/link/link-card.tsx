"use client";

import { QrCode } from "lucide-react";
import { lazy, useState } from "react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { CopyBox } from "#components/machines/parts/copy-box.tsx";
import { Button } from "#components/ui/button.tsx";
import { LazyBoundary } from "#components/ui/lazy-boundary.tsx";
import type { PartnerSummary } from "#lib/protocol/partner-reads.ts";
import { ShareCard } from "./share-card.tsx";

const QrDialog = lazy(() => import("./qr-dialog.tsx"));

type LinkCardProps = { referral: PartnerSummary["referral"] };

/** What a partner passes on: the link as text, as a QR code and as an image. */
export function LinkCard({ referral }: LinkCardProps) {
  const text = useText("partnerLink");
  const [isQrOpen, setQrOpen] = useState(false);
  const { url, code, discount_percent: discount } = referral;
  return (
    <section
      aria-labelledby="partner-link"
      className="grid gap-4 rounded-md border bg-surface p-4 md:grid-cols-[1fr_minmax(0,20rem)] md:gap-6"
    >
      <div className="flex min-w-0 flex-col gap-3">
        <div className="flex flex-col gap-1">
          <h2 id="partner-link" className="text-sm font-semibold">
            {text("linkTitle")}
          </h2>
          <p className="max-w-xl text-ink-muted">{text("linkText", { discount })}</p>
        </div>
        <CopyBox label={text("link")} value={url} />
        <div className="flex flex-wrap items-center justify-between gap-2">
          <span className="text-xs text-ink-muted">
            {text("codeIs", { code: `\u2066${code}\u2069` })}
          </span>
          <Button size="md" className="pointer-coarse:min-h-11" onClick={() => setQrOpen(true)}>
            <QrCode size={15} aria-hidden /> {text("qr")}
          </Button>
        </div>
      </div>
      <ShareCard referral={referral} />
      {isQrOpen ? (
        <LazyBoundary onFailure={() => setQrOpen(false)}>
          <QrDialog url={url} code={code} onClose={() => setQrOpen(false)} />
        </LazyBoundary>
      ) : null}
    </section>
  );
}
