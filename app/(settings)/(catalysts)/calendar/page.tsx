import { readAssetMarkets } from "#app/(settings)/(catalysts)/asset-markets.ts";
import { CalendarPage } from "#components/catalysts/calendar/calendar-page.tsx";
import { marketsOf, REFERENCE_ASSET } from "#components/catalysts/pictures/asset-market.ts";
import { pageTitle } from "#components/messages/page-title.ts";
import { RequestTexts } from "#components/messages/request-texts.tsx";

export const generateMetadata = () => pageTitle("/calendar");

/** Public: the economic calendar with forecasts and actual figures. */
export default async function Page() {
  const [bitcoin] = marketsOf([REFERENCE_ASSET], await readAssetMarkets());
  return (
    <RequestTexts of="calendar">
      <CalendarPage market={bitcoin?.symbol} />
    </RequestTexts>
  );
}
