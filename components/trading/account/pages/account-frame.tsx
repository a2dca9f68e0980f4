"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { type ReactNode, useEffect } from "react";
import { AppBar } from "#components/frame/bar/app-bar.tsx";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { WalletButton } from "#components/identity/wallet/wallet-button.tsx";
import { useWallet } from "#components/identity/wallet/wallet-provider.tsx";
import { AccountQueries } from "#components/trading/account-reads/account-queries.tsx";
import { SignInNotice } from "#components/trading/tables/sign-in-notice.tsx";
import { openIntentStorage } from "#components/trading/writes/intent-storage.ts";
import { followWrites } from "#components/trading/writes/load-orders.ts";
import { lazyModule } from "#components/ui/lazy-module.ts";
import { Panel } from "#components/ui/panel.tsx";
import { useLoaded } from "#components/ui/use-store.ts";

/** The chart's library is not part of the first load. */
const sample = lazyModule(() => import("#components/trading/account/portfolio/sample-section.tsx"));

const PAGES = [
  ["/account", "overview"],
  ["/account/orders", "orders"],
  ["/account/fills", "fills"],
  ["/account/funding", "funding"],
  ["/account/transfers", "transfers"],
  ["/account/fees", "fees"],
] as const;

/** The frame of the portfolio: the top bar, and the pages of the account. */
export function AccountFrame({ children }: { children: ReactNode }) {
  const text = useText("account");
  const path = usePathname();
  const { sessionAddress } = useWallet();
  const current =
    PAGES.findLast(([href]) => path === href || path.startsWith(`${href}/`)) ?? PAGES[0];
  useLeftWrites();
  return (
    <div className="flex min-h-dvh flex-col lg:h-dvh">
      <AppBar session={sessionAddress} account={sessionAddress} menu={<WalletButton />} />
      <nav
        aria-label={text("pages")}
        className="mx-auto flex h-10 w-full max-w-7xl shrink-0 items-stretch gap-5 overflow-x-auto overflow-y-hidden px-3 lg:px-4"
      >
        {PAGES.map(([href, title]) => (
          <Link
            key={href}
            href={href}
            aria-current={href === current[0] ? "page" : undefined}
            className="-mb-px flex items-center border-b-2 border-transparent text-xs font-medium whitespace-nowrap text-ink-muted hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-ink"
          >
            {text(title)}
          </Link>
        ))}
      </nav>
      <main
        id="content"
        tabIndex={-1}
        className="mx-auto flex w-full max-w-7xl min-h-0 flex-1 flex-col gap-3 overflow-y-auto p-3 pt-2 outline-none lg:p-4 lg:pt-2"
      >
        <h1 className="sr-only">{text("portfolioPage", { page: text(current[1]) })}</h1>
        <Panel label={text(current[1])} className="flex-1 bg-transparent">
          {sessionAddress === undefined ? (
            <SignedOut hasSample={current === PAGES[0]} />
          ) : (
            <AccountQueries>{children}</AccountQueries>
          )}
        </Panel>
      </main>
    </div>
  );
}

/** Visitors see what a portfolio is, and how to get one. */
function SignedOut({ hasSample }: { hasSample: boolean }) {
  const Sample = useLoaded(sample)?.default;
  useEffect(() => {
    if (hasSample) void sample.load().catch(() => undefined);
  }, [hasSample]);
  if (!hasSample) return <SignInNotice />;
  return (
    <div className="flex flex-col gap-3">
      <div className="h-24 shrink-0">
        <SignInNotice />
      </div>
      <div className="min-h-96">{Sample ? <Sample /> : null}</div>
    </div>
  );
}

/**
 * Tracks writes that were open when the trading page was left. The code is loaded only when there is one: these pages
 * send no orders.
 */
function useLeftWrites(): void {
  const { sessionAddress } = useWallet();
  useEffect(() => {
    if (sessionAddress === undefined) return followWrites(undefined);
    const storage = openIntentStorage(globalThis.indexedDB);
    let gone = false;
    let stop: (() => void) | undefined;
    const resumeLeftWrites = async (): Promise<void> => {
      if (stop || document.hidden) return;
      const left = await storage.all();
      if (gone || stop || !left.some(({ account }) => account === sessionAddress)) return;
      stop = followWrites(sessionAddress);
    };
    void resumeLeftWrites();
    // A trading page in another tab may have been closed.
    const onVisible = () => void resumeLeftWrites();
    document.addEventListener("visibilitychange", onVisible);
    return () => {
      gone = true;
      document.removeEventListener("visibilitychange", onVisible);
      stop?.();
    };
  }, [sessionAddress]);
}
