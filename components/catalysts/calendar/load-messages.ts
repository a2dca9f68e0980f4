/** The texts of the calendar in one language. Server only. */
import type { Locale } from "#components/i18n/locales.ts";
import type { CalendarMessages } from "./texts.tsx";

const LOADERS: Readonly<Record<Locale, () => Promise<CalendarMessages>>> = {
  en: async () => (await import("#components/catalysts/messages/en/calendar.ts")).default,
  de: async () => (await import("#components/catalysts/messages/de/calendar.ts")).default,
  ar: async () => (await import("#components/catalysts/messages/ar/calendar.ts")).default,
};

export function calendarMessages(locale: Locale): Promise<CalendarMessages> {
  return LOADERS[locale]();
}
