import type { Metadata } from "next";
import { pageTitle } from "#components/messages/page-title.ts";
import { ProgrammePage } from "#components/partner/programme/programme-page.tsx";
import { payoutTerms } from "#lib/partner/profile/payout-terms.ts";
import { systemClock } from "#lib/platform/clock.ts";

export function generateMetadata(): Promise<Metadata> {
  return pageTitle("partner");
}

/** Public: the page that explains what the partner programme pays. */
export default function Page() {
  return <ProgrammePage payouts={payoutTerms(systemClock.now())} />;
}
