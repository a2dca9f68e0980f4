import type { Metadata } from "next";
import { headers } from "next/headers";
import { MailLinkPage } from "#components/identity/sign-in/mail-link-page.tsx";
import { pageTitle } from "#components/messages/page-title.ts";
import { followedCode } from "#lib/partner/referrals/find-code.ts";

export function generateMetadata(): Promise<Metadata> {
  return pageTitle("/sign-in/email");
}

/** The page behind emailed links. A click uses up the token in the fragment; opening the page does not. */
export default async function Page() {
  return <MailLinkPage referredBy={await headers().then(followedCode)} />;
}
