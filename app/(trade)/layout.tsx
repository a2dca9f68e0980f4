import { cookies, headers } from "next/headers";
import type { ReactNode } from "react";
import { Providers } from "#components/trading/screen/providers.tsx";
import { MarketNavigationProvider } from "#components/trading/screen/view/market-navigation.tsx";
import { parseView, VIEW_COOKIE } from "#components/trading/screen/view/view.ts";
import { ViewStateProvider } from "#components/trading/screen/view/view-state.tsx";
import { readSession } from "#lib/identity/sessions/session.ts";
import { followedCode } from "#lib/partner/referrals/find-code.ts";

/** Keeps wallet, account data, messages and layout while the reader changes the market. */
export default async function TradeLayout({ children }: { children: ReactNode }) {
  const [requestHeaders, cookieStore] = await Promise.all([headers(), cookies()]);
  const session = await readSession(requestHeaders);
  const referredBy = session === undefined ? await followedCode(requestHeaders) : undefined;
  return (
    <Providers
      sessionAddress={session?.account}
      withoutWallet={session !== undefined && session.account === undefined}
      referredBy={referredBy}
    >
      <ViewStateProvider preferred={parseView(cookieStore.get(VIEW_COOKIE)?.value ?? "")}>
        <MarketNavigationProvider>{children}</MarketNavigationProvider>
      </ViewStateProvider>
    </Providers>
  );
}
