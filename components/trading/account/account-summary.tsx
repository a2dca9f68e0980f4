"use client";

import { lazy, Suspense } from "react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { useWallet } from "#components/identity/wallet/wallet-provider.tsx";
import { isTriedAgain } from "#components/trading/account-reads/account-store.ts";
import { useAccount } from "#components/trading/account-reads/use-account.ts";
import { AgeNote } from "#components/trading/live/age-note.tsx";
import {
  type Readiness,
  useReadiness,
  useUnreadReason,
} from "#components/trading/readiness/readiness.ts";
import { LazyBoundary } from "#components/ui/lazy-boundary.tsx";
import { Loading, Notice } from "#components/ui/panel.tsx";

/** Visitors have no figures and load no code for them. */
const LiveFigures = lazy(() => import("./live-figures.tsx"));
const LiveStrip = lazy(() => import("./live-strip.tsx"));

/** The account in a few figures, with the profit by the live mark. */
export function AccountSummary() {
  const text = useText("account");
  const readiness = useReadiness();
  const unreadReason = useUnreadReason();
  const account = useAccount().data;
  const { withoutWallet } = useWallet();
  return (
    <>
      <h2 className="flex h-9 shrink-0 items-center gap-2 border-b px-3 text-xs font-medium">
        {text("account")}
        {account ? <AgeNote /> : null}
      </h2>
      {readiness === "loading" ? <Loading label={text("loadingAccount")} rows={4} /> : null}
      {account ? (
        <LazyBoundary onFailure={ignore}>
          <Suspense fallback={<Loading label={text("loadingAccount")} rows={4} />}>
            <LiveFigures />
          </Suspense>
        </LazyBoundary>
      ) : readiness === "loading" ? null : (
        <Notice title={text(missingText(readiness, unreadReason, withoutWallet))} />
      )}
    </>
  );
}

/**
 * The same as a strip, for screens too narrow for the panel. Its space is reserved while the account loads.
 * `withTransfers`: below it are deposit and withdraw.
 */
export function AccountStrip({ withTransfers }: { withTransfers: boolean }) {
  const readiness = useReadiness();
  const account = useAccount().data;
  if (!account && readiness !== "loading") return null;
  return (
    <div className="min-h-11.75 bg-surface lg:hidden">
      {account ? (
        <LazyBoundary onFailure={ignore}>
          <LiveStrip withTransfers={withTransfers} />
        </LazyBoundary>
      ) : null}
    </div>
  );
}

/** The boundary has shown a message. */
function ignore(): void {}

function missingText(readiness: Readiness, unreadReason: Error | null, withoutWallet: boolean) {
  if (readiness === "not-enabled") return "enableToSeeAccount";
  if (readiness !== "unreadable") return withoutWallet ? "linkToSeeAccount" : "signInToSeeAccount";
  return isTriedAgain(unreadReason) ? "accountTryingAgain" : "accountUnreadable";
}
