"use client";

import { useMemo, useState } from "react";
import { useFrame } from "#components/data/frame-context.ts";
import { useResource } from "#components/data/use-resource.ts";
import { ReadState, SettingsPage } from "#components/frame/settings/settings-page.tsx";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { BalancesCard } from "#components/partner/earnings/balances-card.tsx";
import { EarningsCard } from "#components/partner/earnings/earnings-card.tsx";
import { ForecastCard } from "#components/partner/earnings/forecast-card.tsx";
import { LevelCard } from "#components/partner/earnings/level-card.tsx";
import { ProductCards } from "#components/partner/earnings/product-cards.tsx";
import { ShownReads } from "#components/partner/earnings/shown-reads.ts";
import { PageSkeleton } from "#components/partner/earnings/skeleton.tsx";
import {
  type PageSnapshot,
  SnapshotContext,
  useShownRead,
} from "#components/partner/earnings/snapshot-context.ts";
import { Stamp } from "#components/partner/earnings/stamp.tsx";
import { type LiveSummary, useLiveSummary } from "#components/partner/earnings/use-live-summary.ts";
import { usePartnerView, useReaderZone } from "#components/partner/earnings/use-partner-view.ts";
import { Button } from "#components/ui/button.tsx";
import { DISCOUNT_PERCENT } from "#lib/protocol/partner-levels.ts";
import type { PartnerProfile, PartnerSummary } from "#lib/protocol/partner-reads.ts";
import { JoinPartner, LinkCard, PartnerRecords } from "./lazy-parts.tsx";

type Partner = NonNullable<PartnerProfile["partner"]>;

/** What the server reads with the page, so that its figures are there before its code is. */
export type FirstFigures = {
  /** Whose they are: `usr_…`. */
  userId: string;
  profile: PartnerProfile;
  /** Of the address with which the page is asked for; undefined for who is no partner. */
  summary: PartnerSummary | undefined;
};

/** The dashboard of a partner; before somebody is one, what the programme is and the way to join it. */
export function PartnerPage({ first: came }: { first: FirstFigures | undefined }) {
  const text = useText("partner");
  const frame = useText("settingsFrame");
  const { person } = useFrame();
  // The frame is older than the page when somebody else has signed in since.
  const first = came?.userId === person?.id ? came : undefined;
  const profile = useResource<PartnerProfile>("/api/v1/partner", first?.profile);
  return (
    <SettingsPage
      title={frame("partner")}
      intro={text("intro", { discount: DISCOUNT_PERCENT })}
      isWide
    >
      {profile.data === undefined && profile.error === undefined ? (
        <PageSkeleton label={text("loading")} />
      ) : (
        <ReadState resource={profile} label={text("loading")}>
          {({ partner }) =>
            partner === null ? (
              <JoinPartner onJoined={() => void profile.reload()} />
            ) : (
              <Dashboard partner={partner} first={first?.summary} />
            )
          }
        </ReadState>
      )}
    </SettingsPage>
  );
}

type DashboardProps = { partner: Partner; first: PartnerSummary | undefined };

function Dashboard({ partner, first }: DashboardProps) {
  const text = useText("partner");
  const { view } = usePartnerView();
  const summary = useLiveSummary(view.pin, first);
  const isPinned = view.pin !== undefined;
  if (summary.data === undefined && summary.error === undefined) {
    return <PageSkeleton label={text("loading")} />;
  }
  // A link to a moment of another partner's ledger, or one of which a part is missing.
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
        {(data) => <OneSnapshot partner={partner} shown={data} summary={summary} />}
      </ReadState>
      {summary.data === undefined && isPinned ? <GoLive /> : null}
    </>
  );
}

function GoLive() {
  const text = useText("partner");
  const { change } = usePartnerView();
  return (
    <Button
      size="md"
      className="w-fit pointer-coarse:min-h-11"
      onClick={() => change({ pin: undefined })}
    >
      {text("goLive")}
    </Button>
  );
}

type OneSnapshotProps = { partner: Partner; shown: PartnerSummary; summary: LiveSummary };

/** Everything below is of the snapshot of this summary. */
function OneSnapshot(props: OneSnapshotProps) {
  const [reads] = useState(() => new ShownReads());
  const { as_of, ledger_seq, first_accrued_at: firstAccrual } = props.shown;
  const { joined_at: joined } = props.partner;
  // Rows of before the joining are of an earlier programme.
  const since = firstAccrual !== null && firstAccrual < joined ? firstAccrual : joined;
  const zone = useReaderZone();
  const snapshot = useMemo<PageSnapshot>(
    () => ({
      at: { as_of, ledger_seq },
      tz: zone ?? "UTC",
      hasZone: zone !== undefined,
      since,
      reads,
    }),
    [as_of, ledger_seq, zone, since, reads],
  );
  return (
    <SnapshotContext value={snapshot}>
      <Sections shown={props.shown} summary={props.summary} />
    </SnapshotContext>
  );
}

function Sections({ shown, summary }: Omit<OneSnapshotProps, "partner">) {
  // Without anybody brought yet there is one thing to do, and it comes first.
  const isNew = shown.referrals === 0;
  useShownRead({ name: "summary", path: "summary", answer: shown });
  return (
    <div className="flex flex-col gap-4">
      <Stamp summary={summary} isSimulated={shown.simulated} />
      {isNew ? <LinkCard referral={shown.referral} isWanted /> : null}
      <LevelCard summary={shown} />
      <div className="grid items-start gap-4 lg:grid-cols-[3fr_2fr]">
        <ForecastCard summary={shown} />
        <BalancesCard balances={shown.balances} />
      </div>
      <EarningsCard />
      <ProductCards products={shown.by_product} />
      {isNew ? null : <LinkCard referral={shown.referral} />}
      <PartnerRecords />
    </div>
  );
}
