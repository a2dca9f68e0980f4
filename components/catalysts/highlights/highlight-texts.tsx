"use client";

import type catalysts from "#components/catalysts/messages/en/catalysts.ts";
import type english from "#components/catalysts/messages/en/highlights.ts";
import type { Text, Translation } from "#components/i18n/message-types.ts";
import { createPageTexts } from "#components/i18n/page-texts.tsx";
import type { CatalystType } from "#lib/protocol/enumerations.ts";

type Shared = `type_${CatalystType}` | "simulated" | "magnitudeOf" | "loading" | "firstSeen";
export type HighlightSource = typeof english & Pick<typeof catalysts, Shared>;

export type HighlightMessages = Translation<HighlightSource>;
export type HighlightText = Text<HighlightSource>;

export const { PageTexts: HighlightTexts, usePageText: useHighlightText } =
  createPageTexts<HighlightSource>();
