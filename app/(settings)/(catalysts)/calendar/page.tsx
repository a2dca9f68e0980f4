import { CalendarPage } from "#components/catalysts/calendar/calendar-page.tsx";
import { calendarMessages } from "#components/catalysts/calendar/load-messages.ts";
import { CalendarTexts } from "#components/catalysts/calendar/texts.tsx";
import { requestLocale } from "#components/i18n/request-locale.ts";
import { pageTitle } from "#components/messages/page-title.ts";

export const generateMetadata = () => pageTitle("/calendar");

/** Public: the economic calendar with forecasts and actual figures. */
export default async function Page() {
  const messages = await calendarMessages(await requestLocale());
  return (
    <CalendarTexts messages={messages}>
      <CalendarPage />
    </CalendarTexts>
  );
}
