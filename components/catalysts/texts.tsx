"use client";

import type { Translation } from "#components/i18n/message-types.ts";
import { createPageTexts } from "#components/i18n/page-texts.tsx";
import type english from "./messages/en/catalysts.ts";

export type CatalystMessages = Translation<typeof english>;

export const { PageTexts: CatalystTexts, usePageText: useCatalystText } =
  createPageTexts<typeof english>();
