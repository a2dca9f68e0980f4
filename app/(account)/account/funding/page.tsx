import type { Metadata } from "next";
import { pageTitle } from "#app/(account)/account/page-title.ts";
import { FundingPage } from "#components/trading/account/history-pages.tsx";

export function generateMetadata(): Promise<Metadata> {
  return pageTitle("funding");
}

/** What funding was paid and received in a period. */
export default function Page() {
  return <FundingPage />;
}
