import { HighlightSection } from "#components/catalysts/highlights/highlight-section.tsx";
import { CatalystsPage } from "#components/catalysts/list/catalysts-page.tsx";
import { pageTitle } from "#components/messages/page-title.ts";
import { RequestTexts } from "#components/messages/request-texts.tsx";
import { marketData } from "#lib/trading/market-data/market-hub.ts";

export const generateMetadata = () => pageTitle("/catalysts");

/** Public: catalysts, newest first. */
export default async function Page() {
  // When the venue cannot be read, the filter offers only the assets of the listed catalysts.
  const markets = await marketData()
    .markets()
    .catch(() => []);
  const highlights = (
    <RequestTexts of="highlights">
      <HighlightSection />
    </RequestTexts>
  );
  const assets = markets.map((market) => market.base_asset.symbol);
  return <CatalystsPage assets={assets} highlights={highlights} />;
}
