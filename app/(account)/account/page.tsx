import type { Metadata } from "next";
import { pageTitle } from "#app/(account)/account/page-title.ts";
import { OverviewPage } from "#components/account/pages/overview-page.tsx";

export function generateMetadata(): Promise<Metadata> {
  return pageTitle("overview");
}

/** The account now, and its last 30 days. */
export default function Page() {
  return <OverviewPage />;
}
