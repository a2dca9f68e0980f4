import type { Metadata } from "next";
import { pageTitle } from "#app/(account)/account/page-title.ts";
import { FundingPage } from "#components/trading/account/pages/funding-page.tsx";

export function generateMetadata(): Promise<Metadata> {
  return pageTitle("funding");
}

/** The paid and received funding of a period. */
export default function Page() {
  return <FundingPage />;
}
