import type { Metadata } from "next";
import { WaysPage } from "#components/identity/ways-page.tsx";
import { pageTitle } from "#components/settings-frame/page-title.ts";
import { waysToSignIn } from "#lib/identity/ways.ts";

export function generateMetadata(): Promise<Metadata> {
  return pageTitle("waysIn");
}

export default function Page() {
  return <WaysPage mailbox={waysToSignIn().mailbox} />;
}
