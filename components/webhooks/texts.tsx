"use client";

import type { Translation } from "#components/i18n/message-types.ts";
import { createPageTexts } from "#components/i18n/page-texts.tsx";
import type english from "./messages/en/webhooks.ts";

export type WebhookMessages = Translation<typeof english>;

export const { PageTexts: WebhookTexts, usePageText: useWebhookText } =
  createPageTexts<typeof english>();
