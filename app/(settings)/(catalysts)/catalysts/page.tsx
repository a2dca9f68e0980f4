import { readAssetMarkets } from "#app/(settings)/(catalysts)/asset-markets.ts";
import { HighlightSection } from "#components/catalysts/highlights/highlight-section.tsx";
import { CatalystsPage } from "#components/catalysts/list/catalysts-page.tsx";
import { pageTitle } from "#components/messages/page-title.ts";
import { RequestTexts } from "#components/messages/request-texts.tsx";

export const generateMetadata = () => pageTitle("/catalysts");

/** Public: catalysts, newest first. */
export default async function Page() {
  const highlights = (
    <RequestTexts of="highlights">
      <HighlightSection />
    </RequestTexts>
  );
  return <CatalystsPage markets={await readAssetMarkets()} highlights={highlights} />;
}
