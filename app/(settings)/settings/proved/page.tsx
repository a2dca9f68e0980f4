import type { Metadata } from "next";
import { ProvedPage } from "#components/identity/account/proved-page.tsx";
import { pageTitle } from "#components/messages/page-title.ts";

export function generateMetadata(): Promise<Metadata> {
  return pageTitle("/settings/proved");
}

/** The provider's return page after a fresh proof in its own window. */
export default function Page() {
  return <ProvedPage />;
}
