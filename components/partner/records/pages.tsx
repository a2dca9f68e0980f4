"use client";

import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { ReadState } from "#components/frame/settings/settings-page.tsx";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { SnapshotContext, useSnapshot } from "#components/partner/earnings/snapshot-context.ts";
import { usePartnerRead } from "#components/partner/earnings/use-read.ts";
import { Button } from "#components/ui/button.tsx";
import { cn } from "#components/ui/class-names.ts";
import type { At } from "#lib/protocol/wire/partner.ts";
import { pathAfter } from "./paths.ts";

type PageOf = At & { results: readonly unknown[]; next: string | null };

type PagesProps<Page extends PageOf> = {
  /** Path of the first page: `referrals?limit=25`. */
  path: string;
  /** Label of the loading state for screen readers. */
  label: string;
  /** Shown instead of rows when there are none. */
  empty: ReactNode;
  /** Renders a page; the first one has number 0. */
  children: (page: Page, number: number) => ReactNode;
};

/**
 * A paginated list. Each page is a separate read in its own snapshot, so that Verify includes all of them and the list
 * stays open when the partner page moves to a newer snapshot.
 */
export function Pages<Page extends PageOf>(props: PagesProps<Page>) {
  return <OnePage {...props} number={0} cursor={undefined} />;
}

type OnePageProps<Page extends PageOf> = PagesProps<Page> & {
  number: number;
  cursor: string | undefined;
};

function OnePage<Page extends PageOf>(props: OnePageProps<Page>) {
  const { path, label, empty, children, number, cursor } = props;
  const text = useText("partnerRecords");
  const read = usePartnerRead<Page>(cursor === undefined ? path : pathAfter(path, cursor));
  const [isMore, setMore] = useState(false);
  const rows = useRef<HTMLDivElement>(null);
  const isLoaded = read.data !== undefined;
  const isChanging = read.isOld && read.loading;
  useEffect(() => {
    // The "more" button was replaced by this page: its rows get the focus.
    if (number > 0 && isLoaded) rows.current?.focus({ preventScroll: true });
  }, [number, isLoaded]);
  return (
    <ReadState resource={read} label={label}>
      {(page) => (
        <>
          <div
            ref={rows}
            tabIndex={-1}
            aria-busy={isChanging}
            // Delayed, so that a quick read does not flicker.
            className={cn(
              "outline-none transition-opacity",
              isChanging && "opacity-60 delay-300 duration-200",
            )}
          >
            {number === 0 && page.results.length === 0 ? empty : children(page, number)}
          </div>
          {page.next === null ? null : isMore ? (
            <SnapshotOf page={page}>
              <OnePage {...props} number={number + 1} cursor={page.next} />
            </SnapshotOf>
          ) : (
            <Button size="md" className="mt-3 w-fit" onClick={() => setMore(true)}>
              {text("more")}
            </Button>
          )}
        </>
      )}
    </ReadState>
  );
}

/** Reads the next page in the snapshot of the previous one, even if the partner page has a newer one. */
function SnapshotOf({ page, children }: { page: At; children: ReactNode }) {
  const snapshot = useSnapshot();
  const { as_of, ledger_seq } = page;
  const value = useMemo(
    () => ({ ...snapshot, at: { as_of, ledger_seq } }),
    [snapshot, as_of, ledger_seq],
  );
  return <SnapshotContext value={value}>{children}</SnapshotContext>;
}
