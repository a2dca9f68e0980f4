"use client";

import type catalysts from "#components/catalysts/messages/en.ts";
import type { Text, Translation } from "#components/i18n/message-types.ts";
import { createPageTexts } from "#components/i18n/page-texts.tsx";
import type { CatalystType } from "#lib/protocol/enumerations.ts";
import type english from "./messages/en.ts";

type Shared = `type_${CatalystType}` | "simulated" | "magnitudeOf" | "loading" | "firstSeen";
export type HighlightSource = typeof english & Pick<typeof catalysts, Shared>;

export type HighlightMessages = Translation<HighlightSource>;
export type HighlightText = Text<HighlightSource>;

export const { PageTexts: HighlightTexts, usePageText: useHighlightText } =
  createPageTexts<HighlightSource>();
