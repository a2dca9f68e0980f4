"use client";

import type { Translation } from "#components/i18n/message-types.ts";
import { createPageTexts } from "#components/i18n/page-texts.tsx";
import type english from "./messages/en/signals.ts";

export type SignalMessages = Translation<typeof english>;

export const { PageTexts: SignalTexts, usePageText: useSignalText } =
  createPageTexts<typeof english>();
