"use client";

import dynamic from "next/dynamic";
import Link from "next/link";
import { type ComponentProps, type ReactNode, useMemo, useState } from "react";
import { useFrame } from "#components/data/frame-context.ts";
import { useResource } from "#components/data/use-resource.ts";
import { ReadState, SettingsPage } from "#components/frame/settings/settings-page.tsx";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { BalancesCard } from "#components/partner/earnings/balances-card.tsx";
import { EarningsCard } from "#components/partner/earnings/earnings-card.tsx";
import { FilterBar } from "#components/partner/earnings/filter-bar.tsx";
import { ForecastCard } from "#components/partner/earnings/forecast-card.tsx";
import { LevelCard, RECORDS_ID } from "#components/partner/earnings/level-card.tsx";
import { ProductCards } from "#components/partner/earnings/product-cards.tsx";
import { ShownReads } from "#components/partner/earnings/shown-reads.ts";
import { SnapshotBar } from "#components/partner/earnings/snapshot-bar.tsx";
import {
  type PageSnapshot,
  SnapshotContext,
  useShownRead,
} from "#components/partner/earnings/snapshot-context.ts";
import { type LiveSummary, useLiveSummary } from "#components/partner/earnings/use-live-summary.ts";
import { usePartnerView, useTimeZone } from "#components/partner/earnings/use-partner-view.ts";
import type { JoinPartner as Join } from "#components/partner/link/join.tsx";
import type { LinkCard as ReferralLink } from "#components/partner/link/link-card.tsx";
import { PayoutCard } from "#components/partner/payouts/payout-card.tsx";
import { Button } from "#components/ui/button.tsx";
import { cn } from "#components/ui/class-names.ts";
import { Isolated } from "#components/ui/isolated.tsx";
import { Loading } from "#components/ui/panel.tsx";
import { WhenNear } from "#components/ui/when-near.tsx";
import { DISCOUNT_PERCENT } from "#lib/protocol/partner/partner-levels.ts";
import type { PartnerProfile, PartnerSummary, PayoutTerms } from "#lib/protocol/wire/partner.ts";

type Partner = NonNullable<PartnerProfile["partner"]>;

/** What the server reads with the page, so that its figures are shown before its script is loaded. */
export type FirstFigures = {
  /** Id of their account: `usr_…`. */
  userId: string;
  profile: PartnerProfile;
  /** The summary of the requested address; undefined for an account that is not a partner. */
  summary: PartnerSummary | undefined;
};

type PartnerPageProps = {
  first: FirstFigures | undefined;
  /** For visitors without a session. */
  payouts: PayoutTerms;
};

/** The dashboard of a partner, the form that joins the programme, or without a session what it pays. */
export function PartnerPage({ first: came, payouts }: PartnerPageProps) {
  const text = useText("partner");
  const link = useText("partnerLink");
  const frame = useText("settingsFrame");
  const { person, hasEnded } = useFrame();
  // The server's figures are of another account when the session has changed since.
  const first = came?.userId === person?.id ? came : undefined;
  const profile = useResource<PartnerProfile>("/api/v1/partner", first?.profile);
  if (person === undefined && !hasEnded) return <ProgrammePage payouts={payouts} />;
  return (
    <SettingsPage
      title={frame("partner")}
      intro={text("intro", { discount: DISCOUNT_PERCENT })}
      isWide
      actions={
        <Link
          href="/partner/programme"
          className="inline-flex items-center text-accent underline underline-offset-2 pointer-coarse:min-h-11"
        >
          {link("howItWorks")}
        </Link>
      }
    >
      {profile.data === undefined && profile.error === undefined ? (
        <PageSkeleton label={text("loading")} />
      ) : (
        <ReadState resource={profile} label={text("loading")}>
          {(data) =>
            data.partner === null ? (
              <JoinPartner payouts={data.payouts} onJoined={() => void profile.reload()} />
            ) : (
              <Dashboard
                partner={data.partner}
                payoutCard={(balances) => (
                  <PayoutCard
                    profile={data}
                    balances={balances}
                    onChanged={(next) => profile.change(() => next)}
                  />
                )}
                first={first?.summary}
              />
            )
          }
        </ReadState>
      )}
    </SettingsPage>
  );
}

/** What the partner will be paid, at the balances of a snapshot. */
type PayoutCardOf = (balances: PartnerSummary["balances"]) => ReactNode;

type DashboardProps = {
  partner: Partner;
  payoutCard: PayoutCardOf;
  first: PartnerSummary | undefined;
};

