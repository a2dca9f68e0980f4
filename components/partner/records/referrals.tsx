"use client";

import { lazy, type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from "react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { useSnapshot } from "#components/partner/earnings/snapshot-context.ts";
import { usePartnerView } from "#components/partner/earnings/use-partner-view.ts";
import { useSpanName } from "#components/partner/earnings/use-span-name.ts";
import { LazyBoundary } from "#components/ui/lazy-boundary.tsx";
import { Loading } from "#components/ui/panel.tsx";
import { EmptyState, Section } from "#components/ui/section.tsx";
import { ToggleGroup } from "#components/ui/toggle-group.tsx";
import { useNarrow } from "#components/ui/use-narrow.ts";
import type { ReferralPage } from "#lib/protocol/wire/partner.ts";
import { Pages } from "./pages.tsx";
import { referralsPath } from "./paths.ts";
import { ReferralList } from "./referral-list.tsx";
import { ReferralSearch } from "./referral-search.tsx";
import { ReferralSorts } from "./referral-sorts.tsx";

const DrillDown = lazy(() => import("./drill-down.tsx"));
const AllFees = lazy(() => import("./all-fees.tsx"));

/** The partner's referrals, or all their fees. A referral opens in a dialog. */
export function Referrals({ actions }: { actions: ReactNode }) {
  const text = useText("partnerRecords");
  const { view, change } = usePartnerView();
  const { open, close } = useOpenReferral();
  const [count, setCount] = useState<number>();
  const span = useSpanName();
  const isNarrow = useNarrow();
  // A link to a fee without a referral opens the list of all fees.
  const showsFees = view.referral === undefined && (view.fees || view.entry !== undefined);
  return (
    <Section
      title={text(showsFees ? "allFees" : "referrals")}
      note={
        <>
          {showsFees || count === undefined ? null : <Count count={count} />}
          <span className="text-xs text-ink-muted">{span.both}</span>
        </>
      }
      actions={actions}
    >
      <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <ToggleGroup
          label={text("shown")}
          value={showsFees ? "fees" : "referrals"}
          options={[
            { value: "referrals", label: text("byReferral") },
            { value: "fees", label: text("allFees") },
          ]}
          onChange={(next) => change({ fees: next === "fees", entry: undefined })}
          className={GROUP}
          itemClassName={CHOICE}
        />
        {showsFees ? null : <ReferralSearch />}
        {showsFees || !isNarrow ? null : <ReferralSorts />}
      </div>
      {showsFees ? (
        <LazyPart>
          <AllFees />
        </LazyPart>
      ) : (
        <ReferralPages onOpen={open} onCount={setCount} />
      )}
      {view.referral === undefined ? null : (
        <LazyBoundary onFailure={close}>
          <DrillDown key={view.referral} id={view.referral} onClose={close} />
        </LazyBoundary>
      )}
    </Section>
  );
}

/** The same styles as the filter bar. */
const GROUP = "flex-wrap rounded border border-line-strong bg-raised p-0.5";
const CHOICE =
  "h-7 px-2.5 text-xs font-medium max-lg:h-8 pointer-coarse:min-h-11 data-[state=on]:!bg-accent-soft data-[state=on]:!text-accent";

/** A lazily loaded part of the page. */
function LazyPart({ children }: { children: ReactNode }) {
  const text = useText("partnerRecords");
  const { change } = usePartnerView();
  return (
    <LazyBoundary onFailure={() => change({ fees: false, entry: undefined })}>
      <Suspense fallback={<Loading label={text("loading")} />}>{children}</Suspense>
    </LazyBoundary>
  );
}

type ReferralPagesProps = { onOpen: (id: string) => void; onCount: (count: number) => void };

function ReferralPages({ onOpen, onCount }: ReferralPagesProps) {
  const text = useText("partnerRecords");
  const { view } = usePartnerView();
  const { at, tz } = useSnapshot();
  const isNarrow = useNarrow();
  return (
    <Pages<ReferralPage>
      path={referralsPath(view, { asOf: at.as_of, tz }, isNarrow)}
      label={text("loading")}
      empty={
        view.search === "" ? (
          <EmptyState title={text("noReferrals")}>{text("noReferralsText")}</EmptyState>
        ) : (
          <EmptyState title={text("nothingFound")} />
        )
      }
    >
      {(page, number) => (
        <>
          <CountReporter count={page.count} onCount={onCount} />
          <ReferralList referrals={page.results} isFirst={number === 0} onOpen={onOpen} />
        </>
      )}
    </Pages>
  );
}

/** Reports the number of referrals to the heading. */
function CountReporter({ count, onCount }: { count: number; onCount: (count: number) => void }) {
  useEffect(() => onCount(count), [count, onCount]);
  return null;
}

function Count({ count }: { count: number }) {
  const text = useText("partnerRecords");
  return (
    <span
      data-figure="referrals.count"
      data-exact={String(count)}
      className="text-xs text-ink-muted"
    >
      {text("count", { count })}
    </span>
  );
}

/** Opening adds a history entry. The back button closes the referral, and closing goes back. */
function useOpenReferral() {
  const { view, change, open } = usePartnerView();
  const isStep = useRef(false);
  const isOpen = view.referral !== undefined;
  useEffect(() => {
    if (!isOpen) isStep.current = false;
  }, [isOpen]);
  return {
    open: useCallback(
      (referral: string) => {
        isStep.current = true;
        open({ referral, entry: undefined });
      },
      [open],
    ),
    close: useCallback(() => {
      if (isStep.current) window.history.back();
      else change({ referral: undefined, entry: undefined });
    }, [change]),
  };
}
