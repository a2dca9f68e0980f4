import { HighlightSection } from "#components/catalysts/highlights/highlight-section.tsx";
import { HighlightTexts } from "#components/catalysts/highlights/highlight-texts.tsx";
import { highlightMessages } from "#components/catalysts/highlights/load-messages.ts";
import { CatalystsPage } from "#components/catalysts/list/catalysts-page.tsx";
import { requestLocale } from "#components/i18n/request-locale.ts";
import { pageTitle } from "#components/messages/page-title.ts";
import { marketData } from "#lib/trading/market-data/hub.ts";

export const generateMetadata = () => pageTitle("/catalysts");

/** Public: catalysts, newest first. */
export default async function Page() {
  // When the venue cannot be read, the filter offers only the assets of the listed catalysts.
  const markets = await marketData()
    .markets()
    .catch(() => []);
  const highlights = (
    <HighlightTexts messages={await requestLocale().then(highlightMessages)}>
      <HighlightSection />
    </HighlightTexts>
  );
  const assets = markets.map((market) => market.base_asset.symbol);
  return <CatalystsPage assets={assets} highlights={highlights} />;
}
