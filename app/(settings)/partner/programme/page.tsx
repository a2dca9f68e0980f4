import type { Metadata } from "next";
import { pageTitle } from "#components/messages/page-title.ts";
import { requestPageText } from "#components/messages/request-text.ts";
import { RequestTexts } from "#components/messages/request-texts.tsx";
import { OFFER } from "#components/partner/programme/offer.ts";
import { ProgrammePage } from "#components/partner/programme/programme-page.tsx";
import { systemClock } from "#lib/kernel/time/clock.ts";
import { payoutTerms } from "#lib/partner/profile/payout-terms.ts";
import { config } from "#lib/platform/config/config.ts";

/** With the preview that other sites show of a link to this page (Open Graph, https://ogp.me). */
export async function generateMetadata(): Promise<Metadata> {
  const text = await requestPageText("partnerLink");
  const { baseUrl } = config();
  const preview = { title: text("joinTitle"), description: text("joinIntro", OFFER) };
  return {
    ...(await pageTitle("/partner/programme")),
    description: preview.description,
    openGraph: {
      ...preview,
      type: "website",
      siteName: "svc",
      url: `${baseUrl}/partner/programme`,
      images: `${baseUrl}/apple-icon.png`,
    },
    twitter: { card: "summary" },
  };
}

/** Public: the page that explains what the partner programme pays. */
export default function Page() {
  return (
    <RequestTexts of={["partner", "partnerLink", "partnerPayouts", "partnerTerms"]}>
      <ProgrammePage payouts={payoutTerms(systemClock.now())} />
    </RequestTexts>
  );
}
