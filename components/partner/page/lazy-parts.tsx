"use client";

/** What is below the first screen, or on another page than a partner's: it comes when it is near, so that the figures come first. */
import dynamic from "next/dynamic";
import type { ComponentProps, ReactNode } from "react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { usePartnerView } from "#components/partner/earnings/use-partner-view.ts";
import type { JoinPartner as Join } from "#components/partner/link/join.tsx";
import type { LinkCard as Link } from "#components/partner/link/link-card.tsx";
import { cn } from "#components/ui/class-names.ts";
import { Isolated } from "#components/ui/isolated.tsx";
import { Loading } from "#components/ui/panel.tsx";
import { WhenNear } from "#components/ui/when-near.tsx";

/** Kept from before its code is asked for until it is there: what is below must not move under who scrolls. */
const LINK_HEIGHT = "min-h-[28rem] md:min-h-60";

const LazyRecords = dynamic(
  () => import("#components/partner/records/records.tsx").then((module) => module.PartnerRecords),
  { ssr: false, loading: () => <Waiting rows={12} /> },
);

const LazyLink = dynamic(
  () => import("#components/partner/link/link-card.tsx").then((module) => module.LinkCard),
  { ssr: false, loading: () => <Waiting rows={6} className={LINK_HEIGHT} /> },
);

const LazyJoin = dynamic(
  () => import("#components/partner/link/join.tsx").then((module) => module.JoinPartner),
  { ssr: false, loading: () => <Waiting rows={12} /> },
);

export function PartnerRecords() {
  const { view } = usePartnerView();
  // A link to one of them opens over the page, wherever that is.
  const isAsked = view.fees || view.referral !== undefined || view.entry !== undefined;
  return (
    <Part name="partner records">
      <WhenNear className="min-h-[48rem]" isWanted={isAsked} comesAnyway>
        <LazyRecords />
      </WhenNear>
    </Part>
  );
}

type LinkCardProps = ComponentProps<typeof Link> & {
  /** It is among the first things of the page. */
  isWanted?: boolean;
};

export function LinkCard({ isWanted = false, ...props }: LinkCardProps) {
  return (
    <Part name="referral link">
      <WhenNear className={LINK_HEIGHT} isWanted={isWanted} comesAnyway>
        <LazyLink {...props} />
      </WhenNear>
    </Part>
  );
}

export function JoinPartner(props: ComponentProps<typeof Join>) {
  return (
    <Part name="joining">
      <LazyJoin {...props} />
    </Part>
  );
}

/** When its code does not come, the rest of the page is there. */
function Part({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Isolated label={name} instead={<Missing />}>
      {children}
    </Isolated>
  );
}

function Missing() {
  const text = useText("ui");
  return (
    <p role="alert" className="rounded-md border border-warn-line bg-warn-soft p-3">
      {text("loadFailed")}
    </p>
  );
}

function Waiting({ rows, className }: { rows: number; className?: string }) {
  const text = useText("settingsFrame");
  return (
    <div className={cn("rounded-md border bg-surface", className)}>
      <Loading label={text("loading")} rows={rows} />
    </div>
  );
}
