import type { Metadata } from "next";
import { headers } from "next/headers";
import { pageTitle } from "#components/settings-frame/page-title.ts";
import { MailLinkPage } from "#components/sign-in/mail-link-page.tsx";
import { followedCode } from "#lib/partner/referrals/find-code.ts";

export function generateMetadata(): Promise<Metadata> {
  return pageTitle("signIn");
}

/** Where the links of mails lead: what stands in the fragment is used up by a press, not by opening. */
export default async function Page() {
  return <MailLinkPage referredBy={await headers().then(followedCode)} />;
}
