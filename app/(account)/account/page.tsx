import type { Metadata } from "next";
import { OverviewPage } from "#components/trading/account/pages/overview-page.tsx";
import { pageTitle } from "./page-title.ts";

export function generateMetadata(): Promise<Metadata> {
  return pageTitle("overview");
}

/** The account's current state and its last 30 days. */
export default function Page() {
  return <OverviewPage />;
}
