/**
 * The texts of highlights in one language, with those that they share with the catalysts pages.
 * Server only.
 */
import { catalystMessages } from "#components/catalysts/load-messages.ts";
import type english from "#components/catalysts/messages/en/highlights.ts";
import type { Locale } from "#components/i18n/locales.ts";
import type { Translation } from "#components/i18n/message-types.ts";
import { CATALYST_TYPES } from "#lib/protocol/enumerations.ts";
import type { HighlightMessages } from "./highlight-texts.tsx";

const LOADERS: Readonly<Record<Locale, () => Promise<Translation<typeof english>>>> = {
  en: async () => (await import("#components/catalysts/messages/en/highlights.ts")).default,
  de: async () => (await import("#components/catalysts/messages/de/highlights.ts")).default,
  ar: async () => (await import("#components/catalysts/messages/ar/highlights.ts")).default,
};

export async function highlightMessages(locale: Locale): Promise<HighlightMessages> {
  const [own, shared] = await Promise.all([LOADERS[locale](), catalystMessages(locale)]);
  const types = CATALYST_TYPES.map((type) => [`type_${type}`, shared[`type_${type}`]]);
  const { simulated, magnitudeOf, loading, firstSeen } = shared;
  const names = Object.fromEntries(types) as Pick<
    typeof shared,
    `type_${(typeof CATALYST_TYPES)[number]}`
  >;
  return { ...own, ...names, simulated, magnitudeOf, loading, firstSeen };
}
