"use client";

import type english from "#components/catalysts/messages/en/calendar.ts";
import type { Translation } from "#components/i18n/message-types.ts";
import { createPageTexts } from "#components/i18n/page-texts.tsx";

export type CalendarMessages = Translation<typeof english>;

export const { PageTexts: CalendarTexts, usePageText: useCalendarText } =
  createPageTexts<typeof english>();
