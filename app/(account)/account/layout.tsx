import { headers } from "next/headers";
import type { ReactNode } from "react";
import { RequestTexts } from "#components/messages/request-texts.tsx";
import { AccountFrame } from "#components/trading/account/pages/account-frame.tsx";
import { Providers } from "#components/trading/screen/providers.tsx";
import { readSession } from "#lib/identity/sessions/session.ts";
import { followedCode } from "#lib/partner/referrals/find-code.ts";

/** The layout of the account pages. The server renders the frame for the session; the browser reads the rows. */
export default async function AccountLayout({ children }: { children: ReactNode }) {
  const requestHeaders = await headers();
  const session = await readSession(requestHeaders);
  const referredBy = session === undefined ? await followedCode(requestHeaders) : undefined;
  return (
    <RequestTexts of="portfolio">
      <Providers
        sessionAddress={session?.account}
        withoutWallet={session !== undefined && session.account === undefined}
        referredBy={referredBy}
        trades={false}
      >
        <AccountFrame>{children}</AccountFrame>
      </Providers>
    </RequestTexts>
  );
}
