"use client";

import type { Translation } from "#components/i18n/message-types.ts";
import { createPageTexts } from "#components/i18n/page-texts.tsx";
import type english from "./messages/en/pushes.ts";

export type PushMessages = Translation<typeof english>;

export const { PageTexts: PushPageTexts, usePageText: usePushText } =
  createPageTexts<typeof english>();
