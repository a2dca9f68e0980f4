import type { Metadata } from "next";
import { pageTitle } from "#components/settings-frame/page-title.ts";
import { MailLinkPage } from "#components/sign-in/mail-link-page.tsx";

export function generateMetadata(): Promise<Metadata> {
  return pageTitle("signIn");
}

/** Where the links of mails lead: what stands in the fragment is used up by a press, not by opening. */
export default function Page() {
  return <MailLinkPage />;
}
