import type { Metadata } from "next";
import { headers } from "next/headers";
import { MailLinkPage } from "#components/identity/sign-in/mail-link-page.tsx";
import { pageTitle } from "#components/messages/page-title.ts";
import { followedCode } from "#lib/partner/referrals/find-code.ts";

export function generateMetadata(): Promise<Metadata> {
  return pageTitle("signIn");
}

/** Where the links of mails lead: what stands in the fragment is used up by a press, not by opening. */
export default async function Page() {
  return <MailLinkPage referredBy={await headers().then(followedCode)} />;
}