function Dashboard({ partner, payoutCard, first }: DashboardProps) {
  const text = useText("partner");
  const { view } = usePartnerView();
  const summary = useLiveSummary(view.pin, first);
  const isPinned = view.pin !== undefined;
  if (summary.data === undefined && summary.error === undefined) {
    return <PageSkeleton label={text("loading")} />;
  }
  // The link names a snapshot of another partner's ledger, or is incomplete.
  if (isPinned && summary.errorCode === "INVALID_FIELD") {
    return (
      <div role="alert" className="flex flex-col gap-3 rounded-md border bg-surface p-4">
        <p>{text("pinMissing")}</p>
        <GoLive />
      </div>
    );
  }
  return (
    <>
      <ReadState resource={summary} label={text("loading")}>
        {(data) => (
          <SnapshotDashboard
            partner={partner}
            payoutCard={payoutCard}
            shown={data}
            summary={summary}
          />
        )}
      </ReadState>
      {summary.data === undefined && isPinned ? <GoLive /> : null}
    </>
  );
}

function GoLive() {
  const text = useText("partner");
  const { change } = usePartnerView();
  return (
    <Button size="md" className="w-fit" onClick={() => change({ pin: undefined })}>
      {text("goLive")}
    </Button>
  );
}

type SnapshotDashboardProps = {
  partner: Partner;
  payoutCard: PayoutCardOf;
  shown: PartnerSummary;
  summary: LiveSummary;
};

/** Provides the snapshot of the summary to all parts of the page. */
function SnapshotDashboard(props: SnapshotDashboardProps) {
  const [reads] = useState(() => new ShownReads());
  const { as_of, ledger_seq, first_accrued_at: firstAccrual } = props.shown;
  const { joined_at: joined } = props.partner;
  // Rows before the joining belong to an earlier programme.
  const since = firstAccrual !== null && firstAccrual < joined ? firstAccrual : joined;
  const zone = useTimeZone();
  const { showsAllDigits } = usePartnerView().view;
  const snapshot = useMemo<PageSnapshot>(
    () => ({
      at: { as_of, ledger_seq },
      tz: zone ?? "UTC",
      hasZone: zone !== undefined,
      since,
      showsAllDigits,
      reads,
    }),
    [as_of, ledger_seq, zone, since, showsAllDigits, reads],
  );
  return (
    <SnapshotContext value={snapshot}>
      <Sections {...props} />
    </SnapshotContext>
  );
}

function Sections({ partner, payoutCard, shown, summary }: SnapshotDashboardProps) {
  // Without referrals the link is the most important part.
  const isNew = shown.referrals === 0;
  const needsWallet = partner.payout_address === null && partner.payout_next === null;
  useShownRead({ name: "summary", path: "summary", answer: shown });
  return (
    <div className="flex flex-col gap-4">
      <SnapshotBar summary={summary} isSimulated={shown.simulated} />
      {needsWallet ? payoutCard(shown.balances) : null}
      {isNew ? <LinkCard referral={shown.referral} isWanted /> : null}
      <LevelCard summary={shown} />
      <div className={needsWallet ? "" : "grid gap-4 lg:grid-cols-2"}>
        {needsWallet ? null : payoutCard(shown.balances)}
        <BalancesCard balances={shown.balances} />
      </div>
      <ForecastCard summary={shown} />
      <ProductCards products={shown.by_product} />
      <FilterBar />
      <EarningsCard />
      {isNew ? null : <LinkCard referral={shown.referral} />}
      <PartnerRecords />
    </div>
  );
}

/** The height of the unloaded link card, so that the page does not shift while the user scrolls. */
const LINK_HEIGHT = "min-h-80 md:min-h-72";

/** Its code is loaded by visitors without a session alone. */
const ProgrammePage = dynamic(() =>
  import("#components/partner/programme/programme-page.tsx").then((module) => module.ProgrammePage),
);

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

function PartnerRecords() {
  const { view } = usePartnerView();
  // A link to a record opens it over the page, so its code is needed at once.
  const isRequested = view.fees || view.referral !== undefined || view.entry !== undefined;
  return (
    <Part name="partner records">
      <div id={RECORDS_ID} className="scroll-mt-28">
        <WhenNear className="min-h-[48rem]" isWanted={isRequested} comesAnyway>
          <LazyRecords />
        </WhenNear>
      </div>
    </Part>
  );
}

type LinkCardProps = ComponentProps<typeof ReferralLink> & {
  /** Loads it at once, because it is at the top of the page. */
  isWanted?: boolean;
};

function LinkCard({ isWanted = false, ...props }: LinkCardProps) {
  return (
    <Part name="referral link">
      <WhenNear className={LINK_HEIGHT} isWanted={isWanted} comesAnyway>
        <LazyLink {...props} />
      </WhenNear>
    </Part>
  );
}

function JoinPartner(props: ComponentProps<typeof Join>) {
  return (
    <Part name="joining">
      <LazyJoin {...props} />
    </Part>
  );
}

/** A failure to load it does not affect the rest of the page. */
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

/** A placeholder with the heights of the dashboard's parts. */
function PageSkeleton({ label }: { label: string }) {
  return (
    <output aria-label={label} className="!flex flex-col gap-4">
      {["h-14", "h-64", "h-72", "h-96"].map((height) => (
        <div key={height} className={`${height} animate-pulse rounded-md border bg-surface`} />
      ))}
    </output>
  );
}
