import { CalendarPage } from "#components/catalysts/calendar/calendar-page.tsx";
import { pageTitle } from "#components/messages/page-title.ts";
import { RequestTexts } from "#components/messages/request-texts.tsx";

export const generateMetadata = () => pageTitle("/calendar");

/** Public: the economic calendar with forecasts and actual figures. */
export default function Page() {
  return (
    <RequestTexts of="calendar">
      <CalendarPage />
    </RequestTexts>
  );
}
