import type { Metadata } from "next";
import { headers } from "next/headers";
import { pageTitle } from "#components/messages/page-title.ts";
import { RequestTexts } from "#components/messages/request-texts.tsx";
import { parseView } from "#components/partner/earnings/view.ts";
import { PartnerPage } from "#components/partner/page/partner-page.tsx";
import { readSession } from "#lib/identity/sessions/session.ts";
import { systemClock } from "#lib/kernel/time/clock.ts";
import { payoutTerms } from "#lib/partner/profile/payout-terms.ts";
import { readFirstFigures } from "./first-figures.ts";

export function generateMetadata(): Promise<Metadata> {
  return pageTitle("/partner");
}

const OF_PARTNERS = ["partner", "partnerLink", "partnerPayouts", "partnerRecords", "keys"] as const;

type PageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** The partner programme: earnings, referrals and payouts. */
export default async function Page({ searchParams }: PageProps) {
  const actor = await headers().then(readSession);
  const now = systemClock.now();
  const payouts = payoutTerms(now);
  if (actor === undefined) {
    return (
      <RequestTexts of={[...OF_PARTNERS, "partnerTerms"]}>
        <PartnerPage first={undefined} payouts={payouts} />
      </RequestTexts>
    );
  }
  const { pin } = parseView(searchOf(await searchParams));
  const first = await readFirstFigures({ actor, now }, pin);
  return (
    <RequestTexts of={OF_PARTNERS}>
      <PartnerPage first={first} payouts={payouts} />
    </RequestTexts>
  );
}

/** Takes the first value of a repeated parameter, as `URLSearchParams.get` does. */
function searchOf(query: Awaited<PageProps["searchParams"]>): URLSearchParams {
  return new URLSearchParams(
    Object.entries(query).map(([name, value]) => [name, [value ?? ""].flat()[0] ?? ""]),
  );
}
