"use client";

import type { Translation } from "#components/i18n/message-types.ts";
import { createPageTexts } from "#components/i18n/page-texts.tsx";
import type english from "./messages/en/swaps.ts";

export type SwapMessages = Translation<typeof english>;

export const { PageTexts: SwapTexts, usePageText: useSwapText } = createPageTexts<typeof english>();
